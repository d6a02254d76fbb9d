"""A table of the server that a phone takes along, to go on with it while it has no line.

The phone's copy is made anew from the server's log whenever there is a line: what was entered meanwhile
stays with the phone's waiting taps, and the server judges those. So no two logs are ever merged.
"""

from __future__ import annotations

from dataclasses import asdict, astuple, replace
from datetime import datetime
from hashlib import sha256
from typing import Any

from companion.exports.result import require_record
from companion.exports.table_file import require_nothing_hidden
from companion.tables.links import Member, create_link, require_player
from companion.tables.state import TableState
from companion.tables.table_store import LinkRecord, LogRow, TableRecord, TableStore, utc_now


def make_offline_copy(
    store: TableStore, table: TableState, member: Member, after: int = 0, mark: str = ""
) -> dict[str, Any]:
    """What the phone of a member needs: the record, who sits, and the rows after an entry of this mark
    (all of them where the log has no such entry).

    Forbidden for a viewer, and while the log hides something of somebody who sits there from the member.
    """
    require_player(member)
    if set(table.taken) - {member.seat} and not table.replay.game.log_is_open:
        require_nothing_hidden(table, member.seat)
    record = require_record(store, table)
    anchor = store.rows_between(table.id, after, after + 1)
    if not anchor or anchor[0].entry_hash != mark:
        after = 0
    rows = [row for row in store.rows_after(table.id, after) if row.seq <= table.version]
    content: dict[str, Any] = {**asdict(record), "opened_at": record.opened_at.isoformat(), "links": []}
    if not record.trial:
        del content["trial"]  # a phone that took an older companion along knows of no trials
    if not record.guided:
        del content["guided"]
    del content["ticks"]  # nor of ticks; and one more of them makes no copy anew
    del content["requests"], content["hosting_taken"]  # which are answered at the server
    return {
        "table": content, "role": member.role, "seat": member.seat, "device": member.device,
        "taken": list(table.taken),
        "host": table.host, "version": table.version, "mark": table.entry_hash, "after": after,
        "rows": [astuple(row)[1:] for row in rows],
    }  # fmt: skip


def store_offline_copy(store: TableStore, copy: dict[str, Any], secret: str) -> int:
    """Keep the copy in place of an older one, for the holder of the ``secret``; its number in the store.

    What was entered on this phone since the older one is not in it.
    """
    record = TableRecord(
        **{**copy["table"], "id": 0, "opened_at": datetime.fromisoformat(copy["table"]["opened_at"])}
    )
    device = copy.get("device", "")  # a server of before did not tell it
    create_link(record, copy["role"], copy["seat"], device, secret)
    for seat in set(copy["taken"]) - {copy["seat"]}:  # each has a secret that nobody knows here
        digest = sha256(f"{record.code} {seat}".encode()).hexdigest()
        role = "host" if seat == copy["host"] else "seat"
        record.links.append(LinkRecord(role, seat, digest, "", utc_now()))
    rows = [LogRow(0, *line) for line in copy["rows"]]
    older = store.find_record(code=record.code)
    if older is None:
        return store.insert(record, rows)
    if store.latest_entry(older.id)[0] == copy["after"]:
        return _continued(store, older.id, record, rows)
    earlier = store.rows_between(older.id, 0, copy["after"] + 1)
    store.delete(older.id)
    return store.insert(record, [*earlier, *rows])


def _continued(store: TableStore, table_id: int, record: TableRecord, rows: list[LogRow]) -> int:
    with store.change(table_id) as present:
        for field in ("names", "first", "options", "vacant", "next_code", "guided"):
            setattr(present, field, getattr(record, field))
        numbers = {link.digest: link.id for link in present.links}
        present.links = [replace(one, id=numbers.get(one.digest, 0)) for one in record.links]
    for row in rows:
        store.append_row(replace(row, table_id=table_id))
    return table_id
