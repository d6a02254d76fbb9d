"""What the pages and the API show of a state, the log lines for other seats, and the steps of the setup."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.engine.game import Move, Setup
from companion.engine.setup_steps import Pieces, SetupStep
from companion.engine.words import Seat
from tests.example.moves import Favour
from tests.example.parts import ALL_COLOURS, LEVELS, STONES
from tests.example.state import State, is_over, undecided


def public_view(state: State) -> dict[str, Any]:
    """Return what everybody sees: the quarries, and each seat's stones, pyramid and, at the end, colour."""
    return {
        "turn": state.turn,
        "favouring": bool(undecided(state)),
        "quarries": dict(zip(ALL_COLOURS, state.quarries, strict=True)),
        "seats": [_seat(state, seat) for seat in range(state.rules.seats)],
        "most_levels": LEVELS,
    }


def private_view(state: State, seat: int) -> dict[str, Any]:
    """Return what only this seat sees: its favoured colour, and the parts of its score that depend on
    it.
    """
    if not hidden_seats(state, None):
        return {}
    return {"seats": {seat: {**_seat(state, seat), "favour": state.favours[seat]}}}


def _seat(state: State, seat: int) -> dict[str, Any]:
    return {
        "stones": dict(zip(ALL_COLOURS, state.hands[seat], strict=True)),
        "levels": state.levels[seat],
        "favour": None if seat in hidden_seats(state, None) else state.favours[seat],
        "decided": state.favours[seat] is not None,
    }


def hidden_seats(state: State, viewer: int | None) -> frozenset[int]:
    """Return the seats whose favoured colour the viewer may not know. Empty at the end of the game."""
    if is_over(state):
        return frozenset()
    return frozenset(seat for seat, colour in enumerate(state.favours) if colour and seat != viewer)


def redact_move(state: State, viewer: int | None, seat: int, move: Move) -> Move:
    """Return the move as the viewer may see it. Only the seat itself sees its favoured colour before the
    end.
    """
    if not isinstance(move, Favour) or seat == viewer or is_over(state):
        return move
    return replace(move, colour=None)


def public_move_indexes(seats: int, moves: Sequence[tuple[int, Move]]) -> frozenset[int]:
    """Return the indexes of all moves that everybody may see: those that favour no colour.

    At the end, ``redact_move`` shows the favoured colours as well.
    """
    return frozenset(n for n, (_, move) in enumerate(moves) if not isinstance(move, Favour))


def setup_steps(setup: Setup) -> tuple[SetupStep, ...]:
    """Return the steps of setting up: the quarries, the lid, and the first seat (rules, setting up)."""
    return (
        SetupStep(
            "quarries", {"count": STONES}, tuple(Pieces(colour, STONES, "middle") for colour in ALL_COLOURS)
        ),
        SetupStep("lid", asks=("lid",), rule="count"),
        SetupStep("first", {"seat": Seat(setup.first)}),
    )
