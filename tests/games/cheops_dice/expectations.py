"""What the generic tests expect of Cheops, the dice game (see ``tests/games/game_expectations.py``)."""

from collections import Counter
from typing import Any

from companion.engine.game import Setup
from companion.games.cheops_dice.geometry import mask_to_boxes
from companion.games.cheops_dice.scoring import Sheet
from tests.games.game_expectations import ExpectedParts, Inventory, LoggedMove, PieceCounts


def count_inventory(state: Any) -> Inventory:
    things: Inventory = Counter()
    for seat, (plan, board) in enumerate(zip(state.rules.plans, state.boards, strict=True)):
        things[("joker", seat)] = board.jokers
        things.update(("box", seat, name) for name in mask_to_boxes(plan, board.ticked))
        for stone in range(1, len(plan.quarry) + 1):
            things[("crossed", seat, stone)] = board.crossed >> (stone - 1) & 1
            things[("open", seat, stone)] = int(stone > board.last_stone)
    return things


def get_inventory_change(logged: LoggedMove) -> Inventory:
    seat, values = logged.seat, dict[str, Any](logged.description.values)
    change: Inventory = Counter(("box", seat, box) for box in values.get("boxes", ()))
    for payment in values.get("payments", ()):
        if payment == "joker":
            change[("joker", seat)] -= 1
        elif payment != "die":
            stone = int(payment.removeprefix("quarry-"))
            change[("crossed", seat, stone)] = 1
            change[("open", seat, stone)] = -1
    change.subtract(("open", seat, stone) for stone in values.get("skipped", ()))
    return change


FLOOR_POINTS = {0: 0, 2: 0, 4: 4, 6: 6, 8: 8, 10: 11, 12: 15}


def compute_score_parts(setup: Setup, sheets: tuple[Sheet, ...], seat: int) -> ExpectedParts:
    sheet = sheets[seat]
    finished = [sheet.pyramid_finished, sheet.arch_finished, sheet.floor == 12].count(True)
    return {
        "pyramid": [({}, sheet.pyramid)],
        "arch": [({}, sheet.arch)],
        "floor": [({"count": sheet.floor}, FLOOR_POINTS[sheet.floor])],
        "bonuses": [
            ({"count": sheet.bonuses, "each": 3}, 3 * sheet.bonuses),
            ({"count": finished, "needed": 2}, 3 if finished >= 2 else 0),
        ],
        "quarry": [({"count": sheet.quarry, "each": 1}, sheet.quarry)],
        "jokers": [({"count": sheet.jokers, "each": 2}, 2 * sheet.jokers)],
    }


def get_box_contents(seats: int) -> dict[str, int]:
    """Return the contents that the leaflet names. Each page of the pad has five jokers."""
    return {"die": 4, "joker": 5 * seats}


def get_initial_pieces(state: Any) -> PieceCounts:
    return {
        ("joker", "seat"): sum(board.jokers for board in state.boards),
        ("die", "middle"): state.rules.dice,
    }
