"""The app's games and the example game, and the folders and records of each, for generic tests.

``ALL_GAMES`` includes the example, which is on no page and not in the API document. Tests that need a
real box or real pages use ``GAMES`` instead.
"""

from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from jinja2 import ChoiceLoader, FileSystemLoader
from whitenoise import WhiteNoise

from companion.engine.game import Game
from companion.engine.tally import make_tally_game
from companion.games import GAMES, GAMES_BY_SLUG, TALLIES_BY_SLUG, seeds
from companion.language import i18n
from companion.services import services_of
from companion.web.table import games as lists_of_fragments
from tests import ROOT

EXAMPLE_FOLDER = ROOT / "tests" / "example"


def _register_example() -> Game[Any]:
    """Return the example game, and register its seeds, translations and fragments."""
    seeds.SEED_FOLDERS.append(EXAMPLE_FOLDER / "seeds")
    i18n.TRANSLATION_FOLDERS.append(EXAMPLE_FOLDER / "translations")
    lists_of_fragments.__path__.append(str(EXAMPLE_FOLDER / "web"))
    game: Game[Any] = import_module("tests.example").GAME
    GAMES_BY_SLUG[game.meta.slug] = game
    TALLIES_BY_SLUG[game.meta.slug] = make_tally_game(game)
    return game


EXAMPLE_GAME = _register_example()
ReplaceGame = Callable[[Game[Any]], None]
"""Replace the game with the same slug: the fixture ``replace_game``."""
ALL_GAMES: tuple[Game[Any], ...] = (*GAMES, EXAMPLE_GAME)
each_table = pytest.mark.parametrize(
    ("game", "seats"),
    [
        pytest.param(game, seats, id=f"{game.meta.slug}-{seats}")
        for game in ALL_GAMES
        for seats in range(game.meta.seats[0], game.meta.seats[1] + 1)
    ],
)
each_game = pytest.mark.parametrize("game", [pytest.param(game, id=game.meta.slug) for game in ALL_GAMES])
short_or_long = pytest.mark.parametrize(
    "many", [pytest.param(False, id="few"), pytest.param(True, id="many", marks=pytest.mark.long)]
)
"""A normal run tries few positions or rounds. ``-m long``, as in ``make randomised``, tries many."""
on_each_database = pytest.mark.parametrize(
    "app", ["sqlite", pytest.param("postgresql", marks=pytest.mark.long)], indirect=True
)


def get_game_folder(game: Game[Any]) -> Path:
    return EXAMPLE_FOLDER if game is EXAMPLE_GAME else ROOT / "companion" / "games" / game.meta.slug


def get_game_tests_folder(game: Game[Any]) -> Path:
    return EXAMPLE_FOLDER if game is EXAMPLE_GAME else ROOT / "tests" / "games" / game.meta.slug


def get_game_tests_package(game: Game[Any]) -> str:
    return ".".join(get_game_tests_folder(game).relative_to(ROOT).parts)


def get_expectations(game: Game[Any]) -> Any:
    """Return the module ``expectations`` of the game's tests (see ``tests/games/game_expectations.py``)."""
    return import_module(f"{get_game_tests_package(game)}.expectations")


def get_template_folder(game: Game[Any]) -> Path:
    root = EXAMPLE_FOLDER if game is EXAMPLE_GAME else ROOT
    return root / "templates" / "games" / game.meta.slug


def get_printed_record(game: Game[Any]) -> Any:
    """Return a record of printed numbers that an owner could copy from the box. None if there are none."""
    option = next((option for option in game.meta.options if option.printed), None)
    if option is None:
        return None
    values = [*option.presets.values(), *iterate_recorded_values(game, option.name), option.default]
    record = next((value for value in values if value is not None), None)
    assert record is not None, (
        f"{option.name} of {game.meta.slug} is printed: tell it in a play of seeds/{game.meta.slug}/plays"
    )
    return record


def iterate_recorded_values(game: Game[Any], name: str) -> Iterator[Any]:
    """Yield each value that this option has in the game's recorded plays."""
    for play in seeds.load_plays(game.meta.slug).values():
        yield play.get("options", {}).get(name)
        for line in play["log"]:
            if line.get("option") == name:
                yield line["value"]


def add_example_assets(app: Flask) -> None:
    """Add the example's templates and stylesheet to an app."""
    own = FileSystemLoader(EXAMPLE_FOLDER / "templates")
    app.jinja_loader = ChoiceLoader([*filter(None, [app.jinja_loader]), own])
    services_of(app).asset_urls["games/example.css"] = "/static/games/example.css?v=example"
    assert isinstance(app.wsgi_app, WhiteNoise)
    app.wsgi_app.add_files(str(EXAMPLE_FOLDER / "static"), prefix="static/")


def get_static_folder(game: Game[Any]) -> Path:
    return (EXAMPLE_FOLDER if game is EXAMPLE_GAME else ROOT) / "static" / "games"
