"""The tombs of The Pyramid's Deadline: their measures, the count, and the sentences about the result."""

import random
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from flask import Flask

from companion.engine.game import Criterion, Refusal, ScoreLine, Setup
from companion.engine.log import Entry
from companion.engine.ranking import rank_seats
from companion.engine.replay import apply_entry, replay_log
from companion.engine.tally import Close, make_tally_game
from companion.games.deadline import GAME
from companion.games.deadline.parts import SHAPES, SILHOUETTE_PRESETS, Shape, get_turned_stones
from companion.games.deadline.scoring import Sheet, SheetStone, criteria
from companion.games.deadline.tomb import (
    EMPTY_TOMB,
    Tomb,
    find_fault,
    find_places,
    get_length_height_roofs,
    is_tomb_finished,
    lay_stone,
    measure_symmetry,
)
from companion.sentences.outcome import describe_outcome
from companion.sentences.phrases import Phrasebook
from tests.games.deadline.test_rules import APEX_STONES, SQUARE_STONES, WING_STONES
from tests.games.move_checks import unpack_refusal

LOW_TOMB = tuple(SheetStone("small", *place) for place in ((0, -1), (1, 2), (0, 0), (1, 1)))
"""A finished tomb of small triangles only."""


def judge_sheet(sheet: Sheet) -> Refusal | None:
    return GAME.scoring.check_sheet(Setup.of(GAME.meta, 2), 0, sheet)


def get_score_lines(sheet: Sheet, **options: object) -> tuple[ScoreLine, ...]:
    return GAME.scoring.lines(Setup.of(GAME.meta, 2, options), (sheet, Sheet()))[0]


def test_an_unfinished_game_may_be_counted_only_if_the_table_allows_it() -> None:
    sheets = (Sheet(APEX_STONES, declared=1), Sheet(), Sheet(WING_STONES))
    refusal = GAME.scoring.check_together(Setup.of(GAME.meta, 3), sheets)
    assert unpack_refusal(refusal) == ("deadline.not_over", True)
    assert refusal
    assert refusal.values["seats"] == (1, 2)
    tally = make_tally_game(GAME)
    counted = replay_log(tally, Setup.of(GAME.meta, 2))
    for number, sheet in enumerate((Sheet(APEX_STONES, declared=1), Sheet())):
        counted = apply_entry(counted, Entry(number + 1, "move", number, sheet))
    assert tally.ending(apply_entry(counted, Entry(3, "ruling", 0, Close())).state)


@pytest.mark.parametrize(
    "numbers",
    [(5, 2, 0), (1, 2, 1), (3, 4, 1), (5, 1, 2), (4, 2, 5)],
    ids=["no roof", "shorter than the chamber", "higher than long", "flat", "more roofs than columns"],
)  # fmt: skip
def test_impossible_numbers_are_refused_unless_the_table_allows_them(numbers: tuple[int, ...]) -> None:
    refusal = judge_sheet(Sheet(numbers=numbers, declared=1))
    assert unpack_refusal(refusal) == ("deadline.sheet_numbers", True)


@pytest.mark.parametrize("preset", SILHOUETTE_PRESETS)
def test_the_numbers_of_every_finished_tomb_are_accepted(preset: str) -> None:
    chance = random.Random(preset)
    finished = 0
    for _ in range(500):
        tomb: Tomb = EMPTY_TOMB
        for _ in range(chance.randint(1, 9)):
            shape = chance.choices(SHAPES, (1, 1, 6, 3, 2))[0]
            turn, column = chance.choice(list(find_places(tomb, preset, shape)))
            tomb = lay_stone(tomb, preset, shape, turn, column)
            numbers = get_length_height_roofs(tomb)
            declared = int(is_tomb_finished(tomb))
            assert judge_sheet(Sheet(numbers=numbers, declared=declared)) is None, numbers
            finished += declared
    assert finished > 20


def find_winners(*sheets: Sheet) -> tuple[int, ...]:
    assert GAME.scoring.check_together(Setup.of(GAME.meta, 2), sheets) is None
    return rank_seats(criteria(Setup.of(GAME.meta, 2), sheets), 2).winners


def test_symmetry_judged_by_the_players_decides_before_the_computed_one() -> None:
    wings, squared = Sheet(WING_STONES, declared=1), Sheet(SQUARE_STONES, declared=2)
    assert find_winners(wings, squared) == (1,)
    assert find_winners(replace(wings, symmetry=1), replace(squared, symmetry=2)) == (0,)
    level = (replace(wings, declared=2, symmetry=1), replace(squared, declared=1, symmetry=1))
    assert find_winners(*level) == (1,)


def test_symmetry_of_measured_tombs_is_judged_by_the_players() -> None:
    first, second = (Sheet(numbers=(5, 2, 2), declared=n) for n in (1, 2))
    assert find_winners(first, second) == ()
    assert find_winners(replace(first, symmetry=2), replace(second, symmetry=1)) == (1,)
    worthless, unannounced = Sheet(numbers=(2, 2, 2), aside=1, declared=1, symmetry=1), Sheet(killer=True)
    assert find_winners(worthless, replace(unannounced, numbers=(3, 2, 1))) == (0,)


def test_tombs_announced_in_the_same_place_are_marked() -> None:
    sheets = tuple(Sheet(LOW_TOMB, declared=place) for place in (1, 2, 1))
    refusal = GAME.scoring.check_together(Setup.of(GAME.meta, 3), sheets)
    assert refusal is not None
    assert (refusal.code, refusal.at) == ("deadline.sheets_order", ("count-0-declared", "count-2-declared"))


def test_no_drawing_beats_a_symmetrical_tomb_that_was_announced_earlier() -> None:
    drawing = Sheet(LOW_TOMB, declared=1)
    assert find_winners(drawing, Sheet(numbers=(4, 2, 1), declared=2)) == (0,)
    assert find_winners(replace(drawing, declared=2), Sheet(numbers=(4, 2, 1), declared=1)) == ()


def test_only_points_with_unchecked_silhouettes_are_assumed() -> None:
    assert [line.assumed for line in get_score_lines(Sheet(APEX_STONES, declared=1))] == [True, True, False]
    checked = get_score_lines(Sheet(APEX_STONES, declared=1), geometry_checked=True)
    others = (Sheet(LOW_TOMB, declared=1), Sheet(numbers=(5, 2, 2), declared=1), Sheet(APEX_STONES))
    for lines in (checked, *map(get_score_lines, others)):
        assert not any(line.assumed for line in lines)


NAMES = ("Ana", "Bo", "Cy", "Dan", "Eve", "Fay")


def get_reasons(app: Flask, *sheets: Sheet) -> tuple[str, ...]:
    with app.test_request_context():
        ranking = rank_seats(criteria(Setup.of(GAME.meta, len(sheets)), sheets), len(sheets))
        return tuple(describe_outcome(Phrasebook(GAME, NAMES[: len(sheets)]), ranking).reasons)


def test_the_result_names_who_brought_the_death_and_who_announced(app: Flask) -> None:
    announced = Sheet(numbers=(5, 2, 2), declared=1)
    assert get_reasons(app, Sheet(), announced, Sheet(killer=True)) == (
        "Cy caused the Pharaoh’s death and comes last.", "Only Bo’s tomb was announced.",
    )  # fmt: skip
    assert get_reasons(app, Sheet(), Sheet(killer=True)) == (
        "Bo caused the Pharaoh’s death and comes last.", "Nobody announced a tomb.",
    )  # fmt: skip


def test_nearly_equal_symmetries_are_shown_with_enough_decimal_places(app: Flask) -> None:
    values = (Fraction(871, 1000), Fraction(874, 1000))
    with app.test_request_context():
        ranking = rank_seats((Criterion("symmetry", "", values, tie_break=True),), 2)
        (tie,) = describe_outcome(Phrasebook(GAME, NAMES), ranking).ties
        (own,) = describe_outcome(Phrasebook(GAME, NAMES), ranking, me=1).ties
    assert tie == "Ana and Bo are level. Bo wins the tie: symmetry 87.4% to 87.1%."
    assert own == "Ana and Bo are level. You win the tie: symmetry 87.4% to 87.1%."


ShapeAndTurn = tuple[Shape, int]
"""A stone's shape and its turn."""
RISING: ShapeAndTurn = ("small", 0)
FALLING: ShapeAndTurn = ("small", 1)
APEX: ShapeAndTurn = ("large", 0)
SQUARE: ShapeAndTurn = ("square", 0)
KNOWN_TOMBS: dict[str, tuple[str, list[tuple[Shape, int, int]], int, int, int, bool, str]] = {
    "chamber only": ("A1", [], 2, 1, 1, False, "1"),
    "an apex": ("A1", [(*APEX, 0)], 2, 2, 1, True, "1"),
    "an apex and two wings": ("A1", [(*APEX, 0), (*RISING, -1), (*FALLING, 2)], 4, 2, 1, True, "1"),
    "length 5 by corner": ("A1", [(*APEX, 0), (*RISING, -1), (*APEX, 2)], 5, 2, 2, True, "13/23"),
    "length 5 by a square": (
        "A1", [(*RISING, -1), (*SQUARE, 2), (*FALLING, 3), (*APEX, 0), (*FALLING, 2)],
        5, 2, 2, True, "21/23",
    ),
    "six by three, A1": (
        "A1", [(*APEX, -2), (*FALLING, 2), ("trapezoid", 0, 0), (*FALLING, 1), (*FALLING, 3)],
        6, 3, 3, True, "3/5",
    ),
    "six by three, A2": (
        "A2", [(*SQUARE, -1), (*APEX, -3), ("trapezoid", 0, -1), (*RISING, -4), (*RISING, 0)],
        6, 3, 3, True, "3/11",
    ),
    "flat and walled": ("A1", [(*SQUARE, 0), (*FALLING, 1)], 2, 2, 1, False, "3/4"),
    "left wall of two": ("A1", [(*SQUARE, 0), (*RISING, 0), (*FALLING, 1)], 2, 3, 1, False, "3/5"),
    "a saw": ("A1", [(*RISING, 0), (*RISING, 1)], 2, 2, 2, False, "5/7"),
}  # fmt: skip


@pytest.mark.parametrize("name", KNOWN_TOMBS)
def test_known_tombs_have_the_stated_measures(name: str) -> None:
    preset, stones, long, high, tops, done, mirrored = KNOWN_TOMBS[name]
    tomb = EMPTY_TOMB
    for shape, turn, column in stones:
        turned = get_turned_stones(preset)[shape][turn]
        assert find_fault(tomb, turned, column) is None, (shape, turn, column)
        tomb = lay_stone(tomb, preset, shape, turn, column)
    assert get_length_height_roofs(tomb) == (long, high, tops)
    assert is_tomb_finished(tomb) is done
    assert measure_symmetry(tomb) == Fraction(mirrored)


@pytest.mark.parametrize(
    ("shape", "turn", "column", "code", "columns"),
    [
        ("square", 0, 4, "deadline.detached", ()),
        ("rectangle", 0, 1, "deadline.void", (2,)),
        ("small", 2, 0, "deadline.void", (0,)),
        ("large", 1, 2, "deadline.void", (2, 3)),
    ],
)
def test_a_fault_names_the_columns_with_a_gap(
    shape: Shape, turn: int, column: int, code: str, columns: tuple[int, ...]
) -> None:
    fault = find_fault(EMPTY_TOMB, get_turned_stones("A1")[shape][turn], column)
    assert fault is not None
    assert (fault.why.code, fault.columns) == (code, columns)


def test_under_the_strict_rule_touching_at_a_corner_is_not_enough() -> None:
    tomb = lay_stone(EMPTY_TOMB, "A1", "small", 1, 2)
    wedge = get_turned_stones("A1")["small"][0]
    assert find_fault(tomb, wedge, 3) is None
    strict = find_fault(tomb, wedge, 3, strict=True)
    assert strict is not None
    assert strict.why.code == "deadline.side"


@pytest.mark.parametrize("strict", [False, True])
def test_a_drawing_offers_exactly_the_places_with_which_the_sheet_is_accepted(strict: bool) -> None:
    setup, tomb = Setup.of(GAME.meta, 2, {"strict_rule1": strict}), (SheetStone("small", 1, 2),)
    offered = {
        SheetStone(shape, fit["turn"], place["column"])
        for shape, fits in GAME.scoring.sheet_form_data(setup, Sheet(tomb), ())["fits"].items()
        for fit in fits
        for place in fit["places"]
    }
    stones = (SheetStone(*values) for values in product(SHAPES, range(8), range(-6, 9)))
    accepted = {stone for stone in stones if not GAME.scoring.check_sheet(setup, 0, Sheet((*tomb, stone)))}
    assert offered == accepted
