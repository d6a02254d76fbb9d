"""The types of a game's ``expectations.py``, which the generic tests use.

``count_inventory`` counts the things in a state, and ``get_inventory_change`` returns what a log line
claims to have changed. ``get_box_contents`` has the numbers of pieces in the rulebook,
``get_initial_pieces`` those of the first state. ``SECRET_PAIRS`` has pairs of scenarios that differ only in
one secret.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from companion.engine.game import Description

Inventory = Counter[tuple[object, ...]]
"""How many of each thing are in each place. Negative numbers are possible in changes."""
PieceCounts = dict[tuple[str, str], int]
"""By kind and place: how many pieces are there in all."""


@dataclass(frozen=True, slots=True)
class LoggedMove:
    """The description of a move in the log, with its seat and the state before the move."""

    description: Description
    seat: int
    before: Any

    def __getitem__(self, name: str) -> Any:
        return self.description.values[name]


def adjust_inventory(
    first: Any, more: Iterable[tuple[object, ...]], fewer: Iterable[tuple[object, ...]] = ()
) -> Inventory:
    """Return the inventory ``first`` with one more of each thing in ``more``, and one less of ``fewer``."""
    result: Inventory = Counter(first)
    result.update(more)
    result.subtract(fewer)
    return result
