"""What there is of everything at a table of Dice, and what its log says has changed."""

from collections import Counter
from typing import Any

from companion.games.cheops_dice.plan import names
from tests.games.goods import Goods, Told


def held(state: Any) -> Goods:
    """Boxes ticked, jokers, stones crossed, and stones that can still be crossed."""
    found: Goods = Counter()
    for seat, (plan, board) in enumerate(zip(state.rules.plans, state.boards, strict=True)):
        found[("joker", seat)] = board.jokers
        found.update(("box", seat, name) for name in names(plan, board.ticked))
        for stone in range(1, len(plan.quarry) + 1):
            found[("crossed", seat, stone)] = board.crossed >> (stone - 1) & 1
            found[("open", seat, stone)] = int(stone > board.mark)
    return found


def changed(told: Told) -> Goods:
    seat, values = told.seat, dict[str, Any](told.description.values)
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
