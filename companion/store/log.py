"""The one hot path, in plain SQL: append an entry, read the entries after a version."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass

from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from companion.store.models import db


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the log as it is stored."""

    table_id: int
    seq: int
    kind: str
    seat: int
    move: str | None
    data: str
    of: int
    by: int
    device: str
    key: str
    at: int


_COLUMNS = 'table_id, seq, kind, seat, move, data, of, "by", device, "key", at'
_INSERT = text(
    f"INSERT INTO entry ({_COLUMNS}) VALUES"
    " (:table_id, :seq, :kind, :seat, :move, :data, :of, :by, :device, :key, :at)"
)
_AFTER = text(f"SELECT {_COLUMNS} FROM entry WHERE table_id = :table AND seq > :seq ORDER BY seq")
_BY_KEY = text(f'SELECT {_COLUMNS} FROM entry WHERE table_id = :table AND "key" = :key')
_FIELDS = tuple(Row.__dataclass_fields__)


def append(row: Row) -> bool:
    """Write one row for good. False when its seq or key is taken already."""
    try:
        with db.engine.begin() as connection:
            connection.execute(_INSERT, dict(zip(_FIELDS, astuple(row), strict=True)))
    except IntegrityError:
        return False
    return True


def after(table_id: int, seq: int) -> Sequence[Row]:
    """The rows of a table after a version, oldest first."""
    with db.engine.connect() as connection:
        found = connection.execute(_AFTER, {"table": table_id, "seq": seq})
        return [Row(*line) for line in found]


def by_key(table_id: int, key: str) -> Row | None:
    """The row that a phone's key has led to, if any."""
    with db.engine.connect() as connection:
        found = connection.execute(_BY_KEY, {"table": table_id, "key": key}).first()
        return Row(*found) if found else None
