"""The names of a browser's features that pages, styles and scripts use, by the kinds of ``newer``."""

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

Names = defaultdict[str, set[str]]
"""By kind."""
STRINGS = re.compile(r'"[^"\n]*"|/\*.*?\*/', re.S)
DECLARATION = re.compile(r"(?<=[{;])([a-z-]+):([^;{}]+)")
IN_STYLES = (
    ("at-rule", re.compile(r"@([a-z-]+)")),
    ("selector", re.compile(r"::?([a-z-]+)(?=[^;{}]*\{)")),
    ("function", re.compile(r"([a-z][a-z-]*)\(")),
)
IN_SCRIPTS = (
    ("member", re.compile(r"(?<=\.)([A-Za-z]\w*)")),
    ("static", re.compile(r"\b([A-Z]\w*\.\w+)")),
    ("global", re.compile(r"(?:(?<![.\w\"])|(?<=\bwindow\.)|(?<=\bself\.))([A-Za-z]\w+)(?=[.(?])")),
    ("event", re.compile(r"addEventListener\(\"([a-z]+)\"")),
)
ATTRIBUTE = re.compile(r"<\w+((?:\s[^<>]*)?)>", re.S)
NAME = re.compile(r"(?<=\s)([a-z-]+)(?=[\s=>]|$)")


def in_styles(folder: Path) -> Names:
    found: Names = defaultdict(set)
    for text in _texts(folder, ".css"):
        text = STRINGS.sub("", text)
        for name, value in DECLARATION.findall(text):
            found["property"].add(name)
            found["value"] |= {f"{name}:{word}" for word in re.findall(r"[a-z][a-z-]*", value)}
        for kind, pattern in IN_STYLES:
            found[kind] |= set(pattern.findall(text))
        if "&" in text:
            found["selector"].add("nesting")
    return found


def in_scripts(folder: Path) -> Names:
    found: Names = defaultdict(set)
    for text in _texts(folder, ".js"):
        for kind, pattern in IN_SCRIPTS:
            found[kind] |= set(pattern.findall(text))
    return found


def in_pages(folder: Path) -> Names:
    found: Names = defaultdict(set)
    for text in _texts(folder, ".html"):
        for attributes in ATTRIBUTE.findall(re.sub(r"\{[{%#].*?[}%#]\}|\"[^\"]*\"", "", text, flags=re.S)):
            found["attribute"] |= set(NAME.findall(attributes))
    return found


def _texts(folder: Path, suffix: str) -> Iterator[str]:
    for file in sorted(folder.rglob(f"*{suffix}")):
        yield file.read_text("utf-8")
