"""What a hand at a Giza table might try, and where on the board it is made."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.game import Move, Place
from companion.games.giza.moves import Discard, Lift, Play
from companion.games.giza.parts import SITES
from companion.games.giza.rules import place_of
from companion.games.giza.state import State


def attempts(state: State, seat: int) -> Iterable[Move]:
    """Every tile of the box on every site, every own site for a scarab, every tile to discard."""
    tiles = [kind.tile for kind in state.rules.kinds.values() if kind.count]
    sites = range(len(SITES))
    for tile in tiles:
        yield from (Play(tile, board, s) for board in range(state.rules.seats) for s in sites)
    yield from map(Lift, sites)
    yield from (Discard((tile,)) for tile in tiles)


def spots(state: State, seat: int, move: Move) -> Place:
    """The site on which a tile is laid or from which a scarab is lifted."""
    if isinstance(move, Play):
        return place_of(move.board, move.site)
    return place_of(seat, move.site) if isinstance(move, Lift) else ()
