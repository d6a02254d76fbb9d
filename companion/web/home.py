"""Home, opening a table, joining one."""

from __future__ import annotations

import re
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
from companion.editions.keeping import dealt, edition_of, printed_option, version_of
from companion.engine.game import Meta, Option
from companion.games import GAMES
from companion.games.seeds import plays
from companion.groups.keeping import group_of, join_table
from companion.limits import limiter
from companion.tables.answers import Malformed, Missing, NotYours
from companion.tables.held import Held
from companion.tables.links import Who, table_by_code, visit
from companion.tables.opening import MODES, game_on_shelf, open_table
from companion.tables.reading import ending
from companion.tables.seating import free_seats, invited, sit, take_over, watch, watched_by
from companion.web.edge import (
    YEAR,
    desk,
    device_name,
    keep_secret,
    seat_among,
    speaker_for,
    visited,
    whole,
)
from companion.web.editions import remembered
from companion.web.groups import remembered_groups
from companion.words import LANGUAGES

bp = Blueprint("home", __name__)
MOST_CONTINUED = 12
_OF_A_TABLE = re.compile(r"t-[A-Z0-9]{5,8}\Z")


@bp.get("/")
def home() -> str:
    """Start a table, join one, continue, calculate, watch."""
    return render_template(
        "home.html", games=[game.meta for game in GAMES], running=_running(),
        recorded={game.meta.slug: plays(game.meta.slug) for game in GAMES}, groups=remembered_groups(),
    )  # fmt: skip


def _running() -> list[tuple[Held, bool]]:
    """The tables of this device, the newest first, each with whether it is over.

    A browser sends the cookies it got last at the end. Only the newest few are looked at, whatever is sent.
    """
    cookies = [
        (name, secret) for name, secret in request.cookies.items() if _OF_A_TABLE.match(name)
    ]
    found: list[tuple[Held, bool]] = []
    for name, secret in cookies[-MOST_CONTINUED:]:
        try:
            come = visit(name[2:], secret)
            if come.who:
                held = desk().visited(come)
                found.append((held, ending(held) is not None))
        except Missing:
            continue
    found.sort(key=lambda pair: pair[0].id, reverse=True)
    return found


@bp.get("/open/<slug>")
def opening(slug: str) -> str:
    """The form that opens a table."""
    meta = game_on_shelf(slug).meta
    mode = request.args.get("mode", "referee")
    low, high = meta.seats
    seats = max(low, min(high, whole(request.args.get("seats"), max(low, 4))))
    return render_template(
        "open.html", meta=meta, mode=mode if mode in MODES else "referee", seats=seats,
        options=[option for option in meta.options if mode in option.modes],
        say=speaker_for(slug, "referee"), editions=_editions(meta, mode),
        groups=remembered_groups(), chosen=request.args.get("edition", ""),
    )  # fmt: skip


def _editions(meta: Meta, mode: str) -> list[tuple[str, Edition]] | None:
    """The device's editions of the game; None where a table of this mode plays without one."""
    printed = any(option.printed and mode in option.modes for option in meta.options)
    return remembered(meta.slug) if printed else None


@bp.post("/open/<slug>")
@limiter.limit("60 per minute")
def opened(slug: str) -> Response:
    """Open the table and lead the host to it."""
    meta = game_on_shelf(slug).meta
    group = group_of(request.form["group"]) if request.form.get("group") else None
    mode = request.form.get("mode", "referee")
    names = request.form.getlist("name")
    table = open_table(
        slug, mode, names, {**options_from_form(meta, mode), **_printed(slug, mode)},
        whole(request.form.get("first"), 0), device_name(),
    )  # fmt: skip
    if group is not None:
        join_table(group, table.table_id, desk().table(table.table_id).names)
    return keep_secret(_to(f"/t/{table.code}"), table.code, table.secret)


def _printed(slug: str, mode: str) -> dict[str, Any]:
    """What is printed in the box, by the edition that was chosen; each seat its own sheet of a pad."""
    secret = request.form.get("edition", "")
    if not secret:
        return {}
    option, edition = printed_option(slug), edition_of(secret)
    if edition.slug != slug or mode not in option.modes:
        raise Malformed({"edition": ["Of another game."]})
    parts = [whole(part, -1) for part in request.form.getlist("part")]
    version = version_of(edition)
    vouched = {option.vouched: True} if option.vouched and version.by else {}
    return {option.name: dealt(version.record, parts), **vouched}


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
def joining() -> Response:
    """A typed code leads to the table's door."""
    code = request.args.get("code", "").strip().upper()[:8]
    if not code:
        return make_response(render_template("join.html"))
    return _to(f"/j/{code}")


@bp.get("/j/<code>")
def door(code: str) -> Response:
    """Choose a seat; a device that sits already is led to its table."""
    held, who = visited(code)
    if who and who.plays:
        return _to(f"/t/{held.code}")
    _open_door(held, who)
    free = free_seats(table_by_code(code))
    return make_response(
        render_template("door.html", held=held, free=free, watches=who is not None)
    )


def _open_door(held: Held, who: Who | None) -> None:
    """NotYours for a stranger where the game is over: a finished table has nothing for guessers."""
    if who is None and ending(held) is not None:
        raise NotYours("table.door_closed")


@bp.post("/j/<code>")
def sat_down(code: str) -> Response:
    """Take a free seat, or watch. Nothing is taken from a device that sits already."""
    held, who = visited(code)
    watches = request.form.get("seat") == "watch"
    seat = seat_among(request.form.get("seat"), len(held.names))
    if seat is None and not watches:
        raise Malformed({"seat": ["Choose a seat."]})
    if who and who.plays:
        return _to(f"/t/{held.code}")
    _open_door(held, who)
    table = table_by_code(code)
    if seat is None:
        secret = watch(table, device_name())
    else:
        secret = sit(table, seat, request.form.get("name", ""), device_name())
        current_app.extensions["announce_people"](table.id)
    return keep_secret(_to(f"/t/{table.code}"), table.code, secret)


@bp.get("/i/<secret>")
def invitation(secret: str) -> Response:
    """What an invitation is for. Taking it is a button, so that a link preview cannot use it up."""
    table, seat = invited(secret)
    _, who = visited(table.code)
    if who and who.seat == seat:
        return _to(f"/t/{table.code}")
    return make_response(
        render_template("invited.html", table=table, seat=seat, secret=secret, who=who)
    )


@bp.post("/i/<secret>")
def taken_over(secret: str) -> Response:
    """Take over the seat; older links of the seat stop working.

    A device that plays at the table already is led there, unless it gives its seat up for this one.
    Hosting is never given up by the way.
    """
    table, seat = invited(secret)
    _, who = visited(table.code)
    giving_up = who if who and who.role == "seat" and request.form.get("give_up") == "1" else None
    if (who and who.plays and giving_up is None) or (who and who.seat == seat):
        return _to(f"/t/{table.code}")
    table, made = take_over(secret, device_name(), giving_up)
    current_app.extensions["announce_people"](table.id)
    return keep_secret(_to(f"/t/{table.code}"), table.code, made)


@bp.get("/w/<secret>")
def watching(secret: str) -> Response:
    """A watching screen's link: it opens the table as a viewer.

    A device that is something at the table already stays what it is.
    """
    table = watched_by(secret)
    _, who = visited(table.code)
    if who:
        return _to(f"/t/{table.code}")
    return keep_secret(_to(f"/t/{table.code}"), table.code, secret)


@bp.post("/language")
def language() -> Response:
    """Speak this language on this device from now on."""
    chosen = request.form.get("language", "")
    back = request.form.get("back", "/")
    response = _to(back if back.startswith("/") and not back.startswith("//") else "/")
    if chosen in LANGUAGES:
        response.set_cookie("lang", chosen, max_age=YEAR, samesite="Lax")
    return response


def _to(address: str) -> Response:
    return make_response(redirect(quote(address, safe="/?=&%"), 303))
