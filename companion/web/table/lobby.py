"""The lobby: the page of a table before its start, and the changes that are possible there."""

from dataclasses import replace

from flask import Blueprint, Response, request

from companion.engine.game import MAX_SEATS
from companion.engine.guide import get_lessons
from companion.sentences.phrases import localized_names, table_phrases
from companion.services import tables
from companion.tables import lobby
from companion.tables.links import Member, require_host_role, require_seat
from companion.tables.names import is_default_name
from companion.tables.seat_requests import RequestView
from companion.tables.seating import revoke_seat
from companion.tables.state import TableState
from companion.web.common.form_fields import options_from_form
from companion.web.common.page_fragments import FrozenDict, Page, load_fragments
from companion.web.common.request import no_content_or_redirect, parse_seat, require_member
from companion.web.common.template_globals import render_table_page
from companion.web.device.acting_for import ActingFor, load_acting_for, save_acting_for
from companion.web.device.name_suggestions import remember_own_name, suggested_names
from companion.web.table.play_fragments import TEMPLATE as TABLE_TEMPLATE
from companion.web.table.play_fragments import question_fragment
from companion.web.table.setting_up import steps_done, value_in_words

bp = Blueprint("lobby", __name__, url_prefix="/t/<code>/lobby")
MAX_SUGGESTED_NAMES = 8
"""How many names are suggested for a seat."""
SEAT = f"/seats/<int(max={MAX_SEATS - 1}):seat>"


@bp.get(SEAT)
def show_seat(code: str, seat: int) -> str:
    """Show a seat of the lobby: its name, suggested names, and how to free it."""
    table, member = require_member(code)
    if member.seat != require_seat(table.seats, seat):
        require_host_role(member)
    names = () if member.seat == seat else suggested_names(but=localized_names(table))[:MAX_SUGGESTED_NAMES]
    place = make_lobby_seat(table, member, seat)
    is_named = bool(place.name) and not is_default_name(table.stored_names[seat])
    return render_table_page(
        "lobby_seat.html", table, place=place, is_named=is_named, suggestions=names,
        hosts=member.role == "host",
    )  # fmt: skip


@bp.post(SEAT)
def name_seat(code: str, seat: int) -> Response:
    """Name a seat. At a free seat, this adds a person without a phone."""
    table, member = require_member(code)
    name = request.form.get("name", "")
    lobby.rename_seat(tables(), member, seat, name)
    if seat == member.seat:
        remember_own_name(name)
    return no_content_or_redirect(f"/t/{table.code}", "drawer:done")


@bp.post(f"{SEAT}/clear")
def clear_seat(code: str, seat: int) -> Response:
    """Free a seat. Only the host may do this."""
    table, member = require_member(code)
    revoke_seat(tables(), member, seat)
    return no_content_or_redirect(f"/t/{table.code}", "drawer:done")


@bp.post("/seats")
def add_seat(code: str) -> Response:
    """Add a seat. Only the host may do this."""
    table, member = require_member(code)
    lobby.add_seat(tables(), table.id, member)
    return no_content_or_redirect(f"/t/{table.code}")


@bp.post("/settings")
def change_settings(code: str) -> Response:
    """Change the house rules and the starting player."""
    table, member = require_member(code)
    meta = table.replay.origin.meta
    late = {option.name for option in meta.options if option.late}
    chosen = options_from_form(meta, table.mode)
    settings = {name: value for name, value in chosen.items() if name not in late}
    first = parse_seat(request.form.get("first"), table.seats)
    lobby.change_settings(tables(), member, settings, first)
    return no_content_or_redirect(f"/t/{table.code}")


@bp.post("/one-phone")
def choose_one_phone(code: str) -> Response:
    """Choose whether the host's phone enters moves for everybody, which also fills the free seats."""
    table, member = require_member(code)
    require_host_role(member)
    everybody = "one_phone" in request.form
    if everybody:
        lobby.fill_free_seats(tables(), member)
    response = no_content_or_redirect(f"/t/{table.code}", "stream:renew")
    return save_acting_for(response, table.code, replace(load_acting_for(table), everybody=everybody))


@bp.post("/start")
def start_table(code: str) -> Response:
    """Start the game. The host's phone enters moves for the seats without a phone."""
    table, member = require_member(code)
    lobby.start_table(tables(), member, request.form.get("to", ""))
    if table.vacant is None:
        return no_content_or_redirect(f"/t/{table.code}")
    response = no_content_or_redirect(f"/t/{table.code}", "stream:renew")
    return save_acting_for(response, table.code, replace(load_acting_for(table), absent=()))


@bp.post("/together")
def lead_newcomers(code: str) -> Response:
    """Open the next introductory page on all phones. Only the host may do this."""
    table, member = require_member(code)
    lobby.send_to_intro_page(tables(), member, request.form.get("to", ""))
    return no_content_or_redirect(f"/t/{table.code}")


TEMPLATE = "fragments/lobby.html"


def make_lobby_seat(table: TableState, member: Member, number: int) -> FrozenDict:
    """Return a seat of the lobby, as this member sees it.

    ``kind`` is ``mine``, ``sitting`` (with a phone), ``absent`` (a person without a phone), or ``free``.
    """
    kind = "sitting" if number in table.taken else "free" if number in table.free else "absent"
    name = "" if kind == "free" else localized_names(table)[number]
    is_new = kind != "free" and number in table.guided
    shown_kind = "mine" if number == member.seat else kind
    return FrozenDict({"number": number, "name": name, "kind": shown_kind, "new": is_new})


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
            code, people_here, len(places), len(lobby.seats_at_start(table)), is_host, may_enter,
            None if table.host is None else phrases.names[table.host], question is not None, newcomers,
        ),
    }  # fmt: skip
    for place in places:
        page[f"place-{place.number}"] = draw.lobby_seat(
            code, place, is_host, bool(get_lessons(table.replay))
        )
    return page
