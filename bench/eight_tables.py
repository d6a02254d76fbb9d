"""Entries a second at many tables with four phones each, against ORM inserts and until a server is full."""

from __future__ import annotations

from collections.abc import Iterator

from bench.harness import Checkouts, Figure, in_turn, part, ratio
from bench.servers import Insert, companion, insert_app
from bench.tables import AT_LEAST, Table, open_tables, play_on, run


def measure(quick: bool, checkouts: Checkouts) -> Iterator[Figure]:
    """Measure eight tables in turn with inserts, then a hundred at a rising rate."""
    with companion() as server, insert_app() as reference:
        eight, inserts = open_tables(server, 8), [Insert(reference) for _ in range(8)]
        works = {
            "entries": lambda: 8 * AT_LEAST / max(play_on(eight, 8 * AT_LEAST)),
            "inserts": lambda: 800 / max(run(inserts, 800)),
        }
        rates = in_turn(works, 2 if quick else 12)
    what = "entries a second at 8 tables ÷ ORM inserts"
    yield Figure(what, {"": ratio(rates["entries"], rates["inserts"])})
    most = {}
    for beginning, checkout in checkouts.items():
        with companion(checkout) as server:
            most[beginning] = until_full(open_tables(server, 20 if quick else 100), 5)
    yield Figure("entries a second at 100 tables, p95 of 100 ms", most)


def until_full(tables: list[Table], seconds: float) -> float:
    """The most entries a second, in steps of a fifth, of which 95 of 100 are seen within 100 ms."""
    most, rate = 0.0, 20.0
    while part(play_on(tables, min(int(rate * seconds), AT_LEAST * len(tables)), rate), 0.95) <= 0.1:
        most, rate = rate, rate * 1.2
    return most
