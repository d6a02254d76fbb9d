"""From an entry to the last of four phones: seconds against boardgame.io, and CPU of the server."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial

from bench.harness import Checkouts, Figure, cpu_seconds, in_turn, part, ratio
from bench.servers import Process, boardgame, companion
from bench.tables import Enters, Match, Table
from companion.games import GAMES


def measure(quick: bool, checkouts: Checkouts) -> Iterator[Figure]:
    """Enter recorded plays of each game in turn."""
    entries, rounds = (8, 3) if quick else (10, 40)
    with ExitStack() as servers:
        works: dict[str, Callable[[], tuple[float, float]]] = {}
        for beginning, checkout in checkouts.items():
            server = servers.enter_context(companion(checkout))
            for game in GAMES:
                table = Table(server, game.meta.slug)
                works[beginning + game.meta.slug] = partial(_enter, table, server, entries)
        peer = boardgame()
        if peer:
            servers.enter_context(peer)
            works["peer"] = partial(_enter, Match(peer), peer, entries)
        results = in_turn(works, rounds)
    theirs = [seconds for seconds, _ in results.pop("peer", [])]
    if peer:
        ratios = {name: ratio([seconds for seconds, _ in ours], theirs) for name, ours in results.items()}
        yield Figure("entry sent to the last of four phones ÷ boardgame.io", ratios)
    costs = {name: 1000 * statistics.median(cpu for _, cpu in ours) for name, ours in results.items()}
    yield Figure("CPU of the server for an entry with four phones, ms", costs)


def _enter(table: Enters, server: Process, entries: int) -> tuple[float, float]:
    """Median seconds until an entry is seen, and CPU seconds for each."""
    seconds: list[float] = []
    cpu = cpu_seconds(lambda: seconds.append(table.enter()), entries, server.cpu)
    return part(seconds, 0.5), cpu
