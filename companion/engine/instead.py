"""What somebody may do in place of a move that is refused: found by asking the referee, never assumed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.engine.game import Game, Move
from companion.engine.play import check_move, legal_moves
from companion.engine.words import MoveName, Numbered, Seat, Term

SAYABLE = (Term, Seat, Numbered, tuple)
"""Kinds of values that say by themselves what is meant; a bare number does not."""


def instead(game: Game[Any], state: Any, seat: int, move: Move) -> tuple[tuple[object, Move], ...]:
    """What could be said in place of one thing in this move, or else of all of it, each with a move
    that the referee lets through; empty where the seat can do nothing now.

    The nearest is a move of the same kind with one thing otherwise: another tile on the same site. Where
    there is none, it is another kind of move.
    """
    allowed = list(_allowed(game, state, seat))
    near = [other for other in allowed if type(other) is type(move)]
    choices = _one_thing_otherwise(game, seat, move, near)
    if not choices:
        kinds = {type(other): other for other in allowed if type(other) is not type(move)}
        choices = {MoveName(kind.__name__): other for kind, other in kinds.items()}
    return tuple(choices.items())


def _allowed(game: Game[Any], state: Any, seat: int) -> Iterator[Move]:
    """What the seat may enter now: the moves worth a button, and of those that are typed in some."""
    yield from legal_moves(game, state, seat)
    if game.ending(state) is None:
        tried = (*game.attempts(state, seat), *game.examples)
        yield from (
            move
            for move in tried
            if type(move) in game.moves and check_move(game, state, seat, move) is None
        )


def _one_thing_otherwise(game: Game[Any], seat: int, move: Move, near: list[Move]) -> dict[object, Move]:
    """By what is said of one thing in them, the moves that differ from this one in nothing else."""
    tried = game.describe(None, seat, move)
    described = [(other, game.describe(None, seat, other)) for other in near]
    for key, value in tried.values.items():
        if not isinstance(value, SAYABLE):
            continue
        rest = {**tried.values, key: None}
        others = {
            other.values[key]: near_move
            for near_move, other in described
            if other.code == tried.code
            and {**other.values, key: None} == rest
            and other.values[key] != value
        }
        if others:
            return others
    return {}
