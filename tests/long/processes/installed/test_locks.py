"""Each locked package has a wheel for all supported systems and Python versions (``make wheels``)."""

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
LOCK_NAMES = ("build", "dev", "offline", "postgres")
"""The locks to check. `bench` needs a package that is published as source only."""
PROJECT_TABLE = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
PYTHON_VERSIONS = [name.rsplit(" ", 1)[1] for name in PROJECT_TABLE["classifiers"] if "Python :: 3" in name]


@pytest.mark.parametrize("python", PYTHON_VERSIONS)
@pytest.mark.parametrize("platform", SUPPORTED_PLATFORMS)
@pytest.mark.parametrize("lock", LOCK_NAMES)
def test_a_lock_can_be_installed_from_wheels(lock: str, platform: str, python: str, tmp_path: Path) -> None:
    result = subprocess.run(
        [
            Path(sys.executable).with_name("uv"), "pip", "install", "--quiet", "--dry-run", "--no-deps",
            "--target", tmp_path / "nothing", "--python-platform", platform, "--python-version", python,
            "--only-binary", ":all:", "--require-hashes", "--requirement", ROOT / "locks" / f"{lock}.txt",
        ],
        capture_output=True,
    )  # fmt: skip
    assert result.returncode == 0, result.stderr.decode()
