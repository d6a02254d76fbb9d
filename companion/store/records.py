"""The record of a table in rows: read whole, and of what was changed in it only that is written."""

from __future__ import annotations

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

_KEPT = (
    "code", "slug", "mode", "rules", "first", "options", "opened_at", "birth", "brought_in", "trial",
)  # fmt: skip
_LIVE = select(Link.table_id).where(Link.digest == bindparam("key"), Link.revoked_at.is_(None))
_TABLES = {
    "table_id": select(Table).where(Table.id == bindparam("key")),
    "code": select(Table).where(Table.code == bindparam("key")),
    "digest": select(Table).where(Table.id == _LIVE.scalar_subquery()),
    "table_uid": select(Table).where(Table.birth == bindparam("key")),
}
"""By what a table is looked for; made once, as somebody waits for a table that is not in memory."""
_NAMES = select(Seat.name).where(Seat.table_id == bindparam("table")).order_by(Seat.number)
_LINKS = (
    select(Link).where(Link.table_id == bindparam("table"), Link.revoked_at.is_(None)).order_by(Link.id)
)
_CHANGING = ("first", "options", "vacant", "next_code", "ticks", "guided", "requests", "hosting_taken")


def row_fields(row: LogRow) -> dict[str, Any]:
    """A row's columns by their names."""
    return {name: getattr(row, name) for name in _ROW}


_ROW = tuple(LogRow.__dataclass_fields__)


def lock_record(connection: Connection, table_id: int, *, with_log: bool = False) -> TableRecord | None:
    """The table, which nobody else changes until this transaction ends. Entries are written meanwhile,
    unless it is locked ``with_log``.
    """
    which = Table.id == table_id
    if connection.dialect.name == "sqlite":  # it has one writer, from its first write on
        holding = update(Table).where(which).values(slug=Table.slug).returning(Table)
        return _record(connection, connection.execute(holding).mappings().first())
    locked = select(Table).where(which).with_for_update(key_share=not with_log)
    return _record(connection, connection.execute(locked).mappings().first())


def read_record(connection: Connection, by: str, key: int | str) -> TableRecord | None:
    """The table with its seats and live links, looked for by its ``table_id``, ``code``, a live link's
    ``digest`` or its ``table_uid``; None where there is none.
    """
    return _record(connection, connection.execute(_TABLES[by], {"key": key}).mappings().first())


def _record(connection: Connection, row: RowMapping | None) -> TableRecord | None:
    if row is None:
        return None
    of_table = {"table": row["id"]}
    return TableRecord(
        **{name: row[name] for name in _KEPT},
        names=list(connection.execute(_NAMES, of_table).scalars()),
        vacant=row["vacant"],
        next_code=row["next_code"] or "",
        ticks=row["ticks"] or [],
        guided=row["guided"] or [],
        requests=[SeatRequest(**request) for request in row["requests"] or ()],
        hosting_taken=row["hosting_taken"],
        links=[
            LinkRecord(link.role, link.seat, link.digest, link.device, link.made_at, link.id)
            for link in connection.execute(_LINKS, of_table)
        ],
        id=row["id"],
    )


@contextmanager
def edit_record(connection: Connection, table_id: int) -> Iterator[TableRecord]:
    """The record of a table, to be changed within a transaction. Raises NotFound where there is none."""
    record = lock_record(connection, table_id)
    if record is None:
        raise NotFound("table.no_such_table")
    before = deepcopy(record)
    yield record
    write_changes(connection, before, record)


def insert_record(connection: Connection, record: TableRecord, rows: Sequence[LogRow]) -> int:
    """Write a new table with its seats, links and log; its number."""
    columns = {name: getattr(record, name) for name in (*_KEPT, "vacant", "ticks", "guided")}
    keys: Any = connection.execute(insert(Table).values(columns)).inserted_primary_key
    table_id: int = keys[0]
    _insert_seats(connection, table_id, record.names)
    _insert_links(connection, table_id, record.links)
    if rows:
        insert_rows(connection, [replace(row, table_id=table_id) for row in rows])
    return table_id


def insert_rows(connection: Connection, rows: Sequence[LogRow]) -> None:
    """Write rows of a log."""
    connection.execute(insert(Entry), [row_fields(row) for row in rows])


def write_changes(connection: Connection, before: TableRecord, after: TableRecord) -> None:
    """Write what of a table has changed."""
    changed = {name: getattr(after, name) for name in _CHANGING}
    changed = {name: value for name, value in changed.items() if value != getattr(before, name)}
    if "requests" in changed:
        changed["requests"] = [asdict(request) for request in after.requests]
    if changed:
        connection.execute(update(Table).where(Table.id == after.id).values(changed))
    if after.names != before.names:
        connection.execute(delete(Seat).where(Seat.table_id == after.id))
        _insert_seats(connection, after.id, after.names)
    _write_links(connection, after.id, before.links, after.links)


def _insert_seats(connection: Connection, table_id: int, names: Sequence[str]) -> None:
    seats = [{"table_id": table_id, "number": number, "name": name} for number, name in enumerate(names)]
    connection.execute(insert(Seat), seats)


def _write_links(
    connection: Connection, table_id: int, before: Sequence[LinkRecord], after: Sequence[LinkRecord]
) -> None:
    """End, change and add links, in this order: a seat has one holder at every moment, a table one host."""
    was, remaining = {link.id: link for link in before}, {link.id for link in after}
    ended = [link_id for link_id in was if link_id not in remaining]
    changed = [link for link in after if link.id and link != was[link.id]]
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
    lines = [
        {"table_id": table_id, "role": link.role, "seat": link.seat, "digest": link.digest,
         "device": link.device, "made_at": link.made_at}
        for link in links
    ]  # fmt: skip
    if lines:
        connection.execute(insert(Link), lines)


def delete_rows(connection: Connection, table_id: int) -> None:
    """Delete a table for good: log, seats, links, its place in a group's history. The caller commits."""
    # As a change begins: else each may wait for the other.
    lock_record(connection, table_id, with_log=True)
    for kind in (GroupTable, Snapshot, Entry, Link, Seat):
        connection.execute(delete(kind).where(kind.table_id == table_id))
    connection.execute(delete(Table).where(Table.id == table_id))


def delete_idle_tables(days: int) -> int:
    """Delete the tables that nobody touched for so many days; how many. Tables of groups are kept."""
    newest = select(Entry.table_id, func.max(Entry.at).label("at")).group_by(Entry.table_id).subquery()
    silent = (
        select(Table.id)
        .outerjoin(newest, newest.c.table_id == Table.id)
        .where(
            func.coalesce(newest.c.at, 0) < int(time.time()) - days * 86400,
            Table.opened_at < utc_now() - timedelta(days=days),
            Table.id.not_in(select(GroupTable.table_id)),
        )
    )
    with db.engine.begin() as connection:
        ids = connection.scalars(silent).all()
        for table_id in ids:
            delete_rows(connection, table_id)
    return len(ids)
