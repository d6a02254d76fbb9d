"""What the tables need of the place that keeps them; the app hands one in.

A place that keeps tables has, for each, a record (what it was opened with, who is called how, the links
that lead to it), a log, and perhaps a snapshot. The database is one such place, a browser another.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, Literal, Protocol

from companion.tables.errors import Unavailable

_logger = logging.getLogger(__name__)


StoreCause = Literal["busy", "disk_full", "unwritable", "damaged"]
"""Why a place does not answer: the first passes by itself, the others last until somebody acts."""


class StoreError(Unavailable):
    """The place does not answer, for a ``fault`` that the log names; nothing was written."""

    def __init__(self, fault: str, cause: StoreCause = "busy") -> None:
        super().__init__(f"table.{cause}")
        self.is_permanent = cause != "busy"
        _logger.warning("database: %s", fault)


def utc_now() -> datetime:
    """The time in UTC, without a zone, as it is stored."""
    return datetime.now(UTC).replace(tzinfo=None, microsecond=0)


INTRO_PAGES = ("aim", "set-up")
"""The pages that newcomers are led through before the first entry: which one, stands among the ticks."""


@dataclass(frozen=True, slots=True)
class LogRow:
    """One line of the log as it is stored."""

    table_id: int
    seq: int
    kind: str
    seat: int
    move: str | None
    data: str
    of: int
    by: int
    device: str
    key: str
    at: int

    @property
    def entry_hash(self) -> str:
        """Tells this entry from another with its number, which a log put back to an older state may get."""
        return hash_entry_key(self.key)


def hash_entry_key(key: str) -> str:
    """The mark of the entry with this key."""
    return sha256(key.encode("utf-8", "replace")).hexdigest()[:8]


@dataclass(frozen=True, slots=True)
class AccessRow:
    """One query's answer about a caller: the table, its newest entry, and the link, if any."""

    table_id: int
    version: int
    link: tuple[int, str, int | None, str] | None
    """(id, role, seat, device)"""
    revoked: bool = False
    """Whether the link is no longer one."""


@dataclass(slots=True)
class LinkRecord:
    """A live link of a table: whoever has the secret behind the digest has the role."""

    role: str
    """``host``, ``seat``, ``viewer``, or ``invite``: a one-time invitation to take the seat."""
    seat: int | None
    digest: str
    device: str
    made_at: datetime
    id: int = 0
    """Given by the place that keeps it; 0 before."""


@dataclass(frozen=True, slots=True)
class SeatRequest:
    """What somebody asks the people at a table for: to host it, or for their own seat on a new phone."""

    kind: Literal["host", "seat"]
    seat: int
    """``host``: the seat of whoever wants to host. ``seat``: the seat that is asked for."""
    digest: str
    """Hash of the secret that opens the seat once the request is granted; names the request."""
    device: str
    at: int
    """When it was made, in seconds since 1970."""
    seen: bool = False
    """Whether the phone that would lose something shows the request. Then that phone alone decides."""
    agreed: bool = False
    """Whether somebody else agreed."""


@dataclass(slots=True)
class TableRecord:
    """All of a table but its log, as it can be changed."""

    code: str
    slug: str
    mode: str
    rules: int
    """The version of the rules it began with."""
    first: int
    options: dict[str, Any]
    opened_at: datetime
    birth: str
    """Names the playing wherever it is kept; its file carries it."""
    brought_in: bool
    """It came here as a file: whoever holds that file may be its host."""
    names: list[str]
    """Of the seats, in their order."""
    vacant: list[int] | None
    """In the lobby, the seats for whoever comes; None once the table was started."""
    next_code: str = ""
    """The rematch, once somebody asked for one."""
    trial: str = ""
    """Of a trial, the recorded play and the step it began at: ``name/12``."""
    ticks: list[str] = field(default_factory=list)
    """The marks of the steps of setting up that are done."""
    guided: list[int] = field(default_factory=list)
    requests: list[SeatRequest] = field(default_factory=list)
    hosting_taken: bool = False
    """Whether somebody became the host without the former host's yes: then no host deletes the table."""
    links: list[LinkRecord] = field(default_factory=list)
    """The live ones. Who is taken out of the list is somebody whose link was ended."""
    id: int = 0
    """Given by the place that keeps it; 0 before."""

    @property
    def taken(self) -> frozenset[int]:
        """The seats at which a phone sits."""
        held = (link.seat for link in self.links if link.role in ("host", "seat"))
        return frozenset(seat for seat in held if seat is not None)


_NO_END = 2**31 - 1


class TableStore(Protocol):
    """A place that keeps tables. Every method raises StoreError where it does not answer."""

    code_prefix: str
    """With this the codes of its tables begin: empty on a server, ``0`` on a phone without a line."""

    def find_access(self, code: str, digest: str) -> AccessRow | None:
        """The table with this code and the link behind the hash of a secret; None without a table."""

    def find_live_link(self, link_id: int) -> tuple[int, str, int | None, str] | None:
        """What a link is now: (id, role, seat, device); None where it was ended."""

    def append_row(self, row: LogRow) -> bool:
        """Write one row for good. False when its seq or key is taken already, for which a database raises
        StoreError within ``change``.
        """

    def rows_after(self, table_id: int, seq: int) -> Sequence[LogRow]:
        """The rows of a table after a version, oldest first."""
        return self.rows_between(table_id, seq + 1, _NO_END)

    def rows_between(self, table_id: int, first: int, before: int) -> Sequence[LogRow]:
        """The rows of a table from one entry to just before another, oldest first."""

    def row_by_key(self, table_id: int, key: str) -> LogRow | None:
        """The row that a phone's key has led to, if any."""

    def latest_entry(self, table_id: int) -> tuple[int, str]:
        """The version of a table by its log alone, and the mark of its newest entry."""

    def find_snapshot(self, table_id: int) -> tuple[int, int, str] | None:
        """(version, version of the rules, data) of a table's snapshot, if there is one."""

    def store_snapshot(self, table_id: int, version: int, rules: int, data: str) -> None:
        """Keep a snapshot in place of the table's older one."""

    def find_record(
        self, *, table_id: int = 0, code: str = "", digest: str = "", table_uid: str = ""
    ) -> TableRecord | None:
        """The table of this number, code, live link or ``table_uid``, whichever is given, to be read."""

    def change(self, table_id: int) -> AbstractContextManager[TableRecord]:
        """The record of a table, to be changed: one at a time changes it, and what was changed is kept
        for good when the block ends without an exception, together with whatever else the block writes.
        Raises NotFound where there is none. Whoever has others to tell uses ``Tables.change``.
        """

    def insert(self, record: TableRecord, rows: Sequence[LogRow] = ()) -> int:
        """Keep a new table with its links and log, all or nothing; its number."""

    def delete(self, table_id: int) -> None:
        """Forget a table for good."""
