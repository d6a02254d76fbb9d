"""Returns the code of a move's refusal, or the state after legal moves."""

from typing import Any, TypeVar

from companion.engine.game import Game, Refusal
from companion.engine.possible_moves import check_move

S = TypeVar("S")


def get_refusal_code(game: Game[Any], state: Any, seat: int, move: Any) -> str | None:
    refusal = check_move(game, state, seat, move)
    return refusal.code if refusal else None


def unpack_refusal(refusal: Refusal | None) -> tuple[str, bool]:
    assert refusal is not None
    return refusal.code, refusal.overridable


def play_moves(game: Game[S], state: S, *moves: tuple[int, Any]) -> S:
    for seat, move in moves:
        refusal = check_move(game, state, seat, move)
        assert refusal is None, (seat, move, refusal)
        state = game.apply(state, seat, move)
    return state
