"""Time from an entry to the last of four phones compared with boardgame.io, and CPU time of the server."""

import statistics
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from bench.harness import Figure, call_alternately, cpu_seconds, median_ratio, percentile
from bench.servers import Process, start_boardgame, start_companion
from bench.tables import Match, SupportsEnter, Table
from companion.games import GAMES
from tests import ROOT


def measure(quick: bool, before: Path | None = None) -> Iterator[Figure]:
    """Yield two figures: the delay of an entry divided by boardgame.io's, and the server's CPU time for it.

    Each has a number for each game, and another one for the checkout ``before``, if given. With ``quick``,
    measure fewer rounds. Without boardgame.io, yield only the CPU time.
    """
    entries, rounds = (8, 3) if quick else (10, 40)
    peer = start_boardgame()
    with ExitStack() as servers:
        functions: dict[str, Callable[[], tuple[float, float]]] = {}
        for prefix, checkout in {"": ROOT, **({"before ": before} if before else {})}.items():
            server = servers.enter_context(start_companion(checkout))
            for game in GAMES:
                table = Table(server, game.meta.slug)
                functions[prefix + game.meta.slug] = partial(_measure_entries, table, server, entries)
        if peer:
            servers.enter_context(peer)
            functions["peer"] = partial(_measure_entries, Match(peer), peer, entries)
        results = call_alternately(functions, rounds)
    theirs = [seconds for seconds, _ in results.pop("peer", [])]
    if peer:
        ratios = {
            name: median_ratio([seconds for seconds, _ in ours], theirs) for name, ours in results.items()
        }
        yield Figure("entry sent to the last of four phones ÷ boardgame.io", ratios)
    costs = {name: 1000 * statistics.median(cpu for _, cpu in ours) for name, ours in results.items()}
    yield Figure("CPU of the server for an entry with four phones, ms", costs)


def _measure_entries(table: SupportsEnter, server: Process, entries: int) -> tuple[float, float]:
    """Return the median seconds until an entry arrives, and the CPU seconds of each entry."""
    seconds: list[float] = []
    cpu = cpu_seconds(lambda: seconds.append(table.enter()), entries, server.cpu_seconds)
    return percentile(seconds, 0.5), cpu
