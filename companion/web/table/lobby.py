"""The lobby: the page of a table before its start, and the changes that are possible there."""

from dataclasses import replace

from flask import Blueprint, Response, render_template, request

from companion.engine.game import MAX_SEATS, Option
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
from companion.web.common.request import no_content_or_redirect, parse_seat, require_member
from companion.web.device.acting_for import ActingFor, load_acting_for, save_acting_for
from companion.web.device.name_suggestions import remember_own_name, suggested_names
from companion.web.table.lobby_fragments import Lobby, LobbySeat
from companion.web.table.setting_up import steps_done, value_in_words

bp = Blueprint("lobby", __name__, url_prefix="/t/<code>/lobby")
MAX_SUGGESTED_NAMES = 8
"""How many names are suggested for a seat."""
SEAT = f"/seats/<int(max={MAX_SEATS - 1}):seat>"


def make_lobby(
    table: TableState, member: Member, acting_for: ActingFor, question: RequestView | None, tag: str
) -> Lobby:
    """Return the data of the lobby for one phone."""
    phrases, options, values = table_phrases(table), _lobby_options(table), table.options
    done, steps = steps_done(table)
    return Lobby(
        table.code, table.version, table.entry_hash, len(table.taken),
        tuple([_make_lobby_seat(table, member, number) for number in range(table.seats)]), phrases.names,
        table.host, is_host=member.role == "host", may_enter=member.may_enter,
        for_everybody=acting_for.everybody, playing=len(lobby.seats_at_start(table)),
        first=table.replay.setup.first,
        house_rules=tuple(
            [(o.name, values[o.name]) for o in options if o.kind != "record" and not o.late]
        ),
        box=tuple(
            [
                (phrases.option(option.name)[0], value_in_words(option, values[option.name], phrases))
                for option in options if option.late
            ]
        ),
        steps_done=done, steps=steps, has_guide=bool(get_lessons(table.replay)), question=question,
        tag=tag,
    )  # fmt: skip


def _lobby_options(table: TableState) -> list[Option]:
    return [option for option in table.replay.origin.meta.options if table.mode in option.modes]


def _make_lobby_seat(table: TableState, member: Member, number: int) -> LobbySeat:
    kind = "sitting" if number in table.taken else "free" if number in table.free else "absent"
    name = "" if kind == "free" else localized_names(table)[number]
    is_new = kind != "free" and number in table.guided
    return LobbySeat(number, name, "mine" if number == member.seat else kind, is_new)


@bp.get(SEAT)
def show_seat(code: str, seat: int) -> str:
    """Show a seat of the lobby: its name, suggested names, and how to free it."""
    table, member = require_member(code)
    if member.seat != require_seat(table.seats, seat):
        require_host_role(member)
    names = () if member.seat == seat else suggested_names(but=localized_names(table))[:MAX_SUGGESTED_NAMES]
    place = _make_lobby_seat(table, member, seat)
    is_named = bool(place.name) and not is_default_name(table.stored_names[seat])
    return render_template(
        "lobby_seat.html", table=table, meta=table.replay.origin.meta, place=place, is_named=is_named,
        names=names, hosts=member.role == "host",
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
    late = {option.name for option in _lobby_options(table) if option.late}
    chosen = options_from_form(table.replay.origin.meta, table.mode)
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
    """Start the game. The host's phone enters moves for the seats without a phone.

    Nothing changes if the game has started already.
    """
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
