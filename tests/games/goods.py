"""What there is of everything at a table, and how many more of it there should be by what the log says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from companion.engine.game import Account
from companion.games.cheops_catan.parts import LIMITS
from companion.games.cheops_dice.plan import names
from companion.games.cheops_treasure.parts import COLOURS, FAMILIES
from companion.games.deadline.parts import SHAPES
from companion.games.giza.parts import SITES

Goods = Counter[tuple[object, ...]]
"""How many there are of a thing in a place; of what is gone, fewer than none."""


@dataclass(frozen=True, slots=True)
class Told:
    """An account, whose it is, and the state before."""

    account: Account
    seat: int
    before: Any

    def __getitem__(self, name: str) -> Any:
        return self.account.values[name]


def giza(state: Any) -> Goods:
    """Tiles on each site and in the box."""
    found: Goods = Counter(("box", tile) for tile in state.gone)
    for at, stack in enumerate(state.stacks):
        found.update(("site", at // 4, SITES[at % 4], tile) for tile in stack)
    return found


def giza_told(told: Told) -> Goods:
    match told.account.code:
        case "Play":
            return Counter({("site", told["board"], told["site"], told["tile"]): 1})
        case "demolished":
            top = ("site", told["board"], told["site"], told["top"])
            return plus({top: -1}, [("box", told["top"]), ("box", "demolition")])
        case "Lift":
            return Counter({("site", told.seat, told["site"], "scarab"): -1, ("box", "scarab"): 1})
        case "Discard":
            return Counter(("box", tile) for tile in told["tiles"])
    return Counter()


def deadline(state: Any) -> Goods:
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


def deadline_told(told: Told) -> Goods:
    """A stone comes from the middle, and a die goes; the last of them is nobody's."""
    seat, before, code = told.seat, told.before, told.account.code
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


def treasure(state: Any) -> Goods:
    """Money, pawns in hands and in stacks, neighbours, treasures kept, sold and taken."""
    found: Goods = Counter({("neighbours",): state.neighbours})
    for seat, money in enumerate(state.money):
        found[("money", seat)] = money
        found[("saved", seat)] = state.saved[seat]
        for family, n in zip(FAMILIES, state.hands[seat], strict=True):
            found[("hand", seat, family)] = n
        for colour, n in zip(COLOURS, state.kept[seat], strict=True):
            found[("kept", seat, colour)] = n
    for colour, sold, gone in zip(COLOURS, state.sold, state.gone, strict=True):
        found[("sold", colour)], found[("gone", colour)] = sold, gone
    for family, drawn in zip(FAMILIES, state.drawn, strict=True):
        found[("drawn", family)] = drawn
    return found


def treasure_told(told: Told) -> Goods:
    seat = told.seat
    match told.account.code:
        case "sold":
            got = {("money", seat): told["price"]}
            return plus(got, [("sold", told["colour"]), ("gone", told["colour"])])
        case "sold_kept":
            got = {("money", seat): told["price"]}
            return plus(got, [("sold", told["colour"])], [("kept", seat, told["colour"])])
        case "Take":
            kept = [("kept", seat, told["colour"])] if told["deal"] == "keep" else []
            return plus({}, [("gone", told["colour"]), *kept])
        case "Exchange":
            given, got_one = told["kept"], told["got"]
            return plus(
                {}, [("kept", seat, got_one), ("gone", got_one)],
                [("kept", seat, given), ("gone", given)],
            )  # fmt: skip
        case "placed_for":
            return Counter({("money", seat): -told["price"], ("neighbours",): -1})
        case "Hire":
            paid = {("money", seat): -told["price"], ("neighbours",): -1}
            return plus(paid, [("saved", seat)])
        case "Place" | "placed_by_law":
            pawn = told["pawn"]
            return plus({}, [], [("saved", seat) if pawn == "neighbour" else ("hand", seat, pawn)])
        case "Pay":
            return Counter({("money", seat): -told["price"]})
        case "Draw":
            drawn = [("drawn", pawn) for pawn in told["pawns"]]
            return plus({}, [*drawn, *(("hand", seat, pawn) for pawn in told["pawns"])])
    return Counter()


def catan(state: Any) -> Goods:
    """Gold, pieces, cards and stones."""
    found: Goods = Counter({("black",): state.black})
    things = {
        "gold": state.gold, "settlement": state.settlements, "city": state.cities,
        "road": state.roads, "ship": state.ships, "at the site": state.at_site,
        "knight": state.knights, "card": state.cards, "stone": state.stones,
    }  # fmt: skip
    for thing, counts in things.items():
        for seat, n in enumerate(counts):
            found[(thing, seat)] = n
    return found


def catan_told(told: Told) -> Goods:
    seat, code, values = told.seat, told.account.code, told.account.values
    found: Goods = Counter()
    if "gold" in values:
        found[("gold", seat)] = told["gold"] if code == "Income" else -told["gold"]
    if "owner" in values:
        found[("gold", told["owner"])] = told["gold"]
    if "piece" in values:
        assert told["piece"] in LIMITS
        found.update([(told["piece"], seat)])
        found.subtract([("settlement", seat)] if told["piece"] == "city" else [])
    if "cards" in values:
        found[("card", seat)] = told["cards"]
    one: dict[str, list[tuple[object, ...]]] = {
        "Found": [("settlement", seat)],
        "founded_at_site": [("settlement", seat), ("at the site", seat)],
        "built_at_site": [("at the site", seat)],
        "Knight": [("knight", seat)],
        "ShowPoint": [("card", seat)],
        "Lay": [("stone", seat)],
        "laid_through": [("stone", seat)],
        "black_stone": [("black",)],
    }
    return plus(found, one.get(code, []))


def dice(state: Any) -> Goods:
    """Boxes ticked, jokers, stones crossed, and stones that can still be crossed."""
    found: Goods = Counter()
    for seat, (plan, board) in enumerate(zip(state.rules.plans, state.boards, strict=True)):
        found[("joker", seat)] = board.jokers
        found.update(("box", seat, name) for name in names(plan, board.ticked))
        for stone in range(1, len(plan.quarry) + 1):
            found[("crossed", seat, stone)] = board.crossed >> (stone - 1) & 1
            found[("open", seat, stone)] = int(stone > board.mark)
    return found


def dice_told(told: Told) -> Goods:
    seat, values = told.seat, dict[str, Any](told.account.values)
    found: Goods = Counter(("box", seat, box) for box in values.get("boxes", ()))
    for payment in values.get("payments", ()):
        if payment == "joker":
            found[("joker", seat)] -= 1
        elif payment != "die":
            stone = int(payment.removeprefix("quarry-"))
            found[("crossed", seat, stone)] = 1
            found[("open", seat, stone)] = -1
    found.subtract(("open", seat, stone) for stone in values.get("skipped", ()))
    return found


def plus(
    first: Any, more: Iterable[tuple[object, ...]], fewer: Iterable[tuple[object, ...]] = ()
) -> Goods:
    """Goods, with one more of some things and one fewer of others."""
    found: Goods = Counter(first)
    found.update(more)
    found.subtract(fewer)
    return found


GAMES: dict[str, tuple[Callable[[Any], Goods], Callable[[Told], Goods]]] = {
    "giza": (giza, giza_told),
    "deadline": (deadline, deadline_told),
    "cheops_treasure": (treasure, treasure_told),
    "cheops_catan": (catan, catan_told),
    "cheops_dice": (dice, dice_told),
}
