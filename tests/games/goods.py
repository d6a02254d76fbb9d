"""What a game answers the generic tests in the ``answers.py`` beside its own.

``held`` tells what there is in a state and ``changed`` what the log says has changed. ``explained`` is a
slow reading of the sheets. ``box`` tells what the rulebook says is in the box (kinds of which no number is
known are left out) and ``beginning`` where the first state has how much of what. ``PAIRS`` are pairs of
evenings that differ in one secret, by what is hidden.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from companion.engine.game import Description

Goods = Counter[tuple[object, ...]]
"""How many there are of a thing in a place; of what is gone, fewer than none."""

Made = dict[str, list[tuple[dict[str, object], int | None]]]
"""By category: the values that its words ask for, and the points."""
Lying = dict[tuple[str, str], int]
"""By kind and place: how many lie there in all."""


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
