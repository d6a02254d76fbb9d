"""Entries per second: at eight tables compared with ORM inserts, and at many until the server is full."""

from collections.abc import Iterator

from bench.harness import Figure, compare, percentile
from bench.servers import InsertClient, start_companion, start_insert_app
from bench.tables import MIN_ENTRIES_PER_PLAY, Table, enter_all, open_tables, prepare_and_enter_all


def measure(quick: bool) -> Iterator[Figure]:
    """Yield two figures: entries ÷ ORM inserts per second at 8 tables, and the highest rate at 100 tables.

    With ``quick``, measure fewer rounds and tables.
    """
    with start_companion() as server, start_insert_app() as reference:
        eight, inserts = open_tables(server, 8), [InsertClient(reference) for _ in range(8)]
        ratio = compare(
            lambda: 8 * MIN_ENTRIES_PER_PLAY / max(prepare_and_enter_all(eight, 8 * MIN_ENTRIES_PER_PLAY)),
            lambda: 800 / max(enter_all(inserts, 800)),
            rounds=2 if quick else 12,
        )
    yield Figure("entries a second at 8 tables ÷ ORM inserts a second", {"": ratio})
    with start_companion() as server:
        rate = find_highest_rate(open_tables(server, 20 if quick else 100), 5)
    yield Figure("entries a second at 100 tables, p95 of 100 ms", {"": rate})


def find_highest_rate(tables: list[Table], seconds: float) -> float:
    """Return the highest rate of entries per second at which 95 % of the entries arrive within 100 ms.

    Try rates from 20 upwards in steps of 20 %, each for ``seconds`` or until the recorded plays end. Return
    0.0 if 20 is too high.
    """
    highest, rate = 0.0, 20.0
    while True:
        entries = min(int(rate * seconds), MIN_ENTRIES_PER_PLAY * len(tables))
        if percentile(prepare_and_enter_all(tables, entries, rate), 0.95) > 0.1:
            return highest
        highest, rate = rate, rate * 1.2
