"""Deletes tables, on demand or when they have been idle for long."""

from __future__ import annotations

import time
from datetime import timedelta

from sqlalchemy import delete, func, select
from sqlalchemy.engine import Connection

from companion.store.models import Entry, GroupTable, Link, Seat, Snapshot, Table, db
from companion.store.records import lock_record
from companion.tables.ports import now


def delete_rows(connection: Connection, table_id: int) -> None:
    """Delete a table for good: log, seats, links, its place in a group's history. The caller commits."""
    # As a change begins: else each may wait for the other.
    lock_record(connection, table_id, with_log=True)
    for kind in (GroupTable, Snapshot, Entry, Link, Seat):
        connection.execute(delete(kind).where(kind.table_id == table_id))
    connection.execute(delete(Table).where(Table.id == table_id))


def delete_table(table_id: int) -> None:
    """Delete a table for good with whatever else this session writes. The caller commits."""
    delete_rows(db.session.connection(), table_id)
    db.session.expire_all()


def delete_idle_tables(days: int) -> int:
    """Delete the tables that nobody touched for so many days; how many. Tables of groups are kept."""
    newest = select(Entry.table_id, func.max(Entry.at).label("at")).group_by(Entry.table_id).subquery()
    silent = (
        select(Table.id)
        .outerjoin(newest, newest.c.table_id == Table.id)
        .where(
            func.coalesce(newest.c.at, 0) < int(time.time()) - days * 86400,
            Table.opened_at < now() - timedelta(days=days),
            Table.id.not_in(select(GroupTable.table_id)),
        )
    )
    ids = list(db.session.scalars(silent))
    for table_id in ids:
        delete_table(table_id)
    db.session.commit()
    return len(ids)
