"""The Pyramid's Deadline: rulings, refusals, previews, and the order of the places."""

import random
import re
from dataclasses import astuple, replace
from functools import partial
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import pytest

from companion.engine.game import Setup
from companion.engine.possible_moves import check_move, list_legal_moves
from companion.engine.ranking import rank_seats
from companion.games.deadline import GAME
from companion.games.deadline.moves import BringDeath, Build, Declare, Roll, SetAside
from companion.games.deadline.parts import (
    SHAPES,
    SILHOUETTE_PRESETS,
    Shape,
    get_die_count_per_round,
    get_turned_stones,
)
from companion.games.deadline.scoring import Sheet, SheetStone
from companion.games.deadline.state import State
from companion.games.deadline.tomb import make_outline
from companion.games.seeds import load_plays
from tests import ROOT
from tests.all_games import few_or_many
from tests.games import move_checks
from tests.games.move_checks import unpack_refusal
from tests.positions import iterate_positions
from tests.recorded_plays import replay_play, replay_states

FIRST_ROLL = Roll(("square", "square", "rectangle", "small", "small", "large", "trapezoid"))
APEX_STONES = (SheetStone("large", 0, 0),)


def make_state(seats: int = 2, **options: Any) -> State:
    return GAME.setup(Setup.of(GAME.meta, seats, options))


get_refusal_code = partial(move_checks.get_refusal_code, GAME)
play_moves = partial(move_checks.play_moves, GAME)


def make_rolled_state(seats: int = 2, **options: Any) -> State:
    return play_moves(
        make_state(seats, **options), (0, Roll(FIRST_ROLL.dice[: get_die_count_per_round(seats)]))
    )


def test_the_table_may_let_a_finished_tomb_be_announced_late() -> None:
    assert unpack_refusal(check_move(GAME, STATE_AFTER_TWO_BUILDS, 0, Declare()))[1]
    late = GAME.apply(STATE_AFTER_TWO_BUILDS, 0, Declare())
    assert late.declared == (0,)
    assert late.picker == 1, "who has announced picks no more"
    assert late.builder == 1
    assert get_refusal_code(late, 1, Declare()) is None, "and takes it from nobody who has just built"


def test_the_table_cannot_allow_announcing_a_flat_roof() -> None:
    state = play_moves(FLAT_STATE, (1, Build("large", "new", 0, 0)))
    assert not unpack_refusal(check_move(GAME, state, 0, Declare()))[1]


def test_a_stone_that_fits_is_set_aside_only_if_allowed() -> None:
    refusal = check_move(GAME, make_rolled_state(), 0, SetAside("square"))
    assert unpack_refusal(refusal) == ("deadline.still_fits", True)
    state = play_moves(make_rolled_state(free_set_aside=True), (0, SetAside("square")))
    assert (state.aside, state.reserves[0], state.builder) == ((1, 0), "small", -1)


WING_STONES = (*APEX_STONES, SheetStone("small", 0, -1), SheetStone("large", 0, 2))
SQUARE_STONES = (
    SheetStone("small", 0, -1), SheetStone("square", 0, 2), SheetStone("small", 1, 3), *APEX_STONES,
    SheetStone("small", 1, 2)
)  # fmt: skip


def test_an_announced_tomb_with_negative_points_ranks_before_unannounced_ones() -> None:
    sheets = (Sheet(APEX_STONES, aside=5, declared=1), Sheet(WING_STONES), Sheet())
    ranking = rank_seats(GAME.scoring.criteria(Setup.of(GAME.meta, 3), sheets), 3)
    assert (ranking.places, ranking.winners) == ((1, 2, 2), (0,))


FLAT_STATE = play_moves(make_rolled_state(), (0, Build("square", "new", 0, 0)))
TWO_LARGE_DICE_STATE = replace(make_rolled_state(), dice=("large", "large", "square", "square"))
STATE_AFTER_TWO_BUILDS = play_moves(
    TWO_LARGE_DICE_STATE, *((n, Build("large", "new", 0, 0)) for n in (0, 1))
)


@pytest.mark.parametrize(
    ("dice", "next_move"),
    [
        (("large", "square"), Roll(FIRST_ROLL.dice[: get_die_count_per_round(2)])),
        (("large", "square", "square"), SetAside("square")),
    ],
)
def test_a_tomb_is_announced_late_after_the_next_move(
    dice: tuple[Shape, ...], next_move: Roll | SetAside
) -> None:
    rolled = replace(make_rolled_state(free_set_aside=True), dice=dice)
    built = play_moves(rolled, (0, Build("large", "new", 0, 0)))
    assert get_refusal_code(built, 0, Declare()) is None
    later = play_moves(built, (1, next_move))
    assert unpack_refusal(check_move(GAME, later, 0, Declare())) == ("deadline.not_just_built", True)


RECORDED_PLAYS = load_plays("deadline")


def replay_all_states(name: str) -> list[State]:
    return [*replay_states("deadline", name), replay_play("deadline", name).state]


@few_or_many
@pytest.mark.parametrize("name", RECORDED_PLAYS)
def test_previewed_points_match_the_state_after_the_move(name: str, many: bool) -> None:
    setup, compared = replay_play("deadline", name).setup, 0
    for state in replay_all_states(name)[:: 1 if many else 4]:
        if not state.dice or GAME.ending(state):
            continue
        seat, view = state.picker, GAME.view(state, None)
        before = compute_announced_points(setup, state, seat)
        assert view["seats"][seat]["points"] == before
        for move in list_legal_moves(GAME, state, seat):
            state_after = GAME.apply(state, seat, move)
            if isinstance(move, Build):
                after = GAME.view(state_after, None)["seats"][seat]
                new = move.stone == "new"
                shape = view["gives"][move.die] if new else view["seats"][seat]["reserve"]
                places = {place["column"]: place for place in view["fits"][shape][move.turn]["places"]}
                shown = places[move.column]
                assert all(after[key] == shown[key] for key in shown.keys() - {"column", "outline"})
                points = compute_announced_points(setup, state_after, seat)
                values = GAME.preview(state, seat, move)[0].values
                assert (values["before"], values["after"]) == (before, points)
                assert GAME.describe(state, seat, move).values["points"] == points
                compared += 1
            elif isinstance(move, SetAside):
                shapes = (view["gives"][move.die], view["seats"][seat]["reserve"])
                assert not any(fit["places"] for shape in shapes for fit in view["fits"][shape])
            elif isinstance(move, BringDeath):
                assert view["gives"][move.die] is None
    assert compared > (100 if many else 30)


def compute_announced_points(setup: Setup, state: State, seat: int) -> int:
    """Return the points that the seat would have if it had announced its tomb."""
    sheets = list(GAME.score_sheets(state))
    sheets[seat] = replace(sheets[seat], declared=1, killer=False)
    return sum(line.points or 0 for line in GAME.scoring.lines(setup, tuple(sheets))[seat])


def test_the_preview_subtracts_stones_set_aside() -> None:
    setup = Setup.of(GAME.meta, 2)
    state = replace(GAME.setup(setup), dice=("square", "small"), aside=(1, 0))
    move = next(m for m in list_legal_moves(GAME, state, 0) if isinstance(m, Build))
    preview = GAME.preview(state, 0, move)[0]
    assert (preview.code, preview.values["aside"]) == ("tomb_less_aside", 2)
    assert preview.values["after"] == compute_announced_points(setup, GAME.apply(state, 0, move), 0)


@pytest.mark.parametrize("strict", [False, True])
def test_the_board_offers_exactly_the_legal_places(strict: bool) -> None:
    compared = 0
    for _, state in iterate_positions(GAME, random.Random(4), 25, strict_rule1=strict):
        shown = GAME.view(state, None)
        stones = {"reserve": state.reserves[state.picker]}
        offered = {
            (die, stone, fit["turn"], place["column"])
            for die, new in shown["gives"].items()
            for stone, shape in ({"new": new, **stones} if new else {}).items()
            for fit in shown["fits"].get(shape, ())
            for place in fit["places"]
        }
        legal = list_legal_moves(GAME, state, state.picker)
        assert offered == {astuple(move) for move in legal if isinstance(move, Build)}
        compared += bool(offered)
    assert compared


@pytest.mark.parametrize("name", RECORDED_PLAYS)
def test_turning_and_mirroring_reach_every_turn_that_fits(name: str) -> None:
    for state in replay_all_states(name)[::3]:
        for turns in GAME.view(state, None)["fits"].values():
            fits = {turn["turn"] for turn in turns if turn["places"]}
            for start in fits:
                assert find_reachable_orientations(turns, start) == fits


def find_reachable_orientations(turns: list[dict[str, Any]], start: int) -> set[int]:
    reached, queue = {start}, [start]
    while queue:
        turn = turns[queue.pop()]
        new = {turn["turned"], turn["flipped"]} - reached
        reached |= new
        queue += new
    return reached


def test_every_roof_and_every_fault_has_a_mark() -> None:
    for state in replay_all_states("death"):
        for seat in GAME.view(state, None)["seats"]:
            marks = seat["marks"]
            assert len(marks["tops"]) == seat["roofs"]
            assert [column for column, _ in marks["flat"]] == seat["flat"]
            assert [column for column, _, _ in marks["walls"]] == seat["walls"]
            assert max(y for _, y in marks["tops"]) == seat["height"]


def test_the_last_changed_tomb_is_shown_until_the_next_roll() -> None:
    record = RECORDED_PLAYS["death"]
    for line, state in zip(record["log"], replay_all_states("death")[1:], strict=True):
        last = GAME.view(state, None)["last"]
        assert last == (None if line["move"] == "Roll" else line["seat"])


@pytest.mark.parametrize("preset", SILHOUETTE_PRESETS)
def test_the_svg_sprite_matches_the_silhouettes_of_the_rules(preset: str) -> None:
    sprite = ElementTree.parse(ROOT / "static" / "games" / "deadline.svg").getroot()
    kinds = {"large": preset[0], "trapezoid": preset[1]}
    for shape in SHAPES:
        for number, turn in enumerate(get_turned_stones(preset)[shape]):
            name = f"{shape}{kinds.get(shape, '')}-{number}"
            symbol = next(each for each in sprite if each.get("id") == name)
            path = symbol[0].get("d") or ""
            points = {(float(x), -float(y)) for x, y in re.findall(r"(-?[\d.]+)[ ]?(-?[\d.]+)", path)}
            assert points == list_outline_corners(make_outline(turn, 0, 0)), name


def list_outline_corners(points: tuple[tuple[int, int], ...]) -> set[tuple[float, float]]:
    closed = [points[-1], *points, points[0]]
    bends = zip(pairwise(closed), closed[2:], strict=False)
    return {
        corner
        for (before, corner), after in bends
        if (corner[0] - before[0]) * (after[1] - corner[1])
        != (corner[1] - before[1]) * (after[0] - corner[0])
    }
