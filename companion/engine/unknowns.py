"""Numbers that nobody has entered yet: their bounds, and sums that depend on them.

>>> capstone = Unknown("capstone", low=3, high=9)
>>> Amount(10).add(Amount(0, ((capstone, 1),)), times=2).bounds({capstone: (3, 9)})
(16, 28)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

Number = int | Fraction
NO_BOUND = 10**9
"""A bound that stands for no bound: larger than any score."""


@dataclass(frozen=True, slots=True)
class Unknown:
    """A number that somebody could look up. Two equal objects are the same number, on any board."""

    code: str
    """A key of the game's ``Words.unknowns``."""
    of: str = ""
    """The tile or colour that the number belongs to: a key of ``Words.terms``."""
    seat: int | None = None
    """The seat on whose sheet the number is entered, or None."""
    option: str = ""
    """The late option in which the number is entered, if it is a fact of the box."""
    low: Number = -NO_BOUND
    high: Number = NO_BOUND
    whole: bool = True
    """Whether the number must be whole."""


Bounds = tuple[Number, Number]
BoundsByUnknown = Mapping[Unknown, Bounds]
"""The lowest and highest value of every unknown. Unknowns vary independently."""


@dataclass(frozen=True, slots=True)
class Amount:
    """A sum: a known part, and how many times each unknown is added."""

    known: Number = 0
    rests_on: tuple[tuple[Unknown, int], ...] = ()

    def add(self, other: Amount, times: int = 1) -> Amount:
        """Return this amount plus ``times`` another. An unknown that cancels out is dropped."""
        counts = dict(self.rests_on)
        for unknown, count in other.rests_on:
            counts[unknown] = counts.get(unknown, 0) + times * count
        rests_on = tuple((unknown, count) for unknown, count in counts.items() if count)
        return Amount(self.known + times * other.known, rests_on)

    def bounds(self, bounds: BoundsByUnknown) -> Bounds:
        """Return the lowest and highest value within the bounds of the unknowns. Both are possible."""
        low = high = self.known
        for unknown, count in self.rests_on:
            values = [count * end for end in bounds[unknown]]
            low, high = low + min(values), high + max(values)
        return low, high


def collect_unknowns(amounts: Iterable[Amount]) -> tuple[Unknown, ...]:
    """Return every unknown of the amounts once, in order of appearance."""
    return tuple(dict.fromkeys(unknown for amount in amounts for unknown, _ in amount.rests_on))
