"""Tables in memory, every change of which is handed on to be kept: as texts by name, in a browser.

What was kept fills it again. A log line is a text of its own; so an entry costs one short text.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import asdict, astuple
from datetime import datetime
from threading import RLock
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

Keep = Callable[[str, str | None], None]
"""Keeps a text under a name for good; None drops it."""


class BrowserStore(TableStore):
    """A TableStore of one phone, for whom nobody else writes."""

    code_prefix = "0"
    """What no server's code begins with: a table's address alone tells the worker who answers."""

    def __init__(self, keep: Keep) -> None:
        self._keep = keep
        self._lock = RLock()
        self._records: dict[int, TableRecord] = {}
        self._ended: dict[int, list[LinkRecord]] = {}
        self._rows: dict[int, list[LogRow]] = {}
        self._by_key: dict[tuple[int, str], LogRow] = {}
        self._snapshots: dict[int, tuple[int, int, str]] = {}

    def fill(self, texts: Mapping[str, str]) -> None:
        """Take in what was kept earlier, by its names."""
        rows = []
        for name, text in texts.items():
            kind, _, number = name.partition("/")
            if kind == "table":
                self._read_record(int(number), json.loads(text))
            elif kind == "row":
                rows.append(LogRow(*json.loads(text)))
        for row in sorted(rows, key=lambda row: (row.table_id, row.seq)):
            if row.table_id in self._records:
                self._take(row)

    def find_access(self, code: str, digest: str) -> AccessRow | None:
        record = self._first(lambda one: one.code == code)
        if record is None:
            return None
        version = self.latest_entry(record.id)[0]
        for revoked, links in ((False, record.links), (True, self._ended[record.id])):
            for link in links:
                if link.digest == digest:
                    return AccessRow(record.id, version, _link_row(link), revoked)
        return AccessRow(record.id, version, None)

    def find_live_link(self, link_id: int) -> tuple[int, str, int | None, str] | None:
        for record in self._records.values():
            for link in record.links:
                if link.id == link_id:
                    return _link_row(link)
        return None

    def append_row(self, row: LogRow) -> bool:
        log = self._rows[row.table_id]
        if row.seq != len(log) + 1 or (row.table_id, row.key) in self._by_key:
            return False
        self._write(row)
        return True

    def rows_between(self, table_id: int, first: int, before: int) -> Sequence[LogRow]:
        return [row for row in self._rows.get(table_id, ()) if first <= row.seq < before]

    def row_by_key(self, table_id: int, key: str) -> LogRow | None:
        return self._by_key.get((table_id, key))

    def latest_entry(self, table_id: int) -> tuple[int, str]:
        log = self._rows.get(table_id)
        return (log[-1].seq, hash_entry_key(log[-1].key)) if log else (0, "")

    def find_snapshot(self, table_id: int) -> tuple[int, int, str] | None:
        return self._snapshots.get(table_id)

    def store_snapshot(self, table_id: int, version: int, rules: int, data: str) -> None:
        """Remember it as long as this lives: it is not kept, as a log is played again in milliseconds."""
        self._snapshots[table_id] = version, rules, data

    def find_record(
        self, *, table_id: int = 0, code: str = "", digest: str = "", table_uid: str = ""
    ) -> TableRecord | None:
        record = self._first(
            lambda one: (
                (not table_id or one.id == table_id)
                and (not code or one.code == code)
                and (not table_uid or one.birth == table_uid)
                and (not digest or any(link.digest == digest for link in one.links))
            )
        )
        return deepcopy(record)

    @contextmanager
    def change(self, table_id: int) -> Iterator[TableRecord]:
        with self._lock:
            if table_id not in self._records:
                raise NotFound("table.no_such_table")
            before = self._records[table_id]
            record = deepcopy(before)
            yield record
            live = {link.digest for link in record.links}
            self._ended[table_id] += [link for link in before.links if link.digest not in live]
            self._put(record)

    def insert(self, record: TableRecord, rows: Sequence[LogRow] = ()) -> int:
        record = deepcopy(record)
        with self._lock:
            record.id = max(self._records, default=0) + 1
            self._ended[record.id], self._rows[record.id] = [], []
            self._put(record)
            for row in rows:
                self._write(LogRow(record.id, *astuple(row)[1:]))
        return record.id

    def delete(self, table_id: int) -> None:
        del self._records[table_id], self._ended[table_id]
        self._snapshots.pop(table_id, None)
        for row in self._rows.pop(table_id):
            del self._by_key[table_id, row.key]
            self._keep(_name_of(row), None)
        self._keep(f"table/{table_id}", None)

    def _first(self, wanted: Callable[[TableRecord], bool]) -> TableRecord | None:
        return next(filter(wanted, self._records.values()), None)

    def _put(self, record: TableRecord) -> None:
        """Take a record over, with numbers for the links that are new, and have it kept."""
        ids = [link.id for one in self._records.values() for link in one.links]
        ids += [link.id for links in self._ended.values() for link in links]
        newest = max(ids, default=0)
        for link in record.links:
            if not link.id:
                newest += 1
                link.id = newest
        self._records[record.id] = record
        content = {**asdict(record), "ended": [asdict(link) for link in self._ended[record.id]]}
        self._keep(f"table/{record.id}", json.dumps(content, default=datetime.isoformat))

    def _read_record(self, table_id: int, content: dict[str, Any]) -> None:
        ended = [_link(one) for one in content.pop("ended")]
        content["links"] = [_link(one) for one in content["links"]]
        content["requests"] = [SeatRequest(**one) for one in content.get("requests", ())]
        content["opened_at"] = datetime.fromisoformat(content["opened_at"])
        self._records[table_id] = TableRecord(**content)
        self._ended[table_id], self._rows[table_id] = ended, []

    def _take(self, row: LogRow) -> None:
        self._rows[row.table_id].append(row)
        self._by_key[row.table_id, row.key] = row

    def _write(self, row: LogRow) -> None:
        self._take(row)
        self._keep(_name_of(row), json.dumps(astuple(row)))


def _name_of(row: LogRow) -> str:
    return f"row/{row.table_id}/{row.seq}"


def _link_row(link: LinkRecord) -> tuple[int, str, int | None, str]:
    return link.id, link.role, link.seat, link.device


def _link(content: dict[str, Any]) -> LinkRecord:
    return LinkRecord(**{**content, "made_at": datetime.fromisoformat(content["made_at"])})
