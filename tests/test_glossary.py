"""The glossary and the public names of the code say the same: one concept, one name."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.language.i18n import HOUSE, SOURCE
from tests import ROOT
from tests.terms import PAGE, TERMS, never, page, terms
from tests.words import SPOKEN, sentences, several, told_in, translations

CODE = ROOT / "companion"
GLOSSARY = (ROOT / "docs" / "glossary.md").read_text("utf-8")
OUTSIDE_THE_GAMES = sorted(
    module
    for module in CODE.rglob("*.py")
    if "migrations" not in module.parts and "games" not in module.relative_to(CODE).parts
)
MARKED_AS_CODE = set(re.findall(r"`([A-Za-z_]+)`", GLOSSARY))
OF_ANY_HTTP_API = ("Response", "Schema", "Query")
"""Endings of the classes that describe a body: they are called by what they carry."""
NOT_CONCEPTS = {
    # values in sentences, and annotations of moves
    "Term", "Numbered", "FieldName", "NumberName", "MoveName", "Plural", "Between", "OneOf", "AtMost",
    "DataError",
    # plumbing that is called what it is everywhere
    "Server", "Handler", "AlreadyServedError", "RequestGate",
    "Base", "Statement", "Worker", "TimedBody", "Metrics", "EntryList", "StrictInteger",
    "Comparison", "Close", "TemplateLayout", "Templates",
}  # fmt: skip
RETIRED = {
    "held", "desk", "speaker", "told", "faulty", "shelf", "knock", "laid", "leaner", "brought", "hand",
    "visit", "visited", "visits", "course", "fallen", "drawn", "notyours", "missing", "differs",
    "busy", "playing", "speech", "hear", "less", "plus", "pack", "unpack",
}  # fmt: skip
"""Words that names once had: ``Held`` is ``TableState`` now, ``knock`` is ``count_attempt`` …"""


def public_names(module: Path) -> Iterator[str]:
    for node in ast.parse(module.read_text("utf-8")).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and not node.name.startswith("_"):
            yield node.name
            if isinstance(node, ast.ClassDef):
                inside = (n for n in node.body if isinstance(n, ast.FunctionDef))
                yield from (n.name for n in inside if not n.name.startswith("_"))


def classes(module: Path) -> Iterator[str]:
    for node in ast.parse(module.read_text("utf-8")).body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield node.name


def words_of(name: str) -> list[str]:
    """``TableState`` and ``table_state`` are table and state."""
    return re.findall(r"[a-z]+", re.sub(r"([A-Z])", r"_\1", name).lower())


def retired_in(name: str) -> set[str]:
    whole = {"notyours"} if "notyours" in name.lower() else set()
    return (set(words_of(name)) | whole) & RETIRED if name != "MissingNumber" else set()


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
    source = "\n".join(file.read_text("utf-8") for file in CODE.rglob("*.py"))
    defined = set(re.findall(r"^\s*(?:class|def) (\w+)|^(\w+)(?:: [^=\n]+)? = ", source, re.M))
    known = {name for pair in defined for name in pair}
    unknown = {name for name in MARKED_AS_CODE if name not in known}
    assert not unknown


HOUSES = [(house, language) for language in SPOKEN for house in TERMS if house in told_in(language)]
SHARED = {"du sol", "le sol", "milieu", "lever", "levé", "pleine", "pioche", "toque", "edificio"}
"""Words that a game never says and the house may, of something else."""
WRONG = {
    ("fr", "m"): "la|une|cette", ("fr", "f"): "le|un|du|au|ce",
    ("de", "m"): "das", ("de", "f"): "das|dem|des|ein|einem|einen", ("de", "n"): "einen|diesen|eine",
    ("es", "m"): "la|una|las|esta", ("es", "f"): "el|un|del|los|este",
}  # fmt: skip
"""Articles that no word of a gender has, in any case."""


def said(house: str, language: str) -> Iterator[str]:
    """All sentences of a game or of the house, without what is filled in."""
    found = (
        sentences(house)
        if language == SOURCE
        else [m.string for m in translations(house, language) if m.id]
    )
    for form in (form for sentence in found for form in several(sentence)):
        yield re.sub(r"%\([\w ]+\)s", "…", form)


def says(sentence: str, word: str) -> bool:
    return bool(re.search(rf"(?<!\w){re.escape(word)}(?!\w)", sentence, re.IGNORECASE))


@pytest.mark.parametrize(("house", "language"), HOUSES)
def test_no_thing_is_called_otherwise(house: str, language: str) -> None:
    found = [
        f"{sentence!r} says {word}, not {term}"
        for word, term in never(house, language).items()
        for where in {house, *(() if word in SHARED else (HOUSE,))}
        for sentence in said(where, language)
        if says(sentence, word)
    ]
    assert found == []


@pytest.mark.parametrize(("house", "language"), HOUSES)
def test_every_term_is_said_and_has_its_gender(house: str, language: str) -> None:
    everything = [*said(house, language), *said(HOUSE, language)]
    for term in terms(house, language).values():
        stems = (re.sub("(er|ir|ar|en)$", "", form) if not term.gender else form for form in term.forms())
        assert any(stem.lower() in sentence.lower() for stem in stems for sentence in everything), term
        wrong = WRONG.get((language, term.gender))
        held = [
            s for s in said(house, language) if wrong and re.search(rf"\b({wrong}) {term.word}\b", s, re.I)
        ]
        assert held == [], term


def test_the_page_of_terms_is_made_of_the_data() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "make words writes it"
