"""The open streams of a process: what is new at a table is told to each, and to other processes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol, Self

from flask import Response, request
from werkzeug.exceptions import TooManyRequests

from companion.limits import AddressQuota
from companion.limits.rate_limits import client_address
from companion.live.hub import End, Hub, News, Outbox
from companion.tables.errors import TableError
from companion.tables.faults import or_none
from companion.tables.links import Access
from companion.tables.ports import TableStore
from companion.tables.state import TableState
from companion.tables.tables import Announcer, Tables

REVOKED = b"event: revoked\ndata: {}\n\n"
"""The last thing a phone hears whose seat was taken over or freed."""
RETRY = b"retry: 1500\n\n"
STILL_HERE = b": breath\n\n"
BREATH = 5.0
"""Seconds after which a silent stream says that it is alive; a page that misses two of these says so."""
FULL = 5
"""Seconds after which a phone may ask again that found all its address's streams open."""


class OtherProcesses(Protocol):
    """The way to the other processes that serve the same tables."""

    connected: bool
    """Whether it hears of them now."""

    def start(self) -> None:
        """Send and receive from now on."""

    def stop(self) -> None:
        """End for good."""

    def notify(self, table_id: int, version: int, again: bool = False) -> None:
        """Let the others know that a table is at a version, or (``again``) that its people changed."""


class Streams(Announcer):
    """The streams that phones of this process hold open, and whom its tables announce to."""

    def __init__(self, store: TableStore, quota: AddressQuota) -> None:
        self.hub, self.quota = Hub(), quota
        self.relay: OtherProcesses | None = None
        """None where one process serves all tables."""
        self._store = store

    def entered(self, table: TableState) -> None:
        """Tell every phone of the table that there is a new entry. The streams draw it once whoever made it
        has the answer: nothing here lets others run."""
        self.hub.publish(table.id, News(table.version))
        if self.relay is not None:
            self.relay.notify(table.id, table.version)

    def changed(self, table_id: int) -> None:
        """Tell every phone of the table, and other processes, that its people or their links changed."""
        if self.relay is not None:
            self.relay.notify(table_id, 0, again=True)
        self._look_anew(table_id)

    def relayed(self, tables: Tables, table_id: int, version: int, *, again: bool) -> None:
        """Pass on what another process told of a table; its log is read once for all who listen."""
        if table_id not in self.hub.tables():
            return
        if again:
            self._look_anew(table_id)
            return
        tables.load(table_id)
        self.hub.publish(table_id, News(version))

    def look_at_all(self) -> None:
        """Tell every stream its table's newest entry, and end those of links that were ended: what another
        process did may not have been heard.
        """
        for table_id in self.hub.tables():
            self._look_anew(table_id, again=False)

    def _look_anew(self, table_id: int, *, again: bool = True) -> None:
        """End the streams whose links were ended, and let all others look."""
        record = self._store.find_record(table_id=table_id)
        self.hub.close_revoked(table_id, {link.id for link in record.links} if record else set())
        self.hub.publish(table_id, News(self._store.latest_entry(table_id)[0], again=again))

    def open(
        self,
        access: Access,
        first: Callable[[], bytes],
        say: Callable[[News], Sequence[bytes]],
        pack: Callable[[Sequence[bytes]], bytes] = b"".join,
        still_here: bytes = STILL_HERE,
    ) -> Response:
        """A stream that begins with ``first`` and says of the table's news what ``say`` makes of them, as
        events that ``pack`` sends as one, and ``still_here`` in a silence.

        It ends with the link of ``access``. Raises TooManyRequests where the address has too many open.
        """
        if request.method == "HEAD":
            return _stream()
        quota, address = self.quota, client_address()
        if not quota.acquire(address):
            raise TooManyRequests(retry_after=FULL)
        table_id = access.table_id
        outbox = self.hub.subscribe(table_id, access.member.link_id if access.member else None)

        def gone() -> None:
            self.hub.unsubscribe(table_id, outbox)
            quota.release(address)

        try:
            beginning = first()
        except BaseException:
            gone()
            raise
        return _stream(_Events(table_id, outbox, RETRY + beginning, say, pack, gone, still_here))


def encode_event(version: int, *, again: bool = False, mark: str = "") -> bytes:
    """One encoded event for API clients. It says only that the table is at a version (``again``: the
    same one, look anew; ``mark``: that of the version's entry): each client then asks for what its own
    seat may see, so a stream can never tell a secret.
    """
    news = {"version": version, **({"again": True} if again else {}), **({"mark": mark} if mark else {})}
    data = json.dumps(news, separators=(",", ":"))
    return f"id: {version}\ndata: {data}\n\n".encode()


def _stream(events: Iterable[bytes] = ()) -> Response:
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return Response(events, mimetype="text/event-stream", headers=headers, direct_passthrough=True)


@dataclass(slots=True)
class _Events:
    """Where the table stands, then what is told of news as they come, and a breath in a silence. Where a
    version cannot be drawn, nothing is told of it, and the stream goes on with the next.

    The server goes through it without anything between: all that stands around a stream that waits is
    kept in memory for each phone.
    """

    table_id: int
    outbox: Outbox
    beginning: bytes
    say: Callable[[News], Sequence[bytes]]
    pack: Callable[[Sequence[bytes]], bytes]
    close: Callable[[], None]
    still_here: bytes
    ended: bool = False

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> bytes:
        said: Sequence[bytes] = (self.beginning,)
        self.beginning = b""
        while not any(said):
            if self.ended:
                raise StopIteration
            said = self._next(self.outbox.get(BREATH))
        return self.pack(said)

    def _next(self, news: News | End | None) -> Sequence[bytes]:
        if news is None:
            return (self.still_here,)
        if isinstance(news, End):
            self.ended = True
            return (REVOKED,) if news is End.REVOKED else ()
        try:
            return or_none(self.table_id, news.version, self.say, news) or ()
        except TableError:  # the store is away, or the table is gone
            self.ended = True  # and the phone comes back
            return ()
