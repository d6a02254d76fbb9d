"""The tables of a device, the limit and renewal of its cookies, and the names that are suggested on it."""

import re
import time
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from flask import Blueprint, Response, g, request, session

from companion.language.i18n import format_ago
from companion.services import services, tables
from companion.tables import queries
from companion.tables.errors import Forbidden, NotFound
from companion.tables.links import Member, resolve_link
from companion.tables.names import is_persons_name, make_name_key, tidy_name
from companion.tables.queries import ending
from companion.tables.seating import leave_table
from companion.tables.state import TableState
from companion.tables.table_store import utc_now
from companion.web.common import http
from companion.web.device.acting_for import load_acting_for

MAX_TABLES = 30
"""The maximum number of tables of a device.

Of further cookies, which are ordered by age, the oldest are ignored.
"""
TABLE_COOKIE_PATTERN = re.compile(r"t-[A-Z0-9]{5,8}\Z")


@dataclass(frozen=True, slots=True)
class DeviceTable:
    """A table at which a device has a seat or watches, with what the lists of tables show about it."""

    table: TableState
    is_over: bool
    awaited: tuple[int, ...]
    is_awaited: bool
    """Whether the table waits for a seat for which this device enters moves."""
    ago: str
    """The time since the last entry in words; empty before the first entry."""


def device_tables() -> list[DeviceTable]:
    """Return the device's tables except practice tables: those awaiting its move first, finished last."""
    names = [name for name in request.cookies if TABLE_COOKIE_PATTERN.match(name)]
    tables_here = [
        _device_table(table, member)
        for _, table, member in load_cookie_tables(names[-MAX_TABLES:])
        if table and member and not table.practice_start
    ]
    return sorted(tables_here, key=lambda one: (one.is_over, not one.is_awaited, -one.table.id))


def load_cookie_tables(cookies: Iterable[str]) -> Iterator[tuple[str, TableState | None, Member | None]]:
    """Yield (code, table, member) for each name of a table cookie.

    Both are None for a missing table. Only the member is None for a revoked or unknown link.
    """
    for name in cookies:
        code = name.removeprefix(http.cookie_name(""))
        try:
            access = resolve_link(tables().store, code, request.cookies[name])
            table = tables().load_for_access(access)
        except NotFound:
            yield code, None, None
        else:
            yield code, table, access.member


def _device_table(table: TableState, member: Member) -> DeviceTable:
    awaiting = queries.awaiting(table)
    awaited = awaiting.seats if awaiting and table.vacant is None else ()
    acting = load_acting_for(table).acting_seat(member, awaiting)
    newest = tables().store.rows_between(table.id, table.version, table.version + 1)
    time_ago = format_ago(int(time.time()) - newest[0].at) if newest else ""
    return DeviceTable(table, queries.ending(table) is not None, awaited, acting in awaited, time_ago)


def own_name() -> str:
    """Return the name that this phone used last, or an empty string."""
    return tidy_name(http.read_session("name"))


def remember_own_name(name: str) -> None:
    """Store the name of the phone's owner, unless it is empty."""
    if tidy := tidy_name(name):
        http.store_in_session("name", tidy)


def suggest_names(excluded: Collection[str] = ()) -> list[str]:
    """Return the names of people that this phone knows, newest tables first, without ``excluded``."""
    names = [name for table in _newest_tables() for name in table.stored_names]
    names_by_key: dict[str, str] = {}
    for name in filter(is_persons_name, [*names, *services().groups_and_editions.people()]):
        names_by_key.setdefault(make_name_key(name), name)
    excluded_keys = {make_name_key(name) for name in excluded}
    return [name for key, name in names_by_key.items() if key not in excluded_keys]


def players_of_last_table(seats: tuple[int, int]) -> tuple[str, ...]:
    """Return the names at this phone's newest table with a suitable number of seats and a name for each.

    ``seats`` is the (lowest, highest) suitable number. Return an empty tuple if there is no such table.
    """
    low, high = seats
    for table in _newest_tables():
        if low <= table.seats <= high and all(map(is_persons_name, table.stored_names)):
            return table.stored_names
    return ()


def _newest_tables() -> list[TableState]:
    return sorted((entry.table for entry in device_tables()), key=lambda table: -table.id)


bp = Blueprint("device_tables", __name__)

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
        http.delete_table_cookies(response, code)
    return response


def _leave_tables(played: list[tuple[str, Member]]) -> None:
    for _, member in played:
        leave_table(tables(), member)
    codes = [[code, _today_ordinal()] for code, _ in played]
    http.store_in_session("let_go", [*codes, *session.get("let_go", ())][:_MAX_RELEASED])


def list_automatically_left_tables() -> list[str]:
    """Return the codes of the running tables that this device has left automatically in the last week."""
    codes = request.cookies.get("let-go", "").split(".")  # before 0.2
    codes += [code for code, day in session.get("let_go", ()) if _today_ordinal() - day < _RELEASED_DAYS]
    names = {code: http.cookie_name(code) for code in codes}
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
        http.store_in_session("day", _today_ordinal())
        for key, value in [(key, http.read_session(key)) for key in http.LEGACY_COOKIES]:
            if value:
                http.store_in_session(key, value)
    return response


def _today_ordinal() -> int:
    return utc_now().toordinal()


def _is_full_page(response: Response) -> bool:
    is_read = request.method == "GET" and http.wants_full_page()
    return is_read and response.status_code == 200 and response.mimetype == "text/html"
