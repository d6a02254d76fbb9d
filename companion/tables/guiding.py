"""Which seats of a table are guided: kept with the table, so that every stream of theirs knows it."""

from __future__ import annotations

from companion.tables.errors import NotFound
from companion.tables.links import Member, require_player
from companion.tables.state import TableState
from companion.tables.tables import Tables


def guide_seat(tables: Tables, table: TableState, member: Member, seat: int, *, on: bool) -> None:
    """Take the guide up for a seat, or leave it; progress is read off the log, so nothing is lost."""
    require_player(member)
    if not 0 <= seat < table.seats:
        raise NotFound("table.no_such_seat")
    with tables.change(table.id) as record:
        record.guided = sorted({*record.guided, seat} if on else {*record.guided} - {seat})
