"""What a reader of the docs does is done: the example client, the beginning of a game, the unit."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import NOTHING_SKIPPED, ROOT
from tests.api.test_client import play_a_game
from tests.app_server import Server
from tests.test_docs import beginning_of_a_game, blocks


def test_the_client_plays_a_game_over_a_line(own_server: Server) -> None:
    play_a_game(own_server.address)


def test_a_game_is_begun_as_the_page_says(tmp_path: Path) -> None:
    """In a clone, which is then asked for its games."""
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "--quiet", "--local", ROOT, clone], check=True)
    subprocess.run(["sh", "-e", "-c", beginning_of_a_game()], cwd=clone, check=True)
    asked = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/games/oasis"]
    done = subprocess.run(asked, cwd=clone, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


@pytest.mark.skipif(
    not shutil.which("systemd-analyze") and not NOTHING_SKIPPED, reason="needs systemd-analyze"
)
def test_systemd_takes_the_unit_as_it_stands_there(tmp_path: Path) -> None:
    started = tmp_path / "companion" / "bin" / "table-companion"
    started.parent.mkdir(parents=True)
    started.touch(mode=0o755)
    [written] = blocks((ROOT / "docs" / "hosting.md").read_text("utf-8"), "ini")
    unit = tmp_path / "table-companion.service"
    unit.write_text(written, "utf-8")
    said = subprocess.run(
        ["systemd-analyze", "verify", "--user", unit], capture_output=True, text=True, check=False,
        env={**os.environ, "HOME": str(tmp_path), "XDG_RUNTIME_DIR": str(tmp_path)},
    )  # fmt: skip
    assert (said.returncode, unit.name in said.stderr) == (0, False), said.stderr
