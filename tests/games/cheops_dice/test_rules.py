"""Cheops: the leaflet's examples and the rulings, one by one."""

from dataclasses import replace

from companion.engine.play import check_move
from companion.games.cheops_dice import GAME
from companion.games.cheops_dice.moves import Pass
from companion.games.cheops_dice.plan import plan_of
from companion.games.cheops_dice.rules import warnings
from companion.games.cheops_dice.settling import offers
from companion.games.cheops_dice.sheet import practice
from companion.games.cheops_dice.state import State
from tests.games.cheops_dice.tables import after, build, code, marked, table
from tests.games.refusals import verdict


def payments(state: State, seat: int, words: str) -> list[tuple[str, ...]]:
    return [move.payments for move in offers(state, seat, tuple(words.split()))]


def test_the_app_proposes_what_the_leaflet_tells() -> None:
    state = table(3, "RGBB")
    state = after(state, (0, build("pyramid-1-3 pyramid-1-1")))
    assert state.middle == "RB"
    assert payments(state, 1, "floor-1-3 floor-1-4") == [("quarry-4", "die"), ("joker", "die")]
    state = after(state, (1, build("floor-1-3 floor-1-4")))
    state = after(state, (2, build("left-1 pyramid-1-3", "joker proposed")))
    assert (state.boards[1].mark, state.boards[2].jokers) == (4, 2)


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


def test_skipping_stones_without_need_is_warned_of() -> None:
    state = table(2, "GGG")
    assert warned(state, "pyramid-1-2", "quarry-9") == ["nearer_stone"]
    assert warned(state, "pyramid-1-2", "quarry-2") == []
    assert warned(state, "pyramid-1-2", "joker") == []
    assert warned(state, "pyramid-1-2", "quarry-1") == [], "what is refused needs no warning"


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


def test_boxes_against_the_rules_may_be_allowed_but_not_a_joker_that_nobody_has() -> None:
    state = marked(table(3, "RRRR"), 0, "", jokers=0)
    plan = state.rules.plans[0]
    blue = next(b for b in plan.boxes if b.startswith("pyramid-2") and plan.colours[plan.number[b]] != "R")
    assert verdict(check_move(GAME, state, 0, build(blue, "joker"))) == ("cheops_dice.no_joker", False)
