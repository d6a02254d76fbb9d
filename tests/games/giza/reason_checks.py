"""What each reason of the guide says of a move, asked of the referee and of the count."""

from dataclasses import replace
from typing import Any

from companion.games.giza.moves import Play
from companion.games.giza.parts import SITES
from companion.games.giza.state import finished_board
from tests.games.test_reasons import AdvisedMove, ReasonChecks

STONES = [f"{sign}{number}" for sign in "+-" for number in range(1, 6)]


def fits(said: AdvisedMove, state: Any, *tiles: str) -> bool:
    """Whether the owner of the board may lay one of these tiles there, if one is left."""
    board = said.move.board
    at = 4 * board + said.move.site
    alone = tuple(stack if n == at else () for n, stack in enumerate(state.stacks))
    turn = replace(state, turn=board, stacks=alone, gone=())
    return any(said.may(turn, board, replace(said.move, tile=tile)) for tile in tiles)


def shuts(said: AdvisedMove) -> bool:
    ones = [replace(said.move, tile=tile) for tile in ("+1", "-1") if fits(said, said.before, tile)]
    ended = {finished_board(said.game.apply(said.before, said.seat, one)) for one in ones}
    return ended == {said.values["board"]} and not fits(said, said.after, *STONES)


def brings_back(said: AdvisedMove) -> bool:
    stack = said.before.stacks[4 * said.seat + said.move.site]
    assert said.values["site"] == SITES[said.move.site]
    return bool(said.before.rules.kinds[stack[-1]].points == -said.gained() == -said.values["number"])


def costs(said: AdvisedMove) -> bool:
    board = said.values["board"]
    return bool(replace(said, seat=board).gained() == -said.values["points"])


def covers(said: AdvisedMove) -> bool:
    n, turn = said.values["number"], replace(said.after, turn=said.seat)
    fitting = {t for t in (*STONES, "t3", f"t{n}") if fits(said, turn, t)}
    return all(tile == f"t{n}" or int(tile[1:]) < n for tile in fitting)


REASON_CHECKS: ReasonChecks = {
    "giza.shuts": shuts,
    "giza.back": brings_back,
    "giza.ends_theirs": lambda said: finished_board(said.after) == said.values["board"] != said.seat,
    "giza.last_tile": lambda said: said.game.ending(said.after) is not None,
    "giza.stops": lambda said: finished_board(said.after) == -1 and not fits(said, said.after, *STONES),
    "giza.ends": lambda said: finished_board(said.after) == said.seat,
    "giza.blocks": lambda said: said.seat != said.move.board and not fits(said, said.after, *STONES),
    "giza.costs": costs,
    "giza.covers": covers,
}


def is_forbidden(said: AdvisedMove) -> bool:
    """Points for a rival, and no reason given."""
    if not isinstance(said.move, Play) or said.move.board == said.seat or said.values:
        return False
    return replace(said, seat=said.move.board).gained() > 0
