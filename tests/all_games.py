"""Every game that a generic test is asked of: those of the shelf and the example beside it.

The example is known by its slug, as any game of an old table is, and listed nowhere: no home page, no
API document has it. A test that copies a real box or plays through real pages asks ``GAMES`` instead.
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
from companion.engine.tally import tally_game
from companion.games import BY_SLUG, GAMES, TALLIES, seeds
from companion.language import i18n
from companion.services import services_of
from companion.web.table import games as lists_of_fragments
from tests import ROOT

EXAMPLE_FOLDER = ROOT / "tests" / "example"


def _example() -> Game[Any]:
    """The example, with its own seeds, translations and list of fragments."""
    seeds.FOLDERS.append(EXAMPLE_FOLDER / "seeds")
    i18n.FOLDERS.append(EXAMPLE_FOLDER / "translations")
    lists_of_fragments.__path__.append(str(EXAMPLE_FOLDER / "web"))
    game: Game[Any] = import_module("tests.example").GAME
    BY_SLUG[game.meta.slug] = game
    TALLIES[game.meta.slug] = tally_game(game)
    return game


EXAMPLE = _example()
ReplaceGame = Callable[[Game[Any]], None]
"""Puts a game in the place of the one with its slug: the fixture ``replace_game``."""
ALL_GAMES: tuple[Game[Any], ...] = (*GAMES, EXAMPLE)
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
"""A usual run tries few positions or rounds; ``-m long``, as in ``make randomised``, tries many."""
on_each_database = pytest.mark.parametrize(
    "app", ["sqlite", pytest.param("postgresql", marks=pytest.mark.long)], indirect=True
)


def game_folder(game: Game[Any]) -> Path:
    return EXAMPLE_FOLDER if game is EXAMPLE else ROOT / "companion" / "games" / game.meta.slug


def game_tests_folder(game: Game[Any]) -> Path:
    return EXAMPLE_FOLDER if game is EXAMPLE else ROOT / "tests" / "games" / game.meta.slug


def game_tests_package(game: Game[Any]) -> str:
    return ".".join(game_tests_folder(game).relative_to(ROOT).parts)


def expectations_of(game: Game[Any]) -> Any:
    """What it answers the generic tests: see ``tests/games/game_expectations.py``."""
    return import_module(f"{game_tests_package(game)}.expectations")


def template_folder(game: Game[Any]) -> Path:
    root = EXAMPLE_FOLDER if game is EXAMPLE else ROOT
    return root / "templates" / "games" / game.meta.slug


def printed_record(game: Game[Any]) -> Any:
    """What an owner could have copied from the box: a preset, or what a recorded play or the default
    says; None for a game whose box prints nothing that is told."""
    option = next((option for option in game.meta.options if option.printed), None)
    if option is None:
        return None
    told = [*option.presets.values(), *recorded_values(game, option.name), option.default]
    record = next((value for value in told if value is not None), None)
    assert record is not None, (
        f"{option.name} of {game.meta.slug} is printed: tell it in a play of seeds/{game.meta.slug}/plays"
    )
    return record


def recorded_values(game: Game[Any], name: str) -> Iterator[Any]:
    """The values that recorded plays give to an option, at the opening or later."""
    for play in seeds.plays(game.meta.slug).values():
        yield play.get("options", {}).get(name)
        for line in play["log"]:
            if line.get("option") == name:
                yield line["value"]


def serve_example(app: Flask) -> None:
    """Let an app find the example's templates and stylesheet."""
    own = FileSystemLoader(EXAMPLE_FOLDER / "templates")
    app.jinja_loader = ChoiceLoader([*filter(None, [app.jinja_loader]), own])
    services_of(app).asset_urls["games/example.css"] = "/static/games/example.css?v=example"
    assert isinstance(app.wsgi_app, WhiteNoise)
    app.wsgi_app.add_files(str(EXAMPLE_FOLDER / "static"), prefix="static/")


def static_folder(game: Game[Any]) -> Path:
    return (EXAMPLE_FOLDER if game is EXAMPLE else ROOT) / "static" / "games"
