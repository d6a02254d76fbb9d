"""Numbers that nobody has entered yet, and sums that depend on them.

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
"""Stands for a missing bound: larger than any score."""


@dataclass(frozen=True, slots=True)
class Unknown:
    """A number that a score depends on and nobody has entered. Equal objects stand for the same number."""

    code: str
    """A key of the game's ``Words.unknowns``."""
    of: str = ""
    """The tile or colour to which the number belongs: a key of ``Words.terms``."""
    seat: int | None = None
    """The seat on whose sheet the number is entered, or None."""
    option: str = ""
    """The option in which the number is entered, if it is printed in the box."""
    low: Number = -NO_BOUND
    high: Number = NO_BOUND
    whole: bool = True
    """Whether the number must be whole."""


Bounds = tuple[Number, Number]
BoundsByUnknown = Mapping[Unknown, Bounds]
"""The lowest and highest value of every unknown number. The numbers do not depend on one another."""


@dataclass(frozen=True, slots=True)
class Amount:
    """A sum: the number ``known``, and in ``rests_on`` each unknown number with how often it is added."""

    known: Number = 0
    rests_on: tuple[tuple[Unknown, int], ...] = ()

    def add(self, other: Amount, times: int = 1) -> Amount:
        """Return ``self + times * other``, without the unknown numbers that cancel out."""
        counts = dict(self.rests_on)
        for unknown, count in other.rests_on:
            counts[unknown] = counts.get(unknown, 0) + times * count
        rests_on = tuple((unknown, count) for unknown, count in counts.items() if count)
        return Amount(self.known + times * other.known, rests_on)

    def bounds(self, bounds: BoundsByUnknown) -> Bounds:
        """Return the lowest and highest possible value, given the bounds of the unknown numbers."""
        low = high = self.known
        for unknown, count in self.rests_on:
            values = [count * end for end in bounds[unknown]]
            low, high = low + min(values), high + max(values)
        return low, high


def collect_unknowns(amounts: Iterable[Amount]) -> tuple[Unknown, ...]:
    """Return every unknown number of the amounts once, in the order in which they appear."""
    return tuple(dict.fromkeys(unknown for amount in amounts for unknown, _ in amount.rests_on))
