"""What a seat can pay with: the dice in the middle, its quarry to the right of the mark, its jokers.

All about money and colour, nothing about boxes: the ways to pay for colours are worked out once for
each purse and kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

Way = tuple[int, tuple[str, ...]]
"""Payments, and 1 where the two boxes are to be ticked the other way round."""


class Purse(dict[str, tuple[Way, ...]]):
    """By colours in order (``RB``) or in either order (``R+B``): the ways to pay, best first.

    A die must be taken where one lies, so only quarry and jokers leave a choice. The nearest stone
    is never worse than one farther right; of two ways with equally many jokers the one that leaves
    more of the quarry is kept, and a joker more only where it saves stones.
    """

    def __init__(self, quarry: str, middle: str, mark: int, jokers: int) -> None:
        super().__init__()
        self.quarry, self.middle, self.mark, self.jokers = quarry, middle, mark, jokers

    def __missing__(self, colours: str) -> tuple[Way, ...]:
        one, either, other = colours.partition("+")
        orders = (one + other, other + one) if either else (one,)
        best: dict[int, tuple[int, Way]] = {}
        for turned, order in enumerate(orders):
            for used, mark, payments in _ways(
                self.quarry, order, self.middle, self.mark, self.jokers
            ):
                if used not in best or mark < best[used][0]:
                    best[used] = (mark, (turned, payments))
        found, least = [], len(self.quarry) + 1
        for used in sorted(best):
            mark, way = best[used]
            if mark < least:
                found.append(way)
                least = mark
        ways = self[colours] = tuple(found)
        return ways


def _ways(
    quarry: str, colours: str, middle: str, mark: int, jokers: int
) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """(jokers used, mark afterwards, payments) of paying for the colours one after the other."""
    if not colours:
        yield 0, mark, ()
        return
    colour, rest = colours[0], colours[1:]
    if colour in middle:
        left = middle.replace(colour, "", 1)
        for used, end, payments in _ways(quarry, rest, left, mark, jokers):
            yield used, end, ("die", *payments)
        return
    stone = quarry.find(colour, mark) + 1
    if stone:
        for used, end, payments in _ways(quarry, rest, middle, stone, jokers):
            yield used, end, (f"quarry-{stone}", *payments)
    if jokers:
        for used, end, payments in _ways(quarry, rest, middle, mark, jokers - 1):
            yield used + 1, end, ("joker", *payments)


@lru_cache(maxsize=2048)
def purse_of(quarry: str, middle: str, mark: int, jokers: int) -> Purse:
    """The purse with these dice in the middle, the last stone crossed (0: none) and jokers left."""
    return Purse(quarry, middle, mark, jokers)


def stone_of(payment: str) -> int:
    """The place in the quarry a payment names; 0 for a die, a joker or anything else."""
    stem, _, place = payment.partition("-")
    return int(place) if stem == "quarry" and place.isascii() and place.isdigit() else 0
