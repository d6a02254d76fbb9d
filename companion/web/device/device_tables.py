"""The tables of a device, those where it is the device's turn, and the names that are suggested on it."""

import re
import time
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from flask import request

from companion.language.i18n import format_ago
from companion.services import services, tables
from companion.tables import queries
from companion.tables.errors import NotFound
from companion.tables.links import Member, resolve_link
from companion.tables.names import is_persons_name, make_name_key, tidy_name
from companion.tables.state import TableState
from companion.web.common.request import cookie_name, read_session, store_in_session
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
    """Yield (code, table, member) for each table cookie. The member, or both, are None if missing."""
    for name in cookies:
        code = name.removeprefix(cookie_name(""))
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
    is_over, moment = queries.ending(table) is not None, queries.last_entry_time(tables().store, table)
    time_ago = "" if moment is None else format_ago(int(time.time()) - moment)
    return DeviceTable(table, is_over, awaited, acting in awaited, time_ago)


def own_name() -> str:
    """Return the name that this phone used last, or an empty string."""
    return tidy_name(read_session("name"))


def remember_own_name(name: str) -> None:
    """Store the name of the phone's owner, unless it is empty."""
    if tidy := tidy_name(name):
        store_in_session("name", tidy)


def suggest_names(excluded: Collection[str] = ()) -> list[str]:
    """Return the names of people that this phone knows, newest tables first, without ``excluded``."""
    names = [name for table in _newest_tables() for name in table.stored_names]
    names_by_key: dict[str, str] = {}
    for name in filter(is_persons_name, [*names, *services().groups_and_editions.people()]):
        names_by_key.setdefault(make_name_key(name), name)
    excluded_keys = {make_name_key(name) for name in excluded}
    return [name for key, name in names_by_key.items() if key not in excluded_keys]


def players_of_last_table(seats: tuple[int, int]) -> tuple[str, ...]:
    """Return the names at the newest full table with ``seats`` (lowest, highest) seats; () without one."""
    low, high = seats
    for table in _newest_tables():
        if low <= table.seats <= high and all(map(is_persons_name, table.stored_names)):
            return table.stored_names
    return ()


def _newest_tables() -> list[TableState]:
    return sorted((entry.table for entry in device_tables()), key=lambda table: -table.id)
