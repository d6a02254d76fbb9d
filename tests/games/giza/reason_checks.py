"""For each reason that the guide may give for a move, a check by rules and scoring that it is true."""

from dataclasses import replace
from typing import Any

from companion.games.giza.moves import Play
from companion.games.giza.parts import SITE_NAMES
from companion.games.giza.state import find_finished_board
from tests.games.test_reasons import AdvisedMove, ReasonChecks

STONE_TILES = [f"{sign}{number}" for sign in "+-" for number in range(1, 6)]


def can_owner_lay(tip: AdvisedMove, state: Any, *tiles: str) -> bool:
    """Return whether one of ``tiles`` fits the advised site, if the board's owner had them all."""
    board = tip.move.board
    at = 4 * board + tip.move.site
    alone = tuple(stack if n == at else () for n, stack in enumerate(state.stacks))
    turn = replace(state, turn=board, stacks=alone, gone=())
    return any(tip.is_legal(turn, board, replace(tip.move, tile=tile)) for tile in tiles)


def is_site_shut(tip: AdvisedMove) -> bool:
    ones = [replace(tip.move, tile=tile) for tile in ("+1", "-1") if can_owner_lay(tip, tip.before, tile)]
    ended = {find_finished_board(tip.game.apply(tip.before, tip.seat, one)) for one in ones}
    return ended == {tip.values["board"]} and not can_owner_lay(tip, tip.after, *STONE_TILES)


def is_tile_brought_back(tip: AdvisedMove) -> bool:
    stack = tip.before.stacks[4 * tip.seat + tip.move.site]
    assert tip.values["site"] == SITE_NAMES[tip.move.site]
    return bool(tip.before.rules.kinds[stack[-1]].points == -tip.gained() == -tip.values["number"])


def is_rival_reduced(tip: AdvisedMove) -> bool:
    board = tip.values["board"]
    return bool(replace(tip, seat=board).gained() == -tip.values["points"])


def is_tile_covered(tip: AdvisedMove) -> bool:
    n, turn = tip.values["number"], replace(tip.after, turn=tip.seat)
    fitting = {t for t in (*STONE_TILES, "t3", f"t{n}") if can_owner_lay(tip, turn, t)}
    return all(tile == f"t{n}" or int(tile[1:]) < n for tile in fitting)


REASON_CHECKS: ReasonChecks = {
    "giza.shuts": is_site_shut,
    "giza.back": is_tile_brought_back,
    "giza.ends_theirs": lambda tip: find_finished_board(tip.after) == tip.values["board"] != tip.seat,
    "giza.last_tile": lambda tip: tip.game.ending(tip.after) is not None,
    "giza.stops": lambda tip: (
        find_finished_board(tip.after) == -1 and not can_owner_lay(tip, tip.after, *STONE_TILES)
    ),
    "giza.ends": lambda tip: find_finished_board(tip.after) == tip.seat,
    "giza.blocks": lambda tip: (
        tip.seat != tip.move.board and not can_owner_lay(tip, tip.after, *STONE_TILES)
    ),
    "giza.costs": is_rival_reduced,
    "giza.covers": is_tile_covered,
}


def is_bad_advice(tip: AdvisedMove) -> bool:
    """Return whether the move gives points to another board's owner and the guide gives no reason."""
    if not isinstance(tip.move, Play) or tip.move.board == tip.seat or tip.values:
        return False
    return replace(tip, seat=tip.move.board).gained() > 0
