"""What a hand at a table of Cheops might try, and where on the sheet it is made."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.game import Move, Place
from companion.games.cheops_dice.moves import Build
from companion.games.cheops_dice.rules import place_of
from companion.games.cheops_dice.state import State


def attempts(state: State, seat: int) -> Iterable[Move]:
    """Every box by itself, and every pair of neighbours on the floor; paid as the app proposes."""
    plan = state.rules.plans[seat]
    yield from (Build((box,)) for box in plan.boxes)
    yield from (Build((plan.boxes[one], plan.boxes[other])) for one, other in plan.pairs)


def spots(state: State, seat: int, move: Move) -> Place:
    """The box that is ticked first."""
    return place_of(seat, *move.boxes[:1]) if isinstance(move, Build) else ()
