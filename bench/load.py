"""``make load``: tables with four phones each on SQLite, then on PostgreSQL with two processes."""

from __future__ import annotations

import argparse
from contextlib import ExitStack

from bench.eight_tables import until_full
from bench.harness import part
from bench.servers import Process, companion
from bench.tables import open_tables, play_on
from tests.long.postgres import BINARIES, Postgres


def main() -> None:
    """Print a line for each profile."""
    parser = argparse.ArgumentParser(prog="python -m bench.load")
    parser.add_argument("--tables", type=int, default=40)
    options = parser.parse_args()
    with companion() as server:
        _load("SQLite, one process", [server], options.tables)
    if BINARIES is None:
        print("no PostgreSQL here")
        return
    with Postgres() as postgres, ExitStack() as servers:
        pair = [servers.enter_context(companion(database=postgres.url)) for _ in range(2)]
        _load("PostgreSQL, phones at the other process", pair, options.tables)


def _load(profile: str, servers: list[Process], count: int) -> None:
    open_tables(servers[0], 10, servers[-1])  # what is loaded once is not the tables'
    before = sum(server.memory() for server in servers)
    tables = open_tables(servers[0], count, servers[-1])
    memory = sum(server.memory() for server in servers)
    delays = play_on(tables, 5 * count, count)
    p50, p95 = (1000 * part(delays, share) for share in (0.5, 0.95))
    print(f"{profile}: {count} tables take {memory:.0f} MB, {(memory - before) / count:.2f} MB each.")
    print(f"{count} entries a second are seen by the last phone after {p50:.0f} ms, p95 {p95:.0f} ms.")
    print(f"Until p95 is 100 ms: {until_full(tables, 5):.0f} entries a second.")


if __name__ == "__main__":
    main()
