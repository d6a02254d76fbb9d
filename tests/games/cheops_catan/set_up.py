"""What the boxes of Catan: Cheops hold, and where the referee believes it lies before the founding."""

from typing import Any

from companion.games.cheops_catan.view import public
from tests.games.test_setting_up import Lying


def box(seats: int) -> dict[str, int]:
    """The contents of the scenario, and what it uses of the base game; only the box knows the gold."""
    return {
        "settlement": 20, "city": 16, "road": 60, "ship": 32, "stone": 44, "blessing": 1, "curse": 3,
        "good": 95, "development": 25, "die": 2,
    }  # fmt: skip


def beginning(state: Any) -> Lying:
    """The gold and stones of everybody, and the Pharaoh's."""
    return {
        ("gold", "seat"): sum(state.gold),
        ("stone", "seat"): sum(seat["stones_left"] for seat in public(state)["seats"]),
        ("black", "beside"): state.rules.black_stones,
    }
