"""What there is of everything at a table of Deadline, and what its log says has changed."""

from collections import Counter
from typing import Any

from companion.games.deadline.parts import SHAPES
from tests.games.goods import Goods, Told, plus


def held(state: Any) -> Goods:
    """Stones in the middle, in tombs, aside and in reserve; dice; announcements and the death."""
    found: Goods = Counter({("middle", s): n for s, n in zip(SHAPES, state.supply, strict=True)})
    found.update(("die", die) for die in state.dice)
    found.update(("announced", seat) for seat in state.declared)
    found.update([("death", state.killer)] if state.killer >= 0 else [])
    for seat, tomb in enumerate(state.tombs):
        found.update(("tomb", seat, stone.shape) for stone in tomb.stones)
        found.update([("reserve", seat, state.reserves[seat])])
        found[("aside", seat)] = state.aside[seat]
    return found


def changed(told: Told) -> Goods:
    """A stone comes from the middle, and a die goes; the last of them is nobody's."""
    seat, before, code = told.seat, told.before, told.description.code
    if code == "Roll":
        return Counter(("die", die) for die in told["dice"])
    if code == "tomb_announced":
        return Counter({("announced", seat): 1})
    if code == "BringDeath":
        return Counter({("death", seat): 1})
    if code not in ("stone_laid", "stone_aside"):
        return Counter()
    found: Goods = Counter()
    taken = before.dice if len(before.dice) == 2 else (told["die"],)
    found.subtract(("die", die) for die in taken)
    if code == "stone_aside":
        return plus(found, [("aside", seat)], [("middle", told["stone"])])
    old = before.reserves[seat]
    came = Counter([told["stone"], told["kept"]])
    came.subtract([old])
    gained = [("tomb", seat, told["stone"]), ("reserve", seat, told["kept"])]
    middle = [("middle", stone) for stone in came.elements()]
    return plus(found, gained, [("reserve", seat, old), *middle])
