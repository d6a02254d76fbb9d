"""What a change most likely breaks, in a minute and a half.

``make test-quick`` runs the house's own rules, the engine, and the rules, tables and pages of the rooms
that differ from main. ``make game slug=giza`` runs all that is asked of one game but for the browser.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from companion.games import BY_SLUG
from tests import ROOT

ALWAYS = ("tests/test_house.py", "tests/test_glossary.py", "tests/engine")
OF_EVERY_GAME = (
    "tests/test_every_game.py", "tests/test_sentences.py", "tests/test_words.py",
    "tests/test_examples.py", "tests/test_plays.py", "tests/games", "tests/proof",
    "tests/web/test_every_play.py",
)  # fmt: skip
"""Folders and files whose cases are named after the game they are asked of."""
OF_A_ROOM = {
    "companion/engine": ("tests/test_every_game.py", "tests/tables"),
    "companion/tables": ("tests/tables", "tests/web/test_table.py", "tests/web/test_roles.py"),
    "companion/store": ("tests/tables", "tests/old"),
    "companion/web": (
        "tests/web/test_table.py",
        "tests/web/test_every_page.py",
        "tests/web/test_roles.py",
    ),
    "companion/api": ("tests/api",),
    "companion/live": ("tests/live", "tests/web/test_table_stream.py"),
    "companion/groups": ("tests/groups",),
    "companion/editions": ("tests/web/test_editions.py",),
    "companion/exports": ("tests/exports",),
    "companion/home": ("tests/home",),
    "companion/translations": ("tests/test_words.py", "tests/test_i18n.py"),
    "templates": ("tests/web/test_every_page.py", "tests/web/test_template_contract.py"),
    "static": ("tests/web/test_every_page.py",),
}
"""What is asked of a folder, beside what is always asked."""


def changed_files() -> list[str]:
    """What differs from the commit where this branch left main, untracked files included."""
    base = _git("merge-base", "HEAD", "main") or _git("rev-parse", "HEAD~1")
    return [*_git("diff", "--name-only", *base), *_git("ls-files", "-o", "--exclude-standard")]


def _git(*words: str) -> list[str]:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.split()


def games_in(files: list[str]) -> list[str]:
    """The games in whose rooms files lie."""
    return [slug for slug in BY_SLUG if any(slug in Path(file).parts for file in files)]


def tests_for(files: list[str]) -> list[str]:
    """The tests of the rooms in which files lie, and the changed tests that drive no browser."""
    rooms = [tests for room, tests in OF_A_ROOM.items() if any(f.startswith(room) for f in files)]
    changed = [f for f in files if Path(f).name.startswith("test_") and "browser" not in f]
    asked = dict.fromkeys([*ALWAYS, *(test for tests in rooms for test in tests), *changed])
    return [test for test in asked if (ROOT / test).exists()]


def run(*words: str) -> int:
    """Run pytest on two cores; no test at all is no fault."""
    asked = [sys.executable, "-m", "pytest", "-q", "-n", "2", "--dist", "loadfile", *words]
    code = subprocess.call(asked, cwd=ROOT)
    return 0 if code == pytest.ExitCode.NO_TESTS_COLLECTED else code


def main(slugs: list[str]) -> int:
    """Run what is asked of some games, or of what has changed."""
    if unknown := set(slugs) - BY_SLUG.keys():
        print(f"No game is called {', '.join(unknown)}. There are: {', '.join(BY_SLUG)}.")
        return 2
    files = [] if slugs else changed_files()
    games = slugs or games_in(files)
    rooms = 0 if slugs else run(*tests_for(files))
    of_games = run(*OF_EVERY_GAME, "-k", " or ".join(games)) if games else 0
    return rooms or of_games


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
