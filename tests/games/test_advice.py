"""The guide proposes only legal moves that no game forbids, with true reasons."""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from companion.engine.game import Game, Move
from companion.engine.guide import get_guidance
from companion.engine.log import EffectiveLog
from companion.engine.possible_moves import check_move, list_legal_moves
from companion.engine.replay import Replay
from tests.all_games import import_game_tests
from tests.games.test_reasons import AdvisedMove, each_game_with_reasons
from tests.positions import Position, iterate_positions

POSITION_COUNT = 25


def check_all_advice(at: Replay, seat: int, viewer: int | None) -> None:
    proposal = get_guidance(at, seat, viewer).proposal
    if proposal is None or proposal.move is None:
        return
    check_advice(at, seat, proposal.move, proposal.reasons)
    for choice in proposal.choices:
        check_advice(proposal.then or at, seat, choice.move, choice.reasons)


def check_advice(at: Replay, seat: int, move: Move, reasons: tuple[Any, ...]) -> None:
    checks = import_game_tests(at.game, "reason_checks")
    position = Position(at.setup, at.state)
    assert check_move(at.game, at.state, seat, move) is None
    for reason in reasons:
        advised = AdvisedMove(at.game, position, seat, move, reason.values)
        assert checks.REASON_CHECKS[reason.code](advised), (reason, move)
    values = {reason.code: reason for reason in reasons}
    assert not checks.is_forbidden(AdvisedMove(at.game, position, seat, move, values)), (move, at.state)


def iterate_awaited_seats(
    game: Game[Any], found_positions: Iterator[Position]
) -> Iterator[tuple[Replay, int]]:
    for setup, state in found_positions:
        if game.ending(state) is None:
            replay = Replay(game, setup, game, setup, EffectiveLog(), state)
            yield from ((replay, seat) for seat in game.awaiting(state).seats)


@each_game_with_reasons
def test_advised_moves_are_legal_have_true_reasons_and_are_not_forbidden(game: Game[Any]) -> None:
    for at, seat in iterate_awaited_seats(game, iterate_positions(game, random.Random(7), POSITION_COUNT)):
        for viewer in (seat, *({None, seat ^ 1} if game.has_secrets else ())):
            check_all_advice(at, seat, viewer)


@each_game_with_reasons
def test_the_guide_values_each_move_only_once(game: Game[Any]) -> None:
    valued: list[Move] = []

    def worth(state: Any, seat: int, move: Move) -> float:
        valued.append(move)
        assert game.worth is not None
        return game.worth(state, seat, move)

    counting = replace(game, worth=worth)
    for at, seat in iterate_awaited_seats(counting, iterate_positions(counting, random.Random(8), 5)):
        valued.clear()
        proposal = get_guidance(at, seat, seat).proposal
        next_step = proposal.then if proposal else None
        following = list_legal_moves(next_step.game, next_step.state, seat) if next_step else []
        assert len(valued) <= len(list_legal_moves(game, at.state, seat)) + len(following)
