"""The SQL of the hot path: look up a link, append an entry, read entries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy.exc import IntegrityError

from companion.store.raw_sql import Statement
from companion.tables.ports import AccessRow, LogRow, entry_mark

_COLUMNS = 'table_id, seq, kind, seat, move, data, of, "by", device, "key", at'
_INSERT = Statement(
    f"INSERT INTO entry ({_COLUMNS}) VALUES"
    " (:table_id, :seq, :kind, :seat, :move, :data, :of, :by, :device, :key, :at)"
)
_AFTER = Statement(f"SELECT {_COLUMNS} FROM entry WHERE table_id = :table AND seq > :seq ORDER BY seq")
_BETWEEN = Statement(
    f"SELECT {_COLUMNS} FROM entry WHERE table_id = :table AND seq >= :first AND seq < :before ORDER BY seq"
)
_BY_KEY = Statement(f'SELECT {_COLUMNS} FROM entry WHERE table_id = :table AND "key" = :key')
_NEWEST_KEY = Statement('SELECT seq, "key" FROM entry WHERE table_id = :table ORDER BY seq DESC LIMIT 1')
_NEWEST = Statement("SELECT max(seq) FROM entry WHERE table_id = :table")
_CALL = Statement(
    "SELECT t.id, (SELECT max(seq) FROM entry WHERE table_id = t.id), l.id, l.role, l.seat, l.device,"
    ' l.revoked_at IS NOT NULL FROM "table" t LEFT JOIN link l'
    " ON l.table_id = t.id AND l.digest = :digest WHERE t.code = :code"
)
_LINK = Statement("SELECT id, role, seat, device FROM link WHERE id = :link AND revoked_at IS NULL")
_LIVE = Statement("SELECT id FROM link WHERE table_id = :table AND revoked_at IS NULL")
_SNAPSHOT = Statement("SELECT version, rules, data FROM snapshot WHERE table_id = :table")
_KEEP = Statement(
    "INSERT INTO snapshot (table_id, version, rules, data) VALUES (:table, :version, :rules, :data)"
    " ON CONFLICT (table_id) DO UPDATE"
    " SET version = excluded.version, rules = excluded.rules, data = excluded.data"
)


def find_access(code: str, digest: str) -> AccessRow | None:
    """The table with this code and the link behind the hash of a secret; None without a table."""
    for table_id, newest, link_id, role, seat, device, revoked in _CALL.rows(code=code, digest=digest):
        link = None if link_id is None else (link_id, role, seat, device)
        return AccessRow(table_id, newest or 0, link, bool(link and revoked))
    return None


def find_live_link(link_id: int) -> tuple[int, str, int | None, str] | None:
    """What a link is now: (id, role, seat, device); None where it was ended."""
    for link in _LINK.rows(link=link_id):
        return tuple(link)
    return None


def live_links(table_id: int) -> frozenset[int]:
    """The links of a table that nobody ended."""
    return frozenset(line[0] for line in _LIVE.rows(table=table_id))


def append_row(row: LogRow) -> bool:
    """Write one row for good. False when its seq or key is taken already."""
    try:
        _INSERT.write(row_fields(row))
    except IntegrityError:
        return False
    return True


def rows_after(table_id: int, seq: int) -> Sequence[LogRow]:
    """The rows of a table after a version, oldest first."""
    return [LogRow(*line) for line in _AFTER.rows(table=table_id, seq=seq)]


def rows_between(table_id: int, first: int, before: int) -> Sequence[LogRow]:
    """The rows of a table from one entry to just before another, oldest first."""
    return [LogRow(*line) for line in _BETWEEN.rows(table=table_id, first=first, before=before)]


def latest_version(table_id: int) -> int:
    """The version of a table by its log alone."""
    return _NEWEST.rows(table=table_id)[0][0] or 0


def latest_entry(table_id: int) -> tuple[int, str]:
    """The version of a table by its log alone, and the mark of its newest entry."""
    for seq, key in _NEWEST_KEY.rows(table=table_id):
        return seq, entry_mark(key)
    return 0, ""


def row_by_key(table_id: int, key: str) -> LogRow | None:
    """The row that a phone's key has led to, if any."""
    for line in _BY_KEY.rows(table=table_id, key=key):
        return LogRow(*line)
    return None


def find_snapshot(table_id: int) -> tuple[int, int, str] | None:
    """(version, version of the rules, data) of a table's snapshot, if there is one."""
    for version, rules, data in _SNAPSHOT.rows(table=table_id):
        return version, rules, data
    return None


def store_snapshot(table_id: int, version: int, rules: int, data: str) -> None:
    """Keep a snapshot in place of the table's older one."""
    _KEEP.write({"table": table_id, "version": version, "rules": rules, "data": data})


def row_fields(row: LogRow) -> dict[str, Any]:
    """A row's columns by their names."""
    return {name: getattr(row, name) for name in _NAMES}


_NAMES = tuple(LogRow.__dataclass_fields__)
