"""What the generic tests expect of The Pyramid's Deadline (see ``tests/games/game_expectations.py``)."""

from collections import Counter
from typing import Any

from companion.games.deadline.parts import SHAPES
from companion.games.deadline.tomb import EMPTY_TOMB
from companion.games.deadline.view import public_view
from tests.games.game_expectations import Inventory, LoggedMove, PieceCounts, adjust_inventory


def count_inventory(state: Any) -> Inventory:
    things: Inventory = Counter({("middle", s): n for s, n in zip(SHAPES, state.supply, strict=True)})
    things.update(("die", die) for die in state.dice)
    things.update(("announced", seat) for seat in state.declared)
    things.update([("death", state.killer)] if state.killer >= 0 else [])
    for seat, tomb in enumerate(state.tombs):
        things.update(("tomb", seat, stone.shape) for stone in tomb.stones)
        things.update([("reserve", seat, state.reserves[seat])])
        things[("aside", seat)] = state.aside[seat]
    return things


def get_inventory_change(logged: LoggedMove) -> Inventory:
    seat, before, code = logged.seat, logged.before, logged.description.code
    if code == "Roll":
        return Counter(("die", die) for die in logged["dice"])
    if code == "tomb_announced":
        return Counter({("announced", seat): 1})
    if code == "BringDeath":
        return Counter({("death", seat): 1})
    if code not in ("laid", "laid_reserve", "stone_aside"):
        return Counter()
    change: Inventory = Counter()
    dice = before.dice if len(before.dice) == 2 else (logged["die"],)
    change.subtract(("die", die) for die in dice)
    if code == "stone_aside":
        return adjust_inventory(change, [("aside", seat)], [("middle", logged["stone"])])
    old = before.reserves[seat]
    new_stones = Counter([logged["stone"], logged["kept"]])
    new_stones.subtract([old])
    added = [("tomb", seat, logged["stone"]), ("reserve", seat, logged["kept"])]
    middle = [("middle", stone) for stone in new_stones.elements()]
    return adjust_inventory(change, added, [("reserve", seat, old), *middle])


def get_box_contents(seats: int) -> dict[str, int]:
    return {
        "die": 7, "rectangle": 20, "square": 12, "small": 20, "large": 14, "trapezoid": 14,
    }  # fmt: skip


def get_initial_pieces(state: Any) -> PieceCounts:
    supply = dict(zip(SHAPES, state.supply, strict=True))
    return {
        ("die", "middle"): public_view(state)["dice_count"],
        ("rectangle", "seat"): state.tombs.count(EMPTY_TOMB),
        ("small", "seat"): state.reserves.count("small"),
        **{(shape, "middle"): count for shape, count in supply.items()},
    }
