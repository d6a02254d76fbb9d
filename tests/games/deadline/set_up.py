"""What the box of Deadline holds, and where the referee believes it lies before the first roll."""

from typing import Any

from companion.games.deadline.parts import SHAPES
from companion.games.deadline.tomb import CHAMBER
from companion.games.deadline.view import public
from tests.games.test_setting_up import Lying


def box(seats: int) -> dict[str, int]:
    return {
        "die": 7, "rectangle": 20, "square": 12, "small": 20, "large": 14, "trapezoid": 14,
    }  # fmt: skip


def beginning(state: Any) -> Lying:
    """Chambers, reserves and the supply, and the dice that the first Supplier rolls."""
    supply = dict(zip(SHAPES, state.supply, strict=True))
    return {
        ("die", "middle"): public(state)["dice_count"],
        ("rectangle", "seat"): state.tombs.count(CHAMBER),
        ("small", "seat"): state.reserves.count("small"),
        **{(shape, "middle"): count for shape, count in supply.items()},
    }
