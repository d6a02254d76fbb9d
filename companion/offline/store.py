"""The store of offline mode: tables in memory, with each change passed on as a named text.

The browser stores the texts, and they fill the store again at the next start. Each log row is a text of its
own, so an entry stores only one short text.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import asdict, astuple, replace
from datetime import datetime
from typing import Any

from companion.tables.errors import NotFound
from companion.tables.table_store import (
    AccessRow,
    LinkRecord,
    LogRow,
    SeatRequest,
    TableRecord,
    TableStore,
    hash_entry_key,
)

ChangeCallback = Callable[[str, str | None], None]
"""Stores a text under a name; None deletes it."""


class BrowserStore(TableStore):
    """A ``TableStore`` in memory. It passes on each change as a named text, which a browser can store."""

    code_prefix = "0"
    """First character of the codes of offline tables. No code of a server begins with it, so the service
    worker can tell from a URL which of the two has the table.
    """

    def __init__(self, record_change: ChangeCallback) -> None:
        self._record_change = record_change
        self._records: dict[int, TableRecord] = {}
        self._revoked: dict[int, list[LinkRecord]] = {}
        self._rows: dict[int, list[LogRow]] = {}

    def fill(self, texts: Mapping[str, str]) -> None:
        """Load the tables with their logs from ``texts``, which the browser has stored by name."""
        rows = []
        for name, text in texts.items():
            kind, _, key = name.partition("/")
            if kind == "table":
                self._load_record(int(key), json.loads(text))
            elif kind == "row":
                rows.append(LogRow(*json.loads(text)))
        for row in sorted(rows, key=lambda row: (row.table_id, row.seq)):
            if row.table_id in self._records:
                self._rows[row.table_id].append(row)

    def find_access(self, code: str, digest: str) -> AccessRow | None:
        record = self._find_matching(lambda candidate: candidate.code == code)
        if record is None:
            return None
        version = self.latest_entry(record.id)[0]
        for revoked, links in ((False, record.links), (True, self._revoked[record.id])):
            for link in links:
                if link.digest == digest:
                    return AccessRow(record.id, version, _link_fields(link), revoked)
        return AccessRow(record.id, version, None)

    def find_live_link(self, link_id: int) -> tuple[int, str, int | None, str] | None:
        links = (link for record in self._records.values() for link in record.links if link.id == link_id)
        return next(map(_link_fields, links), None)

    def append_row(self, row: LogRow) -> bool:
        if row.seq != len(self._rows[row.table_id]) + 1 or self.row_by_key(row.table_id, row.key):
            return False
        self._store_row(row)
        return True

    def rows_between(self, table_id: int, first: int, before: int) -> Sequence[LogRow]:
        return [row for row in self._rows.get(table_id, ()) if first <= row.seq < before]

    def row_by_key(self, table_id: int, key: str) -> LogRow | None:
        return next((row for row in self._rows.get(table_id, ()) if row.key == key), None)

    def latest_entry(self, table_id: int) -> tuple[int, str]:
        log = self._rows.get(table_id)
        return (log[-1].seq, hash_entry_key(log[-1].key)) if log else (0, "")

    def find_record(
        self, *, table_id: int = 0, code: str = "", digest: str = "", table_uid: str = ""
    ) -> TableRecord | None:
        def matches(record: TableRecord) -> bool:
            return (
                table_id in (0, record.id)
                and code in ("", record.code)
                and table_uid in ("", record.birth)
                and digest in ("", *(link.digest for link in record.links))
            )

        return deepcopy(self._find_matching(matches))

    @contextmanager
    def change(self, table_id: int) -> Iterator[TableRecord]:
        if table_id not in self._records:
            raise NotFound("table.no_such_table")
        before = self._records[table_id]
        record = deepcopy(before)
        yield record
        live = {link.digest for link in record.links}
        self._revoked[table_id] += [link for link in before.links if link.digest not in live]
        self._store_record(record)

    def insert(self, record: TableRecord, rows: Sequence[LogRow] = (), **_groups: int | None) -> int:
        record = deepcopy(record)
        record.id = max(self._records, default=0) + 1
        self._revoked[record.id], self._rows[record.id] = [], []
        self._store_record(record)
        for row in rows:
            self._store_row(replace(row, table_id=record.id))
        return record.id

    def delete(self, table_id: int) -> Sequence[int]:
        code = self._records.pop(table_id).code
        del self._revoked[table_id]
        for row in self._rows.pop(table_id):
            self._record_change(_row_name(row), None)
        self._record_change(f"table/{table_id}", None)
        former = [record for record in self._records.values() if record.next_code == code]
        for record in former:
            self._store_record(replace(record, next_code=""))
        return [record.id for record in former]

    def _find_matching(self, matches: Callable[[TableRecord], bool]) -> TableRecord | None:
        return next(filter(matches, self._records.values()), None)

    def _store_record(self, record: TableRecord) -> None:
        """Store a table's record, and give an id to each link that has none."""
        ids = [link.id for other in self._records.values() for link in other.links]
        ids += [link.id for links in self._revoked.values() for link in links]
        newest = max(ids, default=0)
        for link in record.links:
            if not link.id:
                newest += 1
                link.id = newest
        self._records[record.id] = record
        content = {**asdict(record), "ended": [asdict(link) for link in self._revoked[record.id]]}
        self._record_change(f"table/{record.id}", json.dumps(content, default=datetime.isoformat))

    def _load_record(self, table_id: int, content: dict[str, Any]) -> None:
        revoked = [_load_link(fields) for fields in content.pop("ended")]
        content["links"] = [_load_link(fields) for fields in content["links"]]
        content["requests"] = [SeatRequest(**fields) for fields in content.get("requests", ())]
        content["opened_at"] = datetime.fromisoformat(content["opened_at"])
        self._records[table_id] = TableRecord(**content)
        self._revoked[table_id], self._rows[table_id] = revoked, []

    def _store_row(self, row: LogRow) -> None:
        self._rows[row.table_id].append(row)
        self._record_change(_row_name(row), json.dumps(astuple(row)))


def _row_name(row: LogRow) -> str:
    return f"row/{row.table_id}/{row.seq}"


def _link_fields(link: LinkRecord) -> tuple[int, str, int | None, str]:
    return link.id, link.role, link.seat, link.device


def _load_link(fields: dict[str, Any]) -> LinkRecord:
    return LinkRecord(**{**fields, "made_at": datetime.fromisoformat(fields["made_at"])})
