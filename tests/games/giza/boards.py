"""Giza boards as text: one line a seat, four stacks bottom to top, parted by bars.

5 t5 4 -2 1 | 3 | . | base body
"""

from dataclasses import replace

from companion.engine.game import Setup
from companion.games.giza import GAME
from companion.games.giza.state import State


def tile(word: str) -> str:
    return f"+{word}" if word.isdigit() else word


def boards(text: str, turn: int = 0, **options: object) -> State:
    """A table whose boards stand as drawn; the drawn tiles come out of the pile."""
    rows = [line.strip() for line in text.strip().splitlines()]
    stacks = tuple(
        () if stack.strip() == "." else tuple(tile(word) for word in stack.split())
        for row in rows
        for stack in row.split("|")
    )
    state = GAME.setup(Setup.of(GAME.meta, len(rows), options, turn))
    return replace(state, stacks=stacks, pile=state.pile - sum(map(len, stacks)))
