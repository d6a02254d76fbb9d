"""The guide proposes only legal moves that no game forbids, and gives only true reasons for them."""

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from companion.engine.game import Game, Move
from companion.engine.guide import get_guidance
from companion.engine.log import EffectiveLog
from companion.engine.possible_moves import check_move, list_legal_moves
from companion.engine.replay import Replay
from companion.engine.words import Term
from companion.sentences.phrases import Phrasebook
from companion.tables.recorded_plays import load_recorded_play
from tests.all_games import ALL_GAMES, few_or_many, import_game_tests
from tests.positions import Position, iterate_positions
from tests.recorded_plays import list_referee_plays
from tests.sentence_checks import find_placeholders


@dataclass(frozen=True)
class AdvisedMove:
    """A move that the guide proposes, with the values in one of the reasons that the guide gives."""

    game: Game[Any]
    position: Position
    seat: int
    move: Any
    values: Mapping[str, Any]

    @property
    def before(self) -> Any:
        return self.position.state

    @property
    def after(self) -> Any:
        return self.game.apply(self.before, self.seat, self.move)

    def is_legal(self, state: Any, seat: int, move: Move) -> bool:
        return self.game.check(state, seat, move) is None

    def points(self, state: Any, category: str = "") -> int:
        lines = self.game.scoring.lines(self.position.setup, self.game.score_sheets(state))[self.seat]
        return sum(line.points or 0 for line in lines if category in ("", line.category))

    def gained(self, category: str = "") -> int:
        return self.points(self.after, category) - self.points(self.before, category)


ReasonChecks = Mapping[str, Callable[[AdvisedMove], bool]]


each_game_with_reasons = pytest.mark.parametrize(
    "game", [pytest.param(game, id=game.meta.slug) for game in ALL_GAMES if game.words.reasons]
)


@each_game_with_reasons
@few_or_many
def test_every_reason_for_a_move_is_true(game: Game[Any], many: bool) -> None:
    count, max_moves = (500, 1000) if many else (20, 25)
    checks_module, chance = import_game_tests(game, "reason_checks"), random.Random(4)
    checks: ReasonChecks = checks_module.REASON_CHECKS
    recorded = list(iterate_recorded_positions(game))[:: 1 if many else 2]
    tried_positions = [*recorded, *iterate_positions(game, chance, count)]
    codes, phrases = set(), Phrasebook(game, tuple("ABCDEF"))
    if hasattr(checks_module, "make_late_position"):
        tried_positions += map(checks_module.make_late_position, tried_positions[:])
    for position in tried_positions:
        awaiting = game.awaiting(position.state) if game.ending(position.state) is None else None
        for seat in (*awaiting.seats, *awaiting.optional_seats) if awaiting else ():
            moves = list_legal_moves(game, position.state, seat)
            for move in chance.sample(moves, min(max_moves, len(moves))):
                for reason in game.reasons(position.state, seat, move):
                    assert check_move(game, position.state, seat, move) is None
                    advised = AdvisedMove(game, position, seat, move, reason.values)
                    assert checks[reason.code](advised), reason
                    assert "%(" not in phrases.reason(reason)
                    for name in find_placeholders(game.words.reasons[reason.code]):
                        value = reason.values[name]
                        assert not isinstance(value, Term) or value in game.words.terms, reason
                    codes.add(reason.code)
    assert codes == checks.keys() == game.words.reasons.keys()


def iterate_recorded_positions(game: Game[Any]) -> Iterator[Position]:
    for name in list_referee_plays(game.meta.slug):
        positions = load_recorded_play(game.meta.slug, name).positions
        yield from (Position(at.setup, at.state) for at in positions)


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
    assert not checks.is_bad_advice(AdvisedMove(at.game, position, seat, move, values)), (move, at.state)


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
