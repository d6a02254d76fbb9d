"""The rematch of a table. The first phone opens it, and all others follow to their seats."""

from dataclasses import replace

from flask import Blueprint, Response, render_template, request

from companion.services import services, tables
from companion.tables.links import Member, get_table_by_code, normalize_code, require_player
from companion.tables.opening import open_rematch, take_seat_at_rematch
from companion.tables.state import TableState
from companion.web.common.request import (
    cookie_name,
    device_kind,
    parse_seat,
    require_member,
    secret_from_cookie,
    see_other,
    set_device_cookie,
    set_secret_cookie,
)
from companion.web.device.acting_for import load_acting_for, save_acting_for

bp = Blueprint("rematch", __name__, url_prefix="/t/<code>")


@bp.get("/rematch")
def show_rematch_offer(code: str) -> str | Response:
    """Show who started the rematch, with the choice to follow to it or to stay at this table."""
    table, _ = require_member(code)
    if not table.rematch_code:
        return see_other(f"/t/{table.code}")
    rematch = tables().load(get_table_by_code(tables().store, table.rematch_code).id)
    return render_template("rematch_offer.html", table=table, rematch=rematch)


@bp.post("/rematch")
def join_rematch(code: str) -> Response:
    """Open the rematch of a table, or follow to the rematch that is already open.

    With ``stay``, the phone stays at the old table. With ``lobby``, the rematch begins in the lobby, so
    that people can join and leave. ``first`` is the starting player, if the rules leave the choice.
    """
    table, member = require_member(code)
    if "stay" in request.form and table.rematch_code:
        return set_device_cookie(
            see_other(f"/t/{table.code}"), _previous_table_cookie_name(table.rematch_code), table.code
        )
    if not table.rematch_code:
        require_player(member)
        first = parse_seat(request.form.get("first"), table.seats)
        lobby = "lobby" in request.form
        secret = secret_from_cookie(table.code) or ""
        opened = open_rematch(tables(), table, member.seat, device_kind(), first, secret, lobby=lobby)
        if opened is not None:
            services().groups_and_editions.add_rematch_to_groups(table.id, opened.table_id)
    return _sit_down_at_rematch(table, member)


def _sit_down_at_rematch(table: TableState, member: Member) -> Response:
    rematch = get_table_by_code(tables().store, get_table_by_code(tables().store, table.code).next_code)
    secret = take_seat_at_rematch(
        tables(), table, member, secret_from_cookie(table.code) or "", rematch, device_kind()
    )
    if secret is None:
        return see_other(f"/j/{rematch.code}")
    response = see_other(f"/t/{rematch.code}")
    save_acting_for(response, rematch.code, replace(load_acting_for(table), seat=None))
    set_device_cookie(response, _previous_table_cookie_name(rematch.code), table.code)
    return set_secret_cookie(response, rematch.code, secret)


def visited_rematch_code(table: TableState) -> str:
    """Return the code of a table's rematch if this device was there or chose not to follow; else ""."""
    cookies = {cookie_name(table.rematch_code), _previous_table_cookie_name(table.rematch_code)}
    return table.rematch_code if cookies & request.cookies.keys() else ""


def previous_table_code(code: str) -> str:
    """Return the code of the table before the rematch ``code``, if the device came from there; else ""."""
    return normalize_code(request.cookies.get(_previous_table_cookie_name(normalize_code(code)), ""))


def _previous_table_cookie_name(code: str) -> str:
    return f"before-{code}"
