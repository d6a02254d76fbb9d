"""Results of a group's tables, stored so that pages need not replay their logs."""

import logging
from typing import Any

from sqlalchemy import select, update

from companion.store.models import GroupTable, db
from companion.tables.errors import NotFound
from companion.tables.queries import ending, scores
from companion.tables.state import TableState
from companion.tables.tables import Notifier, Tables

_logger = logging.getLogger(__name__)


class ResultStoringNotifier(Notifier):
    """A notifier that also stores the result of the table for its groups, when an entry ends the game."""

    def __init__(self, notifier: Notifier) -> None:
        self._notifier = notifier

    def notify_entry(self, table: TableState) -> None:
        self._notifier.notify_entry(table)
        try:
            if ending(table) is not None:
                _store_result(table)
        except Exception as error:  # the entry is stored; the group's next page stores the result
            _logger.warning("table %s: its result is not stored", table.id, exc_info=error)

    def notify_change(self, table_id: int) -> None:
        self._notifier.notify_change(table_id)


def _store_result(table: TableState) -> None:
    of_table = GroupTable.table_id == table.id
    with db.engine.begin() as connection:
        if connection.scalar(select(GroupTable.group_id).where(of_table).limit(1)) is None:
            return
        result = compute_final_result(table)
        connection.execute(update(GroupTable).where(of_table).values(version=table.version, result=result))


def load_versioned_result(tables: Tables, table_id: int) -> tuple[int, dict[str, Any] | None] | None:
    """Return (version, result) of a table. The result is None while the game runs.

    Instead of the pair, return None if the table is in its lobby or was deleted.
    """
    try:
        table = tables.load(table_id)
    except NotFound:
        return None
    return None if table.vacant is not None else (table.version, compute_final_result(table))


def compute_final_result(table: TableState) -> dict[str, Any] | None:
    """Return the result of a finished table as a dict, or None while the game runs.

    ``settled`` tells whether it is certain who won, ``first`` is the seat that began, and ``winners`` are
    seats. The other values are lists by seat. ``places`` are final where ``certain`` is True, else the best
    possible.
    """
    if ending(table) is None:
        return None
    sheet = scores(table, None)
    ranking = sheet.ranking
    if ranking is None:
        return None
    return {
        "points": list(sheet.totals),
        "places": list(ranking.places),
        "winners": list(ranking.winners),
        "certain": [ranking.place(seat) is not None for seat in range(table.seats)],
        "settled": ranking.winners_are_certain,
        "won": [ranking.won(seat) for seat in range(table.seats)],
        "first": table.replay.setup.first,
        "lines": [
            {line.category: line.points for line in seat or () if line.points is not None}
            for seat in sheet.lines
        ],
    }
