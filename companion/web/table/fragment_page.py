"""A phone's page of a table as fragments, and what is sent to turn the page before into it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from markupsafe import Markup

from companion.tables import queries
from companion.tables.links import Member
from companion.tables.seat_requests import Question
from companion.tables.state import TableState
from companion.web.device.entering_for import EntersFor
from companion.web.plumbing.page_fragments import ROOT, Page, changed, is_same, whole
from companion.web.table.end_page import end_of
from companion.web.table.games import GameFragments, game_fragments
from companion.web.table.guiding import guide_of
from companion.web.table.page import (
    Macros,
    macros_of,
    news_in_words,
    page_fragments,
    public_table,
    viewer_of,
)
from companion.web.table.table_context import (
    agreement_in_words,
    legal_by_name,
    phone_context,
    public_context,
    sentence_of,
)
from companion.web.table.viewer import End, PublicTable, SeatRow

END = b"\n\n"
"""Ends an event of a stream."""


@dataclass(frozen=True)
class SharedPage:
    """What the pages of all phones have in common, at one version of a table in one language."""

    tag: str
    context: Mapping[str, Any]
    draw: Macros
    game: GameFragments
    table: PublicTable
    end: End | None
    """How the game came out, for those who have no seat."""
    _partials: dict[str, bytes] = field(default_factory=dict)

    @cached_property
    def of_nobody(self) -> Page:
        """The page of a phone whose seat is not known: what most phones show alike."""
        viewer = viewer_of(self.context, "", news=self.table.news, legal={}, own={}, row=None, end=self.end)
        return page_fragments(self.draw, self.game, self.table, viewer)

    def message(self, names: list[str]) -> bytes:
        """These fragments of nobody's page as a stream sends them: the same bytes for each phone."""
        for name in names:
            if name not in self._partials:
                self._partials[name] = as_data(partial_of(name, whole(self.of_nobody, name)))
        return b"".join([*[self._partials[name] for name in names], END])


@dataclass(frozen=True)
class FragmentPage:
    """The page of one phone."""

    tag: str
    fragments: Page
    shared: SharedPage | None
    """None in a lobby."""

    def html(self, **more: str) -> Markup:
        """The whole, with ``more`` fragments."""
        return Markup(whole({**self.fragments, **more}))

    def event(self, before: FragmentPage | None) -> tuple[bytes, ...]:
        """The event that turns a page that shows another (or none) into this one: first what only this
        phone is sent, then what all are sent alike."""
        own, alike = self._changes(before)
        head = f"id: {self.tag}\ndata: ".encode() + as_data(own)
        return (head, self.shared.message(alike)) if self.shared and alike else (head + END,)

    def partials(self, before: FragmentPage | None) -> str:
        """The same as htmx's partials alone."""
        own, alike = self._changes(before)
        return own + "".join([partial_of(name, whole(self.fragments, name)) for name in alike])

    def _changes(self, before: FragmentPage | None) -> tuple[str, list[str]]:
        if before is None:
            return partial_of(ROOT, self.html()), []
        page, of_nobody = self.fragments, self.shared.of_nobody if self.shared else {}
        names = changed(before.fragments, page)
        alike = [name for name in names if is_same(page, of_nobody, name)]
        own = [partial_of(name, whole(page, name)) for name in names if name not in alike]
        return "".join(own), alike


def partial_of(name: str, text: str) -> str:
    """A fragment as htmx puts it in the place of the element with its name as id."""
    target = name.rpartition(":")[2]
    return f'<hx-partial hx-target="#{target}" hx-swap="outerMorph">{text}</hx-partial>'


def as_data(text: str) -> bytes:
    """A text as the data of an event."""
    return text.replace("\n", "\ndata: ").encode()


def shared_page(table: TableState, tag: str) -> SharedPage:
    """What all see of the table as of its version."""
    context, game = public_context(table), game_fragments(table.slug)
    draw = macros_of(table.slug, counting=context["counting"])
    end = end_of(table, context["phrases"], None)
    return SharedPage(tag, context, draw, game, public_table(context, game, tag), end)


def fragment_page(
    shared: SharedPage, table: TableState, member: Member, acting_for: EntersFor, tag: str,
    guided: int | None, question: Question | None,
) -> FragmentPage:  # fmt: skip
    """The page of one phone, whose tag is ``tag``."""
    context, game = shared.context, shared.game
    phone = phone_context(context, table, member, acting_for)
    me, acting, phrases, turn = phone["me"], phone["acting"], context["phrases"], phone["turn"]
    acts, redoable = turn not in ("others", "over"), context["redoable"]
    shown = {
        **phone,
        "prompt": phrases.prompt(context["awaited"], acting, own=turn == "mine")
        if acting is not None and context["awaited"] else context["prompt"],
        "agreement": agreement_in_words(table, phrases, me) if context["agreement"] else None,
        "redo": sentence_of(table, phrases, me if acts else None, redoable)
        if redoable and member.may_enter else "",
    }  # fmt: skip
    lights = phone["can_play"] and game.USES_LEGAL_MOVES and not context["counting"]
    legal = legal_by_name(table, acting) if lights else {}
    is_public = phone["news"] is context["news"]
    end = shared.end
    if end is not None and me is not None and not acting_for.everybody:
        end = end_of(table, phrases, me)
    viewer = viewer_of(
        shown, tag, news=shared.table.news if is_public else news_in_words(phone["news"]), legal=legal,
        own=queries.own_view(table, me), row=_own_row(shared.table, table, me),
        together=table.together if member.may_enter else "",
        question=question if member.may_enter else None,
        guide=None if guided is None else guide_of(table, member, guided), end=end,
    )  # fmt: skip
    fragments = page_fragments(shared.draw, game, shared.table, viewer)
    return FragmentPage(f"{shared.tag}.{tag}", fragments, shared)


def _own_row(public: PublicTable, table: TableState, me: int | None) -> SeatRow | None:
    if me is None or not table.replay.game.has_secrets:
        return None
    scores, row = queries.scores(table, me, standing=True), public.seats[me]
    secret = scores.lines[me] is None
    at_least = queries.view(table, me).get("at_least") if secret else None
    return row._replace(
        points=scores.totals[me], secret=secret, at_least=at_least[me] if at_least else None,
        as_it_stands=me in scores.as_it_stands,
    )  # fmt: skip
