"""A check for each reason of Giza's guide, using the rules and the count."""

from dataclasses import replace
from typing import Any

from companion.games.giza.moves import Play
from companion.games.giza.parts import SITES
from companion.games.giza.state import finished_board
from tests.games.test_reasons import AdvisedMove, ReasonChecks

STONES = [f"{sign}{number}" for sign in "+-" for number in range(1, 6)]


def fits(advised: AdvisedMove, state: Any, *tiles: str) -> bool:
    """Return whether the owner of the board may lay one of these tiles there, if one is left."""
    board = advised.move.board
    at = 4 * board + advised.move.site
    alone = tuple(stack if n == at else () for n, stack in enumerate(state.stacks))
    turn = replace(state, turn=board, stacks=alone, gone=())
    return any(advised.may(turn, board, replace(advised.move, tile=tile)) for tile in tiles)


def shuts(advised: AdvisedMove) -> bool:
    ones = [
        replace(advised.move, tile=tile) for tile in ("+1", "-1") if fits(advised, advised.before, tile)
    ]
    ended = {finished_board(advised.game.apply(advised.before, advised.seat, one)) for one in ones}
    return ended == {advised.values["board"]} and not fits(advised, advised.after, *STONES)


def brings_back(advised: AdvisedMove) -> bool:
    stack = advised.before.stacks[4 * advised.seat + advised.move.site]
    assert advised.values["site"] == SITES[advised.move.site]
    return bool(
        advised.before.rules.kinds[stack[-1]].points == -advised.gained() == -advised.values["number"]
    )


def costs(advised: AdvisedMove) -> bool:
    board = advised.values["board"]
    return bool(replace(advised, seat=board).gained() == -advised.values["points"])


def covers(advised: AdvisedMove) -> bool:
    n, turn = advised.values["number"], replace(advised.after, turn=advised.seat)
    fitting = {t for t in (*STONES, "t3", f"t{n}") if fits(advised, turn, t)}
    return all(tile == f"t{n}" or int(tile[1:]) < n for tile in fitting)


REASON_CHECKS: ReasonChecks = {
    "giza.shuts": shuts,
    "giza.back": brings_back,
    "giza.ends_theirs": lambda advised: (
        finished_board(advised.after) == advised.values["board"] != advised.seat
    ),
    "giza.last_tile": lambda advised: advised.game.ending(advised.after) is not None,
    "giza.stops": lambda advised: (
        finished_board(advised.after) == -1 and not fits(advised, advised.after, *STONES)
    ),
    "giza.ends": lambda advised: finished_board(advised.after) == advised.seat,
    "giza.blocks": lambda advised: (
        advised.seat != advised.move.board and not fits(advised, advised.after, *STONES)
    ),
    "giza.costs": costs,
    "giza.covers": covers,
}


def is_forbidden(advised: AdvisedMove) -> bool:
    """Return whether a move gives points to a rival without a reason."""
    if not isinstance(advised.move, Play) or advised.move.board == advised.seat or advised.values:
        return False
    return replace(advised, seat=advised.move.board).gained() > 0
