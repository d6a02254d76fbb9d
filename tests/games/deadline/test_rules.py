"""The Pyramid's Deadline: rulings and refusals one by one, whole rounds, the order of places."""

from dataclasses import replace
from functools import partial
from typing import Any

from companion.engine.game import Setup
from companion.engine.play import check_move
from companion.engine.ranking import rank
from companion.games.deadline import GAME
from companion.games.deadline.moves import Build, Declare, Roll, SetAside
from companion.games.deadline.parts import dice
from companion.games.deadline.scoring import Sheet, Stone
from companion.games.deadline.state import State
from tests.games import refusals
from tests.games.refusals import verdict

ROLL = Roll(("square", "square", "rectangle", "small", "small", "large", "trapezoid"))
APEX = (Stone("large", 0, 0),)


def table(seats: int = 2, **options: Any) -> State:
    return GAME.setup(Setup.of(GAME.meta, seats, options))


code, after = partial(refusals.code, GAME), partial(refusals.after, GAME)


def rolled(seats: int = 2, **options: Any) -> State:
    return after(table(seats, **options), (0, Roll(ROLL.dice[: dice(seats)])))


def test_the_table_may_let_a_finished_tomb_be_announced_late() -> None:
    refusal = check_move(GAME, LATE, 0, Declare())
    assert refusal is not None
    assert refusal.overridable
    late = GAME.apply(LATE, 0, Declare())
    assert late.declared == (0,)
    assert late.picker == 1, "who has announced picks no more"
    assert late.builder == 1
    assert code(late, 1, Declare()) is None, "and takes it from nobody who has just built"


def test_nothing_flat_is_announced_by_agreement() -> None:
    refusal = check_move(GAME, after(FLAT, (1, Build("large", "new", 0, 0))), 0, Declare())
    assert refusal is not None
    assert not refusal.overridable


def test_set_aside_by_consent_or_by_the_house_rule() -> None:
    assert verdict(check_move(GAME, rolled(), 0, SetAside("square"))) == ("deadline.still_fits", True)
    state = after(rolled(free_set_aside=True), (0, SetAside("square")))
    assert (state.aside, state.reserves[0], state.builder) == ((1, 0), "small", -1)


def places(*sheets: Sheet) -> tuple[tuple[int, ...], tuple[int, ...]]:
    found = rank(GAME.scoring.criteria(Setup.of(GAME.meta, len(sheets)), sheets), len(sheets))
    return found.places, found.winners


WINGS = (*APEX, Stone("small", 0, -1), Stone("large", 0, 2))
SQUARED = (
    Stone("small", 0, -1), Stone("square", 0, 2), Stone("small", 1, 3), *APEX, Stone("small", 1, 2)
)  # fmt: skip


def test_an_announced_tomb_below_zero_is_before_the_unannounced() -> None:
    below = Sheet(APEX, aside=5, declared=1)
    assert places(below, Sheet(WINGS), Sheet()) == ((1, 2, 2), (0,))


FLAT = after(rolled(), (0, Build("square", "new", 0, 0)))
TWO_LARGE = replace(rolled(), dice=("large", "large", "square", "square"))
LATE = after(TWO_LARGE, (0, Build("large", "new", 0, 0)), (1, Build("large", "new", 0, 0)))
