"""The stream of a table's page: with each entry what has changed of what this phone shows."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from functools import lru_cache, partial

from flask import Blueprint, Response, current_app, g, request

from companion.language.i18n import readers_languages, set_language_game
from companion.live.hub import News
from companion.live.streams import encode_event
from companion.services import streams_of, tables
from companion.tables import queries
from companion.tables.errors import Forbidden
from companion.tables.faults import or_none
from companion.tables.links import Access, Member, member_now
from companion.tables.state import TableState
from companion.web.device.entering_for import entering_for
from companion.web.plumbing.request import current_access
from companion.web.table.fragment_page import FragmentPage
from companion.web.table.pages import page_of
from companion.web.table.rematch import known_rematch_code

bp = Blueprint("table_stream", __name__, url_prefix="/t/<code>")

GZIP_HEAD = bytes.fromhex("1f8b080000000000 00ff")
WINDOW = 12
"""A message has 4 kB."""
OPEN = b"event: stream:open\ndata: {}\n\n"
"""The first thing a page hears: the line stands."""
OPEN_WITH_PAGE = b"event: stream:open\ndata: whole\n\n"
"""The same, where all of the page comes next."""
ALIVE = b"event: stream:alive\n\n"
"""In a silence: a page that does not hear it for a while says that it has lost the line."""
REMATCH = b"event: rematch:opened\ndata: {}\n\n"
"""The people play once more, and this phone has not been at their new table."""
PEOPLE = b"event: people:changed\ndata: {}\n\n"


@bp.get("/events")
def events(code: str) -> Response:
    """The stream of a table for programs. Anybody with the code may listen until the game is over: it
    carries no secret. Who comes with a link is let go with it.
    """
    access = current_access(code)
    if access.member is None:
        queries.require_open_door(tables().load_for(access))

    def first() -> bytes:
        version, mark = tables().store.latest_entry(access.table_id)
        return encode_event(version, mark=mark)

    return streams_of(current_app).open(
        access, first, lambda news: (encode_event(news.version, again=news.again),)
    )


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
        return streams_of(current_app).open(access, lambda: OPEN, _of_people, still_here=ALIVE)
    listener = _Listener(access, access.member)
    begin = partial(listener.catch_up, request.headers.get("Last-Event-ID", shown))
    if not request.accept_encodings["gzip"]:
        return streams_of(current_app).open(access, begin, listener.hear, still_here=ALIVE)
    stream = streams_of(current_app).open(access, begin, listener.hear, _Gzip(), ALIVE)
    stream.headers["Content-Encoding"] = "gzip"
    return stream


class _Gzip:
    """Compresses a stream, each piece by itself: what ends an event of several is sent to more than
    one phone (what all show alike, mostly), and is compressed once."""

    def __init__(self) -> None:
        self._head = GZIP_HEAD

    def __call__(self, event: Sequence[bytes]) -> bytes:
        head, self._head = self._head, b""
        *own, last = [piece for piece in event if piece]
        return head + b"".join(map(_packed, own)) + (_packed_once if own else _packed)(last)


def _packed(piece: bytes) -> bytes:
    packer = zlib.compressobj(wbits=-WINDOW, memLevel=5)
    return packer.compress(piece) + packer.flush(zlib.Z_SYNC_FLUSH)


_packed_once = lru_cache(256)(_packed)


def _of_people(news: News) -> tuple[bytes, ...]:
    """What a page hears of the table's people and links."""
    return (PEOPLE,) if news.again else ()


class _Listener:
    """What one phone sees of its table, and was told last. Nothing of its request is kept."""

    def __init__(self, access: Access, member: Member) -> None:
        self._app_context = current_app.app_context
        self._access, self._member, self._languages = access, member, readers_languages()
        table = tables().load_for(access)
        self._asked = entering_for(table)
        self._shown: FragmentPage | None = None
        self._knows = known_rematch_code(table)
        self._moves = True
        """Its seat may have another number by now: the seats close up when the lobby is left."""

    def catch_up(self, shown: str) -> bytes:
        """The line stands; and the whole table, unless the phone shows it or it cannot be drawn."""
        table = self._table(self._access.version)
        whole = or_none(table.id, table.version, self._whole, table, shown)
        return (OPEN_WITH_PAGE + whole if whole else OPEN) + self._along(table)

    def _whole(self, table: TableState, shown: str) -> bytes:
        self._shown = page = page_of(table, self._member, self._asked)
        return b"" if shown == page.tag else b"".join(page.event(None))

    def hear(self, news: News) -> tuple[bytes, ...]:
        """What has changed since; nothing where nothing did."""
        with self._app_context():
            g.languages = self._languages
            self._moves = self._moves or news.again
            table = self._table(news.version)
            return (*self._changes(table), self._along(table), *_of_people(news))

    def _table(self, version: int) -> TableState:
        """The table as of a version, or newer, and who looks at it: never somebody of before it."""
        access = self._access
        table = tables().load_for(Access(access.table_id, access.code, version, access.member))
        set_language_game(table.slug)
        if self._moves:
            self._member = member_now(tables().store, self._member) or self._member
        self._moves = table.vacant is not None
        self._asked = self._asked.as_of(table)
        return table

    def _along(self, table: TableState) -> bytes:
        """That there is a rematch of what is over, told once."""
        if table.rematch == self._knows or queries.ending(table) is None:
            return b""
        self._knows = table.rematch
        return REMATCH

    def _changes(self, table: TableState) -> tuple[bytes, ...]:
        """What has changed since the last look."""
        before, self._shown = self._shown, page_of(table, self._member, self._asked)
        return () if before and before.tag == self._shown.tag else self._shown.event(before)
