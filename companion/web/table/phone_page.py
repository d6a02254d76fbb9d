"""The page of a table on one phone: its fragments, the tag of what it shows, and what changes it."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256

from markupsafe import Markup

from companion.language.i18n import choose_language
from companion.sentences.phrases import names_of
from companion.services import Services, services
from companion.tables.links import Member
from companion.tables.seat_requests import Question, question_for, seconds_now
from companion.tables.state import TableState
from companion.web.common.page_fragments import ROOT, Page, changed, slots, whole
from companion.web.device.entering_for import EntersFor
from companion.web.table.guiding import guide_of, guided_seat
from companion.web.table.lobby import lobby_of
from companion.web.table.lobby_page import lobby_fragments
from companion.web.table.public_table import SharedPage, shared_page, viewer_of


@dataclass(frozen=True)
class PhonePage:
    """The fragments that one phone shows."""

    tag: str
    fragments: Page
    shared: SharedPage | None
    """None in a lobby."""

    def html(self, **more: str) -> Markup:
        """Return the whole page as HTML, with ``more`` fragments."""
        return Markup(whole({**self.fragments, **more}))

    def event(self, before: PhonePage | None) -> bytes:
        """Return the event that turns the page ``before`` (or an empty one) into this one."""
        data = self.partials(before).replace("\n", "\ndata: ")
        return f"id: {self.tag}\ndata: {data}\n\n".encode()

    def partials(self, before: PhonePage | None) -> str:
        """Return the fragments that differ from ``before`` as htmx partials."""
        page = self.fragments
        names = [ROOT] if before is None else changed(before.fragments, page)
        return "".join(
            [partial_of(name, whole(page, name) if slots(page[name]) else page[name]) for name in names]
        )


@lru_cache(512)
def partial_of(name: str, text: str) -> str:
    """Return an htmx partial that replaces the element whose id is the fragment's name."""
    target = name.rpartition(":")[2]
    return f'<hx-partial hx-target="#{target}" hx-swap="outerMorph">{text}</hx-partial>'


def page_of(table: TableState, member: Member, acting_for: EntersFor) -> PhonePage:
    """Return the page that the phone with this link shows now."""
    known = services()
    if table.vacant is None:
        page = _page_of_play(known, table, member, acting_for)
    else:
        page = lobby_page(table, member, acting_for)
    known.pages.put((table.code, page.tag), page)
    return page


def _page_of_play(known: Services, table: TableState, member: Member, acting_for: EntersFor) -> PhonePage:
    """Return the cached page with the same tag, or build one from what all phones share."""
    key = (table.code, choose_language())
    shared: SharedPage | None = known.shared_pages.get(key)
    if shared is None or shared.state is not table:
        tag = _public_tag(table)
        if shared is None or shared.tag != tag:
            shared = shared_page(table, tag)
            known.shared_pages.put(key, shared)
    tag, guided, question = _own_tag(table, member, acting_for)
    page: PhonePage | None = known.pages.get((table.code, f"{shared.tag}.{tag}"))
    if page and page.shared is shared and shared.state is table:
        return page
    guide = None if guided is None else guide_of(table, member, guided)
    viewer = viewer_of(shared, table, member, acting_for, tag, guide, question)
    return PhonePage(f"{shared.tag}.{tag}", shared.page_for(viewer), shared)


def page_with_tag(table: TableState, tag: str, member: Member) -> PhonePage | None:
    """Return the page with this tag; None if it left the cache or was made for another seat."""
    page: PhonePage | None = services().pages.get((table.code, tag))
    return page if page and page.tag.rsplit(".", 2)[-2] == _seat(member) else None


def open_question(table: TableState, member: Member) -> Question | None:
    """Return the open request that this member's phone shows, or None."""
    return question_for(table, member, seconds_now())


def lobby_page(table: TableState, member: Member, acting_for: EntersFor) -> PhonePage:
    """Return the page of a table that has not started."""
    tag = _lobby_tag(table, member, acting_for)
    question = open_question(table, member) if table.requests else None
    fragments = lobby_fragments(table.slug, lobby_of(table, member, acting_for, question, tag))
    return PhonePage(f".{tag}", fragments, None)


def _lobby_tag(table: TableState, member: Member, acting_for: EntersFor) -> str:
    setup = (table.replay.setup, table.ticks, table.guided)
    question = open_question(table, member) if table.requests else None
    gathered = (table.version, table.taken, table.vacant, table.host, question, *setup)
    return f"{_seat(member)}.{_mark((member.role, acting_for, (*gathered, *_common(table))))}"


def page_tag(table: TableState, member: Member, acting_for: EntersFor) -> str:
    """Return the ETag of the page: a hash of all that it depends on."""
    if table.vacant is not None:
        return f".{_lobby_tag(table, member, acting_for)}"
    return f"{_public_tag(table)}.{_own_tag(table, member, acting_for)[0]}"


def _own_tag(
    table: TableState, member: Member, acting_for: EntersFor
) -> tuple[str, int | None, Question | None]:
    """Return the viewer's part of the tag, the seat that is guided, and the open request."""
    guided = guided_seat(table, member, acting_for) if table.guided else None
    question = open_question(table, member) if table.requests else None
    tag = _viewer_tag(_seat(member), member.role, acting_for, (guided, table.together, question))
    return tag, guided, question


def _public_tag(table: TableState) -> str:
    return f"{table.version}.{_mark(_common(table))}"


def _common(table: TableState) -> tuple[object, ...]:
    return choose_language(), names_of(table), table.mark, table.rematch, len(table.taken)


@lru_cache(4096)
def _viewer_tag(seat: str, role: str, acting_for: EntersFor, more: Hashable) -> str:
    return f"{seat}.{_mark((role, acting_for, more))}"


def _seat(member: Member) -> str:
    return "-" if member.seat is None else str(member.seat)


def _mark(shown: object) -> str:
    return sha256(repr(shown).encode("utf-8", "replace")).hexdigest()[:8]
