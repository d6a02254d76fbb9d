"""Programs that check certificates, and how somebody has them trust a house."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import NOTHING_SKIPPED


def tool(*names: str) -> str:
    """Where a program is, by one of its names; the test is skipped without it, unless nothing may be."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    found = [where for name in names if (where := shutil.which(name, path=path))]
    if not found:
        (pytest.fail if NOTHING_SKIPPED else pytest.skip)(f"no {names[0]} on this machine")
    return found[0]


def run(*command: object, **more: str) -> None:
    subprocess.run(
        [str(part) for part in command], check=True, timeout=120, capture_output=True,
        env={**os.environ, **more},
    )  # fmt: skip


def trust(store: Path, root: Path) -> None:
    """Put an authority into a store as Chromium and Firefox have them."""
    certutil, where = tool("certutil"), f"sql:{store}"
    run(certutil, "-d", where, "-N", "--empty-password")
    run(certutil, "-d", where, "-A", "-t", "C,,", "-n", "house", "-i", root)


def chromium_trusts(home: Path, root: Path) -> None:
    """The same for a Chromium with a home folder of its own; it looks there as it starts."""
    store = home / ".pki" / "nssdb"
    store.mkdir(parents=True)
    trust(store, root)
