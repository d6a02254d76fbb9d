"""Reads and writes table records. Only changed columns, seats and links are written."""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import asdict, replace
from datetime import timedelta
from typing import Any

from sqlalchemy import bindparam, delete, func, insert, select, update
from sqlalchemy.engine import Connection, RowMapping

from companion.store.models import Entry, GroupTable, Link, Seat, Snapshot, Table, db
from companion.tables.errors import NotFound
from companion.tables.table_store import LinkRecord, LogRow, SeatRequest, TableRecord, utc_now

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
_QUERIES = {
    "table_id": select(Table).where(Table.id == bindparam("key")),
    "code": select(Table).where(Table.code == bindparam("key")),
    "digest": select(Table).where(Table.id == _TABLE_OF_LIVE_LINK_QUERY.scalar_subquery()),
    "table_uid": select(Table).where(Table.birth == bindparam("key")),
}
"""By the column to search for. Built once, because building them takes time."""
_NAMES_QUERY = select(Seat.name).where(Seat.table_id == bindparam("table")).order_by(Seat.number)
_LINKS_QUERY = (
    select(Link).where(Link.table_id == bindparam("table"), Link.revoked_at.is_(None)).order_by(Link.id)
)


def row_fields(row: LogRow) -> dict[str, Any]:
    """Return a row's columns by their names."""
    return {name: getattr(row, name) for name in LogRow.__dataclass_fields__}


def lock_record(connection: Connection, table_id: int, *, with_log: bool = False) -> TableRecord | None:
    """Return the table and lock it, or also its log, until this transaction ends. None without a table."""
    condition = Table.id == table_id
    if connection.dialect.name == "sqlite":  # a first write locks the whole database
        locked = update(Table).where(condition).values(slug=Table.slug).returning(Table)
        return _make_record(connection, connection.execute(locked).mappings().first())
    lock = select(Table).where(condition).with_for_update(key_share=not with_log)
    return _make_record(connection, connection.execute(lock).mappings().first())


def read_record(connection: Connection, by: str, key: int | str) -> TableRecord | None:
    """Return the table with this ``table_id``, ``code``, live link's ``digest`` or ``table_uid``."""
    return _make_record(connection, connection.execute(_QUERIES[by], {"key": key}).mappings().first())


def _make_record(connection: Connection, row: RowMapping | None) -> TableRecord | None:
    if row is None:
        return None
    parameters = {"table": row["id"]}
    return TableRecord(
        **{name: row[name] for name in _PLAIN_COLUMNS},
        names=list(connection.execute(_NAMES_QUERY, parameters).scalars()),
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


@contextmanager
def edit_record(connection: Connection, table_id: int) -> Iterator[TableRecord]:
    """Yield the record of a table, locked, and write its changes. Raise NotFound if there is none."""
    record = lock_record(connection, table_id)
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


def insert_record(connection: Connection, record: TableRecord, rows: Sequence[LogRow]) -> int:
    """Insert a new table with its seats, links and log. Return its id."""
    columns = {name: getattr(record, name) for name in (*_PLAIN_COLUMNS, "ticks", "guided")}
    keys: Any = connection.execute(insert(Table).values(columns)).inserted_primary_key
    table_id: int = keys[0]
    _insert_seats(connection, table_id, record.names)
    _insert_links(connection, table_id, record.links)
    if rows:
        insert_rows(connection, [replace(row, table_id=table_id) for row in rows])
    return table_id


def insert_rows(connection: Connection, rows: Sequence[LogRow]) -> None:
    """Insert rows of a log."""
    connection.execute(insert(Entry), [row_fields(row) for row in rows])


def _insert_seats(connection: Connection, table_id: int, names: Sequence[str]) -> None:
    seats = [{"table_id": table_id, "number": number, "name": name} for number, name in enumerate(names)]
    connection.execute(insert(Seat), seats)


def _write_links(
    connection: Connection, table_id: int, before: Sequence[LinkRecord], after: Sequence[LinkRecord]
) -> None:
    """Revoke, change and add links in this order, so that a seat never has two holders meanwhile."""
    links_before, remaining = {link.id: link for link in before}, {link.id for link in after}
    ended = [link_id for link_id in links_before if link_id not in remaining]
    changed = [link for link in after if link.id and link != links_before[link.id]]
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
    rows = [
        {"table_id": table_id, "role": link.role, "seat": link.seat, "digest": link.digest,
         "device": link.device, "made_at": link.made_at}
        for link in links
    ]  # fmt: skip
    if rows:
        connection.execute(insert(Link), rows)


def delete_rows(connection: Connection, table_id: int) -> None:
    """Delete a table for good: log, seats, links and its place in groups. The caller commits."""
    # Lock as ``edit_record`` does, to avoid deadlocks.
    lock_record(connection, table_id, with_log=True)
    for kind in (GroupTable, Snapshot, Entry, Link, Seat):
        connection.execute(delete(kind).where(kind.table_id == table_id))
    connection.execute(delete(Table).where(Table.id == table_id))


def delete_idle_tables(days: int) -> int:
    """Delete tables that had no entry for this many days, except tables of groups. Return their number."""
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
            delete_rows(connection, table_id)
    return len(ids)
