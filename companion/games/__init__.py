"""The shelf: every game that the app plays. A game is put on it by one line of ``SLUGS``."""

from importlib import import_module
from typing import Any

from companion.engine.game import Game
from companion.engine.tally import tally_game

SLUGS = (
    "giza",
    "cheops_dice",
    "deadline",
    "cheops_treasure",
    "cheops_catan",
)
"""The games' packages, in the order of the home page; each is called by its slug and has a ``GAME``."""

GAMES: tuple[Game[Any], ...] = tuple(import_module(f"companion.games.{slug}").GAME for slug in SLUGS)

BY_SLUG: dict[str, Game[Any]] = {game.meta.slug: game for game in GAMES}
TALLIES: dict[str, Game[Any]] = {game.meta.slug: tally_game(game) for game in GAMES}


def find_move_type(slug: str, name: str | None) -> type | None:
    """The class of a game's move, or of its tally's, by its name in the log; None where there is none."""
    kinds = (*BY_SLUG[slug].moves, *TALLIES[slug].moves)
    return next((kind for kind in kinds if kind.__name__ == name), None)


def get_game_for_mode(slug: str, mode: str) -> Game[Any]:
    """The game a table plays: the referee, or the tally of the same game."""
    return TALLIES[slug] if mode == "tally" else BY_SLUG[slug]
