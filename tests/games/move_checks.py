"""Returns the code of a move's refusal, or the state after legal moves."""

from typing import Any, TypeVar

from companion.engine.game import Game, Refusal
from companion.engine.possible_moves import check_move

S = TypeVar("S")


def get_refusal_code(game: Game[Any], state: Any, seat: int, move: Any) -> str | None:
    """Return the code with which the seat's move is refused, or None if the move is legal."""
    refusal = check_move(game, state, seat, move)
    return refusal.code if refusal else None


def get_verdict(refusal: Refusal | None) -> tuple[str, bool]:
    """Return (code, whether the players may overrule it) of a refusal. Raise AssertionError for None."""
    assert refusal is not None
    return refusal.code, refusal.overridable


def play_moves(game: Game[S], state: S, *moves: tuple[int, Any]) -> S:
    """Return the state after these (seat, move) pairs. Raise AssertionError if one is refused."""
    for seat, move in moves:
        assert get_refusal_code(game, state, seat, move) is None, (
            seat,
            move,
            get_refusal_code(game, state, seat, move),
        )
        state = game.apply(state, seat, move)
    return state
