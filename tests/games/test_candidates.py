"""The list of what may be entered is all that the check lets through, and nothing else.

Every move that can be written down is asked one by one (the slow, obvious way), in positions of random play
under random switches. Of moves that are typed in rather than tapped a list holds some only.
"""

import random
from collections import defaultdict
from functools import cache
from importlib import import_module
from typing import Any

from companion.engine.game import Game
from companion.engine.possible_moves import check_move, legal_moves
from companion.games import BY_SLUG
from tests.all_games import each_game, game_tests_package, short_or_long
from tests.any_moves import every_move
from tests.positions import positions


def typed_of(slug: str) -> set[str]:
    """Moves of which only some are listed: dice, hands, amounts, names (``TYPED_MOVES`` of its tests)."""
    tests = import_module(game_tests_package(BY_SLUG[slug]))
    return getattr(tests, "TYPED_MOVES", set())


@cache
def everything(slug: str) -> dict[type, list[Any]]:
    """Every move that is listed whole, by its kind."""
    found: dict[type, list[Any]] = defaultdict(list)
    for move in every_move(BY_SLUG[slug]):
        if type(move).__name__ not in typed_of(slug):
            found[type(move)].append(move)
    return dict(found)


def compared(game: Game[Any], state: Any, seat: int) -> int:
    """Hold the list against the check; how many moves were asked."""
    listed, awaiting = legal_moves(game, state, seat), game.awaiting(state)
    assert len(set(listed)) == len(listed), "listed twice"
    refused = [move for move in listed if check_move(game, state, seat, move) is not None]
    assert not refused, f"listed and refused: {refused[0]}"
    whole = everything(game.meta.slug)
    asked = [move for kind in awaiting.moves for move in whole.get(kind, ())]
    forgotten = {move for move in asked if check_move(game, state, seat, move) is None} - set(listed)
    if forgotten:  # but for another way of writing the same
        reached = [game.apply(state, seat, move) for move in listed]
        forgotten = {move for move in forgotten if game.apply(state, seat, move) not in reached}
    assert not forgotten, f"allowed and not listed: {forgotten.pop()}"
    return len(listed) + len(asked)


@each_game
def test_every_kind_of_move_is_listed_whole_or_typed(game: Game[Any]) -> None:
    whole = {kind.__name__ for kind in everything(game.meta.slug)}
    typed, beside = typed_of(game.meta.slug), game_tests_package(game)
    asked = {kind.__name__ for kind in game.moves}
    assert whole | typed == asked, (
        f"{asked - whole - typed}: bound the fields, or name the move in TYPED_MOVES of {beside}"
    )


@each_game
@short_or_long
def test_the_list_is_all_that_may_be_entered(game: Game[Any], many: bool) -> None:
    """At fewer positions where much may be entered."""
    asked, count = 0, 20_000 if many else 60
    for setup, state in positions(game, random.Random(1998), count):
        if game.ending(state) is None:
            asked += sum(compared(game, state, seat) for seat in range(setup.seats))
        if asked > 600 * count:
            break
