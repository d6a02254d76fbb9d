"""The page of a table on one phone: its fragments, and the tag that identifies what it shows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256

from markupsafe import Markup

from companion.language.i18n import choose_language
from companion.sentences.phrases import localized_names
from companion.services import Services, services
from companion.tables.links import Member
from companion.tables.seat_requests import OpenSeatRequest, find_open_seat_request, unix_time
from companion.tables.state import TableState
from companion.web.common.page_fragments import (
    ROOT_FRAGMENT_NAME,
    HtmlByName,
    changed_fragments,
    render_fragment,
)
from companion.web.device.acting_for import ActingFor
from companion.web.table.guide import guided_seat, make_guide_strip
from companion.web.table.lobby import lobby_fragments
from companion.web.table.play_fragments import page_fragments
from companion.web.table.public_table import SharedPage, make_shared_page, make_viewer


@dataclass(frozen=True)
class PhonePage:
    """The fragments of the page that one phone shows."""

    tag: str
    fragments: HtmlByName
    shared: SharedPage | None
    """None in a lobby."""

    def html(self, **more: str) -> Markup:
        """Return the whole page as HTML. ``more`` replaces or adds fragments by name."""
        return Markup(render_fragment({**self.fragments, **more}))

    def event(self, before: PhonePage | None) -> bytes:
        """Return the server-sent event that turns the page ``before`` (None: empty) into this page."""
        data = self.partials(before).replace("\n", "\ndata: ")
        return f"id: {self.tag}\ndata: {data}\n\n".encode()

    def partials(self, before: PhonePage | None) -> str:
        """Return the htmx partials that turn the page ``before`` (None: empty) into this page."""
        page = self.fragments
        names = [ROOT_FRAGMENT_NAME] if before is None else changed_fragments(before.fragments, page)
        return "".join([partial_of(name, render_fragment(page, name)) for name in names])


@lru_cache(512)
def partial_of(name: str, text: str) -> str:
    """Return an htmx partial that replaces the element of the fragment ``name`` with the HTML ``text``."""
    target = name.rpartition(":")[2]
    return f'<hx-partial hx-target="#{target}" hx-swap="outerMorph">{text}</hx-partial>'


def get_phone_page(table: TableState, member: Member, acting_for: ActingFor) -> PhonePage:
    """Return the page of a table that this member's phone should show now."""
    caches = services()
    if table.vacant is None:
        page = _get_play_page(caches, table, member, acting_for)
    else:
        tag, question = _lobby_tag(table, member, acting_for), _open_seat_request(table, member)
        fragments = lobby_fragments(table, member, acting_for, question, tag)
        page = PhonePage(f".{tag}", fragments, None)
    caches.pages.put((table.code, page.tag), page)
    return page


def _get_play_page(caches: Services, table: TableState, member: Member, acting_for: ActingFor) -> PhonePage:
    key = (table.code, choose_language())
    shared: SharedPage | None = caches.shared_pages.get(key)
    if shared is None or shared.state is not table:
        tag = _public_tag(table)
        if shared is None or shared.tag != tag:
            shared = make_shared_page(table, tag)
            caches.shared_pages.put(key, shared)
    tag, guided, question = _viewer_tag_and_inputs(table, member, acting_for)
    page: PhonePage | None = caches.pages.get((table.code, f"{shared.tag}.{tag}"))
    if page and page.shared is shared and shared.state is table:
        return page
    guide = None if guided is None else make_guide_strip(table, member, guided)
    viewer = make_viewer(shared, table, member, acting_for, tag, guide, question)
    return PhonePage(f"{shared.tag}.{tag}", page_fragments(shared.table, viewer), shared)


def page_with_tag(table: TableState, tag: str, member: Member) -> PhonePage | None:
    """Return the cached page with this tag, or None if it is not cached or belongs to another seat."""
    page: PhonePage | None = services().pages.get((table.code, tag))
    return page if page and page.tag.rsplit(".", 2)[-2] == _seat_in_tag(member) else None


def _open_seat_request(table: TableState, member: Member) -> OpenSeatRequest | None:
    return find_open_seat_request(table, member, unix_time()) if table.requests else None


def _lobby_tag(table: TableState, member: Member, acting_for: ActingFor) -> str:
    people = (table.version, table.taken, table.vacant, table.host, _open_seat_request(table, member))
    inputs = (*people, table.replay.setup, table.ticks, table.guided, *_public_tag_inputs(table))
    return f"{_seat_in_tag(member)}.{_short_hash((member.role, acting_for, inputs))}"


def page_tag(table: TableState, member: Member, acting_for: ActingFor) -> str:
    """Return the tag of a phone's page: a hash of all that the page depends on."""
    if table.vacant is not None:
        return f".{_lobby_tag(table, member, acting_for)}"
    return f"{_public_tag(table)}.{_viewer_tag_and_inputs(table, member, acting_for)[0]}"


def _viewer_tag_and_inputs(
    table: TableState, member: Member, acting_for: ActingFor
) -> tuple[str, int | None, OpenSeatRequest | None]:
    """Return (this viewer's part of the tag, the guided seat or None, the open request or None)."""
    guided = guided_seat(table, member, acting_for) if table.guided else None
    question = _open_seat_request(table, member)
    inputs = _short_hash((member.role, acting_for, (guided, table.intro_page, question)))
    return f"{_seat_in_tag(member)}.{inputs}", guided, question


def _public_tag(table: TableState) -> str:
    return f"{table.version}.{_short_hash(_public_tag_inputs(table))}"


def _public_tag_inputs(table: TableState) -> tuple[object, ...]:
    people = localized_names(table), table.host, len(table.taken)
    return choose_language(), *people, table.entry_hash, table.rematch_code


def _seat_in_tag(member: Member) -> str:
    return "-" if member.seat is None else str(member.seat)


def _short_hash(value: object) -> str:
    return sha256(repr(value).encode("utf-8", "replace")).hexdigest()[:8]
