"""What the box of Giza holds, and where the referee believes it lies before the first tile is played."""

from typing import Any

from tests.games.test_setting_up import Lying


def box(seats: int) -> dict[str, int]:
    return {"board": 6, "tile": 83}


def beginning(state: Any) -> Lying:
    """A board for each of the four stacks, the hands and the pile."""
    return {
        ("board", "seat"): len(state.stacks) // 4,
        ("tile", "seat"): sum(state.hands),
        ("tile", "middle"): state.pile,
    }
