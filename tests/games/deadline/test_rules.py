"""The Pyramid's Deadline: rulings and refusals one by one, whole rounds, the order of places."""

import re
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import pytest

from companion.engine.game import Setup
from companion.engine.possible_moves import check_move, legal_moves
from companion.engine.ranking import rank
from companion.games.deadline import GAME
from companion.games.deadline.moves import BringDeath, Build, Declare, Roll, SetAside
from companion.games.deadline.parts import PRESETS, SHAPES, dice_per_round, shape_turns
from companion.games.deadline.scoring import Sheet, Stone
from companion.games.deadline.state import State
from companion.games.deadline.tomb import outline
from companion.games.seeds import plays
from tests.all_games import short_or_long, static_folder
from tests.games import move_checks
from tests.games.move_checks import verdict
from tests.recorded_plays import replayed, replayed_states

ROLL = Roll(("square", "square", "rectangle", "small", "small", "large", "trapezoid"))
APEX = (Stone("large", 0, 0),)


def table(seats: int = 2, **options: Any) -> State:
    return GAME.setup(Setup.of(GAME.meta, seats, options))


code, after = partial(move_checks.code, GAME), partial(move_checks.after, GAME)


def rolled(seats: int = 2, **options: Any) -> State:
    return after(table(seats, **options), (0, Roll(ROLL.dice[: dice_per_round(seats)])))


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


def find_places(*sheets: Sheet) -> tuple[tuple[int, ...], tuple[int, ...]]:
    found = rank(GAME.scoring.criteria(Setup.of(GAME.meta, len(sheets)), sheets), len(sheets))
    return found.places, found.winners


WINGS = (*APEX, Stone("small", 0, -1), Stone("large", 0, 2))
SQUARED = (
    Stone("small", 0, -1), Stone("square", 0, 2), Stone("small", 1, 3), *APEX, Stone("small", 1, 2)
)  # fmt: skip


def test_an_announced_tomb_below_zero_is_before_the_unannounced() -> None:
    below = Sheet(APEX, aside=5, declared=1)
    assert find_places(below, Sheet(WINGS), Sheet()) == ((1, 2, 2), (0,))


FLAT = after(rolled(), (0, Build("square", "new", 0, 0)))
TWO_LARGE = replace(rolled(), dice=("large", "large", "square", "square"))
LATE = after(TWO_LARGE, (0, Build("large", "new", 0, 0)), (1, Build("large", "new", 0, 0)))


PLAYED = plays("deadline")


def states(name: str) -> list[State]:
    return [*replayed_states("deadline", name), replayed("deadline", name).state]


@short_or_long
@pytest.mark.parametrize("name", PLAYED)
def test_foreseen_points_are_those_after_the_move(name: str, many: bool) -> None:
    """Points, less stones set aside, are those of the sheet in the preview, in the log and on the board."""
    setup, asked = replayed("deadline", name).setup, 0
    for state in states(name)[:: 1 if many else 4]:
        if not state.dice or GAME.ending(state):
            continue
        seat, view = state.picker, GAME.view(state, None)
        before = announced_points(setup, state, seat)
        assert view["seats"][seat]["points"] == before
        for move in legal_moves(GAME, state, seat):
            then = GAME.apply(state, seat, move)
            if isinstance(move, Build):
                after, place = GAME.view(then, None)["seats"][seat], foreseen(view, seat, move)
                assert {key: after[key] for key in place} == place
                points = announced_points(setup, then, seat)
                values = GAME.preview(state, seat, move)[0].values
                assert (values["before"], values["after"]) == (before, points)
                assert GAME.describe(state, seat, move).values["points"] == points
                asked += 1
            elif isinstance(move, SetAside):
                assert not any(way["places"] for ways in reach(view, seat, move) for way in ways)
            elif isinstance(move, BringDeath):
                assert view["gives"][move.die] is None
    assert asked > (100 if many else 30)


def announced_points(setup: Setup, state: State, seat: int) -> int:
    """What a seat's sheet would count had it announced its tomb as it is."""
    sheets = list(GAME.score_sheets(state))
    sheets[seat] = replace(sheets[seat], declared=1, killer=False)
    return sum(line.points or 0 for line in GAME.scoring.lines(setup, tuple(sheets))[seat])


def test_a_stone_set_aside_is_taken_off_what_is_foretold() -> None:
    setup = Setup.of(GAME.meta, 2)
    state = replace(GAME.setup(setup), dice=("square", "small"), aside=(1, 0))
    move = next(m for m in legal_moves(GAME, state, 0) if isinstance(m, Build))
    told = GAME.preview(state, 0, move)[0]
    assert (told.code, told.values["aside"]) == ("tomb_less_aside", 2)
    assert told.values["after"] == announced_points(setup, GAME.apply(state, 0, move), 0)


def foreseen(view: dict[str, Any], seat: int, move: Build) -> dict[str, Any]:
    """What the page is told of a place, but for the stone itself."""
    shape = view["gives"][move.die] if move.stone == "new" else view["seats"][seat]["reserve"]
    places = view["fits"][shape][move.turn]["places"]
    found = next(place for place in places if place["column"] == move.column)
    return {key: found[key] for key in found if key not in ("column", "outline")}


def reach(view: dict[str, Any], seat: int, move: SetAside) -> list[Any]:
    """The stones that could be laid instead."""
    return [view["fits"][view["gives"][move.die]], view["fits"][view["seats"][seat]["reserve"]]]


@pytest.mark.parametrize("name", PLAYED)
def test_turning_and_flipping_lead_to_every_way_that_fits(name: str) -> None:
    for state in states(name)[::3]:
        for ways in GAME.view(state, None)["fits"].values():
            fits = {way["turn"] for way in ways if way["places"]}
            for start in fits:
                assert reached(ways, start) == fits


def reached(ways: list[dict[str, Any]], start: int) -> set[int]:
    found, waiting = {start}, [start]
    while waiting:
        way = ways[waiting.pop()]
        new = {way["turned"], way["flipped"]} - found
        found |= new
        waiting += new
    return found


def test_a_mark_stands_for_every_roof_and_every_fault() -> None:
    for state in states("death"):
        for seat in GAME.view(state, None)["seats"]:
            marks = seat["marks"]
            assert len(marks["tops"]) == seat["roofs"]
            assert [column for column, _ in marks["flat"]] == seat["flat"]
            assert [column for column, _, _ in marks["walls"]] == seat["walls"]
            assert max(y for _, y in marks["tops"]) == seat["height"]


def test_the_last_change_is_told_until_the_next_roll() -> None:
    record = PLAYED["death"]
    for line, state in zip(record["log"], states("death")[1:], strict=True):
        told = GAME.view(state, None)["last"]
        assert told == (None if line["move"] == "Roll" else line["seat"])


@pytest.mark.parametrize("preset", PRESETS)
def test_the_sprite_draws_the_stones_of_the_rules(preset: str) -> None:
    sprite = ElementTree.parse(static_folder(GAME) / "deadline.svg").getroot()
    kinds = {"large": preset[0], "trapezoid": preset[1]}
    for shape in SHAPES:
        for number, held in enumerate(shape_turns(preset)[shape]):
            name = f"{shape}{kinds.get(shape, '')}-{number}"
            symbol = next(each for each in sprite if each.get("id") == name)
            drawn = symbol[0].get("d") or ""
            points = {(float(x), -float(y)) for x, y in re.findall(r"(-?[\d.]+)[ ]?(-?[\d.]+)", drawn)}
            assert points == corners(outline(held, 0, 0)), name


def corners(points: tuple[tuple[int, int], ...]) -> set[tuple[float, float]]:
    ring = [points[-1], *points, points[0]]
    bends = zip(pairwise(ring), ring[2:], strict=False)
    return {
        here
        for (before, here), after in bends
        if (here[0] - before[0]) * (after[1] - here[1]) != (here[1] - before[1]) * (after[0] - here[0])
    }
