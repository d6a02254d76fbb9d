"""Links, files and commands in the documents exist."""

import re
from importlib.util import find_spec

from tests import ROOT

DOCUMENTS = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "deploy").rglob("*.md")]

OURS = re.compile(r"\bpy(?:thon)? -m ((?:companion|tests|offline_bundle|bench)\b[\w.]*)(?: ([\w-]+))?")
INSTALLED = re.compile(r"(?:`|/bin/|^)table-companion ([\w-]+)", re.M)
"""Commands of the companion, in a checkout and in an installation."""


def blocks(text: str, *languages: str) -> list[str]:
    """Return the fenced blocks of a document in these languages; "" means no language."""
    blocks = re.findall(r"^ *```(\w*)\n(.*?)^ *```", text, re.S | re.M)
    return [block for language, block in blocks if language in languages]


def unknown_commands(text: str) -> set[str]:
    """Return the missing modules and the unknown commands in a document."""
    command_line = (ROOT / "companion" / "server" / "command_line.py").read_text("utf-8")
    modules = {module for module, _ in OURS.findall(text) if not find_spec(module)}
    words = {word for module, word in OURS.findall(text) if module == "companion"} - {""}
    return modules | {
        word for word in words.union(INSTALLED.findall(text)) if f'"{word}"' not in command_line
    }


def missing_files(text: str) -> set[str]:
    """Return missing files that a document names, relative to the project, ``companion`` or ``static``.

    Files of the tutorial's game ``oasis`` are ignored.
    """
    names = re.findall(r"`([\w<>-]+(?:/[\w<>.-]+)+\.(?:py|m?js|css|html|toml))`", text)
    folders = (ROOT, ROOT / "companion", ROOT / "static")
    return {
        name
        for name in names
        if "oasis" not in name
        and not any((folder / name.replace("<slug>", "giza")).exists() for folder in folders)
    }


def test_links_files_and_commands_in_documents_exist() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    long = re.findall(r"^LONG := (.*)", makefile, re.M)[0].split()
    targets = {*re.findall(r"^([a-z-]+):", makefile, re.M), *long}
    for document in DOCUMENTS:
        text = document.read_text("utf-8")
        links = set(re.findall(r"\]\((?!https?:|#|mailto:)([^)#\s]+)", text))
        assert not {link for link in links if not (document.parent / link).exists()}, document
        names = set(re.findall(r"(?:`|^|    )make ([a-z-]+)", text, re.M))
        assert not (names - targets) | missing_files(text) | unknown_commands(text), document


def test_modules_and_files_in_the_makefile_exist() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    modules = set(re.findall(r"python -m ((?:tests|bench|offline_bundle|companion)[\w.]*)", makefile))
    assert {"tests.long.processes.installed.release", "companion", "bench"} <= modules
    assert not [module for module in modules if not find_spec(module)]
    files = set(re.findall(r"\btests/[\w/]+(?:\.py)?", makefile))
    assert "tests/browser" in files
    assert not [file for file in files if not (ROOT / file).exists()]


def new_game_commands() -> str:
    [block] = blocks((ROOT / "docs" / "adding-a-game.md").read_text("utf-8"), "sh")
    return block


def test_every_decision_is_in_the_index() -> None:
    folder = ROOT / "docs" / "decisions"
    index = (folder / "README.md").read_text("utf-8")
    assert not [file.name for file in folder.glob("0*.md") if f"({file.name})" not in index]
