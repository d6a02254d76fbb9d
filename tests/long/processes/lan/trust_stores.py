"""Finds programs that verify certificates, and adds certificates to Chromium's trust store."""

import shutil
import subprocess
from pathlib import Path

from tests.offline.conftest import skip_or_fail_without


def find_program(name: str) -> str:
    """Return the path of a program. Without it, skip the test, or fail it if no test may be skipped."""
    path = shutil.which(name)
    if not path:
        skip_or_fail_without(name)
    return str(path)


def trust_in_chromium(home: Path, root: Path) -> None:
    """Add a root certificate to the trust store of the Chromium that uses this home folder."""
    store = home / ".pki" / "nssdb"
    store.mkdir(parents=True)
    certutil = [find_program("certutil"), "-d", f"sql:{store}"]
    subprocess.run([*certutil, "-N", "--empty-password"], check=True)
    subprocess.run([*certutil, "-A", "-t", "C,,", "-n", "house", "-i", root], check=True)
