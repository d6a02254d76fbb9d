"""What the guide advises is legal, its reasons are so, and none of it is of a kind that a game forbids."""

import random
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from typing import Any

from companion.engine.game import Game, Move
from companion.engine.guide import guidance
from companion.engine.log import EffectiveLog
from companion.engine.possible_moves import check_move, legal_moves
from companion.engine.replay import Replay
from tests.all_games import game_tests_package
from tests.games.test_reasons import AdvisedMove, each_that_gives_some
from tests.positions import Position, positions

POSITIONS = 25


def table_at(game: Game[Any], at: Position) -> Replay:
    return Replay(game, at.setup, game, at.setup, EffectiveLog(), at.state)


def judge_advice(at: Replay, seat: int, viewer: int | None) -> None:
    """Try all that a seat is advised on a phone: the proposal, and the best move for each piece."""
    proposal = guidance(at, seat, viewer).proposal
    if proposal is None or proposal.move is None:
        return
    judge(at, seat, proposal.move, proposal.reasons)
    for choice in proposal.choices:
        judge(proposal.then or at, seat, choice.move, choice.reasons)


def judge(at: Replay, seat: int, move: Move, reasons: tuple[Any, ...]) -> None:
    told = import_module(f"{game_tests_package(at.game)}.reason_checks")
    position = Position(at.setup, at.state)
    assert check_move(at.game, at.state, seat, move) is None
    for reason in reasons:
        assert told.REASON_CHECKS[reason.code](AdvisedMove(at.game, position, seat, move, reason.values)), (
            reason,
            move,
        )
    values = {reason.code: reason for reason in reasons}
    assert not told.is_forbidden(AdvisedMove(at.game, position, seat, move, values)), (move, at.state)


def awaited(game: Game[Any], found: Iterator[Position]) -> Iterator[tuple[Replay, int]]:
    for at in found:
        if game.ending(at.state) is None:
            yield from ((table_at(game, at), seat) for seat in game.awaiting(at.state).seats)


@each_that_gives_some
def test_what_is_advised_is_legal_true_and_of_no_forbidden_kind(game: Game[Any]) -> None:
    for at, seat in awaited(game, positions(game, random.Random(7), POSITIONS)):
        for viewer in (seat, *({None, seat ^ 1} if game.has_secrets else ())):
            judge_advice(at, seat, viewer)


@each_that_gives_some
def test_the_guide_weighs_each_move_once(game: Game[Any]) -> None:
    weighed: list[Move] = []

    def worth(state: Any, seat: int, move: Move) -> float:
        weighed.append(move)
        assert game.worth is not None
        return game.worth(state, seat, move)

    counting = replace(game, worth=worth)
    for at, seat in awaited(counting, positions(counting, random.Random(8), 5)):
        weighed.clear()
        proposal = guidance(at, seat, seat).proposal
        then = proposal.then if proposal else None
        following = legal_moves(then.game, then.state, seat) if then else []
        assert len(weighed) <= len(legal_moves(game, at.state, seat)) + len(following)
