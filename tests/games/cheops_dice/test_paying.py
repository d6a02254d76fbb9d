"""One payment named, the other left to the app: accepted where a way to pay is left."""

from __future__ import annotations

from companion.games.cheops_dice import GAME
from companion.games.cheops_dice.moves import Build
from companion.games.cheops_dice.settling import settled
from companion.games.cheops_dice.state import State
from tests.games.cheops_dice.tables import build, code, marked, table


def paid(state: State, pair: Build) -> tuple[str, ...]:
    assert code(state, 0, pair) is None
    return settled(state, 0, pair).payments


def test_a_floor_pair_is_completed_on_either_side_of_the_named_stone() -> None:
    state = marked(table(2, "BBB"), 0, "", jokers=0)
    assert paid(state, build("floor-1-1 floor-1-2", "quarry-14 proposed"))[1] == "quarry-3"


def test_the_proposal_keeps_away_from_the_stone_that_is_named() -> None:
    state = marked(table(2, "BBB"), 0, "left-1")
    pair = build("pyramid-1-2 left-3", "proposed quarry-2")
    assert code(state, 0, pair) == "cheops_dice.column_from_below"
    state = marked(table(2, "BBB"), 0, "left-1 left-2")
    assert paid(state, build("pyramid-1-2 left-3", "proposed quarry-9")) == ("quarry-2", "quarry-9")
    assert settled(state, 0, build("pyramid-1-2 left-3", "proposed quarry-2")) == build(
        "left-3 pyramid-1-2", "quarry-2 quarry-9"
    )


def test_boxes_without_a_payment_are_paid_as_proposed() -> None:
    state = table(2, "GRR")
    short, full = (
        build("pyramid-1-1 pyramid-1-3", "die"),
        build("pyramid-1-1 pyramid-1-3", "die proposed"),
    )
    assert code(state, 0, short) is None
    assert GAME.apply(state, 0, short) == GAME.apply(state, 0, full)
