"""``make release``: builds the sdist and the wheel, and installs each in an empty environment."""

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
from tests.long.processes.installed.test_wheel import InstalledServer, run_pip


def main() -> None:
    """Write the sdist and the wheel to ``dist``. Raise SystemExit if this version cannot be released."""
    if problem := find_release_problem(__version__, (ROOT / "CHANGELOG.md").read_text("utf-8")):
        sys.exit(problem)
    shutil.rmtree(ROOT / "dist", ignore_errors=True)
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build"], cwd=ROOT, check=True,
        env={**os.environ, "COMPANION_OFFLINE_BUNDLE": "1"},
    )  # fmt: skip
    for file in sorted((ROOT / "dist").iterdir()):
        with tempfile.TemporaryDirectory() as folder:
            check_release_file(file, Path(folder))
        print(f"{file.name}: installs and serves.")


def find_release_problem(version: str, changelog: str) -> str:
    """Return a sentence that says why this version cannot be released; "" if it can."""
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        return f"{version} is no version to release: take .dev off in companion/__init__.py."
    if f"\n## {version}\n" not in changelog:
        return f"CHANGELOG.md has no heading for {version}."
    return ""


def check_release_file(file: Path, folder: Path) -> None:
    venv.create(folder / "environment", with_pip=False)
    run_pip("--python", folder / "environment" / "bin" / "python", "install", file)
    command = folder / "environment" / "bin" / "table-companion"
    result = subprocess.run([command, "--version"], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == __version__
    InstalledServer(str(command), folder).kill()


if __name__ == "__main__":
    main()
