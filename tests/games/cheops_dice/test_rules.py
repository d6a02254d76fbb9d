"""Cheops: what the app proposes, and the count at the end."""

from dataclasses import replace
from typing import Any

from companion.engine.game import Setup
from companion.games.cheops_dice import GAME
from companion.games.cheops_dice.plan import plan_of
from companion.games.cheops_dice.scoring import Sheet
from companion.games.cheops_dice.settling import offers
from companion.games.cheops_dice.sheet import practice
from companion.games.cheops_dice.state import State
from tests.games.cheops_dice.tables import after, build, code, table


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


def test_a_table_that_stopped_by_agreement_may_be_counted_all_the_same() -> None:
    refusal = GAME.scoring.together(Setup.of(GAME.meta, 3), (Sheet(floor=12), Sheet(), Sheet()))
    assert refusal is not None
    assert refusal.overridable
    finished = Sheet(arch=11, arch_finished=True, floor=12)
    assert GAME.scoring.together(Setup.of(GAME.meta, 2), (finished, Sheet())) is None


def test_the_form_draws_a_number_of_another_sheet_where_it_fits() -> None:
    def levels(sheet: Sheet | None) -> Any:
        return GAME.scoring.form_choices(Setup.of(GAME.meta, 3), sheet)["levels"]

    printed = {"pyramid": [1, 4, 8, 14, 22], "arch": [2, 4, 6, 8, 11]}
    assert levels(None) == levels(Sheet(pyramid=8, arch=11, arch_finished=True)) == printed
    told = levels(Sheet(pyramid=5, arch=13, arch_finished=True))
    assert told == {"pyramid": [1, 4, 5, 14, 22], "arch": [2, 4, 6, 8, 13]}
    assert levels(Sheet(pyramid=30))["pyramid"] == [1, 4, 8, 30, 22]
