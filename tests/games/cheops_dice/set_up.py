"""What the box of Cheops holds, and what the referee believes lies ready before the first roll."""

from typing import Any

from tests.games.test_setting_up import Lying


def box(seats: int) -> dict[str, int]:
    """The leaflet's contents; five jokers are on every sheet."""
    return {"die": 4, "joker": 5 * seats}


def beginning(state: Any) -> Lying:
    """The jokers that count, and the dice that are rolled."""
    return {
        ("joker", "seat"): sum(board.jokers for board in state.boards),
        ("die", "middle"): state.rules.dice,
    }
