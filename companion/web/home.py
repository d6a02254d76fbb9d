"""Opening a table, joining one."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from flask import (
    Blueprint,
    Response,
    current_app,
    make_response,
    redirect,
    render_template,
    request,
)

from companion.editions import Edition
from companion.editions.service import get_edition, get_version, parts_by_seat, printed_option
from companion.engine.game import MOST_SEATS, Meta, Option
from companion.groups.service import get_group, join_table
from companion.i18n import LANGUAGES
from companion.rate_limits import limiter
from companion.tables.errors import Forbidden, Malformed
from companion.tables.links import Member, table_by_code
from companion.tables.lobby import add_seat
from companion.tables.opening import MODES, get_game, open_table
from companion.tables.queries import ending
from companion.tables.seating import (
    find_invitation,
    join_as_viewer,
    table_of_viewer,
    take_over_seat,
    take_seat,
)
from companion.tables.state import TableState
from companion.web.device_editions import device_editions
from companion.web.entering_for import EntersFor, keep_entering_for
from companion.web.groups import device_groups
from companion.web.own_name import keep_own_name, own_name
from companion.web.request import (
    YEAR,
    current_table,
    device_name,
    game_phrases,
    parse_int,
    parse_seat,
    set_secret_cookie,
    table_cache,
)

bp = Blueprint("home", __name__)


@bp.get("/open/<slug>")
def open_form(slug: str) -> str:
    """The form that opens a table."""
    meta = get_game(slug).meta
    mode = request.args.get("mode", "referee")
    low, high = meta.seats
    seats = max(low, min(high, parse_int(request.args.get("seats"), max(low, 4))))
    return render_template(
        "open.html", meta=meta, mode=mode if mode in MODES else "referee", seats=seats,
        options=[option for option in meta.options if mode in option.modes],
        phrases=game_phrases(slug, "referee"), editions=_editions(meta, mode),
        groups=device_groups(), chosen=request.args.get("edition", ""),
        own_name=own_name(),
    )  # fmt: skip


def _editions(meta: Meta, mode: str) -> list[tuple[str, Edition]] | None:
    """The device's editions of the game; None where a table of this mode plays without one."""
    printed = any(option.printed and mode in option.modes for option in meta.options)
    return device_editions(meta.slug) if printed else None


@bp.post("/open/<slug>")
@limiter.limit("60 per minute")
def open_new_table(slug: str) -> Response:
    """Open the table and lead the host to its lobby, or with ``start`` right to the board."""
    meta = get_game(slug).meta
    group = get_group(request.form["group"]) if request.form.get("group") else None
    mode, at_once = request.form.get("mode", "referee"), "start" in request.form
    names = request.form.getlist("name")
    seats = min(parse_int(request.form.get("seats"), meta.seats[0]), MOST_SEATS)
    host = request.form.get("host", own_name())
    names = names or [host, *[""] * (seats - 1)]
    table = open_table(
        slug, mode, names, {**options_from_form(meta, mode), **_printed(slug, mode)},
        parse_int(request.form.get("first"), 0), device_name(),
        vacant=None if at_once else [n for n, name in enumerate(names) if n and not name.strip()],
    )  # fmt: skip
    if group is not None:
        names = list(table_cache().load(table.table_id).names) if at_once else []
        join_table(group, table.table_id, names)
    response = _to(f"/t/{table.code}")
    keep_entering_for(response, table.code, EntersFor(everybody="one_phone" in request.form))
    keep_own_name(response, request.form.get("host", ""))
    return set_secret_cookie(response, table.code, table.secret)


def _printed(slug: str, mode: str) -> dict[str, Any]:
    """What is printed in the box, by the edition that was chosen; each seat its own sheet of a pad."""
    secret = request.form.get("edition", "")
    if not secret:
        return {}
    option, edition = printed_option(slug), get_edition(secret)
    if edition.slug != slug or mode not in option.modes:
        raise Malformed({"edition": ["Of another game."]})
    parts = [parse_int(part, -1) for part in request.form.getlist("part")]
    version = get_version(edition)
    vouched = {option.confirmed_by: True} if option.confirmed_by and version.by else {}
    return {option.name: parts_by_seat(version.record, parts), **vouched}


def options_from_form(meta: Meta, mode: str) -> dict[str, Any]:
    """The switches of the form; records are set later, on the table's own page."""
    chosen: dict[str, Any] = {}
    for option in meta.options:
        if mode in option.modes and option.kind != "record":
            chosen[option.name] = _option_value(option, request.form.get(f"option.{option.name}"))
    return chosen


def _option_value(option: Option, text: str | None) -> Any:
    if option.kind == "flag":
        return text is not None
    if text is None:
        return option.default
    if option.kind == "number":
        try:
            return int(text[:9])
        except ValueError as error:
            raise Malformed({option.name: ["Not a number."]}) from error
    return text


@bp.get("/join")
def join_by_code() -> Response:
    """A typed code leads to the table's door."""
    code = "".join(filter(str.isalnum, request.args.get("code", ""))).upper()[:8]
    if not code:
        return make_response(render_template("join.html"))
    return _to(f"/j/{code}")


@bp.get("/j/<code>")
def door(code: str) -> Response:
    """Choose a seat; a device that sits already is led to its table."""
    table, member = current_table(code)
    if member and member.may_enter:
        return _to(f"/t/{table.code}")
    _open_door(table, member)
    return make_response(
        render_template(
            "door.html", table=table, meta=table.replay.origin.meta, more=_one_more(table),
            name=own_name(), watches=member is not None,
        )
    )  # fmt: skip


def _one_more(table: TableState) -> int | None:
    """The seat that is added for whoever comes to a lobby in which all others are taken."""
    seats = len(table.names)
    full = len(table.taken) == seats and seats < table.replay.origin.meta.seats[1]
    return seats if full and table.vacant is not None else None


def _open_door(table: TableState, member: Member | None) -> None:
    """Forbidden for a stranger where the game is over: a finished table has nothing for guessers."""
    if member is None and ending(table) is not None:
        raise Forbidden("table.door_closed")


@bp.post("/j/<code>")
def sit_down(code: str) -> Response:
    """Take a free seat, or watch. Nothing is taken from a device that sits already."""
    table, member = current_table(code)
    watches = request.form.get("seat") == "watch"
    more = _one_more(table)
    seat = parse_seat(request.form.get("seat"), len(table.names) + (more is not None))
    if seat is None and not watches:
        raise Malformed({"seat": ["Choose a seat."]})
    if member and member.may_enter:
        return _to(f"/t/{table.code}")
    _open_door(table, member)
    if seat is not None and seat == more:
        add_seat(table.id)
    stored, name = table_by_code(code), request.form.get("name", "")
    if seat is None:
        secret = join_as_viewer(stored, device_name())
    else:
        secret = take_seat(stored, seat, name, device_name())
        current_app.extensions["announce_people"](stored.id)
    response = keep_own_name(_to(f"/t/{stored.code}"), name)
    return set_secret_cookie(response, stored.code, secret)


@bp.get("/i/<secret>")
def show_invitation(secret: str) -> Response:
    """What an invitation is for. Taking it is a button, so that a link preview cannot use it up."""
    table, seat = find_invitation(secret)
    _, member = current_table(table.code)
    if member and member.seat == seat:
        return _to(f"/t/{table.code}")
    return make_response(
        render_template("invited.html", table=table, seat=seat, secret=secret, member=member)
    )


@bp.post("/i/<secret>")
def accept_invitation(secret: str) -> Response:
    """Take over the seat; older links of the seat stop working.

    A device that plays at the table already is led there, unless it gives its seat up for this one.
    Hosting is never given up by the way.
    """
    table, seat = find_invitation(secret)
    _, member = current_table(table.code)
    giving_up = (
        member if member and member.role == "seat" and request.form.get("give_up") == "1" else None
    )
    if (member and member.may_enter and giving_up is None) or (member and member.seat == seat):
        return _to(f"/t/{table.code}")
    table, made = take_over_seat(secret, device_name(), giving_up)
    current_app.extensions["announce_people"](table.id)
    return set_secret_cookie(_to(f"/t/{table.code}"), table.code, made)


@bp.get("/w/<secret>")
def open_viewer_link(secret: str) -> Response:
    """A watching screen's link: it opens the table as a viewer.

    A device that is something at the table already stays what it is.
    """
    table = table_of_viewer(secret)
    _, member = current_table(table.code)
    if member:
        return _to(f"/t/{table.code}")
    return set_secret_cookie(_to(f"/t/{table.code}"), table.code, secret)


@bp.post("/language")
def set_language() -> Response:
    """Speak this language on this device from now on."""
    chosen = request.form.get("language", "")
    back = request.form.get("back", "/")
    response = _to(back if back.startswith("/") and not back.startswith("//") else "/")
    if chosen in LANGUAGES:
        response.set_cookie("lang", chosen, max_age=YEAR, samesite="Lax")
    return response


def _to(address: str) -> Response:
    return make_response(redirect(quote(address, safe="/?=&%"), 303))
