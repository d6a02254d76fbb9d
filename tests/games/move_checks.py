"""Check moves: return the code of a refusal, or the state after legal moves."""

from typing import Any, TypeVar

from companion.engine.game import Game, Refusal
from companion.engine.possible_moves import check_move

S = TypeVar("S")


def code(game: Game[Any], state: Any, seat: int, move: Any) -> str | None:
    """Return the code of the refusal of a move, or None."""
    refusal = check_move(game, state, seat, move)
    return refusal.code if refusal else None


def verdict(refusal: Refusal | None) -> tuple[str, bool]:
    """Return the code of a refusal, and whether the table may overrule it. Fail if it is None."""
    assert refusal is not None
    return refusal.code, refusal.overridable


def after(game: Game[S], state: S, *moves: tuple[int, Any]) -> S:
    """Return the state after these moves of seats. Fail if one of them is refused."""
    for seat, move in moves:
        assert code(game, state, seat, move) is None, (seat, move, code(game, state, seat, move))
        state = game.apply(state, seat, move)
    return state
