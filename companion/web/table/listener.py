"""What a listening phone receives after an entry.

These steps lead from an entry to the bytes on a phone:

1. ``write_entry`` stores the entry. ``Streams.notify_entry`` puts its version into the subscription of
   each open stream of the table. Nothing is rendered yet.
2. The phone that sent the entry gets its response.
3. Each stream wakes up and takes the newest version; versions in between are skipped. It
   calls ``Listener.update``, which loads the table at that version or newer.
4. ``get_phone_page`` renders the phone's page. The first stream computes what all phones share; each one
   renders only fragments that no phone has shown before. Phones with equal pages share one.
5. ``PhonePage.event`` returns the fragments that the phone does not show yet.
6. ``table_stream.GzipStream`` compresses them, and the server sends the bytes.
"""

from flask import current_app, g

from companion.language.i18n import accepted_languages, set_language_game
from companion.live.hub import Update
from companion.services import tables
from companion.tables import queries
from companion.tables.links import Access, Member, reload_member
from companion.tables.safe_call import call_or_none
from companion.tables.state import TableState
from companion.web.device.acting_for import load_acting_for
from companion.web.table.phone_page import PhonePage, get_phone_page
from companion.web.table.rematch import visited_rematch_code

OPEN_EVENT = b"event: stream:open\ndata: {}\n\n"
"""The first event: the phone is connected."""
OPEN_WITH_PAGE_EVENT = b"event: stream:open\ndata: whole\n\n"
"""The first event if the whole page follows."""
REMATCH_EVENT = b"event: rematch:opened\ndata: {}\n\n"
"""A rematch was opened that this phone has not visited."""
PEOPLE_EVENT = b"event: people:changed\ndata: {}\n\n"


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
        table = self._load_table(self._access.version)
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
        """Return the table at this version or newer. Reload the member if its seat may have changed."""
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
        return REMATCH_EVENT


def people_events(update: Update) -> tuple[bytes, ...]:
    """Return the event of changed people or links, or an empty tuple if the update has no such change."""
    return (PEOPLE_EVENT,) if update.people_changed else ()
