"""A log line names exactly the things that the entry moved, paid or took."""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from companion.engine.game import Description, Game, Setup
from companion.engine.log import EffectiveMove
from companion.engine.replay import iterate_steps_with_states
from companion.games import GAMES_BY_SLUG
from companion.games.deadline.moves import Build, SetAside
from companion.games.seeds import load_plays
from tests.all_games import each_game, get_expectations
from tests.games.game_expectations import LoggedMove
from tests.positions import iterate_random_steps, make_setup
from tests.recorded_plays import replay_play


def iterate_steps(game: Game[Any]) -> Iterator[tuple[Any, int, Any]]:
    """Yield (state before, seat, move) of each entry in recorded plays and in random ones."""
    for name in load_plays(game.meta.slug):
        for step, played, state in iterate_steps_with_states(replay_play(game.meta.slug, name)):
            if isinstance(step, EffectiveMove) and played is game:
                yield state, step.seat, step.move
    for seed in range(8):
        chance = random.Random(seed)
        yield from iterate_random_steps(chance, game, make_setup(chance, game))


def find_mismatches(game: Game[Any]) -> list[tuple[Any, Description]]:
    """Return (move, log line) of each move whose log line does not match the change of the state."""
    expectations = get_expectations(game)
    wrong = []
    for before, seat, move in iterate_steps(game):
        change = expectations.count_inventory(game.apply(before, seat, move))
        change.subtract(expectations.count_inventory(before))
        description = game.describe(before, seat, move)
        if change != expectations.get_inventory_change(LoggedMove(description, seat, before)):
            wrong.append((move, description))
    return wrong


@each_game
def test_log_lines_match_the_changes_of_the_state(game: Game[Any]) -> None:
    assert not find_mismatches(game)


def test_the_log_names_the_square_that_replaces_a_used_up_stone() -> None:
    game = GAMES_BY_SLUG["deadline"]
    expectations = get_expectations(game)
    table = game.setup(Setup.of(game.meta, 2))
    state = replace(table, dice=("large", "small"), supply=(5, 0, 0, 0, 0))
    for move in (SetAside("large"), Build("large", "new", 0, 2), Build("large", "reserve", 0, 2)):
        changed = expectations.count_inventory(game.apply(state, 0, move))
        changed.subtract(expectations.count_inventory(state))
        assert changed == expectations.get_inventory_change(
            LoggedMove(game.describe(state, 0, move), 0, state)
        )
        assert changed[("middle", "square")] == -1
