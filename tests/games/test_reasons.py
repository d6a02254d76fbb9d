"""Every reason that the guide gives for a move is true, in recorded and random positions."""

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from companion.engine.game import Game, Move
from companion.engine.possible_moves import check_move, list_legal_moves
from companion.engine.words import Term
from companion.games.seeds import load_plays
from companion.sentences.phrases import Phrasebook
from companion.tables.recorded_plays import load_recorded_play
from tests.all_games import ALL_GAMES, import_game_tests, short_or_long
from tests.positions import Position, iterate_positions
from tests.recorded_plays import ALL_PLAYS
from tests.sentence_checks import find_placeholders


@dataclass(frozen=True)
class AdvisedMove:
    """A move that the guide proposes, with the values of one of its reasons."""

    game: Game[Any]
    at: Position
    seat: int
    move: Any
    values: Mapping[str, Any]

    @property
    def before(self) -> Any:
        return self.at.state

    @property
    def after(self) -> Any:
        return self.game.apply(self.before, self.seat, self.move)

    def is_legal(self, state: Any, seat: int, move: Move) -> bool:
        return self.game.check(state, seat, move) is None

    def points(self, state: Any, category: str = "") -> int:
        lines = self.game.scoring.lines(self.at.setup, self.game.score_sheets(state))[self.seat]
        return sum(line.points or 0 for line in lines if category in ("", line.category))

    def gained(self, category: str = "") -> int:
        return self.points(self.after, category) - self.points(self.before, category)


ReasonChecks = Mapping[str, Callable[[AdvisedMove], bool]]


each_game_with_reasons = pytest.mark.parametrize(
    "game", [pytest.param(game, id=game.meta.slug) for game in ALL_GAMES if game.words.reasons]
)


@each_game_with_reasons
@short_or_long
def test_every_reason_for_a_move_is_true(game: Game[Any], many: bool) -> None:
    count, max_moves = (500, 1000) if many else (20, 25)
    checks_module, chance = import_game_tests(game, "reason_checks"), random.Random(4)
    checks: ReasonChecks = checks_module.REASON_CHECKS
    tried_positions = [*iterate_recorded_positions(game), *iterate_positions(game, chance, count)]
    codes, phrases = set(), Phrasebook(game, tuple("ABCDEF"))
    if hasattr(checks_module, "move_near_the_end"):
        tried_positions += map(checks_module.move_near_the_end, tried_positions[:])
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
    for slug, name in ALL_PLAYS:
        if slug == game.meta.slug and load_plays(slug)[name].get("mode", "referee") == "referee":
            yield from (Position(at.setup, at.state) for at in load_recorded_play(slug, name).positions)
