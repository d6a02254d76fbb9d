"""The table store in the database. Queries that run in every request (links, entries, logs) are raw SQL."""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from copy import deepcopy
from dataclasses import asdict, replace
from datetime import timedelta
from typing import Any

from sqlalchemy import bindparam, delete, func, insert, select, text, update
from sqlalchemy.engine import Connection, Dialect, RowMapping
from sqlalchemy.exc import DBAPIError, IntegrityError, TimeoutError

from companion.store.connections import clear_last_write_error, to_store_error
from companion.store.models import Entry, GroupTable, Link, Seat, Table, db
from companion.tables.errors import NotFound
from companion.tables.table_store import (
    AccessRow,
    LinkRecord,
    LogRow,
    SeatRequest,
    TableRecord,
    TableStore,
    hash_entry_key,
    utc_now,
)


class Statement:
    """SQL with named parameters (``:name``), which runs directly in the database's driver.

    SQLAlchemy Core would need a sixth more CPU per entry (``python -m bench entry``).
    """

    def __init__(self, sql: str) -> None:
        self._sql = sql
        self._compiled: dict[str, tuple[str, tuple[str, ...] | None]] = {}

    def _compile(self, dialect: Dialect) -> tuple[str, tuple[str, ...] | None]:
        result = self._compiled.get(dialect.name)
        if result is None:
            query: Any = text(self._sql).compile(dialect=dialect)
            order = tuple(query.positiontup) if query.positional else None
            result = self._compiled[dialect.name] = (str(query), order)
        return result

    def run(self, *, write: bool = False, **values: Any) -> list[Any]:
        """Run the statement. Return the rows of a query as tuples; with ``write``, commit and return [].

        Raise IntegrityError if a constraint is violated.
        """
        engine = db.engine
        driver: Any = engine.dialect.loaded_dbapi
        sql, order = self._compile(engine.dialect)
        connection = None
        rows: list[Any] = []
        try:
            connection = engine.raw_connection()
            cursor = connection.cursor()
            cursor.execute(sql, values if order is None else [values[name] for name in order])
            if write:
                connection.commit()
                clear_last_write_error()
            else:
                rows = list(cursor.fetchall())
            cursor.close()
        except driver.Error as error:
            if connection and engine.dialect.is_disconnect(error, connection.dbapi_connection, None):
                connection.invalidate(error)
                engine.dispose()  # the other connections in the pool are lost as well
            sql_error = DBAPIError.instance(sql, None, error, driver.Error, dialect=engine.dialect)
            raise sql_error if isinstance(sql_error, IntegrityError) else to_store_error(error) from error
        except TimeoutError as error:  # all connections are in use
            raise to_store_error(error) from error
        finally:
            if connection:
                connection.close()
        return rows


_ENTRY_COLUMNS = 'table_id, seq, kind, seat, move, data, of, "by", device, "key", at'
_INSERT_ROW = Statement(
    f"INSERT INTO entry ({_ENTRY_COLUMNS}) VALUES"
    " (:table_id, :seq, :kind, :seat, :move, :data, :of, :by, :device, :key, :at)"
)
_ROWS_BETWEEN = Statement(
    f"SELECT {_ENTRY_COLUMNS} FROM entry"
    " WHERE table_id = :table AND seq >= :first AND seq < :before ORDER BY seq"
)
_ROW_BY_KEY = Statement(f'SELECT {_ENTRY_COLUMNS} FROM entry WHERE table_id = :table AND "key" = :key')
_NEWEST_ROW = Statement('SELECT seq, "key" FROM entry WHERE table_id = :table ORDER BY seq DESC LIMIT 1')
_FIND_ACCESS = Statement(
    "SELECT t.id, (SELECT max(seq) FROM entry WHERE table_id = t.id), l.revoked_at IS NOT NULL,"
    ' l.id, l.role, l.seat, l.device FROM "table" t LEFT JOIN link l'
    " ON l.table_id = t.id AND l.digest = :digest WHERE t.code = :code"
)
_FIND_LIVE_LINK = Statement(
    "SELECT id, role, seat, device FROM link WHERE id = :link AND revoked_at IS NULL"
)
_PLAIN_COLUMNS = (
    "code", "slug", "mode", "rules", "first", "options", "opened_at", "birth", "brought_in", "trial",
    "vacant", "hosting_taken",
)  # fmt: skip
"""The columns that a record contains as they are stored."""
_CHANGEABLE_COLUMNS = (
    "first", "options", "vacant", "next_code", "ticks", "guided", "requests", "hosting_taken",
)  # fmt: skip
_TABLE_OF_LIVE_LINK_QUERY = select(Link.table_id).where(
    Link.digest == bindparam("key"), Link.revoked_at.is_(None)
)
_TABLE_QUERIES = {
    "table_id": select(Table).where(Table.id == bindparam("key")),
    "code": select(Table).where(Table.code == bindparam("key")),
    "digest": select(Table).where(Table.id == _TABLE_OF_LIVE_LINK_QUERY.scalar_subquery()),
    "table_uid": select(Table).where(Table.birth == bindparam("key")),
}
"""Queries by the column to search for. They are built only once, because that takes time."""
_SEAT_NAMES_QUERY = select(Seat.name).where(Seat.table_id == bindparam("table")).order_by(Seat.number)
_LINKS_QUERY = (
    select(Link).where(Link.table_id == bindparam("table"), Link.revoked_at.is_(None)).order_by(Link.id)
)


@contextmanager
def _transaction() -> Iterator[Connection]:
    try:
        with db.engine.begin() as connection:
            yield connection
    except (DBAPIError, TimeoutError) as error:
        raise to_store_error(error) from error


_connection_of_open_change: ContextVar[Connection | None] = ContextVar("open_change", default=None)
"""The connection of the open ``change``. Everything else in its block uses the same transaction."""


@contextmanager
def _write_transaction() -> Iterator[Connection]:
    if connection := _connection_of_open_change.get():
        yield connection
        return
    with _transaction() as connection:
        token = _connection_of_open_change.set(connection)
        try:
            yield connection
        finally:
            _connection_of_open_change.reset(token)
    clear_last_write_error()


class SqlTableStore(TableStore):
    """Stores tables in the database of the current app."""

    code_prefix = ""

    def find_access(self, code: str, digest: str) -> AccessRow | None:
        for table_id, newest, revoked, *link in _FIND_ACCESS.run(code=code, digest=digest):
            return AccessRow(table_id, newest or 0, None if link[0] is None else (*link,), bool(revoked))
        return None

    def find_live_link(self, link_id: int) -> tuple[int, str, int | None, str] | None:
        return next((tuple(link) for link in _FIND_LIVE_LINK.run(link=link_id)), None)

    def append_row(self, row: LogRow) -> bool:
        if connection := _connection_of_open_change.get():
            _insert_rows(connection, [row])
            return True
        try:
            _INSERT_ROW.run(write=True, **_row_fields(row))
        except IntegrityError:
            return False
        return True

    def rows_between(self, table_id: int, first: int, before: int) -> Sequence[LogRow]:
        return [LogRow(*row) for row in _ROWS_BETWEEN.run(table=table_id, first=first, before=before)]

    def row_by_key(self, table_id: int, key: str) -> LogRow | None:
        return next((LogRow(*row) for row in _ROW_BY_KEY.run(table=table_id, key=key)), None)

    def latest_entry(self, table_id: int) -> tuple[int, str]:
        return next(((seq, hash_entry_key(key)) for seq, key in _NEWEST_ROW.run(table=table_id)), (0, ""))

    def find_record(
        self, *, table_id: int = 0, code: str = "", digest: str = "", table_uid: str = ""
    ) -> TableRecord | None:
        keys = {"digest": digest, "table_uid": table_uid, "code": code}
        by = next((name for name, key in keys.items() if key), "table_id")
        with _transaction() as connection:
            rows = connection.execute(_TABLE_QUERIES[by], {"key": keys.get(by, table_id)}).mappings()
            return _make_record(connection, rows.first())

    @contextmanager
    def change(self, table_id: int) -> Iterator[TableRecord]:
        with _write_transaction() as connection, edit_record(connection, table_id) as record:
            yield record

    def insert(
        self,
        record: TableRecord,
        rows: Sequence[LogRow] = (),
        *,
        group_id: int | None = None,
        previous_id: int | None = None,
    ) -> int:
        with _write_transaction() as connection:
            columns = {name: getattr(record, name) for name in (*_PLAIN_COLUMNS, "ticks", "guided")}
            keys: Any = connection.execute(insert(Table).values(columns)).inserted_primary_key
            table_id: int = keys[0]
            _insert_seats(connection, table_id, record.names)
            _insert_links(connection, table_id, record.links)
            _insert_rows(connection, [replace(row, table_id=table_id) for row in rows])
            plays = [] if group_id is None else [{"group_id": group_id, "place": ""}]
            if previous_id is not None:
                plays += _select_groups_and_places(connection, previous_id)
            if plays:
                connection.execute(insert(GroupTable), [{**play, "table_id": table_id} for play in plays])
        return table_id

    def delete(self, table_id: int) -> Sequence[int]:
        with _write_transaction() as connection:
            code = connection.scalar(select(Table.code).where(Table.id == table_id))
            if code is None:
                return ()
            _delete_table_and_rows(connection, table_id)
            former = update(Table).where(Table.next_code == code).values(next_code=None)
            return connection.scalars(former.returning(Table.id)).all()


def delete_idle_tables(days: int) -> int:
    """Delete tables without a new entry for this many days, except tables of groups. Return how many."""
    newest = select(Entry.table_id, func.max(Entry.at).label("at")).group_by(Entry.table_id).subquery()
    idle = (
        select(Table.id)
        .outerjoin(newest, newest.c.table_id == Table.id)
        .where(
            func.coalesce(newest.c.at, 0) < int(time.time()) - days * 86400,
            Table.opened_at < utc_now() - timedelta(days=days),
            Table.id.not_in(select(GroupTable.table_id)),
        )
    )
    with db.engine.begin() as connection:
        ids = connection.scalars(idle).all()
        for table_id in ids:
            _delete_table_and_rows(connection, table_id)
    return len(ids)


@contextmanager
def edit_record(connection: Connection, table_id: int) -> Iterator[TableRecord]:
    """Yield a table's record, locked, and store its changes after the block.

    Raise NotFound if there is no such table.
    """
    record = _lock_record(connection, table_id)
    if record is None:
        raise NotFound("table.no_such_table")
    before = deepcopy(record)
    yield record
    changed = {
        name: getattr(record, name)
        for name in _CHANGEABLE_COLUMNS
        if getattr(record, name) != getattr(before, name)
    }
    if "requests" in changed:
        changed["requests"] = [asdict(request) for request in record.requests]
    if changed:
        connection.execute(update(Table).where(Table.id == table_id).values(changed))
    if record.names != before.names:
        connection.execute(delete(Seat).where(Seat.table_id == table_id))
        _insert_seats(connection, table_id, record.names)
    _write_links(connection, table_id, before.links, record.links)


def _make_record(connection: Connection, row: RowMapping | None) -> TableRecord | None:
    if row is None:
        return None
    parameters = {"table": row["id"]}
    return TableRecord(
        **{name: row[name] for name in _PLAIN_COLUMNS},
        names=list(connection.execute(_SEAT_NAMES_QUERY, parameters).scalars()),
        next_code=row["next_code"] or "",
        ticks=row["ticks"] or [],
        guided=row["guided"] or [],
        requests=[SeatRequest(**request) for request in row["requests"] or ()],
        links=[
            LinkRecord(link.role, link.seat, link.digest, link.device, link.made_at, link.id)
            for link in connection.execute(_LINKS_QUERY, parameters)
        ],
        id=row["id"],
    )


def _lock_record(connection: Connection, table_id: int, *, with_log: bool = False) -> TableRecord | None:
    """Return a table's record, locked until the transaction ends, or None if there is no such table.

    With ``with_log``, the lock also keeps other transactions from adding entries.
    """
    lock: Any = select(Table).where(Table.id == table_id).with_for_update(key_share=not with_log)
    if connection.dialect.name == "sqlite":  # a first write locks the whole database
        lock = update(Table).where(Table.id == table_id).values(slug=Table.slug).returning(Table)
    return _make_record(connection, connection.execute(lock).mappings().first())


def _insert_seats(connection: Connection, table_id: int, names: Sequence[str]) -> None:
    seats = [{"table_id": table_id, "number": number, "name": name} for number, name in enumerate(names)]
    connection.execute(insert(Seat), seats)


def _write_links(
    connection: Connection, table_id: int, before: Sequence[LinkRecord], after: Sequence[LinkRecord]
) -> None:
    """Revoke, change and add links in this order, so that a seat never has two holders meanwhile."""
    ended = {link.id for link in before} - {link.id for link in after}
    changed = [link for link in after if link.id and link not in before]
    if ended:
        ending = update(Link).where(Link.id.in_(ended))
        connection.execute(ending.values(revoked_at=utc_now()))
    if changed:
        moved = update(Link).where(Link.id.in_([link.id for link in changed]))
        connection.execute(moved.values(seat=None, role="seat"))
    for link in changed:
        columns = {"role": link.role, "seat": link.seat, "device": link.device}
        connection.execute(update(Link).where(Link.id == link.id).values(columns))
    _insert_links(connection, table_id, [link for link in after if not link.id])


def _insert_links(connection: Connection, table_id: int, links: Sequence[LinkRecord]) -> None:
    names = ("role", "seat", "digest", "device", "made_at")
    rows = [{"table_id": table_id, **{name: getattr(link, name) for name in names}} for link in links]
    if rows:
        connection.execute(insert(Link), rows)


def _select_groups_and_places(connection: Connection, table_id: int) -> list[dict[str, Any]]:
    columns = (GroupTable.group_id, GroupTable.place)
    rows = connection.execute(select(*columns).where(GroupTable.table_id == table_id)).mappings()
    return [dict(row) for row in rows]


def _insert_rows(connection: Connection, rows: Sequence[LogRow]) -> None:
    if rows:
        connection.execute(insert(Entry), [_row_fields(row) for row in rows])


def _row_fields(row: LogRow) -> dict[str, Any]:
    return {name: getattr(row, name) for name in LogRow.__dataclass_fields__}


def _delete_table_and_rows(connection: Connection, table_id: int) -> None:
    # Lock as ``edit_record`` does, to avoid deadlocks.
    _lock_record(connection, table_id, with_log=True)
    for kind in (GroupTable, Entry, Link, Seat):
        connection.execute(delete(kind).where(kind.table_id == table_id))
    connection.execute(delete(Table).where(Table.id == table_id))
