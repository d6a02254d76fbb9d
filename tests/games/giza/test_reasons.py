"""What the guide gives as a reason is so: tried with every legal move at each position of the plays."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import chain

from companion.engine.play import legal_moves
from companion.games.giza import GAME
from companion.games.giza.moves import Play
from companion.games.giza.state import State, finished_board
from companion.tables.recorded import load_recorded_play
from tests.games.giza.test_preview import PLAYS


def fits(state: State, tile: str, at: Play) -> bool:
    """Whether the owner of the board may lay this tile there."""
    turn = replace(state, turn=at.board)
    return GAME.check(turn, at.board, replace(at, tile=tile)) is None


def shuts(before: State, after: State, move: Play) -> bool:
    stones = [f"{sign}{number}" for sign in "+-" for number in range(1, 6)]
    ones = [replace(move, tile=tile) for tile in ("+1", "-1") if fits(before, tile, move)]
    ended = {finished_board(GAME.apply(before, before.turn, one)) for one in ones}
    return ended == {move.board} and not any(fits(after, stone, move) for stone in stones)


def brings_back(before: State, after: State, move: Play) -> bool:
    at = 4 * move.board + move.site
    covered, laid = (before.rules.kinds[state.stacks[at][-1]].points for state in (before, after))
    return covered is not None and laid == -covered


HOLDS: Mapping[str, Callable[[State, State, Play], bool]] = {
    "giza.shuts": shuts,
    "giza.back": brings_back,
    "giza.ends": lambda _, after, move: finished_board(after) == move.board,
    "giza.finishes": lambda _, after, __: finished_board(after) == -1,
}


def test_what_is_said_for_a_move_is_so() -> None:
    drawn = set()
    for at in chain.from_iterable(load_recorded_play("giza", name).positions for name in PLAYS):
        state = at.state
        for seat in GAME.awaiting(state).seats if GAME.ending(state) is None else ():
            for move in legal_moves(GAME, state, seat):
                for reason in GAME.reasons(state, seat, move):
                    drawn.add(reason.code)
                    if reason.code in HOLDS:
                        assert HOLDS[reason.code](state, GAME.apply(state, seat, move), move), reason
    assert drawn >= HOLDS.keys()
