"""What a newcomer to The Pyramid's Deadline learns."""

from __future__ import annotations

from companion.engine.game import Description, Lesson, Move, Setup
from companion.engine.worth import strongest
from companion.games.deadline.moves import Build, Declare
from companion.games.deadline.parts import PENALTY
from companion.games.deadline.rules import apply
from companion.games.deadline.state import State, left_of, served
from companion.games.deadline.tomb import complete, unfinished
from companion.games.deadline.tomb import worth as points_of
from companion.games.deadline.worth import finished_by, terms

_LESSONS = (
    Lesson("Roll", "round", "die", happens=True),
    Lesson("new_stone", "building", "square"),
    Lesson("kept_stone", "pick", "small"),
    Lesson("Declare", "declare", "rectangle", last=True),
    Lesson("SetAside", "aside", "trapezoid", rare=True),
    Lesson("BringDeath", "death", "square", rare=True),
)
SHORT = 4
"""With so many stones left of the Pharaoh's life, a tomb that is not announced is in danger."""


def lessons(setup: Setup) -> tuple[Lesson, ...]:
    """The roll, both ways to build, the announcement, and what nobody wishes for."""
    return _LESSONS


def lesson(move: Move) -> str:
    """Building tells which of the two stones was laid."""
    if isinstance(move, Build):
        return "new_stone" if move.stone == "new" else "kept_stone"
    return type(move).__name__


def picture(state: State, seat: int, move: Move) -> str:
    """The stone that is laid."""
    if not isinstance(move, Build):
        return ""
    return state.reserves[seat] if move.stone == "reserve" else served(state, move.die) or move.die


def reasons(state: State, seat: int, move: Move) -> tuple[Description, ...]:
    """What the strongest terms of its worth say of a stone or of announcing."""
    if not isinstance(move, Build | Declare):
        return ()
    after, aside = apply(state, seat, move), state.aside[seat]
    was, tomb = state.tombs[seat], after.tombs[seat]
    short, points = left_of("square", after) <= SHORT, points_of(tomb, aside)
    kept = finished_by(tomb, state.rules).get(after.reserves[seat], 0)
    finishes, still, before = complete(tomb), *(sum(map(len, unfinished(each))) for each in (tomb, was))
    values = {
        "stones": left_of("square", after), "worth": points, "points": points - points_of(was, aside),
        "kept": kept - PENALTY * aside, "open": still, "before": before,
    }  # fmt: skip
    declares, closes = isinstance(move, Declare), short and finishes and not complete(was)
    found = (
        ("points", "deadline.announce", declares and points > 0),
        ("safe", "deadline.closes", not declares and closes),
        ("safe", "deadline.ready", not declares and finishes and not closes),
        ("safe", "deadline.kept", not declares and not finishes and kept > PENALTY * aside),
        ("size", "deadline.grows", not declares and points > points_of(was, aside)),
        ("open", "deadline.open", not declares and not finishes and still < before),
    )
    return strongest(terms(state, seat, move), values, found)
