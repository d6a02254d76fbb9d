"""No room to write: entries are answered 503, pages go on, the same taps enter once when there is room.

The server may write no file beyond its first page meanwhile (RLIMIT_FSIZE), which needs no
disk of its own and nobody's permission.
"""

import resource
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from tests.long.processes.faults.hosts import served
from tests.long.processes.faults.silence import page_of
from tests.long.processes.players import founded, income, opened, whole_log
from tests.served import Server

FIRST_PAGE = 4096
TAPS = 4


@contextmanager
def no_room(server: Server) -> Iterator[None]:
    """Nothing more fits on the disk."""
    pid, limit = server.process.pid, resource.RLIMIT_FSIZE
    before = resource.prlimit(pid, limit)
    resource.prlimit(pid, limit, (FIRST_PAGE, before[1]))
    try:
        yield
    finally:
        resource.prlimit(pid, limit, before)


def run(server: Server, database: Path, rounds: int) -> int:
    """So often no room; the entries made."""
    code, secret = opened(server.address)
    before = founded(server.address, code, secret)
    for number in range(rounds):
        keys = [f"no-room-{number:03d}-{seat}" for seat in range(TAPS)]
        with no_room(server):
            refused = [income(server.address, code, secret, s, key)[0] for s, key in enumerate(keys)]
            pages = [page_of(server.address, path) for path in ("/", f"/j/{code}", "/readyz")]
        assert refused == [503] * TAPS, (number, refused)
        assert pages == [200] * 3, (number, pages)
        twice = [
            [income(server.address, code, secret, seat, key) for _ in range(2)]
            for seat, key in enumerate(keys)
        ]
        assert all(first == again and first[0] == 201 for first, again in twice), (number, twice)
    logged = whole_log(server.address, code, secret)
    assert logged == list(range(1, before + rounds * TAPS + 1))
    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    return rounds * TAPS


def on_sqlite(rounds: int) -> str:
    """One process."""
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as server:
        entries = run(server, Path(folder) / "companion.sqlite3", rounds)
    return f"{entries} entries answered 503, then entered once each; the file is whole"
