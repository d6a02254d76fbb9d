"""A turn begins with the seat: a card may come before its roll, everything else comes after."""

from dataclasses import replace
from typing import Any

import pytest

from companion.engine.log import Entry
from companion.engine.play import check_move, legal_moves
from companion.engine.replay import apply_entry, check_entry, replay, start_replay
from companion.games.cheops_catan import GAME
from companion.games.cheops_catan.moves import (
    Build,
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
from tests.games.refusals import verdict

STARTED = founded(site=0)
"""Founded, nothing rolled: the first seat begins."""


def test_only_one_knight_a_turn_unless_the_table_allows_it() -> None:
    before = after(OPEN, (1, Knight()), (1, Roll(6)))
    for state in (after(OPEN, (0, Knight())), before):
        assert verdict(check_move(GAME, state, state.turn, Knight())) == ("cheops_catan.one_knight", True)
        assert Knight() not in legal_moves(GAME, state, state.turn)
        assert GAME.apply(state, state.turn, Knight()).knights[state.turn] == 2
    assert after(before, (2, Knight())).knights == (0, 1, 1)


def test_the_box_has_fourteen_knights_and_the_table_cannot_allow_a_fifteenth() -> None:
    state = after(replace(OPEN, knights=(6, 4, 3)), (1, Knight()), (1, Roll(6)))
    assert verdict(check_move(GAME, state, 2, Knight())) == ("cheops_catan.knight_cards", False)
    assert Knight() not in legal_moves(GAME, state, 2)


AFTER_ROLL = (
    Build("road"), Build("settlement", True), Lay(), Purchase(True), Harbour(1), Give(1, 1), Income(1),
)  # fmt: skip


@pytest.mark.parametrize("move", AFTER_ROLL, ids=str)
def test_before_the_first_roll_of_the_game_nothing_is_built_bought_or_paid(move: Any) -> None:
    assert verdict(check_move(GAME, STARTED, 0, move)) == ("cheops_catan.before_roll", True)
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
