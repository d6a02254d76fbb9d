"""What a seat can pay with: the dice in the middle, its quarry to the right of the mark, its jokers.

All about money and colour, nothing about boxes. Colours are written ``RB`` where red must be paid
first, ``R+B`` where the order is free, and ``*B`` once a die covers the red one.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from companion.engine.game import RefusalKind
from companion.games.cheops_dice.moves import PROPOSED
from companion.games.cheops_dice.sheet import MOST_STONES

Way = tuple[int, tuple[str, ...]]
"""Payments, and 1 where the two boxes are to be ticked the other way round."""
DIE = "*"


class Cover(dict[str, str]):
    """Which of some colours the dice in the middle pay: a die must be taken where one lies."""

    def __init__(self, middle: str) -> None:
        super().__init__()
        self.middle = middle

    def __missing__(self, colours: str) -> str:
        left, found = self.middle, ""
        for colour in colours:
            covered = colour in left
            found += DIE if covered else colour
            left = left.replace(colour, "", 1) if covered else left
        self[colours] = found
        return found


class Purse(dict[str, tuple[Way, ...]]):
    """For colours, covered or not: the ways to pay that are worth it, best first.

    The nearest stone is never worse than one farther right. Of two ways with equally many jokers the
    one that leaves more of the quarry is kept, and a joker more only where it saves stones.
    """

    def __init__(self, quarry: str, mark: int, jokers: int) -> None:
        super().__init__()
        self.quarry, self.mark, self.jokers = quarry, mark, jokers

    def __missing__(self, colours: str) -> tuple[Way, ...]:
        one, either, other = colours.partition("+")
        orders = (one + other, other + one) if either else (one,)
        best: dict[int, tuple[int, Way]] = {}
        for turned, order in enumerate(orders):
            for used, mark, payments in _ways(self.quarry, order, self.mark, self.jokers):
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


def _ways(quarry: str, colours: str, mark: int, jokers: int) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """(jokers used, mark afterwards, payments) of paying for the colours one after the other."""
    if not colours:
        yield 0, mark, ()
        return
    colour, rest = colours[0], colours[1:]
    if colour == DIE:
        for used, end, payments in _ways(quarry, rest, mark, jokers):
            yield used, end, ("die", *payments)
        return
    stone = quarry.find(colour, mark) + 1
    if stone:
        for used, end, payments in _ways(quarry, rest, stone, jokers):
            yield used, end, (f"quarry-{stone}", *payments)
    if jokers:
        for used, end, payments in _ways(quarry, rest, mark, jokers - 1):
            yield used + 1, end, ("joker", *payments)


@lru_cache(maxsize=1024)
def cover_of(middle: str) -> Cover:
    """What these dice cover; every colour asked for is kept."""
    return Cover(middle)


@lru_cache(maxsize=2048)
def purse_of(quarry: str, mark: int, jokers: int) -> Purse:
    """The purse after the last stone crossed (0: none) with jokers left; answers are kept."""
    return Purse(quarry, mark, jokers)


_STONES = {f"quarry-{place}": place for place in range(1, MOST_STONES + 1)}


def stone_of(payment: str) -> int:
    """The place in the quarry a payment names; 0 for a die, a joker or anything else."""
    return _STONES.get(payment, 0)


class Money(NamedTuple):
    """What is left of a purse in the middle of an action."""

    middle: str
    passed: int
    """The mark before the action: stones up to here are lost to it."""
    mark: int
    """The last stone crossed, by this action or before."""
    jokers: int


CANNOT_PAY = RefusalKind("cheops_dice.cannot_pay", "pay")
NO_SUCH_PAYMENT = RefusalKind("cheops_dice.no_such_payment", "pay")
NO_SUCH_DIE = RefusalKind("cheops_dice.no_such_die", "pay", overridable=True)
TAKE_THE_DIE = RefusalKind("cheops_dice.take_the_die", "pay", overridable=True)
NO_JOKER = RefusalKind("cheops_dice.no_joker", "pay")
STONE_PASSED = RefusalKind("cheops_dice.stone_passed", "quarry", overridable=True)
WRONG_COLOUR = RefusalKind("cheops_dice.wrong_colour", "quarry", overridable=True)
STONES_IN_ORDER = RefusalKind("cheops_dice.stones_in_order", "quarry", overridable=True)


def objections(quarry: str, colour: str, payment: str, money: Money) -> Iterator[RefusalKind]:
    """All that speaks against paying for a box so: the whole paying rule."""
    stone = stone_of(payment)
    if payment == "die":
        if colour not in money.middle:
            yield NO_SUCH_DIE
        return
    if payment == PROPOSED:
        yield CANNOT_PAY
        return
    if payment != "joker" and not 1 <= stone <= len(quarry):
        yield NO_SUCH_PAYMENT
        return
    if colour in money.middle:
        yield TAKE_THE_DIE
    if payment == "joker":
        if money.jokers <= 0:
            yield NO_JOKER
        return
    passed = stone <= money.passed or stone == money.mark
    if passed:
        yield STONE_PASSED
    if quarry[stone - 1] != colour:
        yield WRONG_COLOUR
    if stone < money.mark and not passed:
        yield STONES_IN_ORDER


def spent(money: Money, colour: str, payment: str) -> Money:
    """What is left after a payment."""
    if payment == "die":
        middle = money.middle.replace(colour, "", 1)
        return Money(middle, money.passed, money.mark, money.jokers)
    if payment == "joker":
        return Money(money.middle, money.passed, money.mark, money.jokers - 1)
    return Money(money.middle, money.passed, max(money.mark, stone_of(payment)), money.jokers)


def nearest(quarry: str, colour: str, money: Money) -> str:
    """The proposal for one box: a die, else the nearest stone, else a joker; none: it stays open."""
    if colour in money.middle:
        return "die"
    stone = quarry.find(colour, money.mark) + 1
    if stone:
        return f"quarry-{stone}"
    return "joker" if money.jokers > 0 else PROPOSED
