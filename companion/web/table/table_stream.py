"""The server-sent events of a table, for pages and for programs.

These steps lead from an entry to the bytes on a phone:

1. ``write_entry`` stores the entry. ``Streams.notify_entry`` puts its version into the subscription of
   each open stream of the table. Nothing is rendered yet.
2. The phone that sent the entry gets its response.
3. Each stream wakes up and takes the newest version; versions in between are skipped. It
   calls ``Listener.update``, which loads the table at that version or newer.
4. ``get_phone_page`` renders the phone's page. The first stream computes what all phones share; each one
   renders only fragments that no phone has shown before. Phones with equal pages share one.
5. ``PhonePage.event`` returns the fragments that the phone does not show yet.
6. ``GzipStream`` compresses them, and the server sends the bytes.
"""

import zlib
from collections.abc import Sequence
from functools import lru_cache, partial

from flask import Blueprint, Response, current_app, g, request

from companion.language.i18n import accepted_languages, set_language_game
from companion.live.hub import Update
from companion.live.streams import encode_event
from companion.services import streams_of, tables
from companion.tables import queries
from companion.tables.errors import Forbidden, call_or_none
from companion.tables.links import Access, Member, reload_member
from companion.tables.state import TableState
from companion.web.common.http import access_from_cookie
from companion.web.device.acting_for import load_acting_for
from companion.web.table.joining import visited_rematch_code
from companion.web.table.phone_page import PhonePage, get_phone_page

bp = Blueprint("table_stream", __name__, url_prefix="/t/<code>")

GZIP_HEADER = bytes.fromhex("1f8b080000000000 00ff")
GZIP_WINDOW_BITS, COMPRESSION_LEVEL = 12, 3
"""A window of 4 kB. A higher level takes 30 % more time for 10 % fewer bytes."""
RECONNECT_EVENT = b"event: stream:moved\ndata: {}\n\n"
"""The last event of a process that stops. The page reconnects without calling itself offline."""
KEEPALIVE_EVENT = b"event: stream:alive\n\n"
"""Sent when nothing happens. A page that does not receive it shows that it is offline."""
OPEN_EVENT = b"event: stream:open\ndata: {}\n\n"
"""The first event: the phone is connected."""
OPEN_WITH_PAGE_EVENT = b"event: stream:open\ndata: whole\n\n"
"""The first event if the whole page follows."""
REMATCH_EVENT = b"event: rematch:opened\ndata: {}\n\n"
"""A rematch was opened that this phone has not visited."""
PEOPLE_EVENT = b"event: people:changed\ndata: {}\n\n"


@bp.get("/events")
def stream_api_events(code: str) -> Response:
    """Return a table's event stream for programs. It contains versions but no moves and no secrets.

    Anybody with the code can open it; after the game, only devices with a link, which programs send as for
    the API. A revoked link ends it.
    """
    header = request.authorization
    secret = header.token if header and header.type == "bearer" else None
    access = tables().get_access(code, secret) if secret else access_from_cookie(code)
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


class Listener:
    """Makes the server-sent events for one phone, and remembers the page that the phone shows."""

    def __init__(self, access: Access, member: Member) -> None:
        self._app_context, self._languages = current_app.app_context, accepted_languages()
        self._access, self._member, self._tables = access, member, tables()
        table = self._tables.load_for_access(access)
        self._acting_for = load_acting_for(table)
        self._shown: PhonePage | None = None
        self._known_rematch = visited_rematch_code(table)
        self._seat_may_change = True
        """In the lobby, seats are renumbered when somebody leaves."""

    def connect(self, shown_tag: str) -> bytes:
        """Return the first events, with the whole page unless ``shown_tag`` is already its tag."""
        newest, _ = self._tables.store.latest_entry(self._access.table_id)  # since access was checked
        table = self._load_table(newest)
        page_event = call_or_none(table.id, table.version, self._whole_page_event, table, shown_tag)
        return (OPEN_WITH_PAGE_EVENT + page_event if page_event else OPEN_EVENT) + self._rematch_event(
            table
        )

    def update(self, update: Update) -> tuple[bytes, ...]:
        """Return the events that update the phone's page. Events without a change are empty bytes."""
        with self._app_context():
            g.languages = self._languages
            self._seat_may_change = self._seat_may_change or update.people_changed
            table = self._load_table(update.version)
            before, self._shown = self._shown, get_phone_page(table, self._member, self._acting_for)
            is_new = before is None or before.tag != self._shown.tag
            changes = self._shown.event(before) if is_new else b""
            return (changes, self._rematch_event(table), *people_events(update))

    def _load_table(self, version: int) -> TableState:
        access = self._access
        table = self._tables.load_for_access(Access(access.table_id, access.code, version, access.member))
        set_language_game(table.slug)
        if self._seat_may_change:
            self._member = reload_member(self._tables.store, self._member) or self._member
        self._seat_may_change = table.vacant is not None
        self._acting_for = self._acting_for.current(table)
        return table

    def _whole_page_event(self, table: TableState, shown_tag: str) -> bytes:
        self._shown = page = get_phone_page(table, self._member, self._acting_for)
        return b"" if shown_tag == page.tag else page.event(None)

    def _rematch_event(self, table: TableState) -> bytes:
        if table.rematch_code == self._known_rematch or queries.ending(table) is None:
            return b""
        self._known_rematch = table.rematch_code
        return REMATCH_EVENT if table.rematch_code else b""


def people_events(update: Update) -> tuple[bytes, ...]:
    """Return the event of changed people or links, or an empty tuple if the update has no such change."""
    return (PEOPLE_EVENT,) if update.people_changed else ()


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
