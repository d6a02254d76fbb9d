"""Cheops: the leaflet's examples and the rulings, one by one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.engine.game import Setup
from companion.engine.play import check_move, legal_moves
from companion.games.cheops_dice import GAME
from companion.games.cheops_dice.moves import Build, Pass, Roll, Stop
from companion.games.cheops_dice.plan import plan_of
from companion.games.cheops_dice.rules import warnings
from companion.games.cheops_dice.scoring import Sheet
from companion.games.cheops_dice.settling import offers, settled
from companion.games.cheops_dice.sheet import practice
from companion.games.cheops_dice.state import State
from companion.games.cheops_dice.words import WORDS
from companion.tables.phrases import Phrasebook
from tests.games.cheops_dice.tables import after, build, code, marked, rolled, table, won
from tests.games.cheops_dice.test_count import COUNTS
from tests.games.cheops_dice.test_sheet import DOUBTS, FAULTS, TABLES

PYRAMID_BUT_TOP = "pyramid-1 pyramid-2 pyramid-3 pyramid-4"
COLUMNS = "left right"


def payments(state: State, seat: int, words: str) -> list[tuple[str, ...]]:
    return [move.payments for move in offers(state, seat, tuple(words.split()))]


def test_the_round_told_in_the_leaflet() -> None:
    clement, florian, simon = 0, 1, 2
    state = table(3, "RGBB")
    state = after(state, (clement, build("pyramid-1-3 pyramid-1-1", "die die")))
    assert state.middle == "RB"
    state = after(state, (florian, build("floor-1-3 floor-1-4", "quarry-4 die")))
    assert state.boards[florian].mark == 4
    assert state.middle == "RB", "his die goes back"
    state = after(state, (simon, build("left-1 pyramid-1-3", "joker die")))
    assert [board.jokers for board in state.boards] == [3, 3, 2]
    assert (state.middle, state.active, state.round) == ("RB", florian, 2)


def test_the_app_proposes_what_the_leaflet_tells() -> None:
    state = table(3, "RGBB")
    state = after(state, (0, build("pyramid-1-3 pyramid-1-1")))
    assert state.middle == "RB"
    assert payments(state, 1, "floor-1-3 floor-1-4") == [("quarry-4", "die"), ("joker", "die")]
    state = after(state, (1, build("floor-1-3 floor-1-4")))
    state = after(state, (2, build("left-1 pyramid-1-3", "joker proposed")))
    assert (state.boards[1].mark, state.boards[2].jokers) == (4, 2)


def test_the_quarry_example() -> None:
    """Red, violet and blue lie in a row; blue is crossed, so only orange and what follows is open."""
    state = marked(rolled(table(2, first=1), "GGG"), 1, "", last=9)
    assert state.rules.plans[1].quarry[6:10] == "RVBO"
    assert code(state, 1, build("pyramid-1-1", "quarry-10")) is None
    assert code(state, 1, build("right-1", "quarry-7")) == "cheops_dice.stone_passed"
    assert code(state, 1, build("pyramid-1-4", "quarry-8")) == "cheops_dice.stone_passed"


@pytest.mark.parametrize("paid", ["quarry-5", "joker"])
def test_a_die_that_lies_there_must_be_taken(paid: str) -> None:
    state = table(2, "GRR")
    assert code(state, 0, build("pyramid-1-1", paid)) == "cheops_dice.take_the_die"
    assert code(state, 0, build("pyramid-1-1", "die")) is None


def test_the_second_of_two_red_boxes_is_paid_otherwise() -> None:
    state = marked(table(3, "RGGG"), 0, "left-1 left-2 pyramid-1 pyramid-2 pyramid-3")
    red = build("left-3 pyramid-4-1").boxes
    possible = [
        paid
        for paid in ("die", "joker", *(f"quarry-{n}" for n in range(1, 19)))
        if code(state, 0, Build(red, ("die", paid))) is None
    ]
    assert possible == ["joker", "quarry-2", "quarry-9", "quarry-14"]
    assert payments(state, 0, "left-3 pyramid-4-1") == [("die", "quarry-2"), ("die", "joker")]


def test_the_keystone_waits_for_both_columns() -> None:
    state = marked(table(2, "VGB"), 0, "left right-1 right-2 right-3")
    assert code(state, 0, build("keystone")) == "cheops_dice.keystone_needs_columns"
    assert code(state, 0, build("right-4 keystone")) is None, "a box ticked just before counts"


def test_an_upper_box_may_follow_on_the_one_just_ticked() -> None:
    state = marked(table(2, "GRO"), 0, "pyramid-1-2")
    assert code(state, 0, build("pyramid-1-1 pyramid-2-1")) is None
    assert code(state, 0, build("pyramid-2-1 pyramid-1-1")) == "cheops_dice.needs_both_below"


def test_the_base_is_ticked_in_any_order() -> None:
    state = table(2, "GGG")
    ticked = {
        m.boxes for m in legal_moves(GAME, state, 0) if isinstance(m, Build) and len(m.boxes) == 1
    }
    assert {f"pyramid-1-{n}" for n in range(1, 6)} <= {box for (box,) in ticked}


def test_two_stones_follow_the_order_of_building() -> None:
    """Practice 1's quarry begins Y R O: orange lies beyond yellow."""
    state = table(2, "GGG")
    assert code(state, 0, build("right-1 pyramid-1-4", "quarry-1 quarry-3")) is None
    backwards = build("pyramid-1-4 right-1", "quarry-3 quarry-1")
    assert code(state, 0, backwards) == "cheops_dice.stones_in_order"
    assert payments(state, 0, "pyramid-1-4 right-1")[0] == ("quarry-1", "quarry-3")
    turned = settled(state, 0, build("pyramid-1-4 right-1"))
    assert turned == build("right-1 pyramid-1-4", "quarry-1 quarry-3"), "turned round to fit"


def test_a_floor_pair_crosses_its_stones_in_any_order() -> None:
    state = table(2, "GGG")
    assert code(state, 0, build("floor-1-1 floor-1-2", "quarry-2 quarry-3")) is None
    assert code(state, 0, build("floor-1-2 floor-1-1", "quarry-3 quarry-2")) is None


def test_a_joker_between_stones_moves_no_mark() -> None:
    state = after(table(2, "GGG"), (0, build("right-1 pyramid-1-2", "quarry-1 joker")))
    assert (state.boards[0].mark, state.boards[0].jokers) == (1, 1)


def test_whoever_builds_nothing_blocks_nothing() -> None:
    state = after(table(3, "RGBB"), (0, Pass()))
    assert state.middle == "RGBB"


def test_two_seats_completing_a_bonus_in_one_round_both_have_it() -> None:
    ready = "left-1 left-2"
    for order in ((1, 2), (2, 1)):
        state = marked(marked(marked(table(3, "RRVY"), 1, ready), 2, ready), 0, ready)
        state = after(state, (0, Pass()))
        for seat in order:
            state = after(state, (seat, build("left-3", "joker" if seat == 1 else "die")))
        assert [won(state, seat) for seat in range(3)] == [[], ["scorpion"], ["scorpion"]]
        state = after(rolled(state, "RRRR"), (1, Pass()), (0, build("left-3")))
        assert won(state, 0) == [], "the tick is legal, the bonus is gone"


def test_the_last_of_a_kind_wins_whatever_was_ticked_first() -> None:
    state = marked(table(2, "RYG"), 0, "floor-3-4")
    state = after(state, (0, build("floor-1-1 floor-1-2")), (1, Pass()))
    view = GAME.view(state, None)["seats"][0]["bonuses"]
    assert [(b["building"], b["symbol"]) for b in view if b["won"]] == [("floor", "eye")]


def test_two_buildings_finished_at_once_give_one_end_bonus() -> None:
    state = marked(table(2, "GVV"), 0, f"{PYRAMID_BUT_TOP} {COLUMNS} floor", won=0)
    state = after(state, (0, build("pyramid-5-1 keystone")))
    assert GAME.ending(state) is None, "the round is played out"
    state = after(state, (1, Pass()))
    ending = GAME.ending(state)
    assert ending is not None
    assert (ending.code, ending.values["seats"]) == ("cheops_dice.finished", (0,))
    bonuses = next(line for line in lines(state)[0] if line.category == "bonuses")
    assert [points for code, _, points in bonuses.parts if code == "end_bonus"] == [3]


def test_the_last_seats_may_finish_in_the_same_round() -> None:
    both = f"{PYRAMID_BUT_TOP} {COLUMNS} keystone"
    state = marked(marked(table(2, "GGO"), 0, both), 1, both)
    state = after(state, (0, build("pyramid-5-1")), (1, build("pyramid-5-1")))
    ending = GAME.ending(state)
    assert ending is not None
    assert ending.values["seats"] == (0, 1)
    assert code(state, 1, Pass()) == "table.over"


def lines(state: State) -> Any:
    return GAME.scoring.lines(Setup.of(GAME.meta, state.rules.seats), GAME.sheets(state))


def test_stopping_by_agreement_gives_nobody_the_end_bonus() -> None:
    state = after(table(3), (2, Stop()))
    ending = GAME.ending(state)
    assert ending is not None
    assert ending.code == "cheops_dice.stopped"
    assert code(table(3, "RGBB"), 0, Stop()) == "table.not_now", "only between rounds"


def test_strict_order_goes_clockwise() -> None:
    state = after(table(4, "RGBB", first=2, strict_order=True), (2, Pass()))
    assert code(state, 1, Pass()) == "cheops_dice.not_yet"
    state = after(state, (3, Pass()), (0, Pass()), (1, Pass()))
    assert state.active == 3


def test_without_it_the_others_come_in_any_order() -> None:
    state = after(table(4, "RGBB", first=2), (2, Pass()))
    assert GAME.awaiting(state).seats == (3, 0, 1)
    assert after(state, (1, Pass()), (3, Pass()), (0, Pass())).active == 3


def test_a_pair_of_one_colour_takes_its_only_die_for_either_box() -> None:
    """Cannot come up on the practice sheets, so the floor's colours are changed."""
    first = practice()[0]
    paper = replace(first, floor=replace(first.floor, grid=("RRBY", "OVGB", "YGRV")))
    state = table(2, "RGG")
    state = replace(state, rules=replace(state.rules, plans=(plan_of(paper), state.rules.plans[1])))
    for paid in ("die quarry-2", "quarry-2 die", "joker die"):
        assert code(state, 0, build("floor-1-1 floor-1-2", paid)) is None
    assert code(state, 0, build("floor-1-1 floor-1-2", "joker joker")) == "cheops_dice.take_the_die"


def warned(state: State, words: str, paid: str = "") -> list[str]:
    return [w.code.removeprefix("cheops_dice.") for w in warnings(state, 0, build(words, paid))]


def test_a_pair_that_strands_a_box_is_warned_of_not_refused() -> None:
    state = marked(table(2, "OVR"), 0, "floor-1-1 floor-3-1")
    assert code(state, 0, build("floor-2-2 floor-2-3")) is None
    assert warned(state, "floor-2-2 floor-2-3") == ["leaves_alone"]
    assert warned(state, "floor-2-1 floor-2-2") == []


def test_a_pair_after_which_the_floor_cannot_be_filled_is_warned_of() -> None:
    state = marked(table(2, "OGR"), 0, "floor-1-2 floor-2-2")
    assert warned(state, "floor-3-2 floor-3-3") == ["leaves_unfillable"]


def test_skipping_stones_without_need_is_warned_of() -> None:
    state = table(2, "GGG")
    assert warned(state, "pyramid-1-2", "quarry-9") == ["nearer_stone"]
    assert warned(state, "pyramid-1-2", "quarry-2") == []
    assert warned(state, "pyramid-1-2", "joker") == []
    assert warned(state, "pyramid-1-2", "quarry-1") == [], "what is refused needs no warning"


def start() -> State:
    return table(3, "RGBB")


SCENES: dict[str, tuple[State, int, Any]] = {
    "cheops_dice.not_yet": (start(), 1, Pass()),
    "cheops_dice.already_played": (after(start(), (0, Pass())), 0, Pass()),
    "cheops_dice.dice_count": (table(2), 0, Roll(("red",) * 4)),
    "cheops_dice.nothing_ticked": (start(), 0, Build(())),
    "cheops_dice.no_such_box": (start(), 0, build("pyramid-6-1")),
    "cheops_dice.already_ticked": (start(), 0, build("left-1 left-1")),
    "cheops_dice.two_at_most": (start(), 0, build("pyramid-1-1 pyramid-1-2 pyramid-1-3")),
    "cheops_dice.floor_mixed": (start(), 0, build("left-1 floor-1-1")),
    "cheops_dice.floor_pair": (start(), 0, build("floor-1-1 floor-2-2")),
    "cheops_dice.needs_both_below": (marked(start(), 0, "pyramid-1-1"), 0, build("pyramid-2-1")),
    "cheops_dice.column_from_below": (start(), 0, build("left-2")),
    "cheops_dice.keystone_needs_columns": (start(), 0, build("keystone")),
    "cheops_dice.payments_count": (start(), 0, build("pyramid-1-1", "die joker")),
    "cheops_dice.cannot_pay": (marked(start(), 0, "", 18, 0), 0, build("pyramid-1-4")),
    "cheops_dice.no_such_payment": (start(), 0, build("pyramid-1-1", "quarry-19")),
    "cheops_dice.no_such_die": (start(), 0, build("pyramid-1-4", "die")),
    "cheops_dice.take_the_die": (start(), 0, build("pyramid-1-1", "joker")),
    "cheops_dice.no_joker": (marked(start(), 0, "", 0, 0), 0, build("pyramid-1-4", "joker")),
    "cheops_dice.stone_passed": (marked(start(), 0, "", 3), 0, build("pyramid-1-4", "quarry-3")),
    "cheops_dice.wrong_colour": (start(), 0, build("pyramid-1-4", "quarry-1")),
    "cheops_dice.stones_in_order": (
        start(), 0, build("pyramid-1-4 right-1", "quarry-3 quarry-1")
    ),
}  # fmt: skip
WARNINGS = {"leaves_alone", "leaves_unfillable", "nearer_stone"}


@pytest.mark.parametrize("name", SCENES)
def test_each_refusal_is_provoked(name: str) -> None:
    state, seat, move = SCENES[name]
    refusal = check_move(GAME, state, seat, move)
    assert refusal is not None
    assert refusal.code == name
    assert refusal.rule in WORDS.rules
    assert Phrasebook(GAME).message(name, refusal.values)


def test_every_refusal_has_a_scene() -> None:
    warned_of = {f"cheops_dice.{name}" for name in WARNINGS}
    assert set(WORDS.refusals) == {*SCENES, *FAULTS, *DOUBTS, *TABLES, *COUNTS, *warned_of}


def test_every_overridable_refusal_can_be_carried_out() -> None:
    for name, (state, seat, move) in SCENES.items():
        refusal = check_move(GAME, state, seat, move)
        assert refusal is not None, name
        if refusal.overridable:
            done = GAME.apply(state, seat, move)
            assert done.acted >> seat & 1
            assert GAME.scoring.lines(Setup.of(GAME.meta, 3), GAME.sheets(done))


JUNK = [
    Build(("nowhere", "", "quarry-1"), ("die", "quarry-99", "what")),
    Build(("floor-1-1",) * 6, ("joker",) * 6),
    Build(("left-1", "floor-1-1", "keystone"), ("proposed", "die")),
    Build(("keystone",), ("proposed", "proposed", "die")),
    Build((), ("die",)),
    Build(("pyramid-2-1", "nowhere", "pyramid-1-1", "left-1"), ("joker", "proposed", "quarry-1")),
]


@pytest.mark.parametrize("move", JUNK)
def test_junk_is_refused_and_does_no_harm(move: Build) -> None:
    state = start()
    assert code(state, 0, move) is not None
    done = GAME.apply(state, 0, move)
    assert done.boards[0].jokers >= 0
    assert GAME.scoring.lines(Setup.of(GAME.meta, 3), GAME.sheets(done))
    assert warnings(state, 0, move) == ()


def test_a_view_calls_out_the_bonuses_of_the_round() -> None:
    state = marked(table(3, "RRVY"), 0, "left-1 left-2")
    state = after(state, (0, build("left-3")))
    called = [{"seat": 0, "building": "arch", "symbol": "scorpion"}]
    assert GAME.view(state, 1)["called"] == called
    state = after(state, (1, Pass()), (2, Pass()))
    assert GAME.view(state, 1)["called"] == []


def test_a_view_lights_what_can_be_ticked() -> None:
    view = GAME.view(table(3, "RGBB"), 0)
    base = view["seats"][0]["pyramid"][0]["boxes"]
    assert [(box["colour"], box["pay"]) for box in base] == [
        ("green", "die"), ("red", "die"), ("blue", "die"),
        ("orange", "quarry-3"), ("violet", "quarry-6"),
    ]  # fmt: skip
    assert all(box["pay"] is None for box in view["seats"][1]["pyramid"][0]["boxes"])


def test_examples_hold_each_move() -> None:
    assert {type(example) for example in GAME.examples} == {*GAME.moves, Sheet}


def test_boxes_against_the_rules_may_be_allowed_but_not_a_joker_that_nobody_has() -> None:
    state = marked(table(3, "RRRR"), 0, "", jokers=0)
    plan = state.rules.plans[0]
    blue = next(
        b for b in plan.boxes if b.startswith("pyramid-2") and plan.colours[plan.number[b]] != "R"
    )
    refusal = check_move(GAME, state, 0, build(blue, "joker"))
    assert refusal
    assert (refusal.code, refusal.overridable) == ("cheops_dice.no_joker", False)
