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
"""How many there are of a thing in a place; of what is gone, fewer than none."""

ExpectedParts = dict[str, list[tuple[dict[str, object], int | None]]]
"""By category: the values that its words ask for, and the points."""
PieceCounts = dict[tuple[str, str], int]
"""By kind and place: how many lie there in all."""


@dataclass(frozen=True, slots=True)
class LoggedMove:
    """A description, whose it is, and the state before."""

    description: Description
    seat: int
    before: Any

    def __getitem__(self, name: str) -> Any:
        return self.description.values[name]


def adjusted(
    first: Any, more: Iterable[tuple[object, ...]], fewer: Iterable[tuple[object, ...]] = ()
) -> Inventory:
    """Inventory, with one more of some things and one fewer of others."""
    found: Inventory = Counter(first)
    found.update(more)
    found.subtract(fewer)
    return found
