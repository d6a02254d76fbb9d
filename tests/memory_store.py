"""A second place that keeps tables: this process's memory. What holds for it holds for any store."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import replace

from companion.tables.errors import NotFound
from companion.tables.store import AccessRow, LogRow, StoredTable, TableRecord, ignore_change


class MemoryTables:
    """Keeps tables as long as it lives. Records go in and out as copies, as they do with a database."""

    codes_begin = ""

    def __init__(self) -> None:
        self.on_change: Callable[[int], None] = ignore_change
        self._records: dict[int, TableRecord] = {}
        self._logs: dict[int, list[LogRow]] = {}
        self._snapshots: dict[int, tuple[int, int, str]] = {}
        self._ended: set[str] = set()
        """The digests of links that were ended."""
        self._links = 0
        self._newest = 0
        self._lock = threading.RLock()

    def find_access(self, code: str, digest: str) -> AccessRow | None:
        """The table with this code and the link behind the hash of a secret; None without a table."""
        for table in self._records.values():
            if table.code == code:
                version = self.latest_version(table.id)
                for link in table.links:
                    if link.digest == digest:
                        found = (link.id, link.role, link.seat, link.device)
                        return AccessRow(table.id, version, found, digest in self._ended)
                return AccessRow(table.id, version, None)
        return None

    def find_live_link(self, link_id: int) -> tuple[int, str, int | None, str] | None:
        """What a link is now: (id, role, seat, device); None where it was ended."""
        for table in self._records.values():
            for link in self._live(table).links:
                if link.id == link_id:
                    return link.id, link.role, link.seat, link.device
        return None

    def live_links(self, table_id: int) -> frozenset[int]:
        """The links of a table that nobody ended."""
        table = self._records.get(table_id)
        return frozenset(link.id for link in self._live(table).links) if table else frozenset()

    def find_table(self, table_id: int) -> StoredTable | None:
        """What a table was opened with; None where there is none."""
        kept = self._records.get(table_id)
        if kept is None:
            return None
        table = self._live(kept)
        held = {link.seat: link.role for link in table.links if link.role in ("host", "seat")}
        return StoredTable(
            table.code, table.slug, table.mode, table.first, json.dumps(table.options),
            tuple(table.names), table.next_code, tuple(sorted(s for s in held if s is not None)),
            next((seat for seat, role in held.items() if role == "host"), None),
            None if table.vacant is None else tuple(sorted(table.vacant)), table.trial,
            tuple(table.ticks), tuple(table.guided),
        )  # fmt: skip

    def append_row(self, row: LogRow) -> bool:
        """Write one row for good. False when its seq or key is taken already."""
        with self._lock:
            log = self._logs.get(row.table_id)
            if log is None or any(row.seq == one.seq or row.key == one.key for one in log):
                return False
            log.append(row)
            log.sort(key=lambda one: one.seq)
        return True

    def rows_after(self, table_id: int, seq: int) -> Sequence[LogRow]:
        """The rows of a table after a version, oldest first."""
        return [row for row in self._logs.get(table_id, ()) if row.seq > seq]

    def rows_between(self, table_id: int, first: int, before: int) -> Sequence[LogRow]:
        """The rows of a table from one entry to just before another, oldest first."""
        return [row for row in self._logs.get(table_id, ()) if first <= row.seq < before]

    def row_by_key(self, table_id: int, key: str) -> LogRow | None:
        """The row that a phone's key has led to, if any."""
        return next((row for row in self._logs.get(table_id, ()) if row.key == key), None)

    def latest_version(self, table_id: int) -> int:
        """The version of a table by its log alone."""
        return self.latest_entry(table_id)[0]

    def latest_entry(self, table_id: int) -> tuple[int, str]:
        """The version of a table by its log alone, and the mark of its newest entry."""
        log = self._logs.get(table_id)
        return (log[-1].seq, log[-1].mark) if log else (0, "")

    def find_snapshot(self, table_id: int) -> tuple[int, int, str] | None:
        """(version, version of the rules, data) of a table's snapshot, if there is one."""
        return self._snapshots.get(table_id)

    def store_snapshot(self, table_id: int, version: int, rules: int, data: str) -> None:
        """Keep a snapshot in place of the table's older one."""
        self._snapshots[table_id] = (version, rules, data)

    def find_record(
        self, *, table_id: int = 0, code: str = "", digest: str = "", birth: str = ""
    ) -> TableRecord | None:
        """The table of this number, code, live link or birth, whichever is given, to be read."""
        with self._lock:
            for table in map(self._live, self._records.values()):
                by_link = digest and any(link.digest == digest for link in table.links)
                if by_link or table.id == table_id or table.code == code or table.birth == birth:
                    return deepcopy(table)
        return None

    @contextmanager
    def change(self, table_id: int) -> Iterator[TableRecord]:
        """The record of a table, to be changed: kept when the block ends without an exception."""
        with self._lock:
            if table_id not in self._records:
                raise NotFound("table.no_such_table")
            kept = self._records[table_id]
            before, table = self._live(kept), deepcopy(self._live(kept))
            yield table
            ended = [link for link in kept.links if link.id not in {one.id for one in table.links}]
            self._ended |= {link.digest for link in ended}
            self._keep(table)
            self._records[table_id].links += ended
        if table != before:
            self.on_change(table_id)

    def insert(self, record: TableRecord, rows: Sequence[LogRow] = ()) -> int:
        """Keep a new table with its links and log, all or nothing; its number."""
        with self._lock:
            self._newest += 1
            self._keep(replace(record, id=self._newest))
            self._logs[self._newest] = [replace(row, table_id=self._newest) for row in rows]
            return self._newest

    def delete(self, table_id: int) -> None:
        """Forget a table for good."""
        for kept in (self._records, self._logs, self._snapshots):
            kept.pop(table_id, None)

    def _keep(self, table: TableRecord) -> None:
        kept = self._records[table.id] = deepcopy(table)
        for link in kept.links:
            self._links += not link.id
            link.id = link.id or self._links

    def _live(self, table: TableRecord) -> TableRecord:
        """A table with the links that nobody ended."""
        links = [link for link in table.links if link.digest not in self._ended]
        return replace(table, links=links)
