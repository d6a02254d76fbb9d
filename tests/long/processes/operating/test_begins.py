"""A process behind a proxy refuses connections while it migrates, so that the proxy asks the other one."""

import os
import socket
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path

from tests.served import Server, free_port
from tests.waiting import until


def is_taken(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port)).close()
    except OSError:
        return False
    return True


def is_open(file: Path) -> bool:
    for held in Path("/proc").glob("[0-9]*/fd"):
        with suppress(OSError):  # it ended meanwhile, or is not ours to look at
            links = map(os.readlink, held.iterdir())
            if held.parent.name != str(os.getpid()) and str(file) in links:
                return True
    return False


def test_nobody_waits_for_a_migration(tmp_path: Path) -> None:
    """It waits for its turn to migrate, and serves afterwards."""
    lock, port = tmp_path / "companion.sqlite3.migrating", free_port()
    with closing(sqlite3.connect(lock)) as migrating, ThreadPoolExecutor() as beside:
        migrating.execute("BEGIN EXCLUSIVE")
        begun = beside.submit(
            Server, tmp_path, COMPANION_HTTPS="proxy", COMPANION_PROXIES="1", COMPANION_PORT=str(port)
        )
        try:
            until(lambda: is_open(lock), "its wait for the lock")
            assert not is_taken(port)
        finally:
            migrating.rollback()
            begun.result().kill()
