"""The lobby's page: what it shows, and what can be changed until the table is started."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from flask import Blueprint, Response, render_template, request

from companion.engine.game import MOST_SEATS, Option
from companion.engine.guide import lessons_of
from companion.sentences.phrases import names_of, table_phrases
from companion.services import tables
from companion.tables import lobby
from companion.tables.links import Member, require_hosting, require_seat
from companion.tables.names import is_nameless
from companion.tables.seating import revoke_seat
from companion.tables.state import TableState
from companion.web.device.entering_for import EntersFor, entering_for, keep_entering_for
from companion.web.device.known_names import keep_own_name, known_names
from companion.web.plumbing.form_fields import options_from_form
from companion.web.plumbing.request import nothing_to_draw, parse_seat, require_member
from companion.web.plumbing.template_globals import SEAT_SYMBOLS
from companion.web.table.setting_up import steps_done, value_in_words
from companion.web.table.table_context import table_context

bp = Blueprint("lobby", __name__, url_prefix="/t/<code>/lobby")
MOST_KNOWN = 8
"""Names that are offered for a seat."""
SEAT = f"/seats/<int(max={MOST_SEATS - 1}):seat>"


def lobby_context(table: TableState, member: Member, asked: EntersFor) -> dict[str, Any]:
    """The context of ``_lobby.html``: who is there, and how they will play."""
    phrases, meta = table_phrases(table), table.replay.origin.meta
    options, host = _options(table), table.host
    rows = [_row(table, member, number) for number in range(table.seats)]
    return {
        "table": table,
        "meta": meta,
        "member": member,
        "me": member.seat,
        "names": phrases.names,
        "phrases": phrases,
        "asked": asked,
        "framed": True,
        "turn": "lobby",
        "waits_for": (),
        "rows": rows,
        "playing": len(lobby.seats_at_start(table)),
        "first": table.replay.setup.first,
        "options": table.options,
        "switches": [option for option in options if option.kind != "record" and not option.late],
        "box": [
            (phrases.option(one.name)[0], value_in_words(one, table.options[one.name], phrases))
            for one in options
            if one.late
        ],
        "set_up": steps_done(table),
        "guides_here": bool(lessons_of(table.replay)),
        "newcomers": sum(row["new"] for row in rows),
        "hosts": member.role == "host",
        "host": None if host is None else phrases.name(host),
    }


def _options(table: TableState) -> list[Option]:
    return [option for option in table.replay.origin.meta.options if table.mode in option.modes]


def _row(table: TableState, member: Member, number: int) -> dict[str, Any]:
    """A seat: ``mine``, ``sitting`` by its phone, ``absent`` (somebody without one), or ``free``."""
    kind = "sitting" if number in table.taken else "free" if number in table.free else "absent"
    named = kind != "free" and not is_nameless(table.stored_names[number])
    return {
        "number": number,
        "name": "" if kind == "free" else names_of(table)[number],
        "named": named,
        "mark": SEAT_SYMBOLS[number],
        "kind": "mine" if number == member.seat else kind,
        "new": kind != "free" and number in table.guided,
    }


@bp.get(SEAT)
def show_seat(code: str, seat: int) -> str:
    """A seat's page: its name, whom this phone knows, to be named with one tap, and to free it."""
    table, member = require_member(code)
    if member.seat != require_seat(table.seats, seat):
        require_hosting(member)
    names = () if member.seat == seat else known_names(but=names_of(table))[:MOST_KNOWN]
    context = {**table_context(table, member), "row": _row(table, member, seat), "names": names}
    return render_template("place.html", **context, hosts=member.role == "host")


@bp.post(SEAT)
def name_seat(code: str, seat: int) -> Response:
    """Name who sits there; at a free seat, somebody without a phone."""
    table, member = require_member(code)
    name = request.form.get("name", "")
    lobby.rename_seat(tables(), member, seat, name)
    response = nothing_to_draw(f"/t/{table.code}", "drawer:done")
    return keep_own_name(response, name) if seat == member.seat else response


@bp.post(f"{SEAT}/clear")
def clear_seat(code: str, seat: int) -> Response:
    """The host frees a seat."""
    table, member = require_member(code)
    revoke_seat(tables(), member, seat)
    return nothing_to_draw(f"/t/{table.code}", "drawer:done")


@bp.post("/seats")
def add_seat(code: str) -> Response:
    """The host adds a seat."""
    table, member = require_member(code)
    lobby.add_seat(tables(), table.id, member)
    return nothing_to_draw(f"/t/{table.code}")


@bp.post("/settings")
def change_settings(code: str) -> Response:
    """The house rules, and who begins."""
    table, member = require_member(code)
    late = {option.name for option in _options(table) if option.late}
    chosen = options_from_form(table.replay.origin.meta, table.mode)
    settings = {name: value for name, value in chosen.items() if name not in late}
    first = parse_seat(request.form.get("first"), table.seats)
    lobby.change_settings(tables(), member, settings, first)
    return nothing_to_draw(f"/t/{table.code}")


@bp.post("/one-phone")
def choose_one_phone(code: str) -> Response:
    """The host's phone enters for everybody: then nobody else is waited for. Or each for its own."""
    table, member = require_member(code)
    require_hosting(member)
    everybody = "one_phone" in request.form
    if everybody:
        lobby.fill_free_seats(tables(), member)
    response = nothing_to_draw(f"/t/{table.code}", "stream:renew")
    return keep_entering_for(response, table.code, replace(entering_for(table), everybody=everybody))


@bp.post("/start")
def start(code: str) -> Response:
    """The game begins, on every phone; the host's enters for those who have none.

    Where it has begun already, there is nothing to do.
    """
    table, member = require_member(code)
    lobby.start_table(tables(), member, request.form.get("to", ""))
    if table.vacant is None:
        return nothing_to_draw(f"/t/{table.code}")
    response = nothing_to_draw(f"/t/{table.code}", "stream:renew")
    return keep_entering_for(response, table.code, replace(entering_for(table), absent=()))


@bp.post("/together")
def lead_on(code: str) -> Response:
    """The host leads newcomers and all others on to the next page before the first entry."""
    table, member = require_member(code)
    lobby.lead_on(tables(), member, request.form.get("to", ""))
    return nothing_to_draw(f"/t/{table.code}")
