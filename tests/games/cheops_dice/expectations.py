"""What the generic tests expect of Cheops, the dice game (see ``tests/games/game_expectations.py``)."""

from collections import Counter
from typing import Any

from companion.games.cheops_dice.geometry import mask_to_boxes
from tests.games.game_expectations import Inventory, LoggedMove, PieceCounts


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


def get_box_contents(seats: int) -> dict[str, int]:
    """Return the number of dice, and that of the jokers printed on the players' pages."""
    return {"die": 4, "joker": 5 * seats}


def get_initial_pieces(state: Any) -> PieceCounts:
    return {
        ("joker", "seat"): sum(board.jokers for board in state.boards),
        ("die", "middle"): state.rules.dice,
    }
