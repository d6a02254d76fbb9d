"""List what the oldest supported browsers lack: ``python -m tests.compat.newer_features data.json``.

``npm pack @mdn/browser-compat-data`` brings ``data.json``. Prints ``newer.json``: of every kind of name
that ``used`` finds, those that are newer than a browser that ``pyproject.toml`` declares.
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

KNOWN_AS = {
    "chrome": "chrome_android", "firefox": "firefox_android", "ios": "safari_ios", "safari": "safari",
}  # fmt: skip
"""What the data call a browser of the list."""
Feature = tuple[str, ...]


def least() -> dict[str, str]:
    declared = (re.fullmatch(r"([a-z]+)([\d.]+)", line) for line in oldest_browsers(ROOT))
    return {KNOWN_AS[line[1]]: line[2] for line in declared if line}


def features(data: dict[str, Any], path: Feature = ()) -> Iterator[tuple[Feature, dict[str, Any]]]:
    for name, below in data.items():
        if name == "__compat":
            yield path, below["support"]
        elif isinstance(below, dict):
            yield from features(below, (*path, name))


def since(support: Any) -> str:
    """The first version that has it whole, under its own name and unasked; nothing if none has."""
    for one in support if isinstance(support, list) else [support]:
        partly = {
            "prefix", "alternative_name", "flags", "partial_implementation", "version_removed",
        }  # fmt: skip
        if one.get("version_added") and not partly & one.keys():
            return str(one["version_added"]).lstrip("≤")
    return ""


def number(version: str) -> list[float]:
    return [float(part) if part.isdigit() else 0 for part in version.split(".")]


def is_newer(support: dict[str, Any], than: dict[str, str]) -> bool:
    firsts = {browser: since(support.get(browser, {})) for browser in than}
    return any(not first or number(first) > number(than[name]) for name, first in firsts.items())


def kind_of(path: Feature) -> tuple[str, str] | None:
    """What kind of name a feature is used by, and the name."""
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


def newer(data: dict[str, Any], than: dict[str, str]) -> dict[str, list[str]]:
    """By kind; let be is a name that something older has as well: it cannot be told apart. So is what
    belongs to something newer, which is named before it, and what is no name but a note.
    """
    named = {path: kind_of(path) or ("", "") for path, _ in features(data)}
    new = {path for path, support in features(data) if is_newer(support, than)}
    names = {named[path] for path in new} - {named[path] for path in named.keys() - new}
    first = {named[path] for path in new if kind_of(path[:-1]) not in names}
    found: defaultdict[str, list[str]] = defaultdict(list)
    for kind, name in sorted(names & first):
        if kind and "_" not in name:
            found[kind].append(name)
    return found


if __name__ == "__main__":
    data, declared = json.loads(Path(sys.argv[1]).read_text("utf-8")), least()
    lines = TextWrapper(width=110, break_on_hyphens=False, break_long_words=False)
    kinds = {kind: lines.wrap(" ".join(names)) for kind, names in newer(data, declared).items()}
    source = f"@mdn/browser-compat-data {data['__meta']['version']}"
    print(json.dumps({"source": source, "least": declared, **kinds}, indent=1))
