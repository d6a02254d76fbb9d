"""What a phone shows of a table: the sheet, drawn once for everybody, and over it the phone's own slip.

A sheet belongs to a version of a table and a language, and is drawn with nobody's eyes. A slip holds the
parts that one phone sees otherwise: what it may enter, what is secret to its seat. A part of the slip lies
over the sheet's of the same name. The next sheet and slip are drawn beside the ones before: what shows the
same, to people of the same names, is taken over, and what changed is all that a phone is sent.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from hashlib import sha256
from typing import Any

from markupsafe import Markup

from companion.engine.tally import Tally
from companion.language.i18n import choose_language
from companion.sentences.phrases import names_of
from companion.services import Services, services
from companion.tables import queries
from companion.tables.links import Member
from companion.tables.lru_cache import LruCache
from companion.tables.seat_requests import Question, question_for, seconds_now
from companion.tables.state import TableState
from companion.web.device.entering_for import ITS_OWN, EntersFor
from companion.web.plumbing.fragments import Drawing, changed_parts, draw_parts, has_template, whole
from companion.web.table.fragment_page import (
    END,
    FragmentPage,
    SharedPage,
    as_data,
    fragment_page,
    partial_of,
    shared_page,
    tell_end,
)
from companion.web.table.games import GameFragments, game_fragments
from companion.web.table.guiding import guide_context, guided_seat
from companion.web.table.lobby import lobby_of
from companion.web.table.lobby_page import lobby_fragments
from companion.web.table.table_context import phone_context, sheet_context, slip_context


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a table shows to everybody at one version."""

    tag: str
    context: Mapping[str, Any]
    parts: Drawing
    changes: dict[Hashable, tuple[str, ...]] = field(default_factory=dict)
    """By the sheet before and what lies over both: the parts of this one to send."""
    _told: dict[str, bytes] = field(default_factory=dict)

    @property
    def names(self) -> tuple[str, ...]:
        """Those of the seats, which all that is drawn may show; none before there is a sheet."""
        names: tuple[str, ...] = self.context.get("names", ())
        return names

    def message(self, names: tuple[str, ...]) -> bytes:
        """These parts as a stream tells them: the same bytes for every phone."""
        for name in names:
            if name not in self._told:
                self._told[name] = as_data(partial_of(name, whole(self.parts, name)))
        return b"".join([*map(self._told.__getitem__, names), END])


@dataclass(frozen=True)
class Slip:
    """What one phone shows in place of the sheet's parts."""

    tag: str
    parts: Drawing
    own: Own = ()

    @cached_property
    def covers(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Over which parts of the sheet it lies, and where in it others of the sheet's lie."""
        return tuple((name, part.holes) for name, part in self.parts.items())


Own = tuple[tuple[str, tuple[object, ...]], ...]
"""The templates that a slip is drawn of, each with all that it shows."""
TABLE = "_table.html"
"""The outermost part of a page."""
NO_SHEET = Sheet("", {}, {})


@dataclass(frozen=True)
class Page:
    """A sheet with a slip over it."""

    sheet: Sheet
    slip: Slip

    @property
    def tag(self) -> str:
        """What the page shows, as an ETag."""
        return f"{self.sheet.tag}.{self.slip.tag}"

    @cached_property
    def parts(self) -> Drawing:
        """The parts that lie on top."""
        return {**self.sheet.parts, **self.slip.parts}

    def html(self) -> Markup:
        """The whole."""
        return Markup(whole(self.parts, TABLE))

    def event(self, before: AnyPage | None) -> tuple[bytes, ...]:
        """The event that turns a page that shows another (or none) into this one: first what is this
        phone's own, then what all are told alike."""
        own, shared = self._changes(before)
        head = f"id: {self.tag}\ndata: ".encode() + as_data(own)
        return (head, self.sheet.message(shared)) if shared else (head + END,)

    def partials(self, before: AnyPage | None) -> str:
        """The same as htmx's partials alone."""
        own, shared = self._changes(before)
        return own + "".join(partial_of(name, whole(self.parts, name)) for name in shared)

    def _changes(self, before: AnyPage | None) -> tuple[str, tuple[str, ...]]:
        if type(before) is not Page:
            return partial_of("table", self.html()), ()
        alike = (before.sheet.tag, self.slip.covers) if before.slip is self.slip else None
        if alike in self.sheet.changes:
            return "", self.sheet.changes[alike]
        own, shared = "", []
        laid = self.slip.parts.keys()
        for name in changed_parts(before.parts, self.parts, TABLE, laid):
            part = self.sheet.parts.get(name)
            if part and name not in laid and laid.isdisjoint(part.within):
                shared.append(name)
            else:
                own += partial_of("table" if name == TABLE else name, whole(self.parts, name))
        if alike and not own:
            self.sheet.changes[alike] = tuple(shared)
        return own, tuple(shared)


NO_PAGE = Page(NO_SHEET, Slip("", {}))


AnyPage = Page | FragmentPage


def page_of(table: TableState, member: Member, asked: EntersFor, before: AnyPage | None = None) -> AnyPage:
    """What this link's phone shows now; ``before`` is what it showed last, if that is known."""
    known, game = services(), game_fragments(table.slug)
    page: AnyPage
    if table.vacant is not None:
        page = lobby_page(table, member, asked)
    elif game is not None and not isinstance(table.replay.state, Tally):
        page = _fragment_page(known, game, table, member, asked)
    else:
        sheet = _sheet(known.sheets, table)
        same = before if type(before) is Page and before.sheet.names == sheet.names else NO_PAGE
        page = Page(sheet, _slip(sheet, table, member, asked, same))
    known.pages.put((table.code, page.tag), page)
    return page


def _fragment_page(
    known: Services, game: GameFragments, table: TableState, member: Member, asked: EntersFor
) -> FragmentPage:
    """The page by its tag where somebody has it already, else made of what all have in common."""
    key = (table.code, f"shared-{choose_language()}")
    shared: SharedPage | None = known.sheets.get(key)
    if shared is None or shared.context["table"] is not table:
        tag = _sheet_tag(table)
        if shared is None or shared.tag != tag:
            shared = shared_page(table, game, tag)
            known.sheets.put(key, shared)
    own, guided, question = _own_tag(table, member, asked)
    page: FragmentPage | None = known.pages.get((table.code, f"{shared.tag}.{own}"))
    if page and page.shared is shared and shared.context["table"] is table:
        return page
    return fragment_page(shared, table, member, asked, own, guided, question)


def shown_page(table: TableState, tag: str, member: Member) -> AnyPage | None:
    """The page of this tag that a phone shows, where it is still known and was drawn for the same seat."""
    page: AnyPage | None = services().pages.get((table.code, tag))
    return page if page and page.tag.rsplit(".", 2)[-2] == _seat(member) else None


def _sheet(sheets: LruCache[tuple[str, str], Sheet], table: TableState) -> Sheet:
    """The table's sheet in the reader's language, drawn now or before."""
    key = (table.code, choose_language())
    found = sheets.get(key)
    if found is not None and found.context["table"] is table:
        return found
    tag = _sheet_tag(table)
    if found is not None and found.tag == tag:
        return found
    context = {
        **sheet_context(table),
        "framed": True,
        "tag": tag,
        "slip_tag": "",
        "together": "",
        "question": None,
    }
    before = found.parts if found and found.names == context["names"] else {}
    sheet = Sheet(tag, context, draw_parts([(TABLE, None)], lambda: dict(context), before))
    sheets.put(key, sheet)
    return sheet


def _slip(sheet: Sheet, table: TableState, member: Member, asked: EntersFor, before: Page) -> Slip:
    phone = phone_context(sheet.context, table, member, asked)
    guided = guided_seat(table, member, asked)
    question = open_question(table, member) if table.requests else None
    tag = _slip_tag(_seat(member), member.role, asked, (guided, table.together, question))
    own = tuple(_own_parts(sheet, phone, table, guided, question, tag, before))
    if own == before.slip.own:
        return before.slip

    def context() -> dict[str, Any]:
        own_context = {
            **slip_context(sheet.context, table, phone),
            "slip_tag": tag,
            "together": table.together,
            "question": question,
        }
        if guided is not None:
            own_context["guide"] = guide_context(table, member, guided)
        if own_context["ended"]:
            tell_end(own_context, table, asked)
        return own_context

    return Slip(tag, draw_parts(own, context, before.slip.parts), own)


def _own_parts(
    drawn: Sheet,
    phone: Mapping[str, Any],
    table: TableState,
    guided: int | None,
    question: Question | None,
    tag: str,
    before: Page,
) -> Iterator[tuple[str, tuple[object, ...]]]:
    """The templates of what this phone sees otherwise than the sheet, each with all that it shows.

    A phone that is not awaited sees the game's ``slip_of_entry.html`` as before while the sheet's parts of
    the same names are as they were, whatever lies in these.
    """
    sheet = drawn.context
    me, acting, turn, last = phone["me"], phone["acting"], phone["turn"], sheet["last"]
    now, own = (table.version, table.mark), queries.own_view(table, me)
    yield "_turn.html", (tag, turn, me in sheet["waits_for"])
    if phone["screen"]:
        yield "_menu.html", (turn == "over", last is None)
        yield "_undo.html", ()
        if sheet["agreement"] or sheet["asks"] or sheet["invalid_entries"]:
            yield "_news.html", now
    else:
        yield "_together.html", (table.together,)
        if question is not None:
            yield "_question.html", (question, table.host, phone["me"])
        yield "_guide_me.html", (sheet["guides_here"], me if acting is None else acting, guided)
        if sheet["redoable"] and turn not in ("others", "over"):
            yield "_redo.html", (sheet["redoable"],)
        if phone["asked"] != ITS_OWN:
            yield "_own_seat.html", ()
        if last is not None and last.seat in phone["own_seats"]:
            if turn not in ("others", "over"):
                yield "_undo.html", ()
            elif last.seq == table.version:
                yield "_just_entered.html", (last.seq,)
        if sheet["agreement"] or phone["news"] != sheet["news"]:
            yield "_news.html", now
    if me is not None:
        seat = sheet["seats"][me]
        yield "_own_points.html", (own, *map(seat.get, ("points", "secret", "at_least", "as_it_stands")))
    if sheet["ended"]:
        yield "_ended.html", now
    if sheet["counting"]:
        yield "_play.html", now
        return
    if guided is not None:
        yield "_guided.html", now
    if acting is not None:
        yield "_hand.html", now
    aside = [n for n in phone["own_seats"] if sheet["awaited"] and n in sheet["awaited"].also]
    seen_by = (me, acting, own, bool(sheet["ended"]), aside)
    if has_template(slip := f"games/{table.slug}/slip.html"):
        yield slip, (seen_by, now if acting is not None or aside else None)
    if has_template(slip := f"games/{table.slug}/slip_of_entry.html"):
        shows: tuple[object, ...] = (seen_by, now)
        part = before.slip.parts.get(slip)
        if acting is None and part and part.shows and part.shows[0] == seen_by:
            under, then = drawn.parts, before.sheet.parts
            changed = [n for n in part.within if under.get(n, ())[:3] != then.get(n, ())[:3]]
            shows = shows if changed else part.shows
        yield slip, shows


def open_question(table: TableState, member: Member) -> Question | None:
    """The open request that this member's phone shows, if there is one."""
    return question_for(table, member, seconds_now())


def lobby_page(table: TableState, member: Member, asked: EntersFor) -> FragmentPage:
    """The page of a table before its start."""
    tag = _lobby_tag(table, member, asked)
    question = open_question(table, member) if table.requests else None
    fragments = lobby_fragments(table.slug, lobby_of(table, member, asked, question, tag))
    return FragmentPage(f".{tag}", fragments, None)


def _lobby_tag(table: TableState, member: Member, asked: EntersFor) -> str:
    setup = (table.replay.setup, table.ticks, table.guided)
    question = open_question(table, member) if table.requests else None
    gathered = (table.version, table.taken, table.vacant, table.host, question, *setup)
    return f"{_seat(member)}.{_mark((member.role, asked, (*gathered, *_common(table))))}"


def page_tag(table: TableState, member: Member, asked: EntersFor) -> str:
    """What this link's page of the table depends on, as an ETag."""
    if table.vacant is not None:
        return f".{_lobby_tag(table, member, asked)}"
    return f"{_sheet_tag(table)}.{_own_tag(table, member, asked)[0]}"


def _own_tag(
    table: TableState, member: Member, asked: EntersFor
) -> tuple[str, int | None, Question | None]:
    """What a phone's page depends on besides the table, and what of that is worked out."""
    guided = guided_seat(table, member, asked)
    question = open_question(table, member) if table.requests else None
    tag = _slip_tag(_seat(member), member.role, asked, (guided, table.together, question))
    return tag, guided, question


def _sheet_tag(table: TableState) -> str:
    return f"{table.version}.{_mark(_common(table))}"


def _common(table: TableState) -> tuple[object, ...]:
    return choose_language(), names_of(table), table.mark, table.rematch, len(table.taken)


@lru_cache(4096)
def _slip_tag(seat: str, role: str, asked: EntersFor, more: Hashable) -> str:
    return f"{seat}.{_mark((role, asked, more))}"


def _seat(member: Member) -> str:
    return "-" if member.seat is None else str(member.seat)


def _mark(shown: object) -> str:
    return sha256(repr(shown).encode("utf-8", "replace")).hexdigest()[:8]
