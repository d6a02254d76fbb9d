"""The server-sent events of a table, for pages and for programs."""

import zlib
from collections.abc import Sequence
from functools import lru_cache, partial

from flask import Blueprint, Response, current_app, request

from companion.live.hub import Update
from companion.live.streams import encode_event
from companion.services import streams_of, tables
from companion.tables import queries
from companion.tables.errors import Forbidden
from companion.web.common.request import access_from_cookie
from companion.web.table.listener import OPEN_EVENT, Listener, people_events

bp = Blueprint("table_stream", __name__, url_prefix="/t/<code>")

GZIP_HEADER = bytes.fromhex("1f8b080000000000 00ff")
GZIP_WINDOW_BITS, COMPRESSION_LEVEL = 12, 3
"""A window of 4 kB. A higher level takes 30 % more time for 10 % fewer bytes."""
RECONNECT_EVENT = b"event: stream:moved\ndata: {}\n\n"
"""The last event of a process that stops. The page reconnects without calling itself offline."""
KEEPALIVE_EVENT = b"event: stream:alive\n\n"
"""Sent when nothing happens. A page that does not receive it shows that it is offline."""


@bp.get("/events")
def stream_api_events(code: str) -> Response:
    """Return a table's event stream for programs. It contains versions but no moves and no secrets.

    Anybody with the code can open it; after the game, only devices with a link. A revoked link ends it.
    """
    access = access_from_cookie(code)
    if access.member is None:
        queries.require_not_over(tables().load_for_access(access))

    def encode_newest_entry() -> bytes:
        version, entry_hash = tables().store.latest_entry(access.table_id)
        return encode_event(version, entry_hash=entry_hash)

    def encode_update(update: Update) -> tuple[bytes]:
        return (encode_event(update.version, people_changed=update.people_changed),)

    return streams_of(current_app).open(access, encode_newest_entry, encode_update)


@bp.get("/stream")
def stream_table(code: str) -> Response:
    """Return a page's event stream: after each entry, the fragments that changed for this phone.

    ``shown`` (or ``Last-Event-ID`` on reconnect) is the tag of the page that the phone shows. If it is not
    the newest page, the stream starts with the whole page. A page without a board sends no ``shown`` and
    gets only changes of people and links.
    """
    access = access_from_cookie(code)
    if access.member is None:
        raise Forbidden("table.not_here")
    open_stream, shown = streams_of(current_app).open, request.args.get("shown")
    last_events = (KEEPALIVE_EVENT, RECONNECT_EVENT)
    if shown is None:
        return open_stream(access, lambda: OPEN_EVENT, people_events, b"".join, *last_events)
    listener, is_compressed = Listener(access, access.member), bool(request.accept_encodings["gzip"])
    begin = partial(listener.connect, request.headers.get("Last-Event-ID", shown))
    encode = GzipStream() if is_compressed else b"".join
    stream = open_stream(access, begin, listener.update, encode, *last_events)
    if is_compressed:
        stream.headers["Content-Encoding"] = "gzip"
    return stream


class GzipStream:
    """A function that compresses a stream's events. Equal events are compressed once for all phones."""

    def __init__(self) -> None:
        self._head = GZIP_HEADER

    def __call__(self, events: Sequence[bytes]) -> bytes:
        head, self._head = self._head, b""
        return head + _compress(b"".join(events))


@lru_cache(32)
def _compress(message: bytes) -> bytes:
    packer = zlib.compressobj(COMPRESSION_LEVEL, wbits=-GZIP_WINDOW_BITS, memLevel=5)
    return packer.compress(message) + packer.flush(zlib.Z_SYNC_FLUSH)
