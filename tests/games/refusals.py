"""Asking each refusal of a game to show itself: by a scene, a sheet, or all sheets together."""

from __future__ import annotations

from typing import Any

from companion.engine.game import Game, Setup
from companion.engine.play import check_move


def code(game: Game[Any], state: Any, seat: int, move: Any) -> str | None:
    """The code of the refusal a move meets, or None."""
    refusal = check_move(game, state, seat, move)
    return refusal.code if refusal else None


def sheet_code(game: Game[Any], setup: Setup, sheet: Any) -> str | None:
    """The code of the refusal one seat's sheet meets, or None."""
    refusal = game.scoring.check(setup, 0, sheet)
    return refusal.code if refusal else None


def together_code(game: Game[Any], setup: Setup, sheets: tuple[Any, ...]) -> str | None:
    """The code of the refusal that all sheets side by side meet, or None."""
    refusal = game.scoring.together(setup, sheets)
    return refusal.code if refusal else None
