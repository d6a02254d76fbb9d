"""What no example of Three Quarries says: what is hidden, what the table may allow, the last round."""

from dataclasses import replace
from typing import Any

import pytest

from companion.engine.game import Setup
from companion.engine.possible_moves import check_move
from tests.example import GAME
from tests.example.moves import Build, Favour, Take
from tests.example.parts import Colour, check_lid
from tests.example.state import State
from tests.games.move_checks import verdict

Entered = Favour | Take | Build


def opened(seats: int = 2) -> State:
    """A table at which nobody has entered anything."""
    return GAME.setup(Setup.of(GAME.meta, seats))


def after(*moves: Entered, seats: int = 2) -> State:
    """The table after moves that are entered in turn; everybody favours rose."""
    state = opened(seats)
    for seat in range(seats):
        state = GAME.apply(state, seat, Favour("rose"))
    for move in moves:
        assert check_move(GAME, state, state.turn, move) is None, move
        state = GAME.apply(state, state.turn, move)
    return state


def pyramid(levels: int) -> list[Entered]:
    """What one seat enters to build so many levels of rose stones."""
    moves: list[Entered] = []
    for level in range(1, levels + 1):
        moves += [*[Take("rose")] * level, Build("rose")]
    return moves


def test_a_colour_must_be_said() -> None:
    assert verdict(check_move(GAME, opened(), 0, Favour(None)))[0] == "example.no_colour"


@pytest.mark.parametrize(("viewer", "told"), [(0, "black"), (1, None), (None, None)])
def test_a_favour_is_told_to_its_own_seat(viewer: int | None, told: Colour | None) -> None:
    state = GAME.apply(opened(), 0, Favour("black"))
    assert GAME.view(state, viewer)["seats"][0]["favour"] == told
    assert GAME.redact_move(state, viewer, 0, Favour("black")) == Favour(told)


def test_favours_lie_open_at_the_end() -> None:
    state = replace(after(), levels=(4, 0))
    assert GAME.hidden_seats(state, None) == frozenset()
    assert GAME.view(state, None)["seats"][1]["favour"] == "rose"


def test_a_hand_holds_ten_unless_the_table_allows_more() -> None:
    state = after(*[Take("rose"), Take("black")] * 10)
    assert verdict(check_move(GAME, state, 0, Take("ochre"))) == ("example.hand_full", True)
    assert GAME.apply(state, 0, Take("ochre")).hands[0] == (1, 10, 0)


def test_the_round_is_played_to_its_end() -> None:
    others = [*pyramid(3), *[Take("ochre")] * 5]
    *before, last = (move for pair in zip(pyramid(4), others, strict=True) for move in pair)
    state = after(*before)
    assert state.levels == (4, 3)
    assert GAME.ending(state) is None
    ended = GAME.ending(after(*before, last))
    assert ended is not None
    assert ended.code == "example.pyramid_complete"


@pytest.mark.parametrize("record", [{}, {"capstone": 3}, {"capstone": "4"}, {"top": 4}, 4, [4]])
def test_a_lid_that_cannot_be_is_refused(record: Any) -> None:
    assert verdict(check_lid(record, 2))[0] == "example.lid_shape"
