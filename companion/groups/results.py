"""The result of a group's table, stored beside its log so that a page need not replay the log."""

from __future__ import annotations

from typing import Any

from companion.tables.errors import NotFound
from companion.tables.queries import ending, scores
from companion.tables.state import TableState
from companion.tables.tables import Tables


def read_result(tables: Tables, table_id: int) -> tuple[int, dict[str, Any] | None] | None:
    """The version of a table and its result as of that version, which is None while the table runs.

    None for a table in its lobby, and for one that cannot be read.
    """
    try:
        table = tables.load(table_id)
    except NotFound:
        return None
    return None if table.vacant is not None else (table.version, final_results(table))


def final_results(table: TableState) -> dict[str, Any] | None:
    """A finished table's result by seat; None while it runs.

    Where a number is missing, ``places`` are the best still possible and nobody has won (``settled``) yet.
    """
    sheet = scores(table, None)
    ranking = sheet.ranking
    if ending(table) is None or ranking is None:
        return None
    return {
        "points": list(sheet.totals),
        "places": list(ranking.places),
        "winners": list(ranking.winners),
        "certain": [ranking.place(seat) is not None for seat in range(table.seats)],
        "settled": ranking.settled,
        "won": [ranking.won(seat) for seat in range(table.seats)],
        "first": table.replay.setup.first,
        "lines": [
            {line.category: line.points for line in seat or () if line.points is not None}
            for seat in sheet.lines
        ],
    }
