"""Whoever types what the page on a new game says has the beginning of one."""

import subprocess
import sys
from pathlib import Path

from tests import ROOT
from tests.test_docs import beginning_of_a_game


def test_a_game_is_begun_as_the_page_says(tmp_path: Path) -> None:
    """In a clone, which is then asked for its games."""
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "--quiet", "--local", ROOT, clone], check=True)
    subprocess.run(["sh", "-e", "-c", beginning_of_a_game()], cwd=clone, check=True)
    asked = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/games/oasis"]
    done = subprocess.run(asked, cwd=clone, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
