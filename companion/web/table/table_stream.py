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
from companion.web.table.listener import OPEN_EVENT, Listener, people_changed

bp = Blueprint("table_stream", __name__, url_prefix="/t/<code>")

GZIP_HEADER = bytes.fromhex("1f8b080000000000 00ff")
GZIP_WINDOW_BITS, COMPRESSION_LEVEL = 12, 3
"""A window of 4 kB. A higher level takes 30 % more time for 10 % fewer bytes."""
MOVED_EVENT = b"event: stream:moved\ndata: {}\n\n"
"""The last event of a process that stops. The page reconnects without calling itself offline."""
KEEPALIVE_EVENT = b"event: stream:alive\n\n"
"""Sent when nothing happens. A page that does not receive it shows that it is offline."""


@bp.get("/events")
def events(code: str) -> Response:
    """Return the event stream of a table for programs. It contains no secrets.

    Everybody with the code can read it until the game is over. It ends when the link that opened it ends.
    """
    access = access_from_cookie(code)
    if access.member is None:
        queries.require_not_over(tables().load_for(access))

    def first() -> bytes:
        version, entry_hash = tables().store.latest_entry(access.table_id)
        return encode_event(version, entry_hash=entry_hash)

    return streams_of(current_app).open(access, first, _api_events)


def _api_events(update: Update) -> tuple[bytes]:
    return (encode_event(update.version, people_changed=update.people_changed),)


@bp.get("/stream")
def stream_table(code: str) -> Response:
    """Return the event stream of a page: after each entry the fragments that changed for this link.

    ``shown`` (or ``Last-Event-ID`` on reconnect) is the tag of what the phone shows. If it is out of date,
    the stream starts with the whole page. A page without ``shown`` has no board: it gets only changes of
    people and links.
    """
    access = access_from_cookie(code)
    if access.member is None:
        raise Forbidden("table.not_here")
    shown = request.args.get("shown")
    if shown is None:
        return streams_of(current_app).open(
            access, lambda: OPEN_EVENT, people_changed, b"".join, KEEPALIVE_EVENT, MOVED_EVENT
        )
    listener = Listener(access, access.member)
    begin = partial(listener.connect, request.headers.get("Last-Event-ID", shown))
    if not request.accept_encodings["gzip"]:
        return streams_of(current_app).open(
            access, begin, listener.update, heartbeat=KEEPALIVE_EVENT, last_event=MOVED_EVENT
        )
    stream = streams_of(current_app).open(
        access, begin, listener.update, GzipStream(), KEEPALIVE_EVENT, MOVED_EVENT
    )
    stream.headers["Content-Encoding"] = "gzip"
    return stream


class GzipStream:
    """Compresses a stream message by message, so that phones with equal pages get the same bytes."""

    def __init__(self) -> None:
        self._head = GZIP_HEADER

    def __call__(self, events: Sequence[bytes]) -> bytes:
        head, self._head = self._head, b""
        return head + _compress(b"".join(events))


@lru_cache(32)
def _compress(message: bytes) -> bytes:
    packer = zlib.compressobj(COMPRESSION_LEVEL, wbits=-GZIP_WINDOW_BITS, memLevel=5)
    return packer.compress(message) + packer.flush(zlib.Z_SYNC_FLUSH)
