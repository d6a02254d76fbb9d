"""The listed legal moves are exactly the moves that the check accepts.

In random positions with random options, the check judges every move that can be written down. Moves that
users type are listed only in part.
"""

import random
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from typing import Any

from companion.engine.game import Game
from companion.engine.possible_moves import check_move, list_legal_moves
from companion.games import GAMES_BY_SLUG
from tests.all_games import each_game, few_or_many, import_game_tests
from tests.any_moves import iterate_all_moves
from tests.positions import iterate_positions


def get_partly_listed_moves(game: Game[Any]) -> set[str]:
    names: set[str] = import_game_tests(game).PARTLY_LISTED_MOVES
    return names


@cache
def list_all_moves_by_kind(slug: str) -> dict[type, list[Any]]:
    moves_by_kind: dict[type, list[Any]] = defaultdict(list)
    game = GAMES_BY_SLUG[slug]
    for move in iterate_all_moves(game):
        if type(move).__name__ not in get_partly_listed_moves(game):
            moves_by_kind[type(move)].append(move)
    return dict(moves_by_kind)


def check_legal_moves(game: Game[Any], state: Any, seat: int) -> int:
    """Assert that the list of legal moves agrees with the check. Return the number of checked moves."""
    legal, awaiting = list_legal_moves(game, state, seat), game.awaiting(state)
    assert len(set(legal)) == len(legal), "listed twice"
    refused = [move for move in legal if check_move(game, state, seat, move) is not None]
    assert not refused, f"listed and refused: {refused[0]}"
    possible = list_all_moves_by_kind(game.meta.slug)
    moves = [move for kind in awaiting.moves for move in possible.get(kind, ())]
    missing = {move for move in moves if check_move(game, state, seat, move) is None} - set(legal)
    if missing:  # another spelling of a listed move is allowed
        states = [game.apply(state, seat, move) for move in legal]
        missing = {move for move in missing if game.apply(state, seat, move) not in states}
    assert not missing, f"allowed and not listed: {missing.pop()}"
    return len(legal) + len(moves)


@each_game
def test_every_kind_of_move_is_listed_completely_or_named_as_typed(game: Game[Any]) -> None:
    complete = {kind.__name__ for kind in list_all_moves_by_kind(game.meta.slug)}
    kinds = {kind.__name__ for kind in game.moves}
    assert complete | get_partly_listed_moves(game) == kinds, (
        "bound the fields, or add it to PARTLY_LISTED_MOVES"
    )


def iterate_option_settings(game: Game[Any]) -> Iterator[dict[str, Any]]:
    yield {}
    for option in game.meta.options:
        if "referee" in option.modes:
            values = (True, False) if option.kind == "flag" else option.choices
            yield from ({option.name: value} for value in values)


@each_game
@few_or_many
def test_the_legal_moves_are_exactly_those_that_the_check_accepts(game: Game[Any], many: bool) -> None:
    chance = random.Random(1998)
    for options in iterate_option_settings(game):
        checked, count = 0, 2000 if many else 8
        for setup, state in iterate_positions(game, chance, count, **options):
            if game.ending(state) is None:
                checked += sum(check_legal_moves(game, state, seat) for seat in range(setup.seats))
            if checked > 600 * count:
                break
