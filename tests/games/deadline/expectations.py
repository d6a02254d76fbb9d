"""What the generic tests ask of Deadline: see ``tests/games/game_expectations.py``."""

from collections import Counter
from typing import Any

from companion.engine.game import Setup
from companion.games.deadline.parts import SHAPES
from companion.games.deadline.scoring import Sheet
from companion.games.deadline.tomb import CHAMBER, height, lay_stone, length, roofs
from companion.games.deadline.view import public_view
from tests.games.game_expectations import ExpectedParts, Inventory, LoggedMove, PieceCounts, adjusted


def inventory(state: Any) -> Inventory:
    """Stones in the middle, in tombs, aside and in reserve; dice; announcements and the death."""
    found: Inventory = Counter({("middle", s): n for s, n in zip(SHAPES, state.supply, strict=True)})
    found.update(("die", die) for die in state.dice)
    found.update(("announced", seat) for seat in state.declared)
    found.update([("death", state.killer)] if state.killer >= 0 else [])
    for seat, tomb in enumerate(state.tombs):
        found.update(("tomb", seat, stone.shape) for stone in tomb.stones)
        found.update([("reserve", seat, state.reserves[seat])])
        found[("aside", seat)] = state.aside[seat]
    return found


def inventory_change(told: LoggedMove) -> Inventory:
    """A stone comes from the middle, and a die goes; the last of them is nobody's."""
    seat, before, code = told.seat, told.before, told.description.code
    if code == "Roll":
        return Counter(("die", die) for die in told["dice"])
    if code == "tomb_announced":
        return Counter({("announced", seat): 1})
    if code == "BringDeath":
        return Counter({("death", seat): 1})
    if code not in ("laid", "laid_reserve", "stone_aside"):
        return Counter()
    found: Inventory = Counter()
    taken = before.dice if len(before.dice) == 2 else (told["die"],)
    found.subtract(("die", die) for die in taken)
    if code == "stone_aside":
        return adjusted(found, [("aside", seat)], [("middle", told["stone"])])
    old = before.reserves[seat]
    came = Counter([told["stone"], told["kept"]])
    came.subtract([old])
    gained = [("tomb", seat, told["stone"]), ("reserve", seat, told["kept"])]
    middle = [("middle", stone) for stone in came.elements()]
    return adjusted(found, gained, [("reserve", seat, old), *middle])


def expected_parts(setup: Setup, sheets: tuple[Sheet, ...], seat: int) -> ExpectedParts:
    sheet = sheets[seat]
    if not sheet.declared:
        return {name: [({}, 0)] for name in ("size", "roofs", "aside")}
    tomb = CHAMBER
    for laid in sheet.tomb:
        tomb = lay_stone(tomb, setup.options["geometry"], laid.shape, laid.turn, laid.column)
    long, high, tops = length(tomb), height(tomb), roofs(tomb)
    return {
        "size": [({"length": long, "height": high}, long * high)],
        "roofs": [({"roofs": tops}, -tops)],
        "aside": [({"stones": sheet.aside, "each": 2}, -2 * sheet.aside)],
    }


def box_contents(seats: int) -> dict[str, int]:
    return {
        "die": 7, "rectangle": 20, "square": 12, "small": 20, "large": 14, "trapezoid": 14,
    }  # fmt: skip


def initial_pieces(state: Any) -> PieceCounts:
    """Chambers, reserves and the supply, and the dice that the first Supplier rolls."""
    supply = dict(zip(SHAPES, state.supply, strict=True))
    return {
        ("die", "middle"): public_view(state)["dice_count"],
        ("rectangle", "seat"): state.tombs.count(CHAMBER),
        ("small", "seat"): state.reserves.count("small"),
        **{(shape, "middle"): count for shape, count in supply.items()},
    }
