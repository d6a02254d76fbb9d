"""What a newcomer to Cheops learns: the dice, and each building."""

from __future__ import annotations

from companion.engine.game import Lesson, Move, Setup
from companion.games.cheops_dice.moves import Build
from companion.games.cheops_dice.sheet import building_of

_LESSONS = (
    Lesson("Roll", "turn", "die", happens=True),
    Lesson("pyramid", "pyramid", "pyramid"),
    Lesson("arch", "arch", "arch"),
    Lesson("floor", "floor", "floor"),
    Lesson("Pass", "turn", "sheet", last_resort=True, rare=True),
)


def lessons(setup: Setup) -> tuple[Lesson, ...]:
    """The roll, the three buildings, and building nothing."""
    return _LESSONS


def lesson(move: Move) -> str:
    """A building action is of the building of its first box."""
    if isinstance(move, Build):
        return building_of(move.boxes[0]) if move.boxes else ""
    return type(move).__name__
