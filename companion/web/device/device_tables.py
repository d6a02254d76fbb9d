"""The tables that a device has a link to, and which of them wait for it."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from flask import request

from companion.language.i18n import format_ago
from companion.services import tables
from companion.tables import queries
from companion.tables.errors import NotFound
from companion.tables.links import Member, resolve_link
from companion.tables.state import TableState
from companion.web.common.request import cookie_name
from companion.web.device.acting_for import load_acting_for

MAX_TABLES = 30
"""Tables that a device keeps, and that are looked at, whatever is sent; a browser sends the cookies it got
last at the end."""
TABLE_COOKIE = re.compile(r"t-[A-Z0-9]{5,8}\Z")


@dataclass(frozen=True, slots=True)
class DeviceTable:
    """A table as the device that has a link to it knows it."""

    table: TableState
    over: bool
    awaited: tuple[int, ...]
    mine: bool
    """It waits for something that this device enters."""
    ago: str
    """How long since the last entry, in words; empty before the first."""


def device_tables() -> list[DeviceTable]:
    """The device's newest tables: those that wait for it first, then the running ones, then the rest.

    No trials: those are left as soon as somebody goes away."""
    names = [name for name in request.cookies if TABLE_COOKIE.match(name)]
    here = [
        _known(table, member)
        for _, table, member in load_cookie_tables(names[-MAX_TABLES:])
        if table and member and not table.practice_start
    ]
    return sorted(here, key=lambda one: (one.over, not one.mine, -one.table.id))


def load_cookie_tables(cookies: Iterable[str]) -> Iterator[tuple[str, TableState | None, Member | None]]:
    """The code of each of these cookies, its table, and who this device is there; None of what is gone."""
    for name in cookies:
        code = name.removeprefix(cookie_name(""))
        try:
            access = resolve_link(tables().store, code, request.cookies[name])
            table = tables().load_for(access)
        except NotFound:
            yield code, None, None
        else:
            yield code, table, access.member


def _known(table: TableState, member: Member) -> DeviceTable:
    awaiting, open_to = queries.awaiting(table), queries.seats_that_can_enter(table)
    awaited = awaiting.seats if awaiting and table.vacant is None else ()
    acting = load_acting_for(table).acting_seat(member, awaited, open_to)
    over, moment = queries.ending(table) is not None, queries.last_entry_time(tables().store, table)
    since = "" if moment is None else format_ago(int(time.time()) - moment)
    return DeviceTable(table, over, awaited, acting in awaited, since)
