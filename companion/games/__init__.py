"""The list of games. To add a game, add its package name to ``GAME_SLUGS``."""

from importlib import import_module
from typing import Any

from companion.engine.game import Game
from companion.engine.tally import make_tally_game

GAME_SLUGS = (
    "giza",
    "cheops_dice",
    "deadline",
    "cheops_treasure",
    "cheops_catan",
)
"""Package names of the games, in the order of the home page. Each package defines ``GAME``."""

GAMES: tuple[Game[Any], ...] = tuple(import_module(f"companion.games.{slug}").GAME for slug in GAME_SLUGS)

GAMES_BY_SLUG: dict[str, Game[Any]] = {game.meta.slug: game for game in GAMES}
TALLIES_BY_SLUG: dict[str, Game[Any]] = {game.meta.slug: make_tally_game(game) for game in GAMES}


def find_move_type(slug: str, name: str | None) -> type | None:
    """Return the class with this name among the moves of a game and of its tally. None if there is none."""
    kinds = (*GAMES_BY_SLUG[slug].moves, *TALLIES_BY_SLUG[slug].moves)
    return next((kind for kind in kinds if kind.__name__ == name), None)


def get_game_for_mode(slug: str, mode: str) -> Game[Any]:
    """Return the game if the mode is ``referee``, or its tally if the mode is ``tally``."""
    return TALLIES_BY_SLUG[slug] if mode == "tally" else GAMES_BY_SLUG[slug]
