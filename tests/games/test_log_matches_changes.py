"""What the log says an entry laid, took, paid or brought is what changed, and nothing else did."""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from companion.engine.game import Description, Game, Setup
from companion.engine.log import EffectiveMove
from companion.engine.possible_moves import legal_moves
from companion.engine.replay import states_before
from companion.games import BY_SLUG
from companion.games.deadline.moves import Build, SetAside
from companion.games.seeds import plays
from tests.all_games import each_game, expectations_of
from tests.games.game_expectations import LoggedMove
from tests.positions import any_setup
from tests.recorded_plays import replayed

MAX_MOVES = 400


def steps(game: Game[Any]) -> Iterator[tuple[Any, int, Any]]:
    """The state before, the seat, the move: of all recorded plays and of random ones."""
    for name in plays(game.meta.slug):
        for step, played, state in states_before(replayed(game.meta.slug, name)):
            if isinstance(step, EffectiveMove) and played is game:
                yield state, step.seat, step.move
    for seed in range(8):
        yield from random_steps(game, random.Random(seed))


def random_steps(game: Game[Any], chance: random.Random) -> Iterator[tuple[Any, int, Any]]:
    """A legal playing in which each kind of move comes as often as another."""
    state = game.setup(any_setup(chance, game))
    for _ in range(MAX_MOVES):
        if game.ending(state) is not None:
            return
        awaiting = game.awaiting(state)
        seat = chance.choice((*awaiting.seats, *awaiting.optional_seats))
        kinds: dict[type, list[Any]] = {}
        for move in legal_moves(game, state, seat):
            kinds.setdefault(type(move), []).append(move)
        if kinds:
            move = chance.choice(chance.choice(list(kinds.values())))
            yield state, seat, move
            state = game.apply(state, seat, move)


def untrue(game: Game[Any]) -> list[tuple[Any, Description]]:
    """Moves of which the log says something else than what they changed."""
    goods = expectations_of(game)
    found = []
    for before, seat, move in steps(game):
        changed = goods.inventory(game.apply(before, seat, move))
        changed.subtract(goods.inventory(before))
        description = game.describe(before, seat, move)
        if changed != goods.inventory_change(LoggedMove(description, seat, before)):
            found.append((move, description))
    return found


@each_game
def test_what_the_log_says_is_what_changed(game: Game[Any]) -> None:
    assert not untrue(game)


def test_the_square_that_stands_in_for_a_stone_used_up_is_the_one_named() -> None:
    game = BY_SLUG["deadline"]
    goods = expectations_of(game)
    table = game.setup(Setup.of(game.meta, 2))
    gone = replace(table, dice=("large", "small"), supply=(5, 0, 0, 0, 0))
    for move in (SetAside("large"), Build("large", "new", 0, 2), Build("large", "reserve", 0, 2)):
        changed = goods.inventory(game.apply(gone, 0, move))
        changed.subtract(goods.inventory(gone))
        assert changed == goods.inventory_change(LoggedMove(game.describe(gone, 0, move), 0, gone))
        assert changed[("middle", "square")] == -1
