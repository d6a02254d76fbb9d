"""Which of laws 1 and 2 says 5 and which 15 is assumed, so money paid by them says so."""

import pytest

from companion.engine.game import Setup
from companion.games.cheops_treasure import GAME, parts
from companion.games.cheops_treasure.moves import KeepLaw, Remove, SellKept, Take
from companion.games.cheops_treasure.state import State, market_price
from tests.games.cheops_treasure.pyramids import finds, table, turn

SELL, KEEP = Take("red", "sell"), Take("red", "keep")


def assumed(state: State) -> list[bool]:
    """Of each seat: whether its money is marked; nothing else is, ever."""
    lines = GAME.scoring.lines(Setup.of(GAME.meta, state.rules.seats), GAME.sheets(state))
    assert not any(line.assumed for seat in lines for line in seat if line.category != "money")
    return [line.assumed for seat in lines for line in seat if line.category == "money"]


@pytest.mark.parametrize("law", [1, 2])
def test_only_who_sold_under_law_1_or_2_rests_on_it(law: int) -> None:
    assert assumed(turn(table(), SELL)) == [False, False], "the first price is printed"
    assert assumed(turn(turn(table(), law), KEEP)) == [False, False]
    assert assumed(turn(turn(table(), law), SELL)) == [False, True]


def test_law_10_sells_at_the_assumed_price_too() -> None:
    state = turn(turn(table(), KEEP), 1)
    assert assumed(finds(state, 10, SellKept("red"))) == [True, False]
    assert assumed(finds(state, 10, KeepLaw())) == [False, False]


def test_the_mark_stays_when_the_law_is_gone() -> None:
    state = turn(turn(turn(table(), 1), SELL), 8, Remove(1))
    assert assumed(state) == [False, True]
    assert market_price(state) == 10
    assert assumed(turn(turn(state, KEEP), SELL)) == [False, True]


def test_a_price_read_off_the_box_is_no_longer_assumed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "MARKET_LAWS_ASSUMED", False)
    assert assumed(turn(turn(table(), 1), SELL)) == [False, False]
