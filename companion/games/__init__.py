"""The five games, in shelf order."""

from typing import Any

from companion.engine.game import Game
from companion.engine.tally import tally_game
from companion.games import cheops_catan, cheops_dice, cheops_treasure, deadline, giza

GAMES: tuple[Game[Any], ...] = (
    giza.GAME,
    cheops_dice.GAME,
    deadline.GAME,
    cheops_treasure.GAME,
    cheops_catan.GAME,
)

BY_SLUG: dict[str, Game[Any]] = {game.meta.slug: game for game in GAMES}
TALLIES: dict[str, Game[Any]] = {game.meta.slug: tally_game(game) for game in GAMES}


def game_of(slug: str, mode: str) -> Game[Any]:
    """The game a table plays: the referee, or the tally of the same game."""
    return TALLIES[slug] if mode == "tally" else BY_SLUG[slug]
