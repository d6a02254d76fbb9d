"""Collects the names of browser features in pages, styles and scripts, by the kinds of
``newer_features``.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

Names = defaultdict[str, set[str]]
"""Names by kind."""
STRINGS = re.compile(r'"[^"\n]*"|/\*.*?\*/', re.S)
DECLARATION = re.compile(r"(?<=[{;])([a-z-]+):([^;{}]+)")
STYLE_PATTERNS = (
    ("at-rule", re.compile(r"@([a-z-]+)")),
    ("selector", re.compile(r"::?([a-z-]+)(?=[^;{}]*\{)")),
    ("function", re.compile(r"([a-z][a-z-]*)\(")),
)
SCRIPT_PATTERNS = (
    ("member", re.compile(r"(?<=\.)([A-Za-z]\w*)")),
    ("static", re.compile(r"\b([A-Z]\w*\.\w+)")),
    ("global", re.compile(r"(?:(?<![.\w\"])|(?<=\bwindow\.)|(?<=\bself\.))([A-Za-z]\w+)(?=[.(?])")),
    ("event", re.compile(r"addEventListener\(\"([a-z]+)\"")),
)
ATTRIBUTE = re.compile(r"<\w+((?:\s[^<>]*)?)>", re.S)
NAME = re.compile(r"(?<=\s)([a-z-]+)(?=[\s=>]|$)")


def names_in_styles(folder: Path) -> Names:
    names: Names = defaultdict(set)
    for text in _texts(folder, ".css"):
        text = STRINGS.sub("", text)
        for name, value in DECLARATION.findall(text):
            names["property"].add(name)
            names["value"] |= {f"{name}:{word}" for word in re.findall(r"[a-z][a-z-]*", value)}
        for kind, pattern in STYLE_PATTERNS:
            names[kind] |= set(pattern.findall(text))
        if "&" in text:
            names["selector"].add("nesting")
    return names


def names_in_scripts(folder: Path) -> Names:
    names: Names = defaultdict(set)
    for text in _texts(folder, ".js"):
        for kind, pattern in SCRIPT_PATTERNS:
            names[kind] |= set(pattern.findall(text))
    return names


def names_in_pages(folder: Path) -> Names:
    names: Names = defaultdict(set)
    for text in _texts(folder, ".html"):
        for attributes in ATTRIBUTE.findall(re.sub(r"\{[{%#].*?[}%#]\}|\"[^\"]*\"", "", text, flags=re.S)):
            names["attribute"] |= set(NAME.findall(attributes))
    return names


def _texts(folder: Path, suffix: str) -> Iterator[str]:
    for file in sorted(folder.rglob(f"*{suffix}")):
        yield file.read_text("utf-8")
