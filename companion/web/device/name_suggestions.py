"""Whom this phone knows: its owner, by the name that it used last, the people of its groups, and those of
the tables that it has been at.
"""

from __future__ import annotations

from collections.abc import Collection

from companion.services import services
from companion.tables.names import is_persons_name, name_key, tidy_name
from companion.tables.state import TableState
from companion.web.common.request import read_session, remember
from companion.web.device.device_tables import device_tables


def own_name() -> str:
    """The name that this phone used last; empty where there is none."""
    return tidy_name(read_session("name"))


def remember_own_name(name: str) -> None:
    """Have the phone remember the name its owner gave, if any was given."""
    if tidy := tidy_name(name):
        remember("name", tidy)


def suggested_names(but: Collection[str] = ()) -> list[str]:
    """Their names, those of the newest tables first, each once and without those of ``but``."""
    names = [name for table in _newest_tables() for name in table.stored_names]
    each: dict[str, str] = {}
    for name in filter(is_persons_name, [*names, *services().groups_and_editions.people()]):
        each.setdefault(name_key(name), name)
    left_out = {name_key(name) for name in but}
    return [name for key, name in each.items() if key not in left_out]


def last_players(seats: tuple[int, int]) -> tuple[str, ...]:
    """Who played at the newest table of this phone where all have names, if the game takes so many."""
    low, high = seats
    for table in _newest_tables():
        if low <= table.seats <= high and all(map(is_persons_name, table.stored_names)):
            return table.stored_names
    return ()


def _newest_tables() -> list[TableState]:
    return sorted((one.table for one in device_tables()), key=lambda table: -table.id)
