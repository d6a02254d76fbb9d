"""The views: stones and pyramids, and until the end only one's own favoured colour. Also the setup."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.engine.game import Move, Setup
from companion.engine.setup_steps import Pieces, SetupStep
from companion.engine.words import Seat
from tests.example.moves import Favour
from tests.example.parts import COLOURS, LEVELS, STONES
from tests.example.state import State, is_over, undecided


def public_view(state: State) -> dict[str, Any]:
    """Return the quarries, and for each seat its stones, its pyramid and its colour if public."""
    return {
        "turn": state.turn,
        "favouring": bool(undecided(state)),
        "quarries": dict(zip(COLOURS, state.quarries, strict=True)),
        "seats": [_seat(state, seat) for seat in range(state.rules.seats)],
        "most_levels": LEVELS,
    }


def private_view(state: State, seat: int) -> dict[str, Any]:
    """Return the favoured colour of a seat, and everything that its score depends on."""
    if not hidden_seats(state, None):
        return {}
    return {"seats": {seat: {**_seat(state, seat), "favour": state.favours[seat]}}}


def _seat(state: State, seat: int) -> dict[str, Any]:
    return {
        "stones": dict(zip(COLOURS, state.hands[seat], strict=True)),
        "levels": state.levels[seat],
        "favour": None if seat in hidden_seats(state, None) else state.favours[seat],
        "decided": state.favours[seat] is not None,
    }


def hidden_seats(state: State, viewer: int | None) -> frozenset[int]:
    """Return the other seats that have favoured a colour. Nothing is hidden at the end."""
    if is_over(state):
        return frozenset()
    return frozenset(seat for seat, colour in enumerate(state.favours) if colour and seat != viewer)


def redact_move(state: State, viewer: int | None, seat: int, move: Move) -> Move:
    """Return the move without the favoured colour, except for its own seat and at the end."""
    if not isinstance(move, Favour) or seat == viewer or is_over(state):
        return move
    return replace(move, colour=None)


def public_move_indexes(seats: int, moves: Sequence[tuple[int, Move]]) -> frozenset[int]:
    """Return all moves except favours. ``redact_move`` decides about those at the end."""
    return frozenset(n for n, (_, move) in enumerate(moves) if not isinstance(move, Favour))


def setup_steps(setup: Setup) -> tuple[SetupStep, ...]:
    """Return the steps for quarries, lid, and the first seat (rules, setting up)."""
    return (
        SetupStep(
            "quarries", {"count": STONES}, tuple(Pieces(colour, STONES, "middle") for colour in COLOURS)
        ),
        SetupStep("lid", asks=("lid",), rule="count"),
        SetupStep("first", {"seat": Seat(setup.first)}),
    )
