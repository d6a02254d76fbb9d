"""Collects the names of browser features in pages, styles and scripts, by the kinds of
``newer_features``.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

Names = defaultdict[str, set[str]]
"""Names by kind."""
STRING_PATTERN = re.compile(r'"[^"\n]*"|/\*.*?\*/', re.S)
DECLARATION_PATTERN = re.compile(r"(?<=[{;])([a-z-]+):([^;{}]+)")
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
ATTRIBUTES_PATTERN = re.compile(r"<\w+((?:\s[^<>]*)?)>", re.S)
ATTRIBUTE_NAME_PATTERN = re.compile(r"(?<=\s)([a-z-]+)(?=[\s=>]|$)")


def collect_style_names(folder: Path) -> Names:
    names: Names = defaultdict(set)
    for text in _iterate_texts(folder, ".css"):
        text = STRING_PATTERN.sub("", text)
        for name, value in DECLARATION_PATTERN.findall(text):
            names["property"].add(name)
            names["value"] |= {f"{name}:{word}" for word in re.findall(r"[a-z][a-z-]*", value)}
        for kind, pattern in STYLE_PATTERNS:
            names[kind] |= set(pattern.findall(text))
        if "&" in text:
            names["selector"].add("nesting")
    return names


def collect_script_names(folder: Path) -> Names:
    names: Names = defaultdict(set)
    for text in _iterate_texts(folder, ".js"):
        for kind, pattern in SCRIPT_PATTERNS:
            names[kind] |= set(pattern.findall(text))
    return names


def collect_page_names(folder: Path) -> Names:
    names: Names = defaultdict(set)
    for text in _iterate_texts(folder, ".html"):
        for attributes in ATTRIBUTES_PATTERN.findall(
            re.sub(r"\{[{%#].*?[}%#]\}|\"[^\"]*\"", "", text, flags=re.S)
        ):
            names["attribute"] |= set(ATTRIBUTE_NAME_PATTERN.findall(attributes))
    return names


def _iterate_texts(folder: Path, suffix: str) -> Iterator[str]:
    for file in sorted(folder.rglob(f"*{suffix}")):
        yield file.read_text("utf-8")
