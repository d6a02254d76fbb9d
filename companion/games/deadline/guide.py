"""What a newcomer to The Pyramid's Deadline learns."""

from __future__ import annotations

from companion.engine.game import Description, Lesson, Move, Setup
from companion.games.deadline.moves import Build, Declare
from companion.games.deadline.parts import SHAPES
from companion.games.deadline.rules import apply
from companion.games.deadline.state import State
from companion.games.deadline.tomb import complete, worth

_LESSONS = (
    Lesson("Roll", "round", "die", happens=True),
    Lesson("new_stone", "building", "square"),
    Lesson("kept_stone", "pick", "small"),
    Lesson("Declare", "declare", "rectangle", last_resort=True),
    Lesson("SetAside", "aside", "trapezoid", last_resort=True, rare=True),
    Lesson("BringDeath", "death", "square", last_resort=True, rare=True),
)
SHORT = 2
"""With so many stones left of the Pharaoh's life, an unfinished tomb is in danger."""


def lessons(setup: Setup) -> tuple[Lesson, ...]:
    """The roll, both ways to build, the announcement, and what nobody wishes for."""
    return _LESSONS


def lesson(move: Move) -> str:
    """Building tells which of the two stones was laid."""
    if isinstance(move, Build):
        return "new_stone" if move.stone == "new" else "kept_stone"
    return type(move).__name__


def reasons(state: State, seat: int, move: Move) -> tuple[Description, ...]:
    """A tomb is built to be worth more, and announced before the Pharaoh dies."""
    squares = state.supply[SHAPES.index("square")]
    if isinstance(move, Declare) and squares <= SHORT:
        return (Description("deadline.life", {"stones": squares}),)
    if not isinstance(move, Build):
        return ()
    was, tomb = state.tombs[seat], apply(state, seat, move).tombs[seat]
    grows = worth(tomb, state.aside[seat]) > worth(was, state.aside[seat])
    found = (("deadline.ready", complete(tomb)), ("deadline.grows", grows))
    return tuple(Description(code) for code, holds in found if holds)
