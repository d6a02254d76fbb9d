"""The oldest supported browsers have every feature in use, except those in ``exceptions.toml``.

The data about browsers are MDN's. A name that an older feature has as well does not count as newer, since
the two cannot be distinguished.
"""

import json
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatch_build import BUILT_FOLDER, oldest_browsers
from tests import ROOT
from tests.javascript import call_function

MDN_DATA_FILE = ROOT / "node_modules" / "@mdn" / "browser-compat-data" / "data.json"
ALLOWED_NEWER_FEATURES = tomllib.loads(Path(__file__).with_name("exceptions.toml").read_text("utf-8"))
MDN_BROWSER_NAMES = {
    "chrome": "chrome_android", "firefox": "firefox_android", "ios": "safari_ios", "safari": "safari",
}  # fmt: skip
"""The names of browsers in the data of MDN."""
PARTIAL_SUPPORT_KEYS = {"prefix", "alternative_name", "flags", "partial_implementation", "version_removed"}
FeaturePath = tuple[str, ...]
FeatureName = tuple[str, str]
"""Kind and name, as in ``exceptions.toml``."""
STRING_OR_COMMENT_PATTERN = re.compile(r'"[^"\n]*"|/\*.*?\*/', re.S)
DECLARATION_PATTERN = re.compile(r"(?<=[{;])([a-z-]+):([^;{}]+)")
STYLE_PATTERNS = {
    "at-rule": re.compile(r"@([a-z-]+)"),
    "selector": re.compile(r"::?([a-z-]+)(?=[^;{}]*\{)"),
    "function": re.compile(r"([a-z][a-z-]*)\("),
}
SCRIPT_PATTERNS = {
    "member": re.compile(r"(?<=\.)([A-Za-z]\w*)"),
    "static": re.compile(r"\b([A-Z]\w*\.\w+)"),
    "global": re.compile(r"(?:(?<![.\w\"])|(?<=\bwindow\.)|(?<=\bself\.))([A-Za-z]\w+)(?=[.(?])"),
    "event": re.compile(r"addEventListener\(\"([a-z]+)\""),
}
QUOTED_PATTERN = re.compile(r"\{[{%#].*?[}%#]\}|\"[^\"]*\"", re.S)
ATTRIBUTES_PATTERN = re.compile(r"<\w+((?:\s[^<>]*)?)>", re.S)
ATTRIBUTE_NAME_PATTERN = re.compile(r"(?<=\s)([a-z-]+)(?=[\s=>]|$)")


def get_oldest_versions() -> dict[str, str]:
    declared = (re.fullmatch(r"([a-z]+)([\d.]+)", line) for line in oldest_browsers(ROOT))
    return {MDN_BROWSER_NAMES[line[1]]: line[2] for line in declared if line}


def iterate_features(
    data: dict[str, Any], path: FeaturePath = ()
) -> Iterator[tuple[FeaturePath, dict[str, Any]]]:
    """Yield (path, support statements by browser) of each feature in MDN's data."""
    for name, content in data.items():
        if name == "__compat":
            yield path, content["support"]
        elif isinstance(content, dict):
            yield from iterate_features(content, (*path, name))


def supports(statements: Any, version: str) -> bool:
    """Return whether this version of a browser fully has a feature, without prefix or flag."""
    for statement in statements if isinstance(statements, list) else [statements]:
        if statement.get("version_added") and not PARTIAL_SUPPORT_KEYS & statement.keys():
            return parse_version(str(statement["version_added"]).lstrip("≤")) <= parse_version(version)
    return False


def parse_version(version: str) -> list[float]:
    return [float(part) if part.isdigit() else 0 for part in version.split(".")]


def get_feature_name(path: FeaturePath) -> FeatureName | None:
    """Return (kind, name) of the feature at this path of MDN's data, as the app's files would use it.

    None if the files cannot use the feature by a name.
    """
    match path:
        case ("css", "properties", name):
            return "property", name
        case ("css", "properties", name, value):
            return "value", f"{name}:{value}"
        case ("css", "at-rules", name):
            return "at-rule", name
        case ("css", "selectors", name):
            return "selector", name
        case ("css", "types", *_, name):
            return "function", name
        case ("html", "global_attributes", name) | ("html", "elements", _, name):
            return "attribute", name
        case ("api", name) | ("javascript", "builtins", name):
            return "global", name
        case ("api", "Window", name) if not name.endswith("_event"):
            return "global", name
        case ("api", owner, name) | ("javascript", "builtins", owner, name) if owner != name:
            if name.endswith("_static"):
                return "static", f"{owner}.{name.removesuffix('_static')}"
            return ("event", name.removesuffix("_event")) if "_event" in name else ("member", name)
    return None


def list_newer_features() -> set[FeatureName]:
    """Return the features that an oldest browser lacks. Members of a missing object are left out."""
    oldest = get_oldest_versions()
    names_by_support: defaultdict[bool, set[FeatureName | None]] = defaultdict(set)
    owners = dict[FeatureName, set[FeatureName | None]]()
    for path, support in iterate_features(json.loads(MDN_DATA_FILE.read_text("utf-8"))):
        name = get_feature_name(path)
        is_old = all(supports(support.get(browser, {}), version) for browser, version in oldest.items())
        names_by_support[is_old].add(name)
        if name and not is_old and "_" not in name[1]:
            owners.setdefault(name, set()).add(get_feature_name(path[:-1]))
    newer = names_by_support[False] - names_by_support[True]
    return {name for name in owners.keys() & newer if owners[name] - newer}


def iterate_used_features() -> Iterator[FeatureName]:
    for text in iterate_file_texts(ROOT / BUILT_FOLDER, ".css"):
        text = STRING_OR_COMMENT_PATTERN.sub("", text)
        for name, value in DECLARATION_PATTERN.findall(text):
            yield "property", name
            yield from (("value", f"{name}:{word}") for word in re.findall(r"[a-z][a-z-]*", value))
        yield from iterate_matches(STYLE_PATTERNS, text)
        if "&" in text:
            yield "selector", "nesting"
    for text in iterate_file_texts(ROOT / BUILT_FOLDER, ".js"):
        yield from iterate_matches(SCRIPT_PATTERNS, text)
    for text in iterate_file_texts(ROOT / "templates", ".html"):
        for attributes in ATTRIBUTES_PATTERN.findall(QUOTED_PATTERN.sub("", text)):
            yield from (("attribute", name) for name in ATTRIBUTE_NAME_PATTERN.findall(attributes))


def iterate_matches(patterns: dict[str, re.Pattern[str]], text: str) -> Iterator[FeatureName]:
    for kind, pattern in patterns.items():
        yield from ((kind, name) for name in pattern.findall(text))


def iterate_file_texts(folder: Path, suffix: str) -> Iterator[str]:
    for file in folder.rglob(f"*{suffix}"):
        yield file.read_text("utf-8")


def test_newer_features_are_listed_as_exceptions() -> None:
    exceptions = {(kind, name) for kind, names in ALLOWED_NEWER_FEATURES.items() for name in names}
    used = {*iterate_used_features()} & list_newer_features()
    assert used - exceptions == set(), "too new, or a name of ours: say which in exceptions.toml"
    assert exceptions - used == set(), "no longer used: take it out of exceptions.toml"


def test_the_readme_names_the_supported_versions() -> None:
    oldest = get_oldest_versions()
    assert oldest["safari_ios"] == oldest["safari"]
    versions = "Chrome {chrome_android}, Firefox {firefox_android} and Safari {safari}".format(**oldest)
    assert versions.removesuffix(".0") in (ROOT / "README.md").read_text("utf-8")


TEMPLATE_FILES = sorted((ROOT / "templates").rglob("*.html"))
CONTROL_PATTERN = re.compile(r"<(?:label|button)\b[^>]*>(?:\s*<input\b[^>]*>)?")
SIMULATE_HTTP_JS = "Object.defineProperty(globalThis, 'navigator', { value: {} });"
SIMULATE_HTTPS_JS = (
    "globalThis.BarcodeDetector = class {};"
    "Object.defineProperty(globalThis, 'navigator', { value: {"
    " share() {}, clipboard: {}, mediaDevices: {}, wakeLock: {}, vibrate() {} } });"
)


def test_switches_and_scanner_name_the_feature_they_need() -> None:
    controls = [
        control for file in TEMPLATE_FILES for control in CONTROL_PATTERN.findall(file.read_text("utf-8"))
        if "data-switch=" in control or "data-scan" in control
    ]  # fmt: skip
    assert len(controls) == 3
    for control in controls:
        opening = control.split(">", 1)[0]
        assert "data-needs=" in opening, control
        assert re.search(r"\bhidden\b", opening), control


def test_supports_returns_whether_a_feature_exists() -> None:
    calls = [[feature] for feature in ("clipboard", "scan", "share", "vibrate", "wakeLock")]
    assert call_function("device.js", "supports", calls, SIMULATE_HTTP_JS) == [False] * len(calls)
    assert call_function("device.js", "supports", calls, SIMULATE_HTTPS_JS) == [True] * len(calls)
