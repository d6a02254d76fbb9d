"""Programs that check certificates, and how a Chromium comes to trust a house."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests import NOTHING_SKIPPED


def tool(name: str) -> str:
    """Where a program is; the test is skipped without it, unless nothing may be."""
    found = shutil.which(name)
    if not found:
        (pytest.fail if NOTHING_SKIPPED else pytest.skip)(f"no {name} on this machine")
    return found


def trust_in_chromium(home: Path, root: Path) -> None:
    """Put an authority where a Chromium with a home folder of its own looks as it starts."""
    store = home / ".pki" / "nssdb"
    store.mkdir(parents=True)
    certutil = [tool("certutil"), "-d", f"sql:{store}"]
    subprocess.run([*certutil, "-N", "--empty-password"], check=True)
    subprocess.run([*certutil, "-A", "-t", "C,,", "-n", "house", "-i", root], check=True)
