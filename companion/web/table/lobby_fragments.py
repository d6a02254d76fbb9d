"""List the fragments of a lobby, which is a table before its start."""

from typing import Any, NamedTuple

from companion.tables.seat_requests import OpenSeatRequest
from companion.web.common.page_fragments import HtmlByName, load_macros
from companion.web.table.play_fragments import TEMPLATE as TABLE_TEMPLATE

TEMPLATE = "fragments/lobby.html"


class LobbySeat(NamedTuple):
    """A seat before the start of the game, and who has it."""

    number: int
    name: str
    """Empty if the seat is free."""
    kind: str
    """``mine``, ``sitting`` (with a phone), ``absent`` (a person without a phone), or ``free``."""
    is_new: bool
    """Whether the person is a newcomer."""


class Lobby(NamedTuple):
    """The data of a lobby for one phone."""

    code: str
    version: int
    entry_hash: str
    phones: int
    """How many seats have a phone."""
    places: tuple[LobbySeat, ...]
    names: tuple[str, ...]
    host: int | None
    is_host: bool
    """Whether this phone hosts the table."""
    may_enter: bool
    for_everybody: bool
    """Whether this phone will enter moves for all seats."""
    playing: int
    """How many seats remain when the game starts."""
    first: int
    house_rules: tuple[tuple[str, Any], ...]
    """(name, value) of the options that can be chosen."""
    box: tuple[tuple[str, str], ...]
    """(label, value) of the options that are printed in the box, in words."""
    steps_done: int
    steps: int
    """How many steps setting up the table has."""
    has_guide: bool
    question: OpenSeatRequest | None
    tag: str


def lobby_fragments(slug: str, lobby: Lobby) -> HtmlByName:
    """Return the fragments of a lobby. ``qr`` is empty, because only a whole page contains the QR code."""
    draw_table, draw = load_macros(TABLE_TEMPLATE, slug), load_macros(TEMPLATE, slug)
    code, is_host, places, question = lobby.code, lobby.is_host, lobby.places, lobby.question
    newcomers = sum(place.is_new for place in places)
    host = None if lobby.host is None else lobby.names[lobby.host]
    people_here = sum(place.kind != "free" for place in places)
    fragments = {
        "table": draw.lobby(code),
        "now": draw_table.version_data(lobby.version, lobby.entry_hash, lobby.phones, "", None),
        "turn": draw_table.turn_data(lobby.tag, "lobby", False),
        "question": draw_table.question(
            question, *((lobby.names, lobby.host) if question else ((), None)), code
        ),
        "head": draw_table.head(True),
        "menu": draw.menu(code),
        "board": draw.board(code, len(places), is_host, is_host or not lobby.may_enter, newcomers),
        "qr": "",
        "plan": draw.lobby_settings(
            code, is_host, lobby.for_everybody, lobby.steps_done, lobby.steps, lobby.box,
            tuple([place.name for place in places]), lobby.first, lobby.house_rules,
        ),
        "move-form": draw.move_form(
            code, people_here, len(places), lobby.playing, is_host, lobby.may_enter, host,
            question is not None, newcomers,
        ),
    }  # fmt: skip
    for place in places:
        fragments[f"place-{place.number}"] = draw.lobby_seat(code, place, is_host, lobby.has_guide)
    return fragments
