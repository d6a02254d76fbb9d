"""``make release``: build the sdist and the wheel, and try each where nothing else is installed."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

from companion import __version__
from tests import ROOT
from tests.long.processes.installed.test_wheel import Installed, pip


def main() -> None:
    """Leave both in ``dist``. SystemExit where it is no version to release, or a file does not serve."""
    if problem := release_problem(__version__, (ROOT / "CHANGELOG.md").read_text("utf-8")):
        sys.exit(problem)
    shutil.rmtree(ROOT / "dist", ignore_errors=True)
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build"], cwd=ROOT, check=True,
        env={**os.environ, "COMPANION_OFFLINE_BUNDLE": "1"},
    )  # fmt: skip
    for file in sorted((ROOT / "dist").iterdir()):
        with tempfile.TemporaryDirectory() as place:
            serves(file, Path(place))
        print(f"{file.name}: installs and serves.")


def release_problem(version: str, changelog: str) -> str:
    """Why a version is not to be released, in a sentence; empty where it is."""
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        return f"{version} is no version to release: take .dev off in companion/__init__.py."
    if f"\n## {version}\n" not in changelog:
        return f"CHANGELOG.md has no heading for {version}."
    return ""


def serves(file: Path, place: Path) -> None:
    """Install a file into an empty environment and start its command."""
    venv.create(place / "environment", with_pip=False)
    pip("--python", place / "environment" / "bin" / "python", "install", file)
    command = place / "environment" / "bin" / "table-companion"
    said = subprocess.run([command, "--version"], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == __version__
    Installed(str(command), place).kill()


if __name__ == "__main__":
    main()
