"""List the fragments of a lobby, which is a table before its start."""

from __future__ import annotations

from typing import NamedTuple

from companion.engine.guide import get_lessons
from companion.sentences.phrases import localized_names, table_phrases
from companion.tables.links import Member
from companion.tables.lobby import seats_at_start
from companion.tables.seat_requests import RequestView
from companion.tables.state import TableState
from companion.web.common.page_fragments import Page, load_fragments
from companion.web.device.acting_for import ActingFor
from companion.web.table.play_fragments import TEMPLATE as TABLE_TEMPLATE
from companion.web.table.play_fragments import question_fragment
from companion.web.table.setting_up import steps_done, value_in_words

TEMPLATE = "fragments/lobby.html"


class LobbySeat(NamedTuple):
    """A seat of the lobby."""

    number: int
    name: str
    """Empty if the seat is free."""
    kind: str
    """``mine``, ``sitting`` (with a phone), ``absent`` (a person without a phone), or ``free``."""
    new: bool
    """Whether the person is a newcomer."""


def make_lobby_seat(table: TableState, member: Member, number: int) -> LobbySeat:
    """Return a seat of the lobby, as this member sees it."""
    kind = "sitting" if number in table.taken else "free" if number in table.free else "absent"
    name = "" if kind == "free" else localized_names(table)[number]
    is_new = kind != "free" and number in table.guided
    return LobbySeat(number, name, "mine" if number == member.seat else kind, is_new)


def lobby_fragments(
    table: TableState, member: Member, acting_for: ActingFor, question: RequestView | None, tag: str
) -> Page:
    """Return the fragments of a lobby. ``qr`` is empty: only a whole page contains the QR code."""
    draw_table, draw = load_fragments(TABLE_TEMPLATE, table.slug), load_fragments(TEMPLATE, table.slug)
    code, phrases, values = table.code, table_phrases(table), table.options
    is_host, may_enter = member.role == "host", member.may_enter
    places = [make_lobby_seat(table, member, number) for number in range(table.seats)]
    newcomers = sum(place.new for place in places)
    people_here = sum(place.kind != "free" for place in places)
    options = [option for option in table.replay.origin.meta.options if table.mode in option.modes]
    house_rules = [(o.name, values[o.name]) for o in options if o.kind != "record" and not o.late]
    box = [
        (phrases.option(o.name)[0], value_in_words(o, values[o.name], phrases)) for o in options if o.late
    ]
    page = {
        "table": draw.lobby(code),
        "now": draw_table.version_data(table.version, table.entry_hash, len(table.taken), "", None),
        "turn": draw_table.turn_data(tag, "lobby", False),
        "question": question_fragment(draw_table, code, question, phrases.names, table.host),
        "head": draw_table.head(True),
        "menu": draw.menu(code),
        "board": draw.board(code, len(places), is_host, is_host or not may_enter, newcomers),
        "qr": "",
        "plan": draw.lobby_settings(
            code, is_host, acting_for.everybody, *steps_done(table), tuple(box),
            tuple([place.name for place in places]), table.replay.setup.first, tuple(house_rules),
        ),
        "move-form": draw.move_form(
            code, people_here, len(places), len(seats_at_start(table)), is_host, may_enter,
            None if table.host is None else phrases.names[table.host], question is not None, newcomers,
        ),
    }  # fmt: skip
    for place in places:
        page[f"place-{place.number}"] = draw.lobby_seat(
            code, place, is_host, bool(get_lessons(table.replay))
        )
    return page
