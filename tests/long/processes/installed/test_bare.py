"""Pages, rules and tables where nothing of a server's is installed: no database, no driver, no limits."""

from __future__ import annotations

import subprocess
import venv
from pathlib import Path

from tests import ROOT
from tests.long.processes.installed.test_wheel import pip

NEEDED = ("flask", "flask-babel", "marshmallow", "segno")


def test_an_evening_is_played_with_four_packages(tmp_path: Path) -> None:
    venv.create(tmp_path, with_pip=False)
    python = tmp_path / "bin" / "python"
    pip("--python", python, "install", *NEEDED)
    for name, there in (("sqlalchemy", False), ("limits", False), ("marshmallow", True)):
        asked = subprocess.run([python, "-c", f"import {name}"], check=False, capture_output=True)
        assert (asked.returncode == 0) is there, name
    done = subprocess.run(
        [python, "-m", "tests.long.chance.seam.alone"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "three_pyramids" in done.stdout
