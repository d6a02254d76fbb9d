"""Why a move is refused, and what comes of moves that are not."""

from typing import Any, TypeVar

from companion.engine.game import Game, Refusal
from companion.engine.possible_moves import check_move

S = TypeVar("S")


def code(game: Game[Any], state: Any, seat: int, move: Any) -> str | None:
    refusal = check_move(game, state, seat, move)
    return refusal.code if refusal else None


def verdict(refusal: Refusal | None) -> tuple[str, bool]:
    """The code of a refusal, which there must be, and whether the table may overrule it."""
    assert refusal is not None
    return refusal.code, refusal.overridable


def after(game: Game[S], state: S, *moves: tuple[int, Any]) -> S:
    """The table after moves of seats; each must be let through."""
    for seat, move in moves:
        assert code(game, state, seat, move) is None, (seat, move, code(game, state, seat, move))
        state = game.apply(state, seat, move)
    return state
