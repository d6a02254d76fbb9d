"""The database as the place that keeps tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from copy import deepcopy

from sqlalchemy import ColumnElement, select
from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError, TimeoutError

from companion.store import log
from companion.store.deletion import delete_rows
from companion.store.models import Link, Table, db
from companion.store.records import insert_record, lock_record, read_record, write_changes
from companion.tables.errors import NotFound
from companion.tables.ports import LogRow, StoreError, TableRecord


def fault_name(error: BaseException) -> str:
    """What a fault of the database is called, for the log: nothing of what was asked is in it."""
    return type(getattr(error, "orig", None) or error).__name__


@contextmanager
def _transaction() -> Iterator[Connection]:
    """A transaction of its own, kept for good at the end of the block unless that fails."""
    try:
        with db.engine.begin() as connection:
            yield connection
    except (DBAPIError, TimeoutError) as error:
        raise StoreError(fault_name(error)) from error


class SqlTables:
    """Keeps tables in the database of the app that asks."""

    codes_begin = ""
    find_access = staticmethod(log.find_access)
    find_live_link = staticmethod(log.find_live_link)
    live_links = staticmethod(log.live_links)
    append_row = staticmethod(log.append_row)
    rows_after = staticmethod(log.rows_after)
    rows_between = staticmethod(log.rows_between)
    row_by_key = staticmethod(log.row_by_key)
    latest_version = staticmethod(log.latest_version)
    latest_entry = staticmethod(log.latest_entry)
    find_snapshot = staticmethod(log.find_snapshot)
    store_snapshot = staticmethod(log.store_snapshot)

    def find_record(
        self, *, table_id: int = 0, code: str = "", digest: str = "", birth: str = ""
    ) -> TableRecord | None:
        """The table of this number, code, live link or birth, whichever is given, to be read."""
        with _transaction() as connection:
            return read_record(connection, _which(table_id, code, digest, birth))

    @contextmanager
    def change(self, table_id: int) -> Iterator[TableRecord]:
        """The record of a table, to be changed: what was is written when the block ends."""
        with _transaction() as connection:
            record = lock_record(connection, table_id)
            if record is None:
                raise NotFound("table.no_such_table")
            before = deepcopy(record)
            yield record
            write_changes(connection, before, record)

    def insert(self, record: TableRecord, rows: Sequence[LogRow] = ()) -> int:
        """Keep a new table with its links and log, all or nothing; its number."""
        with _transaction() as connection:
            return insert_record(connection, record, rows)

    def delete(self, table_id: int) -> None:
        """Forget a table for good."""
        with _transaction() as connection:
            delete_rows(connection, table_id)


def _which(table_id: int, code: str, digest: str, birth: str) -> ColumnElement[bool]:
    if digest:
        live = select(Link.table_id).where(Link.digest == digest, Link.revoked_at.is_(None))
        return Table.id == live.scalar_subquery()
    if birth:
        return Table.birth == birth
    return Table.code == code if code else Table.id == table_id
