"""The links, files and commands that the documents name exist."""

import re
from importlib.util import find_spec

from tests import ROOT

DOCUMENTS = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "deploy").rglob("*.md")]

MODULE_COMMAND_PATTERN = re.compile(
    r"\bpy(?:thon)? -m ((?:companion|tests|offline_bundle|bench)\b[\w.]*)(?: ([\w-]+))?"
)
APP_COMMAND_PATTERN = re.compile(r"(?:`|/bin/|^)table-companion ([\w-]+)", re.M)
"""Commands of the companion, in a checkout and in an installation."""


def list_code_blocks(text: str, *languages: str) -> list[str]:
    """Return the code blocks of a document in these languages ("": blocks without a language)."""
    blocks = re.findall(r"^ *```(\w*)\n(.*?)^ *```", text, re.S | re.M)
    return [block for language, block in blocks if language in languages]


def find_unknown_commands(text: str) -> set[str]:
    """Return the modules and commands that a document names and that do not exist."""
    command_line = (ROOT / "companion" / "server" / "command_line.py").read_text("utf-8")
    modules = {module for module, _ in MODULE_COMMAND_PATTERN.findall(text) if not find_spec(module)}
    words = {word for module, word in MODULE_COMMAND_PATTERN.findall(text) if module == "companion"} - {""}
    return modules | {
        word for word in words.union(APP_COMMAND_PATTERN.findall(text)) if f'"{word}"' not in command_line
    }


def find_missing_files(text: str) -> set[str]:
    """Return the files that a document names and that do not exist, except those of the tutorial's game."""
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
        assert not (names - targets) | find_missing_files(text) | find_unknown_commands(text), document


def test_modules_and_files_in_the_makefile_and_workflows_exist() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    modules = set(re.findall(r"python -m ((?:tests|bench|offline_bundle|companion)[\w.]*)", makefile))
    assert {"tests.long.processes.installed.release", "companion", "bench"} <= modules
    assert not [module for module in modules if not find_spec(module)]
    workflows = "".join(file.read_text("utf-8") for file in (ROOT / ".github" / "workflows").iterdir())
    files = set(re.findall(r"\btests/[\w/]+(?:\.py)?", makefile + workflows))
    assert {"tests/browser", "tests/long/processes/installed/try_wheel.py"} <= files
    assert not [file for file in files if not (ROOT / file).exists()]
