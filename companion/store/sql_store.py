"""The database as the place that keeps tables: the hot path (a link, an entry, a log) in SQL of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar

from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError, IntegrityError, TimeoutError

from companion.store.models import db
from companion.store.raw_sql import Statement
from companion.store.records import (
    delete_rows,
    edit_record,
    insert_record,
    insert_rows,
    read_record,
    row_fields,
)
from companion.store.write_errors import clear_last_error, store_error
from companion.tables.table_store import AccessRow, LogRow, TableRecord, TableStore, hash_entry_key

_COLUMNS = 'table_id, seq, kind, seat, move, data, of, "by", device, "key", at'
_INSERT = Statement(
    f"INSERT INTO entry ({_COLUMNS}) VALUES"
    " (:table_id, :seq, :kind, :seat, :move, :data, :of, :by, :device, :key, :at)"
)
_BETWEEN = Statement(
    f"SELECT {_COLUMNS} FROM entry WHERE table_id = :table AND seq >= :first AND seq < :before ORDER BY seq"
)
_BY_KEY = Statement(f'SELECT {_COLUMNS} FROM entry WHERE table_id = :table AND "key" = :key')
_NEWEST = Statement('SELECT seq, "key" FROM entry WHERE table_id = :table ORDER BY seq DESC LIMIT 1')
_ACCESS = Statement(
    "SELECT t.id, (SELECT max(seq) FROM entry WHERE table_id = t.id), l.revoked_at IS NOT NULL,"
    ' l.id, l.role, l.seat, l.device FROM "table" t LEFT JOIN link l'
    " ON l.table_id = t.id AND l.digest = :digest WHERE t.code = :code"
)
_LINK = Statement("SELECT id, role, seat, device FROM link WHERE id = :link AND revoked_at IS NULL")
_SNAPSHOT = Statement("SELECT version, rules, data FROM snapshot WHERE table_id = :table")
_KEEP = Statement(
    "INSERT INTO snapshot (table_id, version, rules, data) VALUES (:table, :version, :rules, :data)"
    " ON CONFLICT (table_id) DO UPDATE"
    " SET version = excluded.version, rules = excluded.rules, data = excluded.data"
)


@contextmanager
def _transaction() -> Iterator[Connection]:
    """A transaction of its own, kept for good at the end of the block unless that fails."""
    try:
        with db.engine.begin() as connection:
            yield connection
    except (DBAPIError, TimeoutError) as error:
        raise store_error(error) from error


_open_change: ContextVar[Connection | None] = ContextVar("open_change", default=None)
"""The transaction of the ``change`` whose block runs: whatever else the block writes is written in it."""


@contextmanager
def _writing() -> Iterator[Connection]:
    """A transaction that writes: the one that is open already, else one of its own."""
    if connection := _open_change.get():
        yield connection
        return
    with _transaction() as connection:
        token = _open_change.set(connection)
        try:
            yield connection
        finally:
            _open_change.reset(token)
    clear_last_error()


class SqlTableStore(TableStore):
    """Keeps tables in the database of the app that asks."""

    code_prefix = ""

    def find_access(self, code: str, digest: str) -> AccessRow | None:
        for table_id, newest, revoked, *link in _ACCESS.rows(code=code, digest=digest):
            there = link[0] is not None
            return AccessRow(table_id, newest or 0, (*link,) if there else None, there and bool(revoked))
        return None

    def find_live_link(self, link_id: int) -> tuple[int, str, int | None, str] | None:
        return next((tuple(link) for link in _LINK.rows(link=link_id)), None)

    def append_row(self, row: LogRow) -> bool:
        if connection := _open_change.get():
            insert_rows(connection, [row])
            return True
        try:
            _INSERT.write(**row_fields(row))
        except IntegrityError:
            return False
        return True

    def rows_between(self, table_id: int, first: int, before: int) -> Sequence[LogRow]:
        return [LogRow(*line) for line in _BETWEEN.rows(table=table_id, first=first, before=before)]

    def row_by_key(self, table_id: int, key: str) -> LogRow | None:
        return next((LogRow(*line) for line in _BY_KEY.rows(table=table_id, key=key)), None)

    def latest_entry(self, table_id: int) -> tuple[int, str]:
        return next(((seq, hash_entry_key(key)) for seq, key in _NEWEST.rows(table=table_id)), (0, ""))

    def find_snapshot(self, table_id: int) -> tuple[int, int, str] | None:
        return next((tuple(found) for found in _SNAPSHOT.rows(table=table_id)), None)

    def store_snapshot(self, table_id: int, version: int, rules: int, data: str) -> None:
        _KEEP.write(table=table_id, version=version, rules=rules, data=data)

    def find_record(
        self, *, table_id: int = 0, code: str = "", digest: str = "", table_uid: str = ""
    ) -> TableRecord | None:
        asked = {"digest": digest, "table_uid": table_uid, "code": code}
        by = next((name for name, key in asked.items() if key), "table_id")
        with _transaction() as connection:
            return read_record(connection, by, asked.get(by, table_id))

    @contextmanager
    def change(self, table_id: int) -> Iterator[TableRecord]:
        with _writing() as connection, edit_record(connection, table_id) as record:
            yield record

    def insert(self, record: TableRecord, rows: Sequence[LogRow] = ()) -> int:
        with _writing() as connection:
            return insert_record(connection, record, rows)

    def delete(self, table_id: int) -> None:
        with _writing() as connection:
            delete_rows(connection, table_id)
