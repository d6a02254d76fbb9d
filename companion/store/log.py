"""The one hot path, in plain SQL on short connections: who asks, append an entry, read the rest."""

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
_LINK = text(
    "SELECT id, role, seat, device FROM link"
    " WHERE digest = :digest AND table_id = :table AND revoked_at IS NULL"
)
_NEWEST = text("SELECT max(seq) FROM entry WHERE table_id = :table")
_CODE = text('SELECT id FROM "table" WHERE code = :code')
_FIELDS = tuple(Row.__dataclass_fields__)


def append(row: Row) -> bool:
    """Write one row for good. False when its seq or key is taken already."""
    try:
        with db.engine.begin() as connection:
            connection.execute(_INSERT, dict(zip(_FIELDS, astuple(row), strict=True)))
    except IntegrityError:
        return False
    return True


def append_all(rows: Sequence[Row]) -> None:
    """Write the whole log of a new table at once."""
    if rows:
        with db.engine.begin() as connection:
            connection.execute(
                _INSERT, [dict(zip(_FIELDS, astuple(row), strict=True)) for row in rows]
            )


def after(table_id: int, seq: int) -> Sequence[Row]:
    """The rows of a table after a version, oldest first."""
    with db.engine.connect() as connection:
        found = connection.execute(_AFTER, {"table": table_id, "seq": seq})
        return [Row(*line) for line in found]


def newest_seq(table_id: int) -> int:
    """The version of a table by its log alone."""
    with db.engine.connect() as connection:
        return int(connection.execute(_NEWEST, {"table": table_id}).scalar() or 0)


def by_key(table_id: int, key: str) -> Row | None:
    """The row that a phone's key has led to, if any."""
    with db.engine.connect() as connection:
        found = connection.execute(_BY_KEY, {"table": table_id, "key": key}).first()
        return Row(*found) if found else None


def link_at(table_id: int, digest: str) -> tuple[int, str, int | None, str] | None:
    """(id, role, seat, device) of a live link at a table, by the hash of its secret."""
    with db.engine.connect() as connection:
        found = connection.execute(_LINK, {"digest": digest, "table": table_id}).first()
        return (found[0], found[1], found[2], found[3]) if found else None


def table_id_by_code(code: str) -> int | None:
    """The id of the table with this code."""
    with db.engine.connect() as connection:
        found = connection.execute(_CODE, {"code": code}).scalar()
        return int(found) if found is not None else None
