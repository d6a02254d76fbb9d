"""``make load``: how many tables a server carries, with one process and with two behind Caddy."""

import argparse
import shutil
import threading
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

import psycopg

from bench.eight_tables import find_highest_rate
from bench.harness import percentile
from bench.servers import Connection, Process, run_proxy, start_companion
from bench.tables import MIN_ENTRIES_PER_PLAY, open_tables, prepare_and_enter_all
from companion.games import GAMES
from tests.app_server import Server
from tests.long.postgres import BINARIES_FOLDER, Postgres
from tests.long.processes.players import (
    StreamListener,
    enter_until_answered,
    open_catan_table,
    play_founding,
    read_log_numbers,
)

SECONDS_BETWEEN_ENTRIES = 15
"""Seconds between two entries at one table."""
IDLE_TABLE_COUNT = 1000
ENTRIES_PER_SECOND = 200
KILL_COUNT = 6
TABLE_COUNT_WITH_KILLS = 20


def main() -> None:
    """Measure and print how many tables one server can serve: the figures in docs/operating.md."""
    parser = argparse.ArgumentParser(prog="python -m bench.load")
    parser.add_argument("--tables", type=int, default=100)
    count = parser.parse_args().tables
    _measure_one_process(count)
    if BINARIES_FOLDER is None or shutil.which("caddy") is None:
        print("The figures for two processes need PostgreSQL and Caddy.")
        return
    for policy in ("header X-Table", "least_conn") * 2:
        _measure_two_processes(count, policy)
    _measure_with_kills()


def _measure_one_process(count: int) -> None:
    with start_companion() as server:
        open_tables(server, 10)  # loads what all tables share
        _open_idle_tables(server, 200)
        before = server.memory_megabytes()
        _open_idle_tables(server, IDLE_TABLE_COUNT)
        idle = server.memory_megabytes()
        tables = open_tables(server, count)
        busy = server.memory_megabytes()
        print(f"memory: {1000 * (idle - before) / IDLE_TABLE_COUNT:.0f} kB for an idle table, ", end="")
        print(f"{1000 * (busy - idle) / count:.0f} kB for one with four phones")
        cpu = server.cpu_seconds()
        prepare_and_enter_all(tables, 5 * count, 40)
        each = (server.cpu_seconds() - cpu) / (5 * count)
        print(f"CPU for an entry: {1000 * each:.1f} ms; a core is full at {1 / each:.0f} entries a second")
        rate = find_highest_rate(tables, 5)
        print(f"95 % of entries arrive within 100 ms up to {rate:.0f} entries a second, ", end="")
        print(f"or {rate * SECONDS_BETWEEN_ENTRIES:.0f} tables (extrapolated)")


def _open_idle_tables(server: Process, count: int) -> None:
    connection = Connection(server)
    for number in range(count):
        slug = GAMES[number % len(GAMES)].meta.slug
        connection.post_json("/api/v1/tables", {"game": slug, "seats": ["A", "B", "C"]})


def _measure_two_processes(count: int, policy: str) -> None:
    """Print figures for ``count`` tables behind Caddy, whose load balancing policy is ``policy``."""
    with Postgres() as postgres, ExitStack() as stack:
        servers = [stack.enter_context(start_companion(database=postgres.url)) for _ in range(2)]
        front = stack.enter_context(run_proxy(servers, policy))
        tables = open_tables(front, count)
        entries = MIN_ENTRIES_PER_PLAY * count
        cpu, database_cpu, wal = _cpu_seconds(servers), _postgres_cpu(postgres), _wal_bytes(postgres)
        delays = prepare_and_enter_all(tables, entries, ENTRIES_PER_SECOND)
        p50, p95 = (1000 * percentile(delays, share) for share in (0.5, 0.95))
        print(f"two processes, {policy}: {ENTRIES_PER_SECOND} entries a second")
        print(f"  the last of four phones after {p50:.0f} ms, p95 {p95:.0f} ms", end="; ")
        cpu = _cpu_seconds(servers) - cpu
        print(f"CPU for an entry: processes {1000 * cpu / entries:.1f} ms", end=", ")
        print(f"PostgreSQL {1000 * (_postgres_cpu(postgres) - database_cpu) / entries:.1f} ms", end=", ")
        print(f"{(_wal_bytes(postgres) - wal) / entries / 1000:.1f} kB of its log")


def _cpu_seconds(servers: Sequence[Process]) -> float:
    return sum(server.cpu_seconds() for server in servers)


def _postgres_cpu(postgres: Postgres) -> float:
    """Return the CPU seconds of PostgreSQL with all its processes, also of those that have ended."""
    pid = (postgres.folder / "data" / "postmaster.pid").read_text("utf-8").splitlines()[0]
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text("utf-8").split()
    ticks = 0
    for process in (pid, *children):
        fields = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()
        ticks += sum(map(int, fields[11:13]))
    return ticks / 100


def _wal_bytes(postgres: Postgres) -> int:
    with psycopg.connect(postgres.url.replace("+psycopg", "")) as connection:
        row = connection.execute("SELECT pg_current_wal_lsn() - '0/0'").fetchone()
    return int(row[0]) if row else 0


class _Table:
    """A table with four phones, at which a thread makes entries and repeats each until it is stored."""

    def __init__(self, address: str) -> None:
        self._address = address
        self.code, self.secret = open_catan_table(address)
        self.newest = play_founding(address, self.code, self.secret)
        self.phones = [StreamListener(address, self.code) for _ in range(4)]
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._enter_until_stopped, daemon=True)
        self._thread.start()

    def _enter_until_stopped(self) -> None:
        while not self._stopped.wait(0.2):
            address, code, secret = [self._address], self.code, self.secret
            self.newest = enter_until_answered(
                address, code, secret, self.newest % 4, "Income", {"gold": 1}
            )

    def wait_for_version(self, version: int) -> None:
        for phone in self.phones:
            phone.wait_for(version)

    def stop(self) -> int:
        """Stop the entries. Return the number of confirmed entries that are missing in the log."""
        self._stopped.set()
        self._thread.join()
        self.wait_for_version(self.newest)
        log = read_log_numbers(self._address, self.code, self.secret)
        return self.newest - len(log) if log == list(range(1, len(log) + 1)) else len(log)


def _measure_with_kills() -> None:
    with Postgres() as postgres, ExitStack() as stack:
        servers = [stack.enter_context(start_companion(database=postgres.url)) for _ in range(2)]
        front = stack.enter_context(run_proxy(servers))
        tables = [_Table(front.address) for _ in range(TABLE_COUNT_WITH_KILLS)]
        seconds = []
        for number in range(KILL_COUNT):
            time.sleep(2)
            victim = servers[number % 2]
            Server.kill(victim)  # its folder stays
            killed = time.monotonic()
            next_versions = [table.newest + 1 for table in tables]
            for table, version in zip(tables, next_versions, strict=True):
                table.wait_for_version(version)
            seconds.append(time.monotonic() - killed)
            victim.start()
        lost = sum(table.stop() for table in tables)
        print(f"{KILL_COUNT} kills of a process: {lost} entries lost, and every phone gets", end=" ")
        print(f"the next entry after {max(seconds):.1f} s at most")


if __name__ == "__main__":
    main()
