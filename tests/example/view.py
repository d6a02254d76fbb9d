"""What everybody sees: this game has no secrets."""

from __future__ import annotations

from typing import Any

from tests.example.parts import COLOURS, LEVELS
from tests.example.state import State


def view(state: State, viewer: int | None) -> dict[str, Any]:
    """Plain data: the quarries, and for each seat its stones and its pyramid."""
    return {
        "turn": state.turn,
        "quarries": dict(zip(COLOURS, state.quarries, strict=True)),
        "seats": [_seat(state, seat) for seat in range(state.rules.seats)],
        "most_levels": LEVELS,
    }


def _seat(state: State, seat: int) -> dict[str, Any]:
    return {
        "stones": dict(zip(COLOURS, state.hands[seat], strict=True)),
        "levels": state.levels[seat],
    }
