"""What is left on a device stays small, and stays there as long as somebody comes (decision 46).

A browser keeps some 180 cookies of a site and throws away whole lots of them at once; a request's head
has its bound as well. So a device keeps its newest tables alone, and its groups, its language and the
like are left on it anew once a day.
"""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, Response, request

from companion.services import tables
from companion.tables.links import Member
from companion.tables.queries import ending
from companion.tables.seating import leave_table
from companion.web.device.device_tables import MOST, OF_A_TABLE, tables_behind
from companion.web.plumbing.request import asks_for_page, forget_table_cookies, kept_text, set_kept_cookie

bp = Blueprint("device_cookies", __name__)

ANEW = ("companion-groups", "companion-editions", "companion-lang", "own-name")
"""What a device would miss, and what nothing else leaves on it anew."""
_TODAY, _DAY = "companion-today", 24 * 3600
_LET_GO, _WEEK, _FEW = "let-go", 7 * _DAY, 3


@dataclass(frozen=True, slots=True)
class _Kept:
    """A table that the device has a link to; without a member where the link or the table is gone."""

    code: str
    member: Member | None
    over: bool

    @property
    def plays(self) -> bool:
        """Whether the device has a seat there."""
        return self.member is not None and self.member.may_enter


@bp.after_app_request
def _keep_few_tables(response: Response) -> Response:
    """Let go of the tables beyond the newest: at any page of what is over or gone, and where a new table
    comes of the oldest that still run.
    """
    left = _left_on(response)
    kept = [name for name in request.cookies if OF_A_TABLE.match(name) and name not in left]
    comes = any(map(OF_A_TABLE.match, left))
    surplus = len(kept) + comes - MOST
    if surplus <= 0 or not (comes or _is_page(response)):
        return response
    looked = [
        _Kept(code, member, over=table is None or member is None or ending(table) is not None)
        for code, table, member in tables_behind(kept[: MOST + 1])
    ]
    gone = [one for one in looked if one.over][:surplus]
    if comes and len(gone) < surplus:
        running = [one for one in looked if not one.over]
        running.sort(key=lambda one: one.plays)  # to watch, anybody can come again
        released = running[: surplus - len(gone)]
        _release(response, released)
        gone += released
    for one in gone:
        forget_table_cookies(response, one.code)
    return response


def _release(response: Response, running: list[_Kept]) -> None:
    """Leave these tables as their owner would, so that the seat is free to be taken again; home says so."""
    for one in running:
        if one.member is not None and one.plays:
            leave_table(tables(), one.member)
    codes = [*(one.code for one in running if one.plays), *let_go()]
    set_kept_cookie(response, _LET_GO, ".".join(codes[:_FEW]), _WEEK)


def let_go() -> list[str]:
    """The codes of the running tables at which this device gave up its seat within a week."""
    codes = request.cookies.get(_LET_GO, "").split(".")
    cookies = {f"t-{code}": code for code in codes}
    gone = [name for name in cookies if OF_A_TABLE.match(name) and name not in request.cookies]
    return [cookies[name] for name in gone[:_FEW]]


@bp.after_app_request
def _leave_anew(response: Response) -> Response:
    """Once a day, at the first page: a year begins again for what the device has, unless it is new."""
    if _TODAY in request.cookies or not _is_page(response):
        return response
    left = _left_on(response)
    for name in ANEW:
        if name not in left and (text := kept_text(name)):
            set_kept_cookie(response, name, text)
    return set_kept_cookie(response, _TODAY, "1", _DAY)


def _is_page(response: Response) -> bool:
    return response.status_code == 200 and response.mimetype == "text/html" and asks_for_page()


def _left_on(response: Response) -> set[str]:
    """The names of the cookies that an answer leaves on the device, or has it forget."""
    return {line.partition("=")[0] for line in response.headers.getlist("Set-Cookie")}
