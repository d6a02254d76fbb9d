"""Cheops: what the app proposes, and the count at the end."""

from dataclasses import replace
from typing import Any

import pytest

from companion.engine.game import Setup
from companion.games.cheops_dice import GAME
from companion.games.cheops_dice.geometry import make_plan
from companion.games.cheops_dice.moves import Build
from companion.games.cheops_dice.parts import COLOURS, practice_pages
from companion.games.cheops_dice.payment import payment_offers
from companion.games.cheops_dice.rules import candidates
from companion.games.cheops_dice.scoring import Sheet
from companion.games.cheops_dice.state import State
from companion.games.cheops_dice.words import WORDS
from companion.games.seeds import plays
from tests.games.cheops_dice.tables import after, build, code, marked, points, positions, table


def payments(state: State, seat: int, words: str) -> list[tuple[str, ...]]:
    return [move.payments for move in payment_offers(state, seat, tuple(words.split()))]


def test_the_app_proposes_what_the_leaflet_tells() -> None:
    state = table(3, "RGBB")
    state = after(state, (0, build("pyramid-1-3 pyramid-1-1")))
    assert state.middle == "RB"
    assert payments(state, 1, "floor-1-3 floor-1-4") == [("quarry-4", "die"), ("joker", "die")]
    state = after(state, (1, build("floor-1-3 floor-1-4")))
    state = after(state, (2, build("left-1 pyramid-1-3", "joker proposed")))
    assert (state.boards[1].last_stone, state.boards[2].jokers) == (4, 2)


def test_a_pair_of_one_colour_takes_its_only_die_for_either_box() -> None:
    """Cannot come up on the practice sheets, so the floor's colours are changed."""
    first = practice_pages()[0]
    paper = replace(first, floor=replace(first.floor, grid=("RRBY", "OVGB", "YGRV")))
    state = table(2, "RGG")
    state = replace(state, rules=replace(state.rules, plans=(make_plan(paper), state.rules.plans[1])))
    for paid in ("die quarry-2", "quarry-2 die", "joker die"):
        assert code(state, 0, build("floor-1-1 floor-1-2", paid)) is None
    assert code(state, 0, build("floor-1-1 floor-1-2", "joker joker")) == "cheops_dice.take_the_die"


def test_a_table_that_stopped_by_agreement_may_be_counted_all_the_same() -> None:
    refusal = GAME.scoring.check_together(Setup.of(GAME.meta, 3), (Sheet(floor=12), Sheet(), Sheet()))
    assert refusal is not None
    assert refusal.overridable
    finished = Sheet(arch=11, arch_finished=True, floor=12)
    assert GAME.scoring.check_together(Setup.of(GAME.meta, 2), (finished, Sheet())) is None


def test_the_form_draws_a_number_of_another_sheet_where_it_fits() -> None:
    def levels(sheet: Sheet | None) -> Any:
        return GAME.scoring.sheet_form_data(Setup.of(GAME.meta, 3), sheet)["levels"]

    printed = {"pyramid": [1, 4, 8, 14, 22], "arch": [2, 4, 6, 8, 11]}
    assert levels(None) == levels(Sheet(pyramid=8, arch=11, arch_finished=True)) == printed
    told = levels(Sheet(pyramid=5, arch=13, arch_finished=True))
    assert told == {"pyramid": [1, 4, 5, 14, 22], "arch": [2, 4, 6, 8, 13]}
    assert levels(Sheet(pyramid=30))["pyramid"] == [1, 4, 8, 30, 22]


RECORDED = [name for name, play in plays("cheops_dice").items() if play.get("mode") != "tally"]


def told(state: State, seat: int) -> dict[Build, dict[str, Any]]:
    """Each way to build that the view tells of, with what it brings and costs."""
    builds = GAME.view(state, None)["seats"][seat]["builds"]
    return {
        Build(tuple(way["boxes"]), tuple(way["payments"])): {**one, **way}
        for one in builds
        for way in one["ways"]
    }


def hold(state: State, seat: int, move: Build) -> None:
    """The preview of a move against the change of the table."""
    foretold = GAME.preview(state, seat, move)
    after = GAME.apply(state, seat, move)
    old, new, plan = state.boards[seat], after.boards[seat], state.rules.plans[seat]
    of: dict[str, list[Any]] = {
        code: [a.values for a in foretold if a.code == code] for code in WORDS.previews
    }
    stones = of["stone"] + of["skipping"]
    new_stones = [n for n in range(1, len(plan.quarry) + 1) if (new.crossed ^ old.crossed) >> n - 1 & 1]
    assert sorted(values["stone"] for values in stones) == new_stones
    assert sum(values["points"] for values in stones) == new.last_stone - old.last_stone
    assert len(of["joker"]) == old.jokers - new.jokers
    assert len(of["die"]) + len(of["joker"]) + len(stones) == (new.ticked ^ old.ticked).bit_count()
    if seat == state.active:
        taken = [COLOURS[letter] for letter in state.middle]
        for letter in after.middle:
            taken.remove(COLOURS[letter])
        assert sorted(values["colour"] for values in of["die"]) == sorted(taken)
    won = new.won & ~old.won
    assert [(values["building"], values["symbol"]) for values in of["bonus"]] == [
        (bonus.building, bonus.symbol) for n, bonus in enumerate(plan.bonuses) if won >> n & 1
    ]
    before, then = (sum(points(one, seat).values()) for one in (state, after))
    assert of["points"] == [{"before": before, "after": then}]


@pytest.mark.parametrize("name", RECORDED)
def test_every_legal_building_of_every_recorded_play_comes_as_shown_and_foretold(name: str) -> None:
    count = 0
    for state, seat in positions(name):
        shown = told(state, seat)
        legal = [move for move in candidates(state, seat) if isinstance(move, Build)]
        assert list(shown) == legal
        before = points(state, seat)
        assert GAME.view(state, None)["seats"][seat]["points"] == before
        for move, told_of in shown.items():
            after_state = GAME.apply(state, seat, move)
            after = points(after_state, seat)
            built = {part: after[part] - before[part] for part in after}
            paid = -built.pop("quarry") - built.pop("jokers")
            assert told_of["gains"] == {part: gain for part, gain in built.items() if gain}
            assert sum(told_of["costs"]) == paid
            won = after_state.boards[seat].won & ~state.boards[seat].won
            assert sum(1 << index for index in told_of["won"]) == won
            count += 1
            if count % 4 == 0:
                hold(state, seat, move)
                hold(state, seat, Build(move.boxes))
    assert count > 50


@pytest.mark.parametrize("name", RECORDED)
def test_what_is_shown_first_is_what_is_proposed(name: str) -> None:
    for state, seat in positions(name):
        for one in GAME.view(state, None)["seats"][seat]["builds"]:
            way = one["ways"][0]
            shown, proposed = (
                GAME.apply(state, seat, Build(tuple(way["boxes"]), tuple(payments)))
                for payments in (way["payments"], ())
            )
            assert shown == proposed


def test_only_seats_that_may_build_are_shown_what_they_may() -> None:
    view = GAME.view(table(3, "RGBB"), None)
    assert [bool(seat["builds"]) for seat in view["seats"]] == [True, False, False]


def test_the_boxes_ticked_last_are_marked_until_the_next_entry() -> None:
    state = GAME.apply(table(2, "RGB"), 0, build("pyramid-1-1"))

    def last(state: State) -> list[str]:
        [seat, _] = GAME.view(state, None)["seats"]
        return [box["box"] for row in seat["pyramid"] for box in row["boxes"] if box["last"]]

    assert last(state) == ["pyramid-1-1"]
    assert last(GAME.apply(state, 1, build("pyramid-1-2"))) == []


def test_a_bonus_won_this_round_is_in_its_last_chance() -> None:
    state = marked(table(2, "BBB"), 0, "pyramid-1-1 pyramid-1-2 pyramid-1-3 pyramid-1-4 pyramid-1-5")
    state = GAME.apply(state, 0, build("pyramid-2-4"))
    bonuses = GAME.view(state, None)["seats"][1]["bonuses"]
    assert [bonus["symbol"] for bonus in bonuses if bonus["last_chance"]] == ["scarab"]
