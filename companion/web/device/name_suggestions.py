"""The names that a phone suggests: its owner's, those of its groups, and those at its tables."""

from collections.abc import Collection

from companion.services import services
from companion.tables.names import is_persons_name, make_name_key, tidy_name
from companion.tables.state import TableState
from companion.web.common.request import read_session, store_in_session
from companion.web.device.device_tables import device_tables


def own_name() -> str:
    """Return the name that this phone used last, or an empty string."""
    return tidy_name(read_session("name"))


def remember_own_name(name: str) -> None:
    """Store the name of the phone's owner, unless it is empty."""
    if tidy := tidy_name(name):
        store_in_session("name", tidy)


def suggest_names(but: Collection[str] = ()) -> list[str]:
    """Return the names of people that this phone knows, except those in ``but``, newest tables first."""
    names = [name for table in _newest_tables() for name in table.stored_names]
    names_by_key: dict[str, str] = {}
    for name in filter(is_persons_name, [*names, *services().groups_and_editions.people()]):
        names_by_key.setdefault(make_name_key(name), name)
    excluded_keys = {make_name_key(name) for name in but}
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
