"""What the guide gives as a reason is so: tried with legal moves at positions of plays and of chance."""

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import pytest

from companion.engine.game import Game, Move
from companion.engine.possible_moves import check_move, legal_moves
from companion.engine.words import Term
from companion.games.seeds import plays
from companion.sentences.phrases import Phrasebook
from companion.tables.recorded_plays import load_recorded_play
from tests.all_games import ALL_GAMES, game_tests_package, short_or_long
from tests.positions import Position, positions
from tests.recorded_plays import ALL_PLAYS
from tests.sentence_checks import placeholders


@dataclass(frozen=True)
class AdvisedMove:
    """A move for which something was said, with the numbers and names in it."""

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

    def may(self, state: Any, seat: int, move: Move) -> bool:
        return self.game.check(state, seat, move) is None

    def points(self, state: Any, category: str = "") -> int:
        lines = self.game.scoring.lines(self.at.setup, self.game.score_sheets(state))[self.seat]
        return sum(line.points or 0 for line in lines if category in ("", line.category))

    def gained(self, category: str = "") -> int:
        return self.points(self.after, category) - self.points(self.before, category)


ReasonChecks = Mapping[str, Callable[[AdvisedMove], bool]]


each_that_gives_some = pytest.mark.parametrize(
    "game", [pytest.param(game, id=game.meta.slug) for game in ALL_GAMES if game.words.reasons]
)


@each_that_gives_some
@short_or_long
def test_every_reason_for_a_move_is_true(game: Game[Any], many: bool) -> None:
    """At every position of the recorded plays and at some of chance, with some moves each."""
    count, most = (500, 1000) if many else (20, 25)
    told, chance = import_module(f"{game_tests_package(game)}.reason_checks"), random.Random(4)
    holds: ReasonChecks = told.REASON_CHECKS
    at = [*of_plays(game), *positions(game, chance, count)]
    found, phrases = set(), Phrasebook(game, tuple("ABCDEF"))
    if hasattr(told, "later"):
        at += map(told.later, at[:])
    for position in at:
        awaiting = game.awaiting(position.state) if game.ending(position.state) is None else None
        for seat in (*awaiting.seats, *awaiting.optional_seats) if awaiting else ():
            moves = legal_moves(game, position.state, seat)
            for move in chance.sample(moves, min(most, len(moves))):
                for reason in game.reasons(position.state, seat, move):
                    assert check_move(game, position.state, seat, move) is None
                    assert holds[reason.code](AdvisedMove(game, position, seat, move, reason.values)), (
                        reason
                    )
                    assert "%(" not in phrases.reason(reason)
                    for name in placeholders(game.words.reasons[reason.code]):
                        value = reason.values[name]
                        assert not isinstance(value, Term) or value in game.words.terms, reason
                    found.add(reason.code)
    assert found == holds.keys() == game.words.reasons.keys()


def of_plays(game: Game[Any]) -> Iterator[Position]:
    """Every position of every recorded play that a referee followed."""
    for slug, name in ALL_PLAYS:
        if slug == game.meta.slug and plays(slug)[name].get("mode", "referee") == "referee":
            yield from (Position(at.setup, at.state) for at in load_recorded_play(slug, name).positions)
