"""Every number that explains a score is what a slow reading of the sheet comes to, not only their sum."""

import importlib
import random
from collections.abc import Iterator
from typing import Any

from companion.engine.game import Game, Setup
from companion.games.seeds import plays
from tests.positions import finished
from tests.recorded import replayed
from tests.shelf import each_game, package_of_tests

PLAYS = 8


def ends(game: Game[Any], chance: random.Random) -> Iterator[tuple[Setup, tuple[Any, ...]]]:
    for name in plays(game.meta.slug):
        end = replayed(game.meta.slug, name)
        yield end.setup, end.game.sheets(end.state)
    for _ in range(PLAYS):
        setup, state = finished(game, chance, chance.randint(*game.meta.seats))
        yield setup, game.sheets(state)


@each_game
def test_what_explains_a_number_is_recomputed_from_the_sheet(game: Game[Any]) -> None:
    slow = importlib.import_module(f"{package_of_tests(game)}.explained")
    read = 0
    for setup, sheets in ends(game, random.Random(48)):
        for seat, lines in enumerate(game.scoring.lines(setup, sheets)):
            made = slow.explained(setup, sheets, seat)
            assert {line.category for line in lines} == set(made)
            for line in lines:
                parts = [(dict(values), points) for _, values, points in line.parts]
                assert parts == made[line.category], line
                read += len(parts)
    assert read > PLAYS


Made = dict[str, list[tuple[dict[str, object], int | None]]]
"""By category: the values that its words ask for, and the points."""
