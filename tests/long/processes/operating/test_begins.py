"""A process behind a proxy refuses connections while it migrates, so that the proxy asks the other one."""

from __future__ import annotations

import os
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.request
from contextlib import closing
from pathlib import Path

import pytest

from tests import ROOT
from tests.served import free_port

pytest.importorskip("gunicorn", reason="no proxy is served where no Unix is")


def is_taken(port: int) -> bool:
    """Whether somebody takes connections there."""
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
    except OSError:
        return False
    return True


def test_nobody_waits_for_a_migration(tmp_path: Path) -> None:
    port = free_port()
    given = {
        **os.environ, "COMPANION_HTTPS": "proxy", "COMPANION_PROXIES": "1", "COMPANION_PORT": str(port),
        "COMPANION_HOST": "127.0.0.1", "COMPANION_DATA": str(tmp_path),
    }  # fmt: skip
    lock = tmp_path / "companion.sqlite3.migrating"
    with closing(sqlite3.connect(lock)) as migrating:
        migrating.execute("BEGIN EXCLUSIVE")
        process = subprocess.Popen(
            [sys.executable, "-m", "companion"], cwd=ROOT, env=given, stderr=subprocess.DEVNULL
        )
        try:
            until = time.monotonic() + 30
            while not (tmp_path / "secret").exists():
                assert time.monotonic() < until
                time.sleep(0.1)
            time.sleep(1)
            assert not is_taken(port), "it waits for its turn to migrate, and nobody for it"
            migrating.rollback()
            while not is_taken(port):
                assert time.monotonic() < until
                time.sleep(0.02)
            began = time.monotonic()
            urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=20).close()
            print(f"answered {time.monotonic() - began:.2f} s after it took connections")
        finally:
            process.terminate()
            process.wait(10)
