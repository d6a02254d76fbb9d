"""The lobby: the page of a table before its start, the changes that are possible there, and the set-up."""

import json
from dataclasses import replace
from hashlib import sha256
from typing import Any, NamedTuple

from flask import Response, render_template, request

from companion.engine.game import MAX_SEATS, Option
from companion.engine.guide import get_lessons
from companion.engine.setup_steps import SetupStep
from companion.language.i18n import gettext
from companion.sentences.phrases import Phrasebook, localized_names, table_phrases
from companion.services import tables
from companion.tables import lobby
from companion.tables.errors import Forbidden
from companion.tables.links import Member, require_host_role, require_seat
from companion.tables.names import is_default_name
from companion.tables.seat_requests import OpenSeatRequest
from companion.tables.seating import revoke_seat
from companion.tables.state import TableState
from companion.web.common import http
from companion.web.common.errors import render_error
from companion.web.common.jinja_environment import render_table_page
from companion.web.common.page_fragments import HtmlByName, load_macros
from companion.web.device.acting_for import ActingFor, load_acting_for, save_acting_for
from companion.web.device.device_tables import remember_own_name, suggest_names
from companion.web.table.play_fragments import TEMPLATE as TABLE_TEMPLATE

bp = http.TableBlueprint("lobby", __name__, url_prefix="/t/<code>")
TEMPLATE = "fragments/lobby.html"
MAX_SUGGESTED_NAMES = 8
SEAT_ROUTE = f"/lobby/seats/<int(max={MAX_SEATS - 1}):seat>"


class LobbySeat(NamedTuple):
    """A seat before the start of the game, and who has it."""

    number: int
    name: str
    """Empty if the seat is free."""
    kind: str
    """``mine``, ``sitting`` (with a phone), ``absent`` (a person without a phone), or ``free``."""
    is_new: bool


def lobby_fragments(
    table: TableState, member: Member, acting_for: ActingFor, question: OpenSeatRequest | None, tag: str
) -> HtmlByName:
    """Return the fragments of a lobby. ``qr`` is empty: only the whole page has the QR code.

    ``question`` is a seat request to show, and ``tag`` the page's tag.
    """
    draw_table, draw = load_macros(TABLE_TEMPLATE, table.slug), load_macros(TEMPLATE, table.slug)
    code, may_enter, phrases = table.code, member.may_enter, table_phrases(table)
    is_host, names = member.role == "host", phrases.names
    options, values = _lobby_options(table), table.options
    places = [_make_lobby_seat(table, member, number) for number in range(table.seats)]
    newcomers = sum(place.is_new for place in places)
    people_here = sum(place.kind != "free" for place in places)
    steps, has_guide = lobby.get_set_up_steps(table), bool(get_lessons(table.replay))
    playing = lobby.remaining_seats(table.seats, table.free, table.replay.origin.meta.seats[0])
    house_rules = [(o.name, values[o.name]) for o in options if o.kind != "record" and not o.late]
    printed = [
        (phrases.option(option.name)[0], _value_in_words(option, values[option.name], phrases))
        for option in options
        if option.late
    ]
    fragments = {
        "table": draw.lobby(code),
        "now": draw_table.version_data(table.version, table.entry_hash, len(table.taken), "", None),
        "turn": draw_table.turn_data(tag, "lobby", False),
        "question": draw_table.question(question, *((names, table.host) if question else ((), None)), code),
        "head": draw_table.head(True),
        "menu": draw.menu(code),
        "board": draw.board(code, len(places), is_host, is_host or not may_enter, newcomers),
        "qr": "",
        "plan": draw.lobby_settings(
            code, is_host, acting_for.everybody, sum(mark in table.ticks for mark in steps), len(steps),
            tuple(printed), tuple([place.name for place in places]), table.replay.setup.first,
            tuple(house_rules),
        ),
        "move-form": draw.move_form(
            code, people_here, len(places), len(playing), is_host, may_enter,
            None if table.host is None else names[table.host], question is not None, newcomers,
        ),
    }  # fmt: skip
    for place in places:
        fragments[f"place-{place.number}"] = draw.lobby_seat(code, place, is_host, has_guide)
    return fragments


def _lobby_options(table: TableState) -> list[Option]:
    return [option for option in table.replay.origin.meta.options if table.mode in option.modes]


def _make_lobby_seat(table: TableState, member: Member, number: int) -> LobbySeat:
    kind = "sitting" if number in table.taken else "free" if number in table.free else "absent"
    name = "" if kind == "free" else localized_names(table)[number]
    is_new = kind != "free" and number in table.guided
    return LobbySeat(number, name, "mine" if number == member.seat else kind, is_new)


@bp.get(SEAT_ROUTE)
def show_seat(table: TableState, member: Member, seat: int) -> str:
    """Show the page of a seat in the lobby: its name, suggested names, and a button that frees the seat."""
    if member.seat != require_seat(table.seats, seat):
        require_host_role(member)
    names = () if member.seat == seat else suggest_names(localized_names(table))[:MAX_SUGGESTED_NAMES]
    place = _make_lobby_seat(table, member, seat)
    is_named = bool(place.name) and not is_default_name(table.stored_names[seat])
    return render_template(
        "lobby_seat.html", table=table, meta=table.replay.origin.meta, place=place, is_named=is_named,
        names=names, hosts=member.role == "host",
    )  # fmt: skip


@bp.post(SEAT_ROUTE)
def name_seat(table: TableState, member: Member, seat: int) -> Response:
    """Name a seat. At a free seat, this adds a person without a phone, unless somebody has taken it."""
    name = request.form.get("name", "")
    try:
        lobby.rename_seat(tables(), member, seat, name, request.form.get("shown"))
    except Forbidden as refused:
        if refused.code != "table.seats_moved":
            raise
        response = render_error(refused)
        response.headers["HX-Trigger"] = "drawer:done"
        return response
    if seat == member.seat:
        remember_own_name(name)
    return http.no_content_or_redirect(f"/t/{table.code}", "drawer:done")


@bp.post(f"{SEAT_ROUTE}/clear")
def clear_seat(table: TableState, member: Member, seat: int) -> Response:
    """Free a seat of the lobby. Only the host may do this."""
    revoke_seat(tables(), member, seat)
    return http.no_content_or_redirect(f"/t/{table.code}", "drawer:done")


@bp.post("/lobby/seats")
def add_seat(table: TableState, member: Member) -> Response:
    """Add a seat to the table before the start. Only the host may do this."""
    lobby.add_seat(tables(), table.id, member)
    return http.no_content_or_redirect(f"/t/{table.code}")


@bp.post("/lobby/settings")
def change_settings(table: TableState, member: Member) -> Response:
    """Change the house rules and the starting player of a table in the lobby."""
    late = {option.name for option in _lobby_options(table) if option.late}
    chosen = http.options_from_form(table.replay.origin.meta, table.mode)
    settings = {name: value for name, value in chosen.items() if name not in late}
    first = http.parse_seat(request.form.get("first"), table.seats)
    lobby.change_lobby_settings(tables(), member, settings, first)
    return http.no_content_or_redirect(f"/t/{table.code}")


@bp.post("/lobby/one-phone")
def choose_one_phone(table: TableState, member: Member) -> Response:
    """Set whether the host's phone enters moves for everybody. If so, nobody else can take a free seat."""
    require_host_role(member)
    everybody = "one_phone" in request.form
    if everybody:
        lobby.fill_free_seats(tables(), member)
    response = http.no_content_or_redirect(f"/t/{table.code}", "stream:renew")
    return save_acting_for(response, table.code, replace(load_acting_for(table), everybody=everybody))


@bp.post("/lobby/start")
def start_table(table: TableState, member: Member) -> Response:
    """The host starts the game. Free seats are dropped, as long as enough seats for the game remain.

    The host's first entry also starts the game, but drops no seats.
    """
    lobby.start_table(tables(), member, request.form.get("to", ""))
    if table.vacant is None:
        return http.no_content_or_redirect(f"/t/{table.code}")
    response = http.no_content_or_redirect(f"/t/{table.code}", "stream:renew")
    return save_acting_for(response, table.code, replace(load_acting_for(table), absent=()))


@bp.post("/lobby/together")
def send_phones_to_intro_page(table: TableState, member: Member) -> Response:
    """Open an introductory page, or the table again, on all phones. Only the host may do this."""
    lobby.send_to_intro_page(tables(), member, request.form.get("to", ""))
    return http.no_content_or_redirect(f"/t/{table.code}")


@bp.get("/set-up")
def show_set_up(table: TableState, member: Member) -> str:
    """Show the steps in which the players set up the game on their table."""
    phrases = table_phrases(table)
    steps = [
        _setup_step_data(table, mark, step, phrases) for mark, step in lobby.get_set_up_steps(table).items()
    ]
    return render_table_page("setting_up.html", table, member=member, steps=steps)


@bp.post("/set-up")
def tick_step(table: TableState, member: Member) -> str | Response:
    """Tick a step of setting up the game, or remove its tick. All phones at the table show the change."""
    lobby.set_step_done(
        tables(), table, member, request.form.get("step", ""), done=request.form.get("done") == "yes"
    )
    if http.is_htmx():
        return show_set_up(tables().load(table.id), member)
    return http.see_other(f"/t/{table.code}/set-up")


def _setup_step_data(table: TableState, mark: str, step: SetupStep, phrases: Phrasebook) -> dict[str, Any]:
    title, text = phrases.set_up_step(step)
    by_name = {option.name: option for option in table.replay.origin.meta.options}
    return {
        "mark": mark,
        "done": mark in table.ticks,
        "name": step.name,
        "title": title,
        "text": text,
        "values": step.values,
        "rule": step.rule,
        "places": _pieces_by_place(step),
        "asks": [
            (by_name[name], _value_in_words(by_name[name], value, phrases), _hash_option(name, value))
            for name, value in ((name, table.options[name]) for name in step.asks if name in table.options)
        ],
    }


def _value_in_words(option: Option, value: Any, phrases: Phrasebook) -> str:
    if option.kind == "choice":
        return phrases.choice_label(value)
    if option.kind == "number":
        return str(value)
    if option.kind == "flag":
        return str(gettext("yes") if value else gettext("no"))
    return str(gettext("entered") if value else gettext("not entered yet"))


def _hash_option(name: str, value: Any) -> str:
    """Return a hash of an option's name and value, so that a page replaces its form only if it changed."""
    return sha256(f"{name} {json.dumps(value, sort_keys=True)}".encode()).hexdigest()[:12]


def _pieces_by_place(step: SetupStep) -> dict[str, list[tuple[str, int | None]]]:
    """Return (kind, count) of a step's pieces by place, without counts of 0. A count of None is unknown."""
    by_place: dict[str, list[tuple[str, int | None]]] = {}
    for pieces in step.pieces:
        if pieces.count != 0:
            by_place.setdefault(pieces.where, []).append((pieces.kind, pieces.count))
    return by_place
