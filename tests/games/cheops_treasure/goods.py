"""What there is of everything at a table of Treasure, and what its log says has changed."""

from collections import Counter
from typing import Any

from companion.games.cheops_treasure.parts import COLOURS, FAMILIES
from tests.games.goods import Goods, Told, plus


def held(state: Any) -> Goods:
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


def changed(told: Told) -> Goods:
    seat = told.seat
    match told.description.code:
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
