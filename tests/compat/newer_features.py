"""Lists what the oldest supported browsers lack: ``python -m tests.compat.newer_features data.json``.

``data.json`` is in the package ``@mdn/browser-compat-data`` (``npm pack``). The output is
``newer.json``: the names by kind, as in ``used_features``, that at least one of the browsers in
``pyproject.toml`` lacks.
"""

import json
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from textwrap import TextWrapper
from typing import Any

from hatch_build import oldest_browsers
from tests import ROOT

MDN_NAMES = {
    "chrome": "chrome_android", "firefox": "firefox_android", "ios": "safari_ios", "safari": "safari",
}  # fmt: skip
"""The names of browsers in the data of MDN."""
Feature = tuple[str, ...]


def get_oldest_versions() -> dict[str, str]:
    """Return the oldest supported version of each browser, by MDN's name."""
    declared = (re.fullmatch(r"([a-z]+)([\d.]+)", line) for line in oldest_browsers(ROOT))
    return {MDN_NAMES[line[1]]: line[2] for line in declared if line}


def iterate_features(data: dict[str, Any], path: Feature = ()) -> Iterator[tuple[Feature, dict[str, Any]]]:
    """Yield (path, support) of each feature in MDN's data."""
    for name, content in data.items():
        if name == "__compat":
            yield path, content["support"]
        elif isinstance(content, dict):
            yield from iterate_features(content, (*path, name))


def get_first_version(support: Any) -> str:
    """Return the first version that supports a feature without prefix or flag; "" if none does."""
    for statement in support if isinstance(support, list) else [support]:
        restrictions = {
            "prefix", "alternative_name", "flags", "partial_implementation", "version_removed",
        }  # fmt: skip
        if statement.get("version_added") and not restrictions & statement.keys():
            return str(statement["version_added"]).lstrip("≤")
    return ""


def parse_version(version: str) -> list[float]:
    return [float(part) if part.isdigit() else 0 for part in version.split(".")]


def is_newer(support: dict[str, Any], oldest: dict[str, str]) -> bool:
    first_versions = {browser: get_first_version(support.get(browser, {})) for browser in oldest}
    return any(
        not version or parse_version(version) > parse_version(oldest[name])
        for name, version in first_versions.items()
    )


def get_kind_and_name(path: Feature) -> tuple[str, str] | None:
    """Return the kind and the name of a feature, or None if neither scripts nor styles use a name for
    it.
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


def collect_newer_names(data: dict[str, Any], oldest: dict[str, str]) -> dict[str, list[str]]:
    """Return by kind the names that the oldest browsers lack.

    A name that an older feature has as well is left out, since the two cannot be distinguished. Members of
    a newer object and mere notes are left out too.
    """
    names_by_path = {path: get_kind_and_name(path) or ("", "") for path, _ in iterate_features(data)}
    newer_paths = {path for path, support in iterate_features(data) if is_newer(support, oldest)}
    names = {names_by_path[path] for path in newer_paths} - {
        names_by_path[path] for path in names_by_path.keys() - newer_paths
    }
    top_level = {names_by_path[path] for path in newer_paths if get_kind_and_name(path[:-1]) not in names}
    result: defaultdict[str, list[str]] = defaultdict(list)
    for kind, name in sorted(names & top_level):
        if kind and "_" not in name:
            result[kind].append(name)
    return result


if __name__ == "__main__":
    data, declared = json.loads(Path(sys.argv[1]).read_text("utf-8")), get_oldest_versions()
    lines = TextWrapper(width=110, break_on_hyphens=False, break_long_words=False)
    kinds = {
        kind: lines.wrap(" ".join(names)) for kind, names in collect_newer_names(data, declared).items()
    }
    source = f"@mdn/browser-compat-data {data['__meta']['version']}"
    print(json.dumps({"source": source, "least": declared, **kinds}, indent=1))
