"""The glossary and the public names of the code say the same: one concept, one name."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests import ROOT

CODE = ROOT / "companion"
GLOSSARY = (ROOT / "docs" / "glossary.md").read_text()
OUTSIDE_THE_GAMES = sorted(
    module
    for module in CODE.rglob("*.py")
    if "migrations" not in module.parts and module.relative_to(CODE).parts[0] != "games"
)
MARKED_AS_CODE = set(re.findall(r"`([A-Za-z_]+)`", GLOSSARY))
OF_ANY_HTTP_API = ("Response", "Schema", "Query")
"""Endings of the classes that describe a body: they are called by what they carry."""
NOT_CONCEPTS = {
    # values in sentences, and annotations of moves
    "Term", "Numbered", "FieldName", "NumberName", "MoveName", "Plural", "Between", "OneOf", "AtMost",
    "DataError",
    # plumbing that is called what it is everywhere
    "Server", "Handler",
    "Base", "Statement", "Worker", "TimedBody", "Metrics", "EntryList", "StrictInteger",
    "Comparison", "Close", "Legal", "TemplateLayout", "Templates",
}  # fmt: skip
RETIRED = {
    "held", "desk", "speaker", "told", "faulty", "shelf", "knock", "laid", "leaner", "brought", "hand",
    "visit", "visited", "visits", "course", "fallen", "drawn", "notyours", "missing", "differs",
    "busy", "playing", "speech", "hear", "less", "plus", "pack", "unpack",
}  # fmt: skip
"""Words that names once had: ``Held`` is ``TableState`` now, ``knock`` is ``count_attempt`` …"""
MISSING_NUMBERS = {"MissingNumber", "missing_labels"}
"""Numbers that are missing indeed."""


def public_names(module: Path) -> Iterator[str]:
    for node in ast.parse(module.read_text()).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and not node.name.startswith("_"):
            yield node.name
            if isinstance(node, ast.ClassDef):
                inside = (n for n in node.body if isinstance(n, ast.FunctionDef))
                yield from (n.name for n in inside if not n.name.startswith("_"))


def classes(module: Path) -> Iterator[str]:
    for node in ast.parse(module.read_text()).body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield node.name


def words_of(name: str) -> list[str]:
    """``TableState`` and ``table_state`` are table and state."""
    return re.findall(r"[a-z]+", re.sub(r"([A-Z])", r"_\1", name).lower())


def retired_in(name: str) -> set[str]:
    whole = {"notyours"} if "notyours" in name.lower() else set()
    return set() if name in MISSING_NUMBERS else (set(words_of(name)) | whole) & RETIRED


def test_no_public_name_uses_a_retired_word() -> None:
    names = [(m, name) for m in OUTSIDE_THE_GAMES for name in (*public_names(m), m.stem)]
    assert not [(module, name) for module, name in names if retired_in(name)]


def unexplained(module: Path) -> set[str]:
    if module.relative_to(CODE).parts[0] == "api":
        return set()
    found = {name for name in classes(module) if not name.endswith(OF_ANY_HTTP_API)}
    return {name for name in found - NOT_CONCEPTS if name not in MARKED_AS_CODE}


def test_the_glossary_names_every_class() -> None:
    assert not {module: names for module in OUTSIDE_THE_GAMES if (names := unexplained(module))}


def test_what_the_glossary_marks_as_code_exists() -> None:
    source = "\n".join(file.read_text() for file in CODE.rglob("*.py"))
    defined = set(re.findall(r"^\s*(?:class|def) (\w+)|^(\w+)(?:: [^=\n]+)? = ", source, re.M))
    known = {name for pair in defined for name in pair}
    unknown = {name for name in MARKED_AS_CODE if name not in known}
    assert not unknown
