"""What happens from an entry to the bytes on a phone, in this order.

1. ``write_entry`` has stored the entry. ``Streams.entered`` puts its version into the outbox of each open
   stream of the table. Nothing is drawn yet.
2. Whoever made the entry gets the answer.
3. Each stream wakes up and takes the newest version from its outbox; versions in between are skipped. It
   calls ``Listener.update``, which loads the table at that version or newer.
4. ``page_of`` draws the phone's page. The first stream works out what all phones share; each one draws
   only fragments that no phone has shown before. Phones that see the same share one page.
5. ``PhonePage.event`` returns the fragments that the phone does not show yet.
6. ``table_stream.GzipStream`` compresses them, and the server writes the bytes.
"""

from __future__ import annotations

from flask import current_app, g

from companion.language.i18n import accepted_languages, set_language_game
from companion.live.hub import Update
from companion.services import tables
from companion.tables import queries
from companion.tables.links import Access, Member, reload_member
from companion.tables.safe_call import call_or_none
from companion.tables.state import TableState
from companion.web.device.acting_for import load_acting_for
from companion.web.table.phone_page import PhonePage, page_of
from companion.web.table.rematch import visited_rematch_code

OPEN_EVENT = b"event: stream:open\ndata: {}\n\n"
"""The first event: the phone is connected."""
OPEN_WITH_PAGE_EVENT = b"event: stream:open\ndata: whole\n\n"
"""The same, if the whole page comes next."""
REMATCH_EVENT = b"event: rematch:opened\ndata: {}\n\n"
"""The people play once more, and this phone has not been at their new table."""
PEOPLE_EVENT = b"event: people:changed\ndata: {}\n\n"


class Listener:
    """A phone that listens to its table, and the page that it shows. Nothing of its request is kept."""

    def __init__(self, access: Access, member: Member) -> None:
        self._app_context, self._languages = current_app.app_context, accepted_languages()
        self._access, self._member, self._tables = access, member, tables()
        table = self._tables.load_for(access)
        self._acting_for = load_acting_for(table)
        self._shown: PhonePage | None = None
        self._known_rematch = visited_rematch_code(table)
        self._seat_may_change = True
        """Seats close up when somebody leaves the lobby."""

    def connect(self, shown: str) -> bytes:
        """The first events; with the whole page unless the phone shows it (``shown`` is its tag)."""
        table = self._table(self._access.version)
        whole = call_or_none(table.id, table.version, self._whole, table, shown)
        return (OPEN_WITH_PAGE_EVENT + whole if whole else OPEN_EVENT) + self._rematch(table)

    def update(self, update: Update) -> tuple[bytes, ...]:
        """The events that bring the phone up to date; empty if nothing changed for it."""
        with self._app_context():
            g.languages = self._languages
            self._seat_may_change = self._seat_may_change or update.people_changed
            table = self._table(update.version)
            before, self._shown = self._shown, page_of(table, self._member, self._acting_for)
            is_new = before is None or before.tag != self._shown.tag
            changes = self._shown.event(before) if is_new else b""
            return (changes, self._rematch(table), *people_changed(update))

    def _table(self, version: int) -> TableState:
        """The table at this version or newer. The phone's seat is never older than the table."""
        access = self._access
        table = self._tables.load_for(Access(access.table_id, access.code, version, access.member))
        set_language_game(table.slug)
        if self._seat_may_change:
            self._member = reload_member(self._tables.store, self._member) or self._member
        self._seat_may_change = table.vacant is not None
        self._acting_for = self._acting_for.current(table)
        return table

    def _whole(self, table: TableState, shown: str) -> bytes:
        self._shown = page = page_of(table, self._member, self._acting_for)
        return b"" if shown == page.tag else page.event(None)

    def _rematch(self, table: TableState) -> bytes:
        """That a finished game is played once more; sent once."""
        if table.rematch_code == self._known_rematch or queries.ending(table) is None:
            return b""
        self._known_rematch = table.rematch_code
        return REMATCH_EVENT


def people_changed(update: Update) -> tuple[bytes, ...]:
    """The event for the table's other pages: its people or links changed."""
    return (PEOPLE_EVENT,) if update.people_changed else ()
