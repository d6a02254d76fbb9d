"""What is left on a device stays small, and stays there as long as somebody comes (decision 46).

A browser keeps some 180 cookies of a site and throws away whole lots of them at once; a request's head
has its bound as well. So a device keeps its newest tables alone, and its groups, its language and the
like are in its session, which is left on it anew once a day.
"""

from __future__ import annotations

from flask import Blueprint, Response, g, request, session

from companion.services import tables
from companion.tables.errors import Forbidden
from companion.tables.links import Member
from companion.tables.queries import ending
from companion.tables.seating import leave_table
from companion.tables.table_store import utc_now
from companion.web.common.request import (
    LEGACY_COOKIES,
    cookie_name,
    delete_table_cookies,
    read_session,
    remember,
    wants_full_page,
)
from companion.web.device.device_tables import MAX_TABLES, TABLE_COOKIE, load_cookie_tables

bp = Blueprint("device_cookies", __name__)

SEAT_ENDPOINTS = frozenset((
    "joining.sit_down", "joining.accept_invitation", "opening.open_new_table",
    "recorded_plays.start_practice_table",
    "exports.import_uploaded_table", "address_change.arrive", "seat_requests.ask_for_seat",
))  # fmt: skip
"""The forms whose answer leaves the secret of a table on the device."""
_NO_COOKIES = "table.no_cookies"
_RELEASED_DAYS, _MAX_RELEASED = 7, 3


@bp.before_app_request
def _refuse_without_cookies() -> None:
    """Forbidden for a form of ours that would give a seat to a browser that sends no cookie.

    The page with the form left one (_renew_session). What is no form in a browser sends no Origin.
    """
    takes_a_seat = request.method == "POST" and request.endpoint in SEAT_ENDPOINTS
    if takes_a_seat and "Origin" in request.headers and not request.cookies:
        raise Forbidden(_NO_COOKIES)


@bp.after_app_request
def _limit_table_cookies(response: Response) -> Response:
    """Let go of the tables beyond the newest: at any page of what is over or gone, and where a new table
    comes of the oldest that still run.
    """
    left = _set_cookie_names(response)
    comes = any(map(TABLE_COOKIE.match, left))
    if not (comes or _is_page(response)):
        return response
    names = [name for name in request.cookies if TABLE_COOKIE.match(name) and name not in left]
    surplus = len(names) + comes - MAX_TABLES
    if surplus <= 0:
        return response
    over, running = list[str](), list[tuple[str, Member]]()
    for code, table, member in load_cookie_tables(names[: MAX_TABLES + 1]):
        if table is None or member is None or ending(table) is not None:
            over.append(code)
        else:
            running.append((code, member))
    gone = over[:surplus]
    if comes and len(gone) < surplus:
        running.sort(key=lambda one: one[1].may_enter)  # to watch, anybody can come again
        released = running[: surplus - len(gone)]
        _leave_tables([(code, member) for code, member in released if member.may_enter])
        gone += [code for code, _ in released]
    for code in gone:
        delete_table_cookies(response, code)
    return response


def _leave_tables(played: list[tuple[str, Member]]) -> None:
    """Leave these tables as their owner would, so that the seat is free to be taken again; home says so."""
    for _, member in played:
        leave_table(tables(), member)
    codes = [[code, _today()] for code, _ in played]
    remember("let_go", [*codes, *session.get("let_go", ())][:_MAX_RELEASED])


def released_tables() -> list[str]:
    """The codes of the running tables at which this device gave up its seat within a week."""
    codes = request.cookies.get("let-go", "").split(".")  # of before 0.2
    codes += [code for code, day in session.get("let_go", ()) if _today() - day < _RELEASED_DAYS]
    names = {code: cookie_name(code) for code in codes}
    return [
        code for code, name in names.items() if TABLE_COOKIE.match(name) and name not in request.cookies
    ]


@bp.after_app_request
def _renew_session(response: Response) -> Response:
    """Once a day, at the first page: a year begins again for what the device remembers.

    Also where a form was refused for want of a cookie: the one of a page that is open for days has expired.
    """
    is_refused = response.status_code == 403 and getattr(g.get("answer"), "code", "") == _NO_COOKIES
    if (is_refused or _is_page(response)) and session.get("day") != _today():
        remember("day", _today())
        for key, text in [(key, read_session(key)) for key in LEGACY_COOKIES]:
            if text:
                remember(key, text)
    return response


def _today() -> int:
    return utc_now().toordinal()


def _is_page(response: Response) -> bool:
    is_read = request.method == "GET" and wants_full_page()
    return is_read and response.status_code == 200 and response.mimetype == "text/html"


def _set_cookie_names(response: Response) -> set[str]:
    """The names of the cookies that an answer leaves on the device, or has it forget."""
    return {line.partition("=")[0] for line in response.headers.getlist("Set-Cookie")}
