"""Parameters for tests of every game, and the folders and printed records of a game."""

from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from companion.engine.game import Game, Option
from companion.games import GAMES, seeds
from tests import ROOT

ReplaceGame = Callable[[Game[Any]], None]
"""Replace the game with the same slug: the fixture ``replace_game``."""
ALL_GAMES = GAMES
each_game_and_seat_count = pytest.mark.parametrize(
    ("game", "seats"),
    [
        pytest.param(game, seats, id=f"{game.meta.slug}-{seats}")
        for game in GAMES
        for seats in range(game.meta.seats[0], game.meta.seats[1] + 1)
    ],
)
each_game = pytest.mark.parametrize("game", [pytest.param(game, id=game.meta.slug) for game in GAMES])
each_slug = pytest.mark.parametrize("slug", [game.meta.slug for game in GAMES])
few_or_many = pytest.mark.parametrize(
    "many", [pytest.param(False, id="few"), pytest.param(True, id="many", marks=pytest.mark.long)]
)
"""A normal run tries few positions or rounds. ``-m long``, as in ``make randomised``, tries many."""
on_each_database = pytest.mark.parametrize(
    "app", ["sqlite", pytest.param("postgresql", marks=pytest.mark.long)], indirect=True
)


def get_game_folder(game: Game[Any]) -> Path:
    return ROOT / "companion" / "games" / game.meta.slug


def import_game_tests(game: Game[Any], module: str = "") -> Any:
    """Return the package with the game's tests or, if ``module`` is given, that module of the package."""
    return import_module(".".join(filter(None, ("tests.games", game.meta.slug, module))))


def get_expectations(game: Game[Any]) -> Any:
    """Return the module ``expectations`` of the game's tests (see ``tests/games/game_expectations.py``)."""
    return import_game_tests(game, "expectations")


def get_template_folder(game: Game[Any]) -> Path:
    return ROOT / "templates" / "games" / game.meta.slug


def get_printed_record(game: Game[Any]) -> Any:
    """Return a record of the numbers printed in the game's box; None if the box has no such numbers."""
    option = next((option for option in game.meta.options if option.printed), None)
    if option is None:
        return None
    return next(iter(list_known_records(game, option)), option.default)


def list_known_records(game: Game[Any], option: Option) -> list[Any]:
    """Return each value other than None that this option has in its presets and in recorded plays."""
    values = (*option.presets.values(), *iterate_recorded_values(game, option.name))
    return [value for value in values if value is not None]


def iterate_recorded_values(game: Game[Any], name: str) -> Iterator[Any]:
    """Yield each value that this option has in the game's recorded plays."""
    for play in seeds.load_plays(game.meta.slug).values():
        yield play.get("options", {}).get(name)
        for line in play["log"]:
            if line.get("option") == name:
                yield line["value"]
