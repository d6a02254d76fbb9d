"""The list of fragments of a lobby, which is a table before its start."""

from __future__ import annotations

from typing import Any, NamedTuple

from companion.tables.seat_requests import RequestView
from companion.web.common.page_fragments import Page, load_fragments
from companion.web.table.play_fragments import TEMPLATE as TABLE_TEMPLATE

TEMPLATE = "fragments/lobby.html"


class Place(NamedTuple):
    """A seat."""

    number: int
    name: str
    """Empty if the seat is free."""
    kind: str
    """``mine``, ``sitting`` (its phone), ``absent`` (somebody without one), or ``free``."""
    new: bool
    """Whether a newcomer sits there."""


class Lobby(NamedTuple):
    """Who is there and how they will play, as one phone sees it."""

    code: str
    version: int
    entry_hash: str
    phones: int
    """How many seats have one."""
    places: tuple[Place, ...]
    names: tuple[str, ...]
    host: int | None
    is_host: bool
    """Whether this phone hosts the table."""
    may_enter: bool
    for_everybody: bool
    """Whether this phone will enter for all seats."""
    playing: int
    """How many seats remain at the start."""
    first: int
    house_rules: tuple[tuple[str, Any], ...]
    """The settings by name."""
    box: tuple[tuple[str, str], ...]
    """What is printed in the box, in words: what it is, and its value."""
    steps_done: int
    steps: int
    """Of setting up."""
    has_guide: bool
    question: RequestView | None
    tag: str


def lobby_fragments(slug: str, lobby: Lobby) -> Page:
    """The fragments of a lobby's page; ``qr`` is empty, and filled in where the page is loaded."""
    draw_table, draw = load_fragments(TABLE_TEMPLATE, slug), load_fragments(TEMPLATE, slug)
    code, is_host, places, question = lobby.code, lobby.is_host, lobby.places, lobby.question
    newcomers = sum(place.new for place in places)
    host = None if lobby.host is None else lobby.names[lobby.host]
    here = sum(place.kind != "free" for place in places)
    fragments = {
        "table": draw.lobby(code),
        "now": draw_table.now(lobby.version, lobby.entry_hash, lobby.phones, "", None),
        "turn": draw_table.turn(lobby.tag, "lobby", False),
        "question": draw_table.question(
            question, *((lobby.names, lobby.host) if question else ((), None)), code
        ),
        "head": draw_table.head(True),
        "menu": draw.menu(code),
        "board": draw.board(code, len(places), is_host, is_host or not lobby.may_enter, newcomers),
        "qr": "",
        "plan": draw.plan(
            code, is_host, lobby.for_everybody, lobby.steps_done, lobby.steps, lobby.box,
            tuple([place.name for place in places]), lobby.first, lobby.house_rules,
        ),
        "move-form": draw.move_form(
            code, here, len(places), lobby.playing, is_host, lobby.may_enter, host, question is not None,
            newcomers,
        ),
    }  # fmt: skip
    for place in places:
        fragments[f"place-{place.number}"] = draw.place(code, place, is_host, lobby.has_guide)
    return fragments
