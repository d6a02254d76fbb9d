"""Why a move is refused."""

from typing import Any

from companion.engine.game import Game
from companion.engine.play import check_move


def code(game: Game[Any], state: Any, seat: int, move: Any) -> str | None:
    """The code of the refusal a move meets, or None."""
    refusal = check_move(game, state, seat, move)
    return refusal.code if refusal else None
