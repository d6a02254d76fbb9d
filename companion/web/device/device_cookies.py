"""Limit and renew the cookies of a device (decision 46).

Browsers keep about 180 cookies of a site and may delete many at once; servers limit the size of headers. So
a device keeps the secrets of its newest tables only. Groups, language and names are in the session, which
is sent anew once a day.
"""

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
    store_in_session,
    wants_full_page,
)
from companion.web.device.device_tables import MAX_TABLES, TABLE_COOKIE_PATTERN, load_cookie_tables

bp = Blueprint("device_cookies", __name__)

SEAT_ENDPOINTS = frozenset((
    "joining.sit_down", "joining.accept_invitation", "home.open_new_table",
    "recorded_plays.start_practice_table",
    "exports.import_uploaded_table", "address_change.accept_transfer", "joining.ask_for_seat",
))  # fmt: skip
"""The forms whose response stores the secret of a table on the device."""
_NO_COOKIES_CODE = "table.no_cookies"
_RELEASED_DAYS, _MAX_RELEASED = 7, 3


@bp.before_app_request
def _refuse_without_cookies() -> None:
    """Raise Forbidden if a form in ``SEAT_ENDPOINTS`` comes from a browser that stores no cookies.

    Every page sets a cookie, so a form is sent with at least one. API clients send no ``Origin``.
    """
    takes_a_seat = request.method == "POST" and request.endpoint in SEAT_ENDPOINTS
    if takes_a_seat and "Origin" in request.headers and not request.cookies:
        raise Forbidden(_NO_COOKIES_CODE)


@bp.after_app_request
def _limit_table_cookies(response: Response) -> Response:
    """While the device has more than MAX_TABLES table cookies, delete those of finished and deleted tables.

    If this is not enough when the response adds a table, the device leaves running tables: first those that
    it only watches, then the oldest ones.
    """
    set_cookies = {line.partition("=")[0] for line in response.headers.getlist("Set-Cookie")}
    is_added = any(map(TABLE_COOKIE_PATTERN.match, set_cookies))
    if not (is_added or _is_full_page(response)):
        return response
    names = [
        name for name in request.cookies if TABLE_COOKIE_PATTERN.match(name) and name not in set_cookies
    ]
    surplus = len(names) + is_added - MAX_TABLES
    if surplus <= 0:
        return response
    finished_codes, running_tables = list[str](), list[tuple[str, Member]]()
    for code, table, member in load_cookie_tables(names[: MAX_TABLES + 1]):
        if table is None or member is None or ending(table) is not None:
            finished_codes.append(code)
        else:
            running_tables.append((code, member))
    dropped_codes = finished_codes[:surplus]
    if is_added and len(dropped_codes) < surplus:
        running_tables.sort(key=lambda one: one[1].may_enter)  # viewers can join again at any time
        left_tables = running_tables[: surplus - len(dropped_codes)]
        _leave_tables([(code, member) for code, member in left_tables if member.may_enter])
        dropped_codes += [code for code, _ in left_tables]
    for code in dropped_codes:
        delete_table_cookies(response, code)
    return response


def _leave_tables(played: list[tuple[str, Member]]) -> None:
    for _, member in played:
        leave_table(tables(), member)
    codes = [[code, _today_ordinal()] for code, _ in played]
    store_in_session("let_go", [*codes, *session.get("let_go", ())][:_MAX_RELEASED])


def list_automatically_left_tables() -> list[str]:
    """Return the codes of the running tables that this device has left automatically in the last week."""
    codes = request.cookies.get("let-go", "").split(".")  # before 0.2
    codes += [code for code, day in session.get("let_go", ()) if _today_ordinal() - day < _RELEASED_DAYS]
    names = {code: cookie_name(code) for code in codes}
    return [
        code
        for code, name in names.items()
        if TABLE_COOKIE_PATTERN.match(name) and name not in request.cookies
    ]


@bp.after_app_request
def _renew_session(response: Response) -> Response:
    """Once a day, send the session cookie anew with a lifetime of one year.

    This also happens after a form was refused for lack of cookies, since they may have expired.
    """
    is_refused = response.status_code == 403 and getattr(g.get("answer"), "code", "") == _NO_COOKIES_CODE
    if (is_refused or _is_full_page(response)) and session.get("day") != _today_ordinal():
        store_in_session("day", _today_ordinal())
        for key, value in [(key, read_session(key)) for key in LEGACY_COOKIES]:
            if value:
                store_in_session(key, value)
    return response


def _today_ordinal() -> int:
    return utc_now().toordinal()


def _is_full_page(response: Response) -> bool:
    is_read = request.method == "GET" and wants_full_page()
    return is_read and response.status_code == 200 and response.mimetype == "text/html"
