"""Each locked package has a wheel for all supported systems and Python versions (``make wheels``).

``locks/dev.txt`` has the packages of all locks, except one of ``bench`` that is published as source only.
"""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests import ROOT

SUPPORTED_PLATFORMS = (
    "x86_64-manylinux_2_28", "aarch64-manylinux_2_28", "x86_64-apple-darwin", "aarch64-apple-darwin",
    "x86_64-pc-windows-msvc",
)  # fmt: skip
PROJECT_TABLE = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
PYTHON_VERSIONS = [name.rsplit(" ", 1)[1] for name in PROJECT_TABLE["classifiers"] if "Python :: 3" in name]


@pytest.mark.parametrize("python", PYTHON_VERSIONS)
@pytest.mark.parametrize("platform", SUPPORTED_PLATFORMS)
def test_the_lock_can_be_installed_from_wheels(platform: str, python: str, tmp_path: Path) -> None:
    result = subprocess.run(
        [
            Path(sys.executable).with_name("uv"), "pip", "install", "--quiet", "--dry-run", "--no-deps",
            "--target", tmp_path / "nothing", "--python-platform", platform, "--python-version", python,
            "--only-binary", ":all:", "--require-hashes", "--requirement", ROOT / "locks" / "dev.txt",
        ],
        capture_output=True,
    )  # fmt: skip
    assert result.returncode == 0, result.stderr.decode()
