"""The table store in the database. Queries of every request (links, entries, logs) are raw SQL."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from sqlalchemy import text
from sqlalchemy.engine import Connection, Dialect
from sqlalchemy.exc import DBAPIError, IntegrityError, TimeoutError

from companion.store.models import db
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


class Statement:
    """SQL with named parameters (``:name``), which runs through the database's driver.

    SQLAlchemy Core would need a sixth more CPU per entry (``python -m bench entry``).
    """

    def __init__(self, sql: str) -> None:
        self._sql = sql
        self._compiled: dict[str, tuple[str, tuple[str, ...] | None]] = {}

    def rows(self, **values: Any) -> list[Any]:
        """Return the rows of a query as tuples. Nothing is committed."""
        return self._run(values, write=False)

    def write(self, **values: Any) -> None:
        """Run and commit. Raise IntegrityError if a constraint is violated."""
        self._run(values, write=True)

    def compile(self, dialect: Dialect) -> tuple[str, tuple[str, ...] | None]:
        """Return the SQL for a database dialect, and the order of its parameters if they are positional."""
        result = self._compiled.get(dialect.name)
        if result is None:
            query: Any = text(self._sql).compile(dialect=dialect)
            order = tuple(query.positiontup) if query.positional else None
            result = self._compiled[dialect.name] = (str(query), order)
        return result

    def _run(self, values: dict[str, Any], *, write: bool) -> list[Any]:
        engine = db.engine
        driver: Any = engine.dialect.loaded_dbapi
        sql, order = self.compile(engine.dialect)
        connection = None
        rows: list[Any] = []
        try:
            connection = engine.raw_connection()
            cursor = connection.cursor()
            cursor.execute(sql, values if order is None else [values[name] for name in order])
            if write:
                connection.commit()
                clear_last_error()
            else:
                rows = list(cursor.fetchall())
            cursor.close()
        except driver.Error as error:
            if connection and engine.dialect.is_disconnect(error, connection.dbapi_connection, None):
                connection.invalidate(error)
                engine.dispose()  # the other connections in the pool are lost as well
            sql_error = DBAPIError.instance(sql, None, error, driver.Error, dialect=engine.dialect)
            raise sql_error if isinstance(sql_error, IntegrityError) else store_error(error) from error
        except TimeoutError as error:  # all connections are in use
            raise store_error(error) from error
        finally:
            if connection:
                connection.close()
        return rows


_COLUMNS = 'table_id, seq, kind, seat, move, data, of, "by", device, "key", at'
_INSERT_ROW = Statement(
    f"INSERT INTO entry ({_COLUMNS}) VALUES"
    " (:table_id, :seq, :kind, :seat, :move, :data, :of, :by, :device, :key, :at)"
)
_ROWS_BETWEEN = Statement(
    f"SELECT {_COLUMNS} FROM entry WHERE table_id = :table AND seq >= :first AND seq < :before ORDER BY seq"
)
_ROW_BY_KEY = Statement(f'SELECT {_COLUMNS} FROM entry WHERE table_id = :table AND "key" = :key')
_NEWEST_ROW = Statement('SELECT seq, "key" FROM entry WHERE table_id = :table ORDER BY seq DESC LIMIT 1')
_FIND_ACCESS = Statement(
    "SELECT t.id, (SELECT max(seq) FROM entry WHERE table_id = t.id), l.revoked_at IS NOT NULL,"
    ' l.id, l.role, l.seat, l.device FROM "table" t LEFT JOIN link l'
    " ON l.table_id = t.id AND l.digest = :digest WHERE t.code = :code"
)
_FIND_LINK = Statement("SELECT id, role, seat, device FROM link WHERE id = :link AND revoked_at IS NULL")
_FIND_SNAPSHOT = Statement("SELECT version, rules, data FROM snapshot WHERE table_id = :table")
_STORE_SNAPSHOT = Statement(
    "INSERT INTO snapshot (table_id, version, rules, data) VALUES (:table, :version, :rules, :data)"
    " ON CONFLICT (table_id) DO UPDATE"
    " SET version = excluded.version, rules = excluded.rules, data = excluded.data"
)


@contextmanager
def _transaction() -> Iterator[Connection]:
    """Yield a connection with a transaction, which is committed at the end unless the block raises."""
    try:
        with db.engine.begin() as connection:
            yield connection
    except (DBAPIError, TimeoutError) as error:
        raise store_error(error) from error


_open_change: ContextVar[Connection | None] = ContextVar("open_change", default=None)
"""The connection of the open ``change``. Everything else in its block uses the same transaction."""


@contextmanager
def _write_transaction() -> Iterator[Connection]:
    """Yield the connection of the open ``change``, or else one with a new transaction."""
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
    """Stores tables in the database of the current app."""

    code_prefix = ""

    def find_access(self, code: str, digest: str) -> AccessRow | None:
        for table_id, newest, revoked, *link in _FIND_ACCESS.rows(code=code, digest=digest):
            return AccessRow(table_id, newest or 0, None if link[0] is None else (*link,), bool(revoked))
        return None

    def find_live_link(self, link_id: int) -> tuple[int, str, int | None, str] | None:
        return next((tuple(link) for link in _FIND_LINK.rows(link=link_id)), None)

    def append_row(self, row: LogRow) -> bool:
        if connection := _open_change.get():
            insert_rows(connection, [row])
            return True
        try:
            _INSERT_ROW.write(**row_fields(row))
        except IntegrityError:
            return False
        return True

    def rows_between(self, table_id: int, first: int, before: int) -> Sequence[LogRow]:
        return [LogRow(*row) for row in _ROWS_BETWEEN.rows(table=table_id, first=first, before=before)]

    def row_by_key(self, table_id: int, key: str) -> LogRow | None:
        return next((LogRow(*row) for row in _ROW_BY_KEY.rows(table=table_id, key=key)), None)

    def latest_entry(self, table_id: int) -> tuple[int, str]:
        return next(((seq, hash_entry_key(key)) for seq, key in _NEWEST_ROW.rows(table=table_id)), (0, ""))

    def find_snapshot(self, table_id: int) -> tuple[int, int, str] | None:
        return next((tuple(row) for row in _FIND_SNAPSHOT.rows(table=table_id)), None)

    def store_snapshot(self, table_id: int, version: int, rules: int, data: str) -> None:
        _STORE_SNAPSHOT.write(table=table_id, version=version, rules=rules, data=data)

    def find_record(
        self, *, table_id: int = 0, code: str = "", digest: str = "", table_uid: str = ""
    ) -> TableRecord | None:
        keys = {"digest": digest, "table_uid": table_uid, "code": code}
        by = next((name for name, key in keys.items() if key), "table_id")
        with _transaction() as connection:
            return read_record(connection, by, keys.get(by, table_id))

    @contextmanager
    def change(self, table_id: int) -> Iterator[TableRecord]:
        with _write_transaction() as connection, edit_record(connection, table_id) as record:
            yield record

    def insert(self, record: TableRecord, rows: Sequence[LogRow] = ()) -> int:
        with _write_transaction() as connection:
            return insert_record(connection, record, rows)

    def delete(self, table_id: int) -> None:
        with _write_transaction() as connection:
            delete_rows(connection, table_id)
