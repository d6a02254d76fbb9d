"""What the documents promise: their links lead somewhere, and their commands are there."""

import re
from importlib.util import find_spec

from tests import ROOT

DOCUMENTS = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "deploy").rglob("*.md")]

OURS = re.compile(r"\bpy(?:thon)? -m ((?:companion|tests|offline_bundle|bench)\b[\w.]*)(?: ([\w-]+))?")
INSTALLED = re.compile(r"(?:`|/bin/|^)table-companion ([\w-]+)", re.M)
"""What is typed of the companion itself, in a checkout and where it is installed."""


def blocks(text: str, *languages: str) -> list[str]:
    """The fenced blocks of a document in these languages, "" for those that name none."""
    found = re.findall(r"^ *```(\w*)\n(.*?)^ *```", text, re.S | re.M)
    return [block for language, block in found if language in languages]


def unknown_commands(text: str) -> set[str]:
    """Modules of ours that a document names and nobody has, and words that the companion does not know."""
    known = (ROOT / "companion" / "server" / "command_line.py").read_text("utf-8")
    modules = {module for module, _ in OURS.findall(text) if not find_spec(module)}
    words = {word for module, word in OURS.findall(text) if module == "companion"} - {""}
    return modules | {word for word in words.union(INSTALLED.findall(text)) if f'"{word}"' not in known}


def missing_files(text: str) -> set[str]:
    """Sources that a document names by a path from the project's folder, ``companion`` or ``static``.

    The tutorial's game, ``oasis``, is made by its reader.
    """
    named = re.findall(r"`([\w<>-]+(?:/[\w<>.-]+)+\.(?:py|m?js|css|html|toml))`", text)
    tops = (ROOT, ROOT / "companion", ROOT / "static")
    return {
        name
        for name in named
        if "oasis" not in name and not any((top / name.replace("<slug>", "giza")).exists() for top in tops)
    }


def test_what_a_document_names_is_there() -> None:
    made = (ROOT / "Makefile").read_text("utf-8")
    long = re.findall(r"^LONG := (.*)", made, re.M)[0].split()
    targets = {*re.findall(r"^([a-z-]+):", made, re.M), *long}
    for document in DOCUMENTS:
        text = document.read_text("utf-8")
        links = set(re.findall(r"\]\((?!https?:|#|mailto:)([^)#\s]+)", text))
        assert not {link for link in links if not (document.parent / link).exists()}, document
        named = set(re.findall(r"(?:`|^|    )make ([a-z-]+)", text, re.M))
        assert not (named - targets) | missing_files(text) | unknown_commands(text), document


def test_what_a_target_starts_is_there() -> None:
    recipes = (ROOT / "Makefile").read_text("utf-8")
    modules = set(re.findall(r"python -m ((?:tests|bench|offline_bundle|companion)[\w.]*)", recipes))
    assert {"tests.long.processes.installed.release", "companion", "bench"} <= modules
    assert not [module for module in modules if not find_spec(module)]
    files = set(re.findall(r"\btests/[\w/]+(?:\.py)?", recipes))
    assert "tests/browser" in files
    assert not [file for file in files if not (ROOT / file).exists()]


def beginning_of_a_game() -> str:
    [block] = blocks((ROOT / "docs" / "adding-a-game.md").read_text("utf-8"), "sh")
    return block


def test_every_decision_is_in_the_index() -> None:
    folder = ROOT / "docs" / "decisions"
    index = (folder / "README.md").read_text("utf-8")
    assert not [file.name for file in folder.glob("0*.md") if f"({file.name})" not in index]
