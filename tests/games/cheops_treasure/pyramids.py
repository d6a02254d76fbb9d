"""Pyramids as text, the top row first: a letter for a family, n for a neighbour, . for a space.

Rows need not be drawn from the top: the last line is the bottom row, missing spaces are empty.
"""

from dataclasses import replace
from typing import Any

from companion.engine.game import Setup
from companion.engine.play import check_move
from companion.games.cheops_treasure import GAME
from companion.games.cheops_treasure.moves import Draw, Place, Reveal
from companion.games.cheops_treasure.parts import FAMILIES, NEIGHBOUR
from companion.games.cheops_treasure.pyramid import bit_of
from companion.games.cheops_treasure.state import State
from companion.games.cheops_treasure.tablets import demo


def table(drawn: str = "", seats: int = 2, *, eyes: bool = False, **options: Any) -> State:
    """A table with the demo tablets whose pyramid stands as drawn; ``eyes``: its law spaces are known."""
    edition = {key: value for key, value in demo().items() if eyes or key != "eyes"}
    state = GAME.setup(Setup.of(GAME.meta, seats, {"edition": edition, **options}))
    pawns = [0] * (NEIGHBOUR + 1)
    for row, line in enumerate(reversed(drawn.split("\n")), 1):
        for column, letter in enumerate(line.split(), 1):
            if letter != ".":
                family = NEIGHBOUR if letter == "n" else FAMILIES.index(letter)
                pawns[family] |= bit_of(row, column)
    return replace(state, pawns=tuple(pawns))


def after(state: State, *moves: Any) -> State:
    """The table after moves of whoever's turn it is; each must be allowed."""
    for move in moves:
        seat = GAME.awaiting(state).seats[0]
        refusal = check_move(GAME, state, seat, move)
        assert refusal is None, (move, refusal)
        state = GAME.apply(state, seat, move)
    return state


def finds(state: State, what: Any, *then: Any) -> State:
    """The seat to play places any pawn that fits and finds a treasure (a Take) or a law's number."""
    place = next(m for m in GAME.candidates(state, state.turn) if isinstance(m, Place) and m.law == 0)
    return after(state, place, Reveal(what) if isinstance(what, int) else what, *then)


def turn(state: State, what: Any, *then: Any) -> State:
    """A whole turn: place, find, carry out, draw nothing unless there is something to draw."""
    state = finds(state, what, *then)
    return after(state, Draw()) if not state.over and state.phase == "draw" else state
