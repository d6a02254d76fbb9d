"""What a hand at a table of The Pyramid's Deadline might try, and where on the tomb it is made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from companion.engine.game import Move, Place
from companion.games.deadline.moves import BringDeath, Build, SetAside
from companion.games.deadline.parts import SHAPES, Shape, turns
from companion.games.deadline.rules import column_ids
from companion.games.deadline.state import State, served


def attempts(state: State, seat: int) -> Iterable[Move]:
    """With each die: its stone or the one in reserve, held every way, on and beside the tomb; set aside;
    as the Pharaoh's death."""
    for die in sorted(set(state.dice), key=SHAPES.index):
        if stone := served(state, die):
            yield from _builds(state, seat, die, stone)
        yield from (SetAside(die), BringDeath(die))


def _builds(state: State, seat: int, die: Shape, stone: Shape) -> Iterator[Build]:
    tomb, held = state.tombs[seat], turns(state.rules.preset)
    either: tuple[tuple[Literal["new", "reserve"], Shape], ...] = (
        ("new", stone), ("reserve", state.reserves[seat]),
    )  # fmt: skip
    for which, shape in either:
        for number, turn in enumerate(held[shape]):
            for column in range(tomb.left - len(turn) - 1, tomb.right + 2):
                yield Build(die, which, number, column)


def spots(state: State, seat: int, move: Move) -> Place:
    """The columns that the stone would cover."""
    if not isinstance(move, Build):
        return ()
    stone = served(state, move.die) if move.stone == "new" else state.reserves[seat]
    held = turns(state.rules.preset)[stone or "square"]
    wide = len(held[move.turn]) if move.turn < len(held) else 1
    return column_ids(*range(move.column, move.column + wide))
