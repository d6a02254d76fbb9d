"""What there is of everything at a table, and how many more of it there should be by what the log says.

Each game says it in a ``goods.py`` beside its tests: ``held`` of a state, ``changed`` of what was told.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from companion.engine.game import Description

Goods = Counter[tuple[object, ...]]
"""How many there are of a thing in a place; of what is gone, fewer than none."""


@dataclass(frozen=True, slots=True)
class Told:
    """A description, whose it is, and the state before."""

    description: Description
    seat: int
    before: Any

    def __getitem__(self, name: str) -> Any:
        return self.description.values[name]


def plus(first: Any, more: Iterable[tuple[object, ...]], fewer: Iterable[tuple[object, ...]] = ()) -> Goods:
    """Goods, with one more of some things and one fewer of others."""
    found: Goods = Counter(first)
    found.update(more)
    found.subtract(fewer)
    return found
