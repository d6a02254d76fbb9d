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
from companion.tables.ports import now
from companion.tables.queries import ending
from companion.tables.seating import leave_table
from companion.web.common.request import (
    OLD_COOKIES,
    asks_for_page,
    cookie_name,
    forget_table_cookies,
    remember,
    remembered,
)
from companion.web.device.device_tables import MOST, OF_A_TABLE, tables_behind

bp = Blueprint("device_cookies", __name__)

GIVE_A_SEAT = frozenset((
    "joining.sit_down", "joining.accept_invitation", "opening.open_new_table", "plays.try_position",
    "exports.import_uploaded_table", "moving.arrive", "seat_requests.ask_for_seat",
))  # fmt: skip
"""The forms whose answer leaves the secret of a table on the device."""
_NO_COOKIES = "table.no_cookies"
_WEEK, _FEW = 7, 3


@bp.before_app_request
def _refuse_without_cookies() -> None:
    """Forbidden for a form of ours that would give a seat to a browser that sends no cookie.

    The page with the form left one (_begin_a_year_anew). What is no form in a browser sends no Origin.
    """
    takes_a_seat = request.method == "POST" and request.endpoint in GIVE_A_SEAT
    if takes_a_seat and "Origin" in request.headers and not request.cookies:
        raise Forbidden(_NO_COOKIES)


@bp.after_app_request
def _keep_few_tables(response: Response) -> Response:
    """Let go of the tables beyond the newest: at any page of what is over or gone, and where a new table
    comes of the oldest that still run.
    """
    left = _left_on(response)
    comes = any(map(OF_A_TABLE.match, left))
    if not (comes or _is_page(response)):
        return response
    names = [name for name in request.cookies if OF_A_TABLE.match(name) and name not in left]
    surplus = len(names) + comes - MOST
    if surplus <= 0:
        return response
    over, running = list[str](), list[tuple[str, Member]]()
    for code, table, member in tables_behind(names[: MOST + 1]):
        if table is None or member is None or ending(table) is not None:
            over.append(code)
        else:
            running.append((code, member))
    gone = over[:surplus]
    if comes and len(gone) < surplus:
        running.sort(key=lambda one: one[1].may_enter)  # to watch, anybody can come again
        released = running[: surplus - len(gone)]
        _release([(code, member) for code, member in released if member.may_enter])
        gone += [code for code, _ in released]
    for code in gone:
        forget_table_cookies(response, code)
    return response


def _release(played: list[tuple[str, Member]]) -> None:
    """Leave these tables as their owner would, so that the seat is free to be taken again; home says so."""
    for _, member in played:
        leave_table(tables(), member)
    codes = [[code, _today()] for code, _ in played]
    remember("let_go", [*codes, *session.get("let_go", ())][:_FEW])


def let_go() -> list[str]:
    """The codes of the running tables at which this device gave up its seat within a week."""
    codes = request.cookies.get("let-go", "").split(".")  # of before 0.2
    codes += [code for code, day in session.get("let_go", ()) if _today() - day < _WEEK]
    names = {code: cookie_name(code) for code in codes}
    return [code for code, name in names.items() if OF_A_TABLE.match(name) and name not in request.cookies]


@bp.after_app_request
def _begin_a_year_anew(response: Response) -> Response:
    """Once a day, at the first page: a year begins again for what the device remembers.

    Also where a form was refused for want of a cookie: the one of a page that is open for days has expired.
    """
    is_refused = response.status_code == 403 and getattr(g.get("answer"), "code", "") == _NO_COOKIES
    if (is_refused or _is_page(response)) and session.get("day") != _today():
        remember("day", _today())
        for key, text in [(key, remembered(key)) for key in OLD_COOKIES]:
            if text:
                remember(key, text)
    return response


def _today() -> int:
    return now().toordinal()


def _is_page(response: Response) -> bool:
    is_read = request.method == "GET" and asks_for_page()
    return is_read and response.status_code == 200 and response.mimetype == "text/html"


def _left_on(response: Response) -> set[str]:
    """The names of the cookies that an answer leaves on the device, or has it forget."""
    return {line.partition("=")[0] for line in response.headers.getlist("Set-Cookie")}
