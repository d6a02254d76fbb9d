"""The stream of a table's page: with each entry what has changed of what this phone shows."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from dataclasses import replace

from flask import Blueprint, Response, copy_current_request_context, request

from companion.i18n import set_language_game
from companion.live.stream import STILL_HERE, decode_event, open_stream
from companion.tables import queries
from companion.tables.errors import Forbidden
from companion.tables.links import Access, Member
from companion.tables.state import TableState
from companion.web.entering_for import ITS_OWN, entering_for
from companion.web.fragments import Drawing
from companion.web.partials import partials, table_drawing, table_tag
from companion.web.request import current_access, table_cache

bp = Blueprint("table_stream", __name__, url_prefix="/t/<code>")

GZIP_HEAD = bytes.fromhex("1f8b080000000000 00ff")
WINDOW = 12
"""4 kB hold the last message; a table at which something happens costs 33 kB of memory a phone."""
BEGINNING = 2
"""Events until the page shows what is."""
OPEN = b"event: stream:open\ndata: {}\n\n"
"""The first thing a page hears: the line stands."""
PEOPLE = b"event: people:changed\ndata: {}\n\n"


@bp.get("/stream")
def stream_table(code: str) -> Response:
    """Of each entry the parts of the page that it changed, drawn for this link.

    ``shown`` (or ``Last-Event-ID``, when a phone comes back) is the tag of what the phone shows: where
    it is out of date, the stream begins with the whole. A page without it shows other things of the table:
    it only hears that the table's people or links changed, and that its own link was ended.
    """
    access = current_access(code)
    if access.member is None:
        raise Forbidden("table.not_here")
    shown = request.args.get("shown")
    if shown is None:
        return open_stream(access, lambda: OPEN, people_changed)
    listener = _Listener(access, access.member)
    stream = open_stream(
        access,
        lambda: OPEN + listener.catch_up(request.headers.get("Last-Event-ID", shown)),
        copy_current_request_context(listener.hear),
    )
    if request.accept_encodings["gzip"]:
        stream.response = gzipped(stream.iter_encoded())
        stream.headers["Content-Encoding"] = "gzip"
    return stream


def gzipped(events: Iterable[bytes]) -> Iterator[bytes]:
    """The same, compressed and passed on at once: entries look much alike.

    What a compressor remembers is given up whenever nothing happens for a while, and after the beginning.
    """
    yield GZIP_HEAD
    packer = None
    for number, event in enumerate(events):
        packer = packer or zlib.compressobj(wbits=-WINDOW, memLevel=5)
        yield packer.compress(event) + packer.flush(zlib.Z_FULL_FLUSH)
        if number < BEGINNING or event is STILL_HERE:
            packer = None


def people_changed(event: bytes) -> bytes:
    """What a page hears that does not show the table itself."""
    _, again = decode_event(event)
    return PEOPLE if again else b""


class _Listener:
    """What one phone was told last."""

    def __init__(self, access: Access, member: Member) -> None:
        self._access, self._member = access, member
        self._asked = ITS_OWN
        self._tag = ""
        self._shown: Drawing | None = None

    def catch_up(self, shown: str) -> bytes:
        """The whole table, unless the phone shows it as it is."""
        table = self._table(self._access.version)
        self._asked = entering_for(table)
        self._tag = table_tag(table, self._member, self._asked)
        self._shown = table_drawing(table, self._member, self._asked)
        return b"" if shown == self._tag else _message(self._tag, None, self._shown)

    def hear(self, event: bytes) -> bytes:
        """What has changed since; nothing where nothing did."""
        table = self._table(decode_event(event)[0])
        awaited = queries.awaiting(table)
        self._asked = self._asked.as_of(awaited.seats if awaited else ())
        tag = table_tag(table, self._member, self._asked)
        if tag == self._tag:
            return b""
        before, self._shown = self._shown, table_drawing(table, self._member, self._asked)
        self._tag = tag
        return _message(tag, before, self._shown)

    def _table(self, version: int) -> TableState:
        """The table at a version or newer, in its game's words."""
        table = table_cache().load_for(replace(self._access, version=version))
        set_language_game(table.slug)
        return table


def _message(tag: str, before: Drawing | None, after: Drawing) -> bytes:
    """One event: its id is the tag, its data the changed parts."""
    text = partials(before, after).replace("\n", "\ndata: ")
    return f"id: {tag}\ndata: {text}\n\n".encode()
