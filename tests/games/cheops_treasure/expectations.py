"""What the generic tests ask of Cheops (1998): see ``tests/games/game_expectations.py``."""

from collections import Counter
from dataclasses import replace
from typing import Any

from companion.engine.game import Setup
from companion.games.cheops_treasure.parts import (
    COLOURS,
    EACH_COLOUR,
    FAMILIES,
    LAWS_USED,
    SPACES,
    get_prices,
)
from companion.games.cheops_treasure.scoring import Sheet
from companion.games.cheops_treasure.state import left_in_stacks
from companion.games.seeds import plays
from tests.games.game_expectations import ExpectedParts, Inventory, LoggedMove, PieceCounts, adjusted
from tests.secrets.scenario import OWNER, Pair, Scenario


def inventory(state: Any) -> Inventory:
    """Money, pawns in hands and in stacks, neighbours, treasures kept, sold and taken."""
    found: Inventory = Counter({("neighbours",): state.neighbours})
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


def inventory_change(told: LoggedMove) -> Inventory:
    seat = told.seat
    match told.description.code:
        case "sell_for":
            got = {("money", seat): told["price"]}
            return adjusted(got, [("sold", told["colour"]), ("gone", told["colour"])])
        case "sell_kept_for":
            got = {("money", seat): told["price"]}
            return adjusted(got, [("sold", told["colour"])], [("kept", seat, told["colour"])])
        case "keep":
            return adjusted({}, [("gone", told["colour"]), ("kept", seat, told["colour"])])
        case "box":
            return adjusted({}, [("gone", told["colour"])])
        case "Exchange":
            given, got_one = told["kept"], told["got"]
            return adjusted(
                {}, [("kept", seat, got_one), ("gone", got_one)],
                [("kept", seat, given), ("gone", given)],
            )  # fmt: skip
        case "placed_for":
            return Counter({("money", seat): -told["price"], ("neighbours",): -1})
        case "Hire":
            paid = {("money", seat): -told["price"], ("neighbours",): -1}
            return adjusted(paid, [("saved", seat)])
        case "Place" | "placed_by_law":
            pawn = told["pawn"]
            return adjusted({}, [], [("saved", seat) if pawn == "neighbour" else ("hand", seat, pawn)])
        case "Pay":
            return Counter({("money", seat): -told["price"]})
        case "Draw":
            drawn = [("drawn", pawn) for pawn in told["pawns"]]
            return adjusted({}, [*drawn, *(("hand", seat, pawn) for pawn in told["pawns"])])
    return Counter()


def expected_parts(setup: Setup, sheets: tuple[Sheet, ...], seat: int) -> ExpectedParts:
    given = [sheet.prices for sheet in sheets if sheet.prices]
    prices = given[0] if given else get_prices(setup.options["prices"])
    found: ExpectedParts = {"money": [({}, sheets[seat].money)]}
    for number, colour in enumerate(COLOURS):
        kept = [getattr(s, colour) + (1 if s.wild == colour else 0) for s in sheets]
        price = prices[number]
        if not kept[seat]:
            found[colour] = []
        elif price is None:
            found[colour] = [({"count": kept[seat]}, None)]
        else:
            most = kept[seat] == max(kept) and kept.count(max(kept)) == 1
            pair = price.for_the_others is not None
            value = price.for_the_others if pair and not most else price.for_the_most
            each = sum(kept) if value == "X" else int(value or 0)
            found[colour] = [({"count": kept[seat], "each": each}, each * kept[seat])]
    return found


def box_contents(seats: int) -> dict[str, int]:
    return {
        "board": 1, **dict.fromkeys(COLOURS, 11), "type_I": 6, "type_II": 6, "type_III": 4, "law": 12,
        **dict.fromkeys(FAMILIES, 16), "neighbour": 4, "tens": 30, "fives": 20,
    }  # fmt: skip


def initial_pieces(state: Any) -> PieceCounts:
    """Every space is filled once; a marker lies above each column; pawns in front of all and in stacks."""
    assert len(SPACES) == EACH_COLOUR * len(COLOURS) + LAWS_USED
    assert not any(state.money)
    return {
        ("law", "board"): len(SPACES) - EACH_COLOUR * len(COLOURS),
        **{(colour, "board"): EACH_COLOUR + 1 for colour in COLOURS},
        **{(family, "seat"): sum(hand[at] for hand in state.hands) for at, family in enumerate(FAMILIES)},
        **{(family, "beside"): left for family, left in zip(FAMILIES, left_in_stacks(state), strict=True)},
        ("neighbour", "beside"): state.neighbours,
    }


def money(amount: int) -> Scenario:
    """The owner begins with so much; every price can be paid either way."""
    recorded = plays("cheops_treasure")["nobody_can"]
    log = tuple(recorded["log"][:6])
    return Scenario(
        "cheops_treasure", log, recorded["options"],
        begun=lambda state: replace(state, money=(*state.money[:OWNER], amount)),
    )  # fmt: skip


SECRET_PAIRS: dict[str, Pair] = {"money": (money(100), money(150))}
