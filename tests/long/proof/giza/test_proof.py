"""Giza with two seats: every tile on every top, and every way in which a small box plays out."""

import random
from collections import Counter
from collections.abc import Hashable, Iterator
from dataclasses import replace
from itertools import combinations_with_replacement, product
from typing import Any

import pytest

from companion.engine.game import Setup
from companion.engine.play import legal_moves
from companion.games.giza import GAME
from companion.games.giza.moves import Play
from tests.long.proof.giza import reading
from tests.long.proof.giza.reading import BENEATH, BOX, Position
from tests.long.proof.walk import Line, World, walk

PRINTED = {"points": [-3, 4, 6]}
Boards = list[tuple[tuple[str, ...], ...]]
BARE = ((), (), (), ())


def setup(**switches: Any) -> Setup:
    return Setup.of(GAME.meta, 2, {"edition": PRINTED, **switches})


def seen_as(state: Any) -> Position:
    stacks, rules = state.stacks, state.rules
    return Position(
        tuple(stacks[4 * board : 4 * board + 4] for board in range(rules.seats)),
        tuple(sorted(state.gone)),
        state.pile,
        state.hands,
        state.turn,
        state.ended.removeprefix("giza."),
        reaches_sphinx=rules.demolish_others_sphinx,
        sees_under_scarab=rules.finished_under_scarab,
    )


def lines(tiles: list[str], most_discarded: int) -> list[Line]:
    """Every tile on every site of both boards and of one that is not there, by either seat, and so on."""
    found: list[Line] = []
    for seat in (0, 1):
        found += [
            {"seat": seat, "move": "Play", "tile": tile, "board": board, "site": site}
            for tile, board, site in product([*tiles, "t1"], (0, 1, 2), range(4))
        ]
        found += [{"seat": seat, "move": "Lift", "site": site} for site in range(4)]
        found += [{"seat": seat, "move": "Skip"}]
        found += [
            {"seat": seat, "move": "Discard", "tiles": list(some)}
            for count in range(most_discarded + 1)
            for some in combinations_with_replacement(tiles, count)
        ]
    return found


def world(tiles: list[str], most_discarded: int, **switches: Any) -> World:
    tried = lines(tiles, most_discarded)
    return World(
        GAME,
        setup(**switches),
        reading,
        seen_as,
        lambda at: tried,
        listed=lambda line: line["move"] != "Discard" or len(line["tiles"]) == 1,
        alike=alike,
    )


def alike(at: Position) -> Hashable:
    """Boards whose pyramids stand in another order play out alike, but for their names."""
    boards = tuple((tuple(sorted(board[:3])), board[3]) for board in at.boards)
    return (boards, at.box, at.pile, at.hands, at.turn, at.over)


def start(box: dict[str, int], boards: Boards, pile: int, **switches: Any) -> Any:
    """A table at which only these tiles were not seen yet; all others lie in the box again."""
    state = GAME.setup(setup(**switches))
    laid = Counter(tile for board in boards for stack in board for tile in stack)
    gone = [tile for tile, n in BOX.items() for _ in range(n - laid[tile] - box.get(tile, 0))]
    stacks = tuple(stack for board in boards for stack in board)
    return replace(state, stacks=stacks, gone=tuple(gone), pile=pile)


WORLDS: dict[str, tuple[dict[str, int], Boards, int, dict[str, Any]]] = {
    "bare boards": ({"+2": 1, "-1": 1, "t2": 1, "scarab": 1, "demolition": 1}, [BARE, BARE], 3, {}),
    "the eve of three pyramids": (
        {"+1": 1, "-1": 1, "scarab": 2, "demolition": 1},
        [(("+5", "+1"), ("-2", "-1"), ("+3", "t3"), ()), (("-1",), ("+1",), (), ("base",))],
        4,
        {},
    ),
    "a 1 seen under a scarab": (
        {"+1": 1, "scarab": 2, "demolition": 1},
        [(("+1",), ("-1", "scarab"), ("+3",), ()), (("-1",), ("+1", "scarab"), (), ())],
        3,
        {"finished_under_scarab": True},
    ),
    "a sphinx to build": (
        {"base": 1, "body": 2, "head": 1, "scarab": 1, "demolition": 2},
        [((), (), (), ()), ((), (), (), ("base",))],
        4,
        {},
    ),
    "a sphinx out of reach": (
        {"base": 1, "scarab": 1, "demolition": 2},
        [BARE, ((), (), (), ("base", "body"))],
        4,
        {"demolish_others_sphinx": False},
    ),
}


@pytest.mark.parametrize("name", WORLDS)
def test_a_small_box_plays_out_as_the_rulebook_has_it(name: str) -> None:
    box, boards, pile, switches = WORLDS[name]
    some = world(list(box), 4, **switches)
    print(walked := walk(some, [start(box, boards, pile, **switches)], deep=99))
    assert walked.legal > 50, walked


def test_every_tile_on_every_top() -> None:
    some = replace(world(list(BOX), 1), alike=lambda at: at)
    starts = list(every_top())
    walk(some, starts, deep=0)
    assert len(starts) == 2 * (3 * 15 + 4)


def every_top() -> Iterator[Any]:
    """A table for each tile that may come to lie on top of each site."""
    for board, site, tile in product((0, 1), range(4), BOX):
        state, at = GAME.setup(setup()), 4 * board + site
        if tile == "scarab" or (tile != "demolition" and (tile in BENEATH) == (site == 3)):
            yield replace(state, stacks=(*state.stacks[:at], (tile,), *state.stacks[at + 1 :]))


@pytest.mark.parametrize("reaches", [True, False])
def test_what_may_be_laid_in_random_play(reaches: bool) -> None:
    """Every tile on every site of every board, at tables of two to six seats."""
    chance, switches = random.Random(2005), {"demolish_others_sphinx": reaches}
    for seats in range(2, 7):
        state = GAME.setup(Setup.of(GAME.meta, seats, switches))
        while GAME.ending(state) is None:
            at, seat, moves = seen_as(state), state.turn, legal_moves(GAME, state, state.turn)
            laid = {
                (tile, board, site)
                for tile, board, site in product(BOX, range(seats), range(4))
                if not reading.against(
                    at, {"seat": seat, "move": "Play", "tile": tile, "board": board, "site": site}
                )
            }
            assert {(m.tile, m.board, m.site) for m in moves if isinstance(m, Play)} == laid, at
            state = GAME.apply(state, seat, chance.choice(moves))


def at_the_start() -> World:
    return world(["+1", "+3", "-2", "t3", "base", "body", "head", "scarab", "demolition"], 1)
