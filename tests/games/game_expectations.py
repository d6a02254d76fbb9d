"""The types of a game's ``expectations.py``, which the generic tests use.

``inventory`` counts the things in a state. ``inventory_change`` says what a log sentence claims to have
changed. ``expected_parts`` recomputes a score from the sheets, slowly. ``box_contents`` has the counts of
the rulebook, and ``initial_pieces`` those of the first state. ``SECRET_PAIRS`` has pairs of games that
differ only in one secret.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from companion.engine.game import Description

Inventory = Counter[tuple[object, ...]]
"""How many of each thing are in each place. Negative numbers are possible in changes."""

ExpectedParts = dict[str, list[tuple[dict[str, object], int | None]]]
"""By category: the values of each part's sentence, and its points."""
PieceCounts = dict[tuple[str, str], int]
"""By kind and place: how many pieces are there in all."""


@dataclass(frozen=True, slots=True)
class LoggedMove:
    """The description of a move, its seat, and the state before it."""

    description: Description
    seat: int
    before: Any

    def __getitem__(self, name: str) -> Any:
        return self.description.values[name]


def adjusted(
    first: Any, more: Iterable[tuple[object, ...]], fewer: Iterable[tuple[object, ...]] = ()
) -> Inventory:
    """Return the inventory with one more of some things and one fewer of others."""
    result: Inventory = Counter(first)
    result.update(more)
    result.subtract(fewer)
    return result
