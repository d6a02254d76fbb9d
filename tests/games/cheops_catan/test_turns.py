"""A turn begins with the seat: a card may come before its roll, everything else comes after."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.engine.log import Entry
from companion.engine.play import check_move, legal_moves
from companion.engine.replay import apply_entry, check_entry, replay, start_replay
from companion.games.cheops_catan import GAME
from companion.games.cheops_catan.moves import (
    Build,
    Claim,
    Give,
    Harbour,
    Income,
    Knight,
    Lay,
    Purchase,
    Roll,
    ShowPoint,
)
from companion.games.cheops_catan.state import State
from companion.games.cheops_catan.view import public
from companion.games.plays import parse_recorded_play
from companion.games.seeds import plays
from tests.games.cheops_catan.test_rules import OPEN, after, code, founded

STARTED = founded(site=0)
"""Founded, nothing rolled: the first seat begins."""


def test_a_knight_may_come_before_the_roll_and_opens_the_turn() -> None:
    state = after(OPEN, (1, Knight()))
    assert (state.turn, state.rolled, state.knights) == (1, False, (0, 1, 0))
    assert code(state, 0, Build("road")) == "cheops_catan.not_now"
    assert code(state, 2, Knight()) == "cheops_catan.not_now"
    assert after(state, (1, Roll(6)), (1, Build("road"))).roads == (0, 1, 0)


def test_the_first_turn_too_may_begin_with_a_knight() -> None:
    state = after(STARTED, (0, Knight()))
    assert code(state, 1, Roll(5)) == "cheops_catan.roll_order"
    assert after(state, (0, Roll(5))).rolled


def test_a_game_won_by_a_knight_before_the_roll_ends_before_the_last_black_stone() -> None:
    near = replace(OPEN, cities=(0, 4, 0), settlements=(3, 2, 3), knights=(0, 2, 0), black=15)
    won = after(near, (1, Knight()))
    assert (won.closing, won.closer, won.black) == ("cheops_catan.twelve", 1, 15)


def test_point_cards_and_the_claim_of_twelve_may_come_before_the_roll() -> None:
    near = replace(OPEN, cities=(0, 4, 0), settlements=(3, 2, 3))
    shown = after(near, (1, ShowPoint()), (1, ShowPoint()))
    assert (shown.closing, shown.closer) == ("cheops_catan.twelve", 1)
    claimed = after(near, (1, Claim(2)))
    assert (claimed.closing, claimed.closer, claimed.turn) == ("cheops_catan.twelve", 1, 1)


def test_only_one_knight_a_turn_unless_the_table_allows_it() -> None:
    before = after(OPEN, (1, Knight()), (1, Roll(6)))
    for state in (after(OPEN, (0, Knight())), before):
        refusal = check_move(GAME, state, state.turn, Knight())
        assert refusal is not None
        assert (refusal.code, refusal.overridable) == ("cheops_catan.one_knight", True)
        assert Knight() not in legal_moves(GAME, state, state.turn)
        assert GAME.apply(state, state.turn, Knight()).knights[state.turn] == 2
    assert after(before, (2, Knight())).knights == (0, 1, 1)


def test_the_box_has_fourteen_knights_and_the_table_cannot_allow_a_fifteenth() -> None:
    state = after(replace(OPEN, knights=(6, 4, 3)), (1, Knight()), (1, Roll(6)))
    refusal = check_move(GAME, state, 2, Knight())
    assert refusal is not None
    assert (refusal.code, refusal.overridable) == ("cheops_catan.knight_cards", False)
    assert Knight() not in legal_moves(GAME, state, 2)


AFTER_ROLL = (
    Build("road"), Build("settlement", True), Lay(), Purchase(True), Harbour(1), Give(1, 1), Income(1),
)  # fmt: skip


@pytest.mark.parametrize("move", AFTER_ROLL, ids=str)
def test_before_the_first_roll_of_the_game_nothing_is_built_bought_or_paid(move: Any) -> None:
    refusal = check_move(GAME, STARTED, 0, move)
    assert refusal is not None
    assert (refusal.code, refusal.overridable) == ("cheops_catan.before_roll", True)
    assert move not in legal_moves(GAME, STARTED, 0)
    allowed = GAME.apply(STARTED, 0, move)
    assert sum(allowed.gold) == allowed.paid_out
    assert public(allowed)


def test_after_a_card_only_the_roll_and_gold_entered_late_come_next() -> None:
    state = after(OPEN, (1, Knight()))
    assert {type(move) for move in legal_moves(GAME, state, 1)} == {Roll, Income, ShowPoint}
    assert code(state, 1, Build("road")) == "cheops_catan.before_roll"


@pytest.mark.parametrize("move", [Build("road"), Lay(0), Harbour(0), Give(0, 1)], ids=str)
def test_who_rolls_next_may_be_allowed_to_build_first_and_still_rolls(move: Any) -> None:
    refusal = check_move(GAME, OPEN, 1, move)
    assert refusal is not None
    codes = [each.code for each in refusal.all()]
    assert codes == ["cheops_catan.ends_turn", "cheops_catan.before_roll"]
    assert all(each.overridable for each in refusal.all())
    assert code(OPEN, 2, move) == "cheops_catan.not_now"
    allowed = GAME.apply(OPEN, 1, move)
    assert (allowed.turn, allowed.rolled) == (1, False)
    assert code(allowed, 0, Build("road")) == "cheops_catan.not_now"
    assert code(allowed, 2, Roll(6)) == "cheops_catan.roll_order"
    assert after(allowed, (1, Roll(6))).rolled


def test_a_stone_through_another_site_out_of_turn_names_all_that_it_overrules() -> None:
    """Else the question would ask about the site alone, and the turn of who had rolled would be over."""
    state = replace(OPEN, at_site=(1, 1, 1))
    refusal = check_move(GAME, state, 1, Lay(0))
    assert refusal is not None
    assert [each.code for each in refusal.all()] == [
        "cheops_catan.ends_turn", "cheops_catan.own_site", "cheops_catan.before_roll",
    ]  # fmt: skip
    assert refusal.values == {"who": 0}


@pytest.mark.parametrize(
    ("state", "move"),
    [
        (replace(STARTED, roads=(15, 0, 0)), Build("road")),
        (replace(STARTED, settlements=(0, 3, 3)), Build("city")),
        (replace(STARTED, gold=(2, 3, 3)), Purchase(True)),
        (replace(STARTED, gold=(0, 3, 3), at_site=(1, 1, 0)), Lay(1)),
        (founded(), Lay()),
    ],
    ids=str,
)
def test_nothing_that_may_be_allowed_hides_what_may_not(state: State, move: Any) -> None:
    refusal = check_move(GAME, state, 0, move)
    assert refusal is not None
    assert not refusal.overridable


def test_the_page_offers_the_stone_that_the_check_lets_through() -> None:
    both = replace(OPEN, at_site=(1, 1, 0))
    assert public(both)["lays"] == [None]
    assert public(replace(both, turn=2))["lays"] == [0, 1]
    assert public(replace(both, turn=2, gold=(3, 3, 0)))["lays"] == []
    assert public(replace(both, turn=2, stones=(0, 0, 11)))["lays"] == []


def test_a_stone_that_was_laid_through_another_site_is_repaired_by_allowing_it() -> None:
    """As tables wrote it before the referee refused it: entry 44 in the old recorded play."""
    play = parse_recorded_play(plays("cheops_catan")["pyramid_complete"])
    log = list(play.log)
    at = next(i for i, e in enumerate(log) if e.seat == 1 and e.move == Lay() and i > 40)
    log[at] = replace(log[at], move=Lay(3))
    old = replay(GAME, play.setup, log)
    assert old.invalid is not None
    assert old.invalid.refusal.code == "cheops_catan.own_site"
    repair = Entry(len(log) + 1, "amend", seat=1, move=Lay(3), of=log[at].seq, allowed=True)
    assert check_entry(old, repair) is None
    repaired = apply_entry(old, repair)
    assert repaired.invalid is None
    assert GAME.ending(repaired.state) == GAME.ending(replay(GAME, play.setup, play.log).state)
    assert start_replay(GAME, play.setup).invalid is None
