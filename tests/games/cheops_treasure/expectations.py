"""What the generic tests expect of Cheops (1998) (see ``tests/games/game_expectations.py``)."""

from collections import Counter
from dataclasses import replace
from typing import Any

from companion.games.cheops_treasure.parts import (
    COLOURS,
    FAMILIES,
    LAWS_PER_GAME,
    SPACES,
    TREASURES_PER_COLOUR,
)
from companion.games.cheops_treasure.state import count_stack_pawns
from companion.games.seeds import load_plays
from tests.games.game_expectations import Inventory, LoggedMove, PieceCounts, adjust_inventory
from tests.secrets.scenario import SECRET_SEAT, Pair, Scenario


def count_inventory(state: Any) -> Inventory:
    counts: Inventory = Counter({("neighbours",): state.neighbours})
    for seat, money in enumerate(state.money):
        counts[("money", seat)] = money
        counts[("saved", seat)] = state.saved[seat]
        for family, n in zip(FAMILIES, state.hands[seat], strict=True):
            counts[("hand", seat, family)] = n
        for colour, n in zip(COLOURS, state.kept[seat], strict=True):
            counts[("kept", seat, colour)] = n
    for colour, sold, gone in zip(COLOURS, state.sold, state.gone, strict=True):
        counts[("sold", colour)], counts[("gone", colour)] = sold, gone
    for family, count in zip(FAMILIES, state.drawn, strict=True):
        counts[("drawn", family)] = count
    return counts


def get_inventory_change(logged: LoggedMove) -> Inventory:
    seat = logged.seat
    match logged.description.code:
        case "sell_for":
            gain = {("money", seat): logged["price"]}
            return adjust_inventory(gain, [("sold", logged["colour"]), ("gone", logged["colour"])])
        case "sell_kept_for":
            gain = {("money", seat): logged["price"]}
            return adjust_inventory(gain, [("sold", logged["colour"])], [("kept", seat, logged["colour"])])
        case "keep":
            return adjust_inventory({}, [("gone", logged["colour"]), ("kept", seat, logged["colour"])])
        case "box":
            return adjust_inventory({}, [("gone", logged["colour"])])
        case "Exchange":
            paid_with, received = logged["kept"], logged["got"]
            return adjust_inventory(
                {}, [("kept", seat, received), ("gone", received)],
                [("kept", seat, paid_with), ("gone", paid_with)],
            )  # fmt: skip
        case "placed_for":
            return Counter({("money", seat): -logged["price"], ("neighbours",): -1})
        case "Hire":
            paid = {("money", seat): -logged["price"], ("neighbours",): -1}
            return adjust_inventory(paid, [("saved", seat)])
        case "Place" | "placed_by_law":
            pawn = logged["pawn"]
            return adjust_inventory(
                {}, [], [("saved", seat) if pawn == "neighbour" else ("hand", seat, pawn)]
            )
        case "Pay":
            return Counter({("money", seat): -logged["price"]})
        case "Draw":
            pawns = [("drawn", pawn) for pawn in logged["pawns"]]
            return adjust_inventory({}, [*pawns, *(("hand", seat, pawn) for pawn in logged["pawns"])])
    return Counter()


def get_box_contents(seats: int) -> dict[str, int]:
    return {
        "board": 1, **dict.fromkeys(COLOURS, 11), "type_I": 6, "type_II": 6, "type_III": 4, "law": 12,
        **dict.fromkeys(FAMILIES, 16), "neighbour": 4, "tens": 30, "fives": 20,
    }  # fmt: skip


def get_initial_pieces(state: Any) -> PieceCounts:
    assert len(SPACES) == TREASURES_PER_COLOUR * len(COLOURS) + LAWS_PER_GAME
    assert not any(state.money)
    return {
        ("law", "board"): len(SPACES) - TREASURES_PER_COLOUR * len(COLOURS),
        **{(colour, "board"): TREASURES_PER_COLOUR + 1 for colour in COLOURS},
        **{(family, "seat"): sum(hand[at] for hand in state.hands) for at, family in enumerate(FAMILIES)},
        **{
            (family, "beside"): left
            for family, left in zip(FAMILIES, count_stack_pawns(state), strict=True)
        },
        ("neighbour", "beside"): state.neighbours,
    }


def make_money_scenario(amount: int) -> Scenario:
    recorded = load_plays("cheops_treasure")["nobody_can"]
    log = tuple(recorded["log"][:6])
    return Scenario(
        "cheops_treasure", log, recorded["options"],
        put_secret=lambda state: replace(state, money=(*state.money[:SECRET_SEAT], amount)),
    )  # fmt: skip


SECRET_PAIRS: dict[str, Pair] = {"money": (make_money_scenario(100), make_money_scenario(150))}
