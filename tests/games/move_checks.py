"""Returns the code of a move's refusal, or the state after legal moves."""

from typing import Any, TypeVar

from companion.engine.game import Game, Refusal
from companion.engine.possible_moves import check_move
from companion.games import GAMES_BY_SLUG
from companion.sentences.phrases import Phrasebook

S = TypeVar("S")


def get_refusal_code(game: Game[Any], state: Any, seat: int, move: Any) -> str | None:
    refusal = check_move(game, state, seat, move)
    return refusal.code if refusal else None


def unpack_refusal(refusal: Refusal | None) -> tuple[str, bool]:
    """Return (code, whether the table may allow it). The sentence must have all its values."""
    assert refusal is not None
    game = GAMES_BY_SLUG[refusal.code.partition(".")[0]]
    assert Phrasebook(game).message(refusal.code, refusal.values) != refusal.code
    return refusal.code, refusal.overridable


def play_moves(game: Game[S], state: S, *moves: tuple[int, Any]) -> S:
    for seat, move in moves:
        refusal = check_move(game, state, seat, move)
        assert refusal is None, (seat, move, refusal)
        state = game.apply(state, seat, move)
    return state
