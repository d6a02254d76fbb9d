"""Copies of a server's table for offline mode.

The phone's copy is rebuilt from the server's log whenever there is a connection. Entries made offline stay
in the phone's queue, and the server checks them. So two logs are never merged.
"""

from dataclasses import asdict, astuple, replace
from datetime import datetime
from hashlib import sha256
from typing import Any

from companion.exports.result import require_record
from companion.exports.table_file import require_nothing_hidden
from companion.tables.links import Member, create_link, require_player
from companion.tables.state import TableState
from companion.tables.table_store import LinkRecord, LogRow, TableRecord, TableStore


def make_offline_copy(
    store: TableStore, table: TableState, member: Member, after: int = 0, mark: str = ""
) -> dict[str, Any]:
    """Return the copy of a table for a member's phone: record, seats and log rows.

    If the phone already has the entry ``after`` with the hash ``mark``, only the rows after this entry are
    included; otherwise all. Raise Forbidden for a viewer, and if the log would reveal what another player
    hides.
    """
    require_player(member)
    if set(table.taken) - {member.seat} and not table.replay.game.log_is_public:
        require_nothing_hidden(table, member.seat)
    record = require_record(store, table)
    anchor = store.rows_between(table.id, after, after + 1)
    if not anchor or anchor[0].entry_hash != mark:
        after = 0
    rows = [row for row in store.rows_after(table.id, after) if row.seq <= table.version]
    content = {**asdict(record), "opened_at": record.opened_at.isoformat(), "links": []}
    unsent = {"requests", "hosting_taken"}  # only the server handles these
    unsent.add("ticks")  # a new tick must not change the copy
    unsent.update(name for name in ("trial", "guided") if not content[name])  # unknown to old releases
    return {
        "table": {name: value for name, value in content.items() if name not in unsent},
        "role": member.role, "seat": member.seat, "device": member.device,
        "taken": list(table.taken),
        "host": table.host, "version": table.version, "mark": table.entry_hash, "after": after,
        "rows": [astuple(row)[1:] for row in rows],
    }  # fmt: skip


def store_offline_copy(store: TableStore, copy: dict[str, Any], secret: str) -> int:
    """Store a copy from ``make_offline_copy`` on the phone. Return the id of the stored table.

    ``secret`` becomes the secret of the phone's link to it.
    """
    record = TableRecord(
        **{**copy["table"], "id": 0, "opened_at": datetime.fromisoformat(copy["table"]["opened_at"])}
    )
    device = copy.get("device", "")  # an older server does not send it
    create_link(record, copy["role"], copy["seat"], device, secret)
    for seat in set(copy["taken"]) - {copy["seat"]}:  # their secrets are not known here
        digest = sha256(f"{record.code} {seat}".encode()).hexdigest()
        role = "host" if seat == copy["host"] else "seat"
        record.links.append(LinkRecord(role, seat, digest, ""))
    rows = [LogRow(0, *row) for row in copy["rows"]]
    older = store.find_record(code=record.code)
    if older is None:
        return store.insert(record, rows)
    if store.latest_entry(older.id)[0] == copy["after"]:
        return _extend_copy(store, older.id, record, rows)
    earlier = store.rows_between(older.id, 0, copy["after"] + 1)
    store.delete(older.id)
    return store.insert(record, [*earlier, *rows])


def _extend_copy(store: TableStore, table_id: int, record: TableRecord, rows: list[LogRow]) -> int:
    with store.change(table_id) as current:
        for field in ("names", "first", "options", "vacant", "next_code", "guided"):
            setattr(current, field, getattr(record, field))
        ids = {link.digest: link.id for link in current.links}
        current.links = [replace(link, id=ids.get(link.digest, 0)) for link in record.links]
    for row in rows:
        store.append_row(replace(row, table_id=table_id))
    return table_id
