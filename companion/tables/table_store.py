"""The interface of a table store, and the records that a table store contains.

For each table it has a record (options, names, links) and a log. ``SqlTableStore`` implements the
interface for the database, ``companion.offline.store`` for the phone's browser.
"""

import logging
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, Literal, Protocol

from companion.tables.errors import Unavailable

_logger = logging.getLogger(__name__)


StoreErrorCause = Literal["busy", "disk_full", "unwritable", "damaged"]
"""Reasons why the store does not answer. Only "busy" ends without somebody's help."""


class StoreError(Unavailable):
    """Raised if the store does not answer; nothing was written. ``fault`` is for the server's log."""

    def __init__(self, fault: str, cause: StoreErrorCause = "busy") -> None:
        super().__init__(f"table.{cause}")
        self.is_permanent = cause != "busy"
        _logger.warning("database: %s", fault)


def utc_now() -> datetime:
    """Return the time in UTC as it is stored: without time zone and microseconds."""
    return datetime.now(UTC).replace(tzinfo=None, microsecond=0)


SEATED_ROLES = ("host", "seat")
INTRO_PAGES = ("aim", "set-up")
"""The pages that newcomers see before the first entry. The current one is stored in ``ticks``."""


@dataclass(frozen=True, slots=True)
class LogRow:
    """One entry of a table's log, as it is stored."""

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
        """Hash of the entry's key, by which a phone recognises the entry.

        The entry's number is not enough: after a backup is restored, another entry may have the same one.
        """
        return hash_entry_key(self.key)


def hash_entry_key(key: str) -> str:
    """Return the ``entry_hash`` of the entry with this key."""
    return sha256(key.encode("utf-8", "replace")).hexdigest()[:8]


@dataclass(frozen=True, slots=True)
class AccessRow:
    """A table's id and newest version, and the link with a given secret, if any."""

    table_id: int
    version: int
    link: tuple[int, str, int | None, str] | None
    """(id, role, seat, device)"""
    revoked: bool = False
    """Whether the link was revoked."""


@dataclass(slots=True)
class LinkRecord:
    """A link of a table that is not revoked. Whoever has its secret has its role and seat."""

    role: str
    """``host``, ``seat``, ``viewer``, or ``invite``: a one-time invitation to take the seat."""
    seat: int | None
    digest: str
    device: str
    """The kind of device that uses the link, such as ``iPad``; empty if unknown."""
    made_at: datetime = field(default_factory=utc_now)
    id: int = 0
    """Assigned by the store; 0 before."""


@dataclass(slots=True)
class SeatRequest:
    """A request to host the table, or to get one's own seat on a new phone."""

    kind: Literal["host", "seat"]
    seat: int
    """``host``: the seat of whoever wants to host. ``seat``: the requested seat."""
    digest: str
    """Hash of the secret that opens the seat once the request is granted. Identifies the request."""
    device: str
    at: int
    """The time of the request, in seconds since 1970."""
    seen: bool = False
    """Whether the holder's phone shows the request. Then that phone alone decides."""
    agreed: bool = False
    """Whether somebody agreed who is neither the holder nor the person who asks."""

    @property
    def id(self) -> str:
        """The id of the request in URLs."""
        return self.digest[:12]


@dataclass(slots=True)
class TableRecord:
    """Everything that is stored about a table except its log."""

    code: str
    slug: str
    mode: str
    rules: int
    """The version of the rules when the table was opened."""
    first: int
    options: dict[str, Any]
    opened_at: datetime
    birth: str
    """The unique id of the table on every installation. Table files contain it."""
    brought_in: bool
    """Whether the table was imported from a file. Whoever has that file may become its host."""
    names: list[str]
    """The stored names, by seat."""
    vacant: list[int] | None
    """In the lobby, the seats for newcomers; None once the table was started."""
    next_code: str = ""
    """The code of the rematch; empty before somebody asked for one."""
    trial: str = ""
    """``name/12``: the recorded play and the step at which a practice table began; empty for others."""
    ticks: list[str] = field(default_factory=list)
    """The ids of the set-up steps that are done, and the current intro page."""
    guided: list[int] = field(default_factory=list)
    """The seats of people who are new to the game."""
    requests: list[SeatRequest] = field(default_factory=list)
    hosting_taken: bool = False
    """Whether somebody became the host without the former host's consent. The table cannot be deleted."""
    links: list[LinkRecord] = field(default_factory=list)
    """The live links. Removing a link from the list revokes it."""
    id: int = 0
    """Assigned by the store; 0 before."""

    @property
    def taken(self) -> frozenset[int]:
        """The seats that a phone has taken."""
        seats = (link.seat for link in self.links if link.role in SEATED_ROLES)
        return frozenset(seat for seat in seats if seat is not None)

    @property
    def host_link(self) -> LinkRecord | None:
        """The host's link, or None without a host."""
        return next((link for link in self.links if link.role == "host"), None)

    @property
    def host(self) -> int | None:
        """The host's seat. None if there is no host, or if the host has no seat."""
        return self.host_link.seat if self.host_link else None

    def find_link_at(self, seat: int) -> LinkRecord | None:
        """Return the link of the phone that has taken a seat, or None for a free seat."""
        links = (link for link in self.links if link.seat == seat and link.role in SEATED_ROLES)
        return next(links, None)


_MAX_SEQ = 2**31 - 1


class TableStore(Protocol):
    """A place that stores tables. Every method raises StoreError if the store does not answer."""

    code_prefix: str
    """The codes of all tables in the store begin with this text: empty on a server, ``0`` offline."""

    def find_access(self, code: str, digest: str) -> AccessRow | None:
        """Return the table with this code, and its link whose secret has this digest (hash), if any.

        Return None if there is no such table.
        """

    def find_live_link(self, link_id: int) -> tuple[int, str, int | None, str] | None:
        """Return (id, role, seat, kind of device) of a link, or None if it was revoked."""

    def append_row(self, row: LogRow) -> bool:
        """Write one row durably. Return False if its table already has a row with this ``seq`` or ``key``.

        Inside ``change``, ``SqlTableStore`` raises StoreError instead of returning False.
        """

    def rows_after(self, table_id: int, seq: int) -> Sequence[LogRow]:
        """Return the rows of a table after the number ``seq``, oldest first."""
        return self.rows_between(table_id, seq + 1, _MAX_SEQ)

    def rows_between(self, table_id: int, first: int, before: int) -> Sequence[LogRow]:
        """Return the rows of a table with ``first <= seq < before``, oldest first."""

    def row_by_key(self, table_id: int, key: str) -> LogRow | None:
        """Return the row of a table with this key, or None."""

    def latest_entry(self, table_id: int) -> tuple[int, str]:
        """Return (number, ``entry_hash``) of a table's newest entry; (0, "") without entries."""

    def find_record(
        self, *, table_id: int = 0, code: str = "", digest: str = "", table_uid: str = ""
    ) -> TableRecord | None:
        """Return the table with the one key given, or None. ``digest`` is the hash of a link's secret."""

    def change(self, table_id: int) -> AbstractContextManager[TableRecord]:
        """Yield the record of a table, locked, so that only one caller changes it at a time.

        When the block ends without an exception, the changes are stored together with everything else that
        the block writes. Raise NotFound if there is no such table. Use ``Tables.change`` to notify phones
        too.
        """

    def insert(
        self,
        record: TableRecord,
        rows: Sequence[LogRow] = (),
        *,
        group_id: int | None = None,
        previous_id: int | None = None,
    ) -> int:
        """Store a new table with its links and log in one transaction. Return its id.

        Also add it to the group ``group_id``, and to each group of ``previous_id``, the table whose rematch
        it is. The groups are those of a server; other stores have none.
        """

    def delete(self, table_id: int) -> Sequence[int]:
        """Delete a table for good. Return the ids of tables whose rematch it was: they can have another."""
