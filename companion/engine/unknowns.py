"""Numbers that the app has not been told yet, what they may be, and sums that rest on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

Number = int | Fraction
OPEN = 10**9
"""Stands for an open end: far beyond what any table counts."""


@dataclass(frozen=True, slots=True)
class Unknown:
    """A number that somebody could look up. Equal unknowns are the same number, whosever board it is on."""

    code: str
    """In the game's ``Words.unknowns``."""
    of: str = ""
    """Which one: a tile, a colour, in the words of ``Words.terms``."""
    seat: int | None = None
    """Whose, where it belongs to one seat: it is told on that seat's sheet."""
    option: str = ""
    """The late option of the table that tells it, where it is a fact of the box."""
    low: Number = -OPEN
    high: Number = OPEN
    whole: bool = True
    """Whether only whole numbers can stand for it."""


Bounds = tuple[Number, Number]
BoundsByUnknown = Mapping[Unknown, Bounds]
"""Lowest and highest value of every unknown: each may be anything between, whatever the others are."""


@dataclass(frozen=True, slots=True)
class Amount:
    """A number as far as it is known, and how many times each unknown comes on top."""

    known: Number = 0
    rests_on: tuple[tuple[Unknown, int], ...] = ()

    def add(self, other: Amount, times: int = 1) -> Amount:
        """The sum of this and so many times another; an unknown that cancels out is gone."""
        counts = dict(self.rests_on)
        for unknown, count in other.rests_on:
            counts[unknown] = counts.get(unknown, 0) + times * count
        rests_on = tuple((unknown, count) for unknown, count in counts.items() if count)
        return Amount(self.known + times * other.known, rests_on)

    def bounds(self, box: BoundsByUnknown) -> Bounds:
        """The lowest and the highest value while the unknowns stay in the box. Both are reached."""
        low = high = self.known
        for unknown, count in self.rests_on:
            ends = [count * end for end in box[unknown]]
            low, high = low + min(ends), high + max(ends)
        return low, high


def unknowns_in(amounts: Iterable[Amount]) -> tuple[Unknown, ...]:
    """Every unknown that the amounts rest on, once each, in order of appearance."""
    return tuple(dict.fromkeys(unknown for amount in amounts for unknown, _ in amount.rests_on))
