"""The Pyramid's Deadline: rulings and refusals one by one, whole rounds, the order of places."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from companion.engine.game import Setup
from companion.engine.play import check_move, legal_moves
from companion.engine.ranking import rank
from companion.games.deadline import GAME
from companion.games.deadline.moves import BringDeath, Build, Declare, Roll, SetAside
from companion.games.deadline.parts import SHAPES, dice, supply
from companion.games.deadline.scoring import Sheet, Stone
from companion.games.deadline.state import State
from companion.games.deadline.words import WORDS
from tests.games import refusals

ROLL = Roll(("square", "square", "rectangle", "small", "small", "large", "trapezoid"))
APEX = (Stone("large", 0, 0),)


def table(seats: int = 2, **options: Any) -> State:
    return GAME.setup(Setup.of(GAME.meta, seats, options))


def code(state: State, seat: int, move: Any) -> str | None:
    return refusals.code(GAME, state, seat, move)


def after(state: State, *moves: tuple[int, Any]) -> State:
    for seat, move in moves:
        assert code(state, seat, move) is None, (seat, move, code(state, seat, move))
        state = GAME.apply(state, seat, move)
    return state


def rolled(seats: int = 2, **options: Any) -> State:
    return after(table(seats, **options), (0, Roll(ROLL.dice[: dice(seats)])))


def test_two_players_take_three_stones_each_and_leave_one() -> None:
    state, seats = rolled(), []
    while state.dice:
        seats.append(state.picker)
        state = GAME.apply(state, state.picker, legal_moves(GAME, state, state.picker)[0])
    assert seats == [0, 1, 0, 1, 0, 1]
    assert (state.supplier, sum(state.supply)) == (1, sum(supply(2)) - 6)


@pytest.mark.parametrize(("seats", "each"), [(3, 2), (4, 1), (5, 1), (6, 1)])
def test_stones_a_round(seats: int, each: int) -> None:
    state, picks = rolled(seats), 0
    while state.dice:
        state = GAME.apply(state, state.picker, legal_moves(GAME, state, state.picker)[-1])
        picks += 1
    assert picks == seats * each
    assert state.supplier == 1


def test_the_reserve_is_laid_and_the_new_stone_kept() -> None:
    state = after(rolled(), (0, Build("large", "reserve", 0, -1)))
    assert state.reserves == ("large", "small")
    assert [laid.shape for laid in state.tombs[0].stones] == ["small"]


def test_a_used_up_shape_gives_a_square_and_shortens_the_life() -> None:
    state = replace(rolled(), supply=(6, 0, 18, 14, 14))
    state = after(state, (0, Build("rectangle", "new", 0, 0)))
    assert [laid.shape for laid in state.tombs[0].stones] == ["square"]
    assert state.supply[0] == 5


def test_the_pick_that_no_square_serves_is_the_pharaohs_death() -> None:
    state = replace(rolled(), supply=(0, 18, 18, 14, 14))
    assert code(state, 0, Build("square", "new", 0, 0)) == "deadline.no_square_left"
    done = after(state, (0, BringDeath("square")))
    ending = GAME.ending(done)
    assert ending is not None
    assert ending.code == "deadline.death"
    sheets = GAME.sheets(done)
    assert rank(GAME.scoring.criteria(Setup.of(GAME.meta, 2), sheets), 2).places == (2, 1)


def test_announcing_comes_right_after_the_own_building_only() -> None:
    built = after(rolled(), (0, Build("large", "new", 0, 0)))
    assert after(built, (0, Declare())).declared == (0,)
    gone = after(built, (1, Build("square", "new", 0, 2)))
    assert code(gone, 0, Declare()) == "deadline.not_just_built"


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


def test_what_lies_flat_over_two_columns_is_one_roof() -> None:
    assert [seat["flat_roofs"] for seat in GAME.view(table(), None)["seats"]] == [1, 1]
    assert GAME.view(FLAT, None)["seats"][0]["flat_roofs"] == 2


def test_the_last_builder_may_announce_until_the_next_roll() -> None:
    state = replace(rolled(4), dice=("large", "small"))
    state = after(state, (0, Build("large", "new", 0, 0)))
    assert not state.dice
    assert Declare() in legal_moves(GAME, state, 0)
    assert code(after(state, (1, Roll(ROLL.dice[:5]))), 0, Declare()) == "deadline.not_just_built"


def test_who_has_announced_neither_picks_nor_supplies() -> None:
    state = after(rolled(3), (0, Build("large", "new", 0, 0)), (0, Declare()))
    seats = []
    while state.dice:
        seats.append(state.picker)
        state = GAME.apply(state, state.picker, Build(state.dice[0], "new", 0, -1 - len(seats)))
    assert set(seats) == {1, 2}
    assert len(seats) == 5
    assert state.supplier == 1
    skipped = replace(state, supplier=2, dice=("square", "small"), picker=1)
    assert GAME.apply(skipped, 1, Build("small", "new", 0, -9)).supplier == 1


def test_all_announced_ends_the_game() -> None:
    state = after(rolled(), (0, Build("large", "new", 0, 0)), (0, Declare()))
    state = replace(state, dice=("large", "square"))
    state = after(state, (1, Build("large", "new", 0, 0)), (1, Declare()))
    ending = GAME.ending(state)
    assert ending is not None
    assert ending.code == "deadline.all_declared"


def test_set_aside_by_consent_or_by_the_house_rule() -> None:
    refusal = check_move(GAME, rolled(), 0, SetAside("square"))
    assert refusal is not None
    assert (refusal.code, refusal.overridable) == ("deadline.still_fits", True)
    state = after(rolled(free_set_aside=True), (0, SetAside("square")))
    assert (state.aside, state.reserves[0], state.builder) == ((1, 0), "small", -1)


def places(*sheets: Sheet) -> tuple[tuple[int, ...], tuple[int, ...]]:
    found = rank(GAME.scoring.criteria(Setup.of(GAME.meta, len(sheets)), sheets), len(sheets))
    return found.places, found.winners


WINGS = (*APEX, Stone("small", 0, -1), Stone("large", 0, 2))
SQUARED = (
    Stone("small", 0, -1), Stone("square", 0, 2), Stone("small", 1, 3), *APEX, Stone("small", 1, 2)
)  # fmt: skip


def test_equal_points_go_to_the_more_symmetric_tomb() -> None:
    assert places(Sheet(WINGS, declared=1), Sheet(SQUARED, declared=2)) == ((2, 1), (1,))


def test_equal_symmetry_goes_to_the_earlier_announcement() -> None:
    assert places(Sheet(APEX, declared=2), Sheet(APEX, declared=1)) == ((2, 1), (1,))


def test_an_announced_tomb_below_zero_is_before_the_unannounced() -> None:
    below = Sheet(APEX, aside=5, declared=1)
    assert places(below, Sheet(WINGS), Sheet()) == ((1, 2, 2), (0,))


def test_nobody_announced_nobody_wins_and_the_death_is_last() -> None:
    assert places(Sheet(WINGS), Sheet(killer=True), Sheet()) == ((1, 3, 1), ())


def test_stones_aside_cost_two_each() -> None:
    lines = GAME.scoring.lines(Setup.of(GAME.meta, 2), (Sheet(WINGS, aside=2, declared=1), Sheet()))
    assert [line.points for line in lines[0]] == [10, -2, -4]


FLAT = after(rolled(), (0, Build("square", "new", 0, 0)))
TWO_LARGE = replace(rolled(), dice=("large", "large", "square", "square"))
LATE = after(TWO_LARGE, (0, Build("large", "new", 0, 0)), (1, Build("large", "new", 0, 0)))
WALL = replace(
    FLAT, tombs=(replace(FLAT.tombs[0], skyline=((2, 3), (2, 1))), FLAT.tombs[1])
)  # fmt: skip
SCENES: dict[str, tuple[State, int, Any]] = {
    "deadline.not_picking": (FLAT, 0, Build("large", "new", 0, 0)),
    "deadline.dice_count": (table(), 0, Roll(("square",))),
    "deadline.no_such_die": (replace(rolled(), dice=("small", "large")), 0, Build("square", "new", 0, 2)),
    "deadline.life_left": (rolled(), 0, BringDeath("square")),
    "deadline.no_square_left": (
        replace(rolled(), supply=(0, 1, 1, 1, 1)), 0, Build("square", "new", 0, 2)
    ),
    "deadline.still_fits": (rolled(), 0, SetAside("large")),
    "deadline.no_such_turn": (rolled(), 0, Build("square", "new", 1, 0)),
    "deadline.detached": (rolled(), 0, Build("square", "new", 0, 5)),
    "deadline.void": (rolled(), 0, Build("rectangle", "new", 0, 1)),
    "deadline.side": (rolled(strict_rule1=True), 0, Build("small", "new", 0, 2)),
    "deadline.corner": (
        replace(
            rolled(strict_rule1=True),
            tombs=(replace(table().tombs[0], corners=frozenset()), table().tombs[1]),
        ), 0, Build("square", "new", 0, 2),
    ),
    "deadline.not_just_built": (LATE, 0, Declare()),
    "deadline.flat_roof": (FLAT, 0, Declare()),
    "deadline.high_wall": (WALL, 0, Declare()),
}  # fmt: skip
SHEETS: dict[str, Any] = {
    "deadline.sheet_shape": Sheet(numbers=(5, 2)),
    "deadline.sheet_order": Sheet(APEX, declared=3),
    "deadline.sheet_killer": Sheet(APEX, declared=1, killer=True),
    "deadline.sheet_numbers": Sheet(numbers=(5, 2, 0), declared=1),
    "deadline.sheets_too_many": Sheet((Stone("small", 0, 0),) * 25),
    "deadline.flat_roof": Sheet(declared=1),
    "deadline.high_wall": Sheet((Stone("small", 0, 0), Stone("small", 0, 1)), declared=1),
    "deadline.no_such_turn": Sheet((Stone("square", 3, 0),)),
    "deadline.void": Sheet((Stone("rectangle", 0, 1),)),
}
TOGETHER: dict[str, tuple[Sheet, ...]] = {
    "deadline.sheets_order": (Sheet(APEX, declared=1), Sheet(APEX, declared=1)),
    "deadline.sheets_killer": (Sheet(killer=True), Sheet(killer=True)),
    "deadline.sheets_too_many": (
        Sheet((Stone("square", 0, 0),) * 4),
        Sheet((Stone("square", 0, 0),) * 3, killer=True),
    ),
    "deadline.sheets_too_many_in_all": (Sheet(aside=60), Sheet(aside=20, killer=True)),
    "deadline.sheets_symmetry": (Sheet(APEX, declared=1, symmetry=1), Sheet(APEX, declared=2)),
    "deadline.not_over": (Sheet(APEX, declared=1), Sheet()),
}


@pytest.mark.parametrize("name", SCENES)
def test_each_refusal_is_provoked(name: str) -> None:
    state, seat, move = SCENES[name]
    assert code(state, seat, move) == name


@pytest.mark.parametrize("name", SHEETS)
def test_each_impossible_sheet_is_refused(name: str) -> None:
    assert refusals.sheet_code(GAME, Setup.of(GAME.meta, 2), SHEETS[name]) == name


@pytest.mark.parametrize("name", TOGETHER)
def test_sheets_that_cannot_be_together_are_refused(name: str) -> None:
    assert refusals.together_code(GAME, Setup.of(GAME.meta, 2), TOGETHER[name]) == name


def test_every_refusal_has_a_scene() -> None:
    assert set(WORDS.refusals) == {*SCENES, *SHEETS, *TOGETHER}


@pytest.mark.parametrize("seats", range(2, 7))
def test_random_rounds_keep_every_stone_accounted_for(seats: int) -> None:
    chance = random.Random(seats)
    state, stones = table(seats), sum(supply(seats))
    for _ in range(150):
        if GAME.ending(state):
            break
        awaited = GAME.awaiting(state)
        seat = chance.choice((*awaited.seats, *awaited.also))
        moves = legal_moves(GAME, state, seat)
        if not moves:
            continue
        declared = [move for move in moves if isinstance(move, Declare)]
        move = declared[0] if declared and chance.random() < 0.1 else chance.choice(moves)
        assert code(state, seat, move) is None
        state = GAME.apply(state, seat, move)
        laid = sum(len(tomb.stones) for tomb in state.tombs) + sum(state.aside)
        assert sum(state.supply) + laid == stones
        assert len(state.reserves) == seats
        assert all(shape in SHAPES for shape in state.reserves)
