"""What a newcomer to The Pyramid's Deadline learns."""

from __future__ import annotations

from companion.engine.game import Description, Lesson, Move, Setup
from companion.games.deadline.moves import Build, Declare
from companion.games.deadline.rules import apply
from companion.games.deadline.state import State, left_of
from companion.games.deadline.tomb import complete, worth
from companion.games.deadline.worth import LOST

_LESSONS = (
    Lesson("Roll", "round", "die", happens=True),
    Lesson("new_stone", "building", "square"),
    Lesson("kept_stone", "pick", "small"),
    Lesson("Declare", "declare", "rectangle", last=True),
    Lesson("SetAside", "aside", "trapezoid", rare=True),
    Lesson("BringDeath", "death", "square", rare=True),
)
SHORT = len(LOST) - 1
"""With so many stones left of the Pharaoh's life, a tomb that is not announced is in danger."""


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
    if not isinstance(move, Build | Declare):
        return ()
    after, aside = apply(state, seat, move), state.aside[seat]
    squares, was, tomb = left_of("square", after), state.tombs[seat], after.tombs[seat]
    short, points = squares <= SHORT, worth(tomb, aside)
    found = [("deadline.life", short), ("deadline.safe", short and points > 0)]
    if isinstance(move, Build):
        finishes, points = complete(tomb), points - worth(was, aside)
        found = [
            ("deadline.closes", short and finishes and not complete(was)),
            ("deadline.ready", finishes),
            ("deadline.grows", points > 0),
        ]
    return tuple(Description(code, {"stones": squares, "points": points}) for code, holds in found if holds)
