"""The rematch of a table: opened by whoever asks first, and every phone comes along to its seat."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, Response, render_template, request

from companion.services import services, tables
from companion.tables.links import Member, normalize_code, require_player, table_by_code
from companion.tables.rematch import carry_seat_over, open_rematch
from companion.tables.state import TableState
from companion.web.common.request import (
    cookie_name,
    device_name,
    parse_seat,
    require_member,
    see_other,
    set_kept_cookie,
    set_secret_cookie,
)
from companion.web.device.entering_for import entering_for, keep_entering_for

bp = Blueprint("rematch", __name__, url_prefix="/t/<code>")


@bp.get("/rematch")
def ask_along(code: str) -> str | Response:
    """Who calls the rematch and who begins, for as long as a phone may still stay."""
    table, _ = require_member(code)
    if not table.rematch:
        return see_other(f"/t/{table.code}")
    rematch = tables().load(table_by_code(tables().store, table.rematch).id)
    return render_template("along.html", table=table, rematch=rematch)


@bp.post("/rematch")
def play_again(code: str) -> Response:
    """The same people once more; who begins is asked where the game's rule leaves it open. With ``lobby``
    the table is not started yet, so that others can come and some leave.

    Whoever asks first opens it, and every phone that was told of it follows by this same way, but for one
    that wants to ``stay``.
    """
    table, member = require_member(code)
    if "stay" in request.form and table.rematch:
        return set_kept_cookie(see_other(f"/t/{table.code}"), _before(table.rematch), table.code)
    if not table.rematch:
        require_player(member)
        first = parse_seat(request.form.get("first"), table.seats)
        lobby = "lobby" in request.form
        secret = _secret(table.code)
        opened = open_rematch(tables(), table, member.seat, device_name(), first, secret, lobby=lobby)
        if opened is not None:
            services().groups_and_editions.add_rematch(table.id, opened.table_id)
    return _follow(table, member)


def _follow(table: TableState, member: Member) -> Response:
    """Lead a phone to its seat at the rematch, or to the door where it has none there any more."""
    rematch = table_by_code(tables().store, table_by_code(tables().store, table.code).next_code)
    secret = carry_seat_over(tables(), table, member, _secret(table.code), rematch, device_name())
    if secret is None:
        return see_other(f"/j/{rematch.code}")
    response = see_other(f"/t/{rematch.code}")
    keep_entering_for(response, rematch.code, replace(entering_for(table), seat=None))
    set_kept_cookie(response, _before(rematch.code), table.code)
    return set_secret_cookie(response, rematch.code, secret)


def known_rematch_code(table: TableState) -> str:
    """The code of the table's rematch, where this device has been there or stayed behind."""
    cookies = {cookie_name(table.rematch), _before(table.rematch)}
    return table.rematch if cookies & request.cookies.keys() else ""


def previous_table_code(code: str) -> str:
    """The code of the table from which this device came to its rematch; empty where it did not."""
    return normalize_code(request.cookies.get(_before(normalize_code(code)), ""))


def _before(code: str) -> str:
    return f"before-{code}"


def _secret(code: str) -> str:
    return request.cookies.get(cookie_name(code), "")
