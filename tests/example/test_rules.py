"""Rules of Three Quarries that no example shows: hidden colours, rulings and the last round."""

from dataclasses import replace
from typing import Any

import pytest

from companion.engine.game import Setup
from companion.engine.possible_moves import check_move
from tests.example import GAME
from tests.example.moves import Build, Favour, Take
from tests.example.parts import Colour, check_lid
from tests.example.state import State
from tests.games.move_checks import get_verdict

Entered = Favour | Take | Build


def new_table(seats: int = 2) -> State:
    """Return the state of a table with this many seats, before the first entry."""
    return GAME.setup(Setup.of(GAME.meta, seats))


def play_moves(*moves: Entered, seats: int = 2) -> State:
    """Return the state after these moves, which the seats make in turn. All seats have favoured rose
    before.
    """
    state = new_table(seats)
    for seat in range(seats):
        state = GAME.apply(state, seat, Favour("rose"))
    for move in moves:
        assert check_move(GAME, state, state.turn, move) is None, move
        state = GAME.apply(state, state.turn, move)
    return state


def make_pyramid_moves(levels: int) -> list[Entered]:
    """Return the moves with which a seat builds this many levels of rose stones."""
    moves: list[Entered] = []
    for level in range(1, levels + 1):
        moves += [*[Take("rose")] * level, Build("rose")]
    return moves


def test_a_favour_needs_a_colour() -> None:
    assert get_verdict(check_move(GAME, new_table(), 0, Favour(None)))[0] == "example.no_colour"


@pytest.mark.parametrize(("viewer", "colour_shown"), [(0, "black"), (1, None), (None, None)])
def test_a_favoured_colour_is_visible_only_to_its_own_seat(
    viewer: int | None, colour_shown: Colour | None
) -> None:
    state = GAME.apply(new_table(), 0, Favour("black"))
    assert GAME.view(state, viewer)["seats"][0]["favour"] == colour_shown
    assert GAME.redact_move(state, viewer, 0, Favour("black")) == Favour(colour_shown)


def test_favoured_colours_are_public_at_the_end() -> None:
    state = replace(play_moves(), levels=(4, 0))
    assert GAME.hidden_seats(state, None) == frozenset()
    assert GAME.view(state, None)["seats"][1]["favour"] == "rose"


def test_a_hand_has_at_most_ten_stones_unless_the_table_allows_more() -> None:
    state = play_moves(*[Take("rose"), Take("black")] * 10)
    assert get_verdict(check_move(GAME, state, 0, Take("ochre"))) == ("example.hand_full", True)
    assert GAME.apply(state, 0, Take("ochre")).hands[0] == (1, 10, 0)


def test_the_game_ends_only_after_a_complete_round() -> None:
    others = [*make_pyramid_moves(3), *[Take("ochre")] * 5]
    *before, last = (move for pair in zip(make_pyramid_moves(4), others, strict=True) for move in pair)
    state = play_moves(*before)
    assert state.levels == (4, 3)
    assert GAME.ending(state) is None
    ended = GAME.ending(play_moves(*before, last))
    assert ended is not None
    assert ended.code == "example.pyramid_complete"


@pytest.mark.parametrize("record", [{}, {"capstone": 3}, {"capstone": "4"}, {"top": 4}, 4, [4]])
def test_an_invalid_lid_is_refused(record: Any) -> None:
    assert get_verdict(check_lid(record, 2))[0] == "example.lid_shape"
