"""What the page says an event would bring is what entering it brings."""

from itertools import pairwise
from typing import Any

import pytest

from companion.engine.play import legal_moves
from companion.games.cheops_catan import GAME
from companion.games.cheops_catan.moves import Build, Knight, Lay, Roll, ShowPoint
from companion.games.cheops_catan.outlook import EVENTS
from companion.games.cheops_catan.state import founding, laid, points
from companion.games.cheops_catan.view import public
from companion.games.seeds import plays
from tests.recorded import states_of

NAMES = {move: name for name, move in EVENTS.items()}


def foretold(shown: dict[str, Any], seat: int, move: Any) -> dict[str, Any]:
    look = shown["outlook"][str(seat)]
    if isinstance(move, Lay):
        return dict(next(lay for lay in look["lays"] if lay["owner"] == move.owner))
    return dict(look[NAMES[move]])


@pytest.mark.parametrize("name", plays("cheops_catan"))
def test_what_is_foretold_of_every_legal_move_comes_true(name: str) -> None:
    told = 0
    for state in states_of("cheops_catan", name):
        if founding(state) or state.closing:
            continue
        shown, seats = public(state), range(state.rules.seats)
        for seat in seats:
            for move in legal_moves(GAME, state, seat):
                after = GAME.apply(state, seat, move)
                if isinstance(move, Roll):
                    black = shown["seven"] if move.total == 7 else None
                    assert (black or state.black) == after.black
                elif isinstance(move, Build | Lay | Knight | ShowPoint):
                    said = foretold(shown, seat, move)
                    assert said["points"] == [points(after, n) - points(state, n) for n in seats]
                    assert said["gold"] == [after.gold[n] - state.gold[n] for n in seats]
                    assert said["stones"] == laid(after) - laid(state)
                    assert set(said["freed"]) == state.cursed - after.cursed
                    assert set(said["cursed"]) == after.cursed - state.cursed
                    assert said["ends"] == bool(after.closing)
                    told += 1
    assert told


@pytest.mark.parametrize("name", plays("cheops_catan"))
def test_a_stone_that_may_not_be_laid_is_not_foretold(name: str) -> None:
    for state in states_of("cheops_catan", name):
        if founding(state) or state.closing or not state.rolled:
            continue
        legal = {move.owner for move in legal_moves(GAME, state, state.turn) if isinstance(move, Lay)}
        said = {lay["owner"] for lay in public(state)["outlook"][str(state.turn)]["lays"]}
        assert legal <= said
        assert legal == said or state.network or state.houses


@pytest.mark.parametrize("name", plays("cheops_catan"))
def test_the_place_that_a_move_changed_is_told(name: str) -> None:
    for before, after in pairwise(states_of("cheops_catan", name)):
        place, _, seat = public(after)["touched"].partition(" ")
        if place == "stone":
            assert len(after.order) == len(before.order) + 1
        elif place == "roll":
            assert len(after.rolls) == len(before.rolls) + 1
        elif place:
            assert getattr(after, place)[int(seat)] != getattr(before, place)[int(seat)]
        else:
            assert after.network != before.network or after.houses != before.houses or after.closing
