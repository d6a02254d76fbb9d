"""Server-sent events: ``id`` is the table's version, the data what has changed in public."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Self

from flask import Blueprint, Flask, Response, current_app, request
from werkzeug.exceptions import TooManyRequests

from companion.limits.quotas import AddressQuota
from companion.limits.rate_limits import client_address, count_attempt
from companion.live.hub import End, Hub, News, Outbox
from companion.services import table_cache, table_store
from companion.tables.errors import NotFound, TableError
from companion.tables.links import Access, normalize_code, resolve_link
from companion.tables.state import TableState
from companion.tables.store import StoreError

if TYPE_CHECKING:
    from companion.live.relay import Relay

bp = Blueprint("live", __name__)
REVOKED = b"event: revoked\ndata: {}\n\n"
"""The last thing a phone hears whose seat was taken over or freed."""
RETRY = b"retry: 1500\n\n"
STILL_HERE = b": breath\n\n"
BREATH = 5.0
"""Seconds after which a silent stream says that it is alive; a page that misses two of these says so."""
FULL = 5
"""Seconds after which a phone may ask again that found all its address's streams open."""


def hub() -> Hub:
    """This process's streams."""
    return hub_of(current_app)


def hub_of(app: Flask) -> Hub:
    """An app's streams."""
    found: Hub = app.extensions["hub"]
    return found


def announce(table: TableState) -> None:
    """Tell every phone of the table that there is a new entry, before the answer goes out."""
    hub().publish(table.id, News(table.version))
    time.sleep(0)  # the streams write now, not when the answer to the mover is drawn
    relay: Relay | None = current_app.extensions["relay"]
    if relay is not None:
        relay.notify(table.id, table.version)


def announce_people(table_id: int) -> None:
    """Tell every phone of the table, and every other process, that its people or their links changed."""
    table_cache().evict(table_id)
    close_revoked_streams(table_id)


def close_revoked_streams(table_id: int) -> None:
    """End the streams whose links were ended, and let all others look anew."""
    hub().close_revoked(table_id, table_store().live_links(table_id))
    hub().publish(table_id, News(table_store().latest_version(table_id), again=True))


def encode_event(version: int, *, again: bool = False, mark: str = "") -> bytes:
    """One encoded event for API clients. It says only that the table is at a version (``again``: the
    same one, look anew; ``mark``: that of the version's entry): each client then asks for what its own
    seat may see, so a stream can never tell a secret.
    """
    told: dict[str, object] = {"version": version}
    if again:
        told["again"] = True
    if mark:
        told["mark"] = mark
    data = json.dumps(told, separators=(",", ":"))
    return f"id: {version}\ndata: {data}\n\n".encode()


@bp.get("/t/<code>/events")
def events(code: str) -> Response:
    """The stream of a table. Anybody with the code may listen: it carries no secret. A phone's stream
    ends with its link.
    """
    try:
        access = resolve_link(table_store(), code, request.cookies.get(f"t-{normalize_code(code)}"))
    except NotFound:
        count_attempt(code)
        raise

    def first() -> bytes:
        version, mark = table_store().latest_entry(access.table_id)
        return encode_event(version, mark=mark)

    return open_stream(access, first, lambda news: (encode_event(news.version, again=news.again),))


def open_stream(
    access: Access,
    first: Callable[[], bytes],
    told: Callable[[News], Sequence[bytes]],
    pack: Callable[[Sequence[bytes]], bytes] = b"".join,
    still_here: bytes = STILL_HERE,
) -> Response:
    """A stream that begins with ``first`` and says of the table's news what ``told`` makes of them, in
    pieces that ``pack`` sends as one, and ``still_here`` in a silence.

    It ends with the link of ``access``. Raises TooManyRequests where the address has too many open.
    """
    if request.method == "HEAD":
        return _stream()
    quota: AddressQuota = current_app.extensions["stream_quota"]
    address = client_address()
    if not quota.acquire(address):
        raise TooManyRequests(retry_after=FULL)
    table_id, streams = access.table_id, hub()
    outbox = streams.subscribe(table_id, access.member.link_id if access.member else None)

    def gone() -> None:
        streams.unsubscribe(table_id, outbox)
        quota.release(address)

    try:
        beginning = first()
    except BaseException:
        gone()
        raise
    return _stream(_Events(outbox, RETRY + beginning, told, pack, gone, still_here))


def _stream(events: Iterable[bytes] = ()) -> Response:
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return Response(events, mimetype="text/event-stream", headers=headers, direct_passthrough=True)


class _Events:
    """Where the table stands, then what is told of news as they come, and a breath in a silence.

    The server goes through it without anything between: all that stands around a stream that waits is
    kept in memory for each phone.
    """

    def __init__(
        self,
        outbox: Outbox,
        beginning: bytes,
        told: Callable[[News], Sequence[bytes]],
        pack: Callable[[Sequence[bytes]], bytes],
        close: Callable[[], None],
        still_here: bytes,
    ) -> None:
        self._outbox, self._beginning, self._told, self._pack = outbox, beginning, told, pack
        self._ended = False
        self._still_here = still_here
        self.close = close

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> bytes:
        said: Sequence[bytes] = (self._beginning,) if self._beginning else ()
        self._beginning = b""
        while not any(said):
            if self._ended:
                raise StopIteration
            said = self._say(self._outbox.get(BREATH))
        return self._pack(said)

    def _say(self, news: News | End | None) -> Sequence[bytes]:
        if news is None:
            return (self._still_here,)
        if isinstance(news, End):
            self._ended = True
            return (REVOKED,) if news is End.REVOKED else ()
        try:
            return self._told(news)
        except (StoreError, TableError):  # the store is away, or the table is gone
            self._ended = True  # and the phone comes back
            return ()


def resync_streams(app: Flask) -> None:
    """Tell every stream its table's newest entry, and end those of links that were ended: what another
    process did may not have been heard.
    """
    with app.app_context():
        for table_id in hub().tables():
            hub().close_revoked(table_id, table_store().live_links(table_id))
            hub().publish(table_id, News(table_store().latest_version(table_id)))


def publish_remote(app: Flask, table_id: int, version: int, again: bool) -> None:
    """Pass on what another process told of a table; its log is read once for all who listen."""
    if table_id not in hub_of(app).tables():
        return
    with app.app_context():
        if again:
            close_revoked_streams(table_id)
            return
        table_cache().load(table_id)
    hub_of(app).publish(table_id, News(version))
