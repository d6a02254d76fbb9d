"""The links, files and commands that the documents name exist."""

import re
from importlib.util import find_spec

from tests import ROOT

DOCUMENTS = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "deploy").rglob("*.md")]

MODULE_COMMAND_PATTERN = re.compile(
    r"\bpy(?:thon)? -m ((?:companion|tests|offline_bundle|bench)\b[\w.]*)(?: ([\w-]+))?"
)
FILE_PATTERN = re.compile(r"`([\w<>-]+(?:/[\w<>.-]+)+\.(?:py|m?js|css|html|toml))`")
APP_COMMAND_PATTERN = re.compile(r"(?:`|/bin/|^)table-companion ([\w-]+)", re.M)
"""Commands of the companion, in a checkout and in an installation."""


def list_code_blocks(text: str, *languages: str) -> list[str]:
    """Return the code blocks of a document in these languages ("": blocks without a language)."""
    blocks = re.findall(r"^ *```(\w*)\n(.*?)^ *```", text, re.S | re.M)
    return [block for language, block in blocks if language in languages]


def test_links_files_and_commands_in_documents_exist() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    long = re.findall(r"^LONG := (.*)", makefile, re.M)[0].split()
    targets = {*re.findall(r"^([a-z-]+):", makefile, re.M), *long}
    command_line = (ROOT / "companion" / "server" / "command_line.py").read_text("utf-8")
    folders = (ROOT, ROOT / "companion", ROOT / "static")
    for document in DOCUMENTS:
        text = document.read_text("utf-8")
        links = set(re.findall(r"\]\((?!https?:|#|mailto:)([^)#\s]+)", text))
        missing = {link for link in links if not (document.parent / link).exists()}
        missing |= set(re.findall(r"(?:`|^|    )make ([a-z-]+)", text, re.M)) - targets
        for name in FILE_PATTERN.findall(text):
            is_there = any((folder / name.replace("<slug>", "giza")).exists() for folder in folders)
            missing |= set() if is_there or "oasis" in name else {name}  # the tutorial's game
        commands = MODULE_COMMAND_PATTERN.findall(text)
        missing |= {module for module, _ in commands if not find_spec(module)}
        words = {word for module, word in commands if module == "companion" and word}
        words.update(APP_COMMAND_PATTERN.findall(text))
        missing |= {word for word in words if f'"{word}"' not in command_line}
        assert not missing, document


def test_modules_and_files_in_the_makefile_and_workflows_exist() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    modules = set(re.findall(r"python -m ((?:tests|bench|offline_bundle|companion)[\w.]*)", makefile))
    assert {"tests.long.processes.installed.release", "companion", "bench"} <= modules
    assert not [module for module in modules if not find_spec(module)]
    workflows = "".join(file.read_text("utf-8") for file in (ROOT / ".github" / "workflows").iterdir())
    files = set(re.findall(r"\btests/[\w/]+(?:\.py)?", makefile + workflows))
    assert {"tests/browser", "tests/long/processes/installed/try_wheel.py"} <= files
    assert not [file for file in files if not (ROOT / file).exists()]
