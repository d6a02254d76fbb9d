"""Documented steps that need a running server, a clone of the project, or systemd."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import MAY_SKIP_NOTHING, ROOT
from tests.api.test_client import play_twelve_moves
from tests.app_server import Server
from tests.test_docs import list_code_blocks


def test_the_example_client_plays_a_game_over_http(own_server: Server) -> None:
    play_twelve_moves(own_server.address)


def test_the_commands_for_a_new_game_work(tmp_path: Path) -> None:
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "--quiet", "--local", ROOT, clone], check=True)
    [commands] = list_code_blocks((ROOT / "docs" / "adding-a-game.md").read_text("utf-8"), "sh")
    subprocess.run(["sh", "-e", "-c", commands], cwd=clone, check=True)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/games/oasis"]
    result = subprocess.run(command, cwd=clone, capture_output=True, text=True)
    assert result.returncode == 0, result.stdout


@pytest.mark.skipif(
    not shutil.which("systemd-analyze") and not MAY_SKIP_NOTHING, reason="needs systemd-analyze"
)
def test_systemd_accepts_the_documented_unit(tmp_path: Path) -> None:
    program = tmp_path / "companion" / "bin" / "table-companion"
    program.parent.mkdir(parents=True)
    program.touch(mode=0o755)
    [unit_text] = list_code_blocks((ROOT / "docs" / "hosting.md").read_text("utf-8"), "ini")
    unit = tmp_path / "table-companion.service"
    unit.write_text(unit_text, "utf-8")
    result = subprocess.run(
        ["systemd-analyze", "verify", "--user", unit], capture_output=True, text=True,
        env={**os.environ, "HOME": str(tmp_path), "XDG_RUNTIME_DIR": str(tmp_path)},
    )  # fmt: skip
    assert (result.returncode, unit.name in result.stderr) == (0, False), result.stderr
