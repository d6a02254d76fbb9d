"""What each reason of the guide says of a move, asked of the referee and of the count."""

from dataclasses import replace

from companion.games.deadline import GAME
from companion.games.deadline.moves import Declare
from companion.games.deadline.parts import SHAPES
from companion.games.deadline.scoring import standing
from companion.games.deadline.state import State
from tests.games.test_reasons import Holds, Said
from tests.positions import Position


def later(at: Position) -> Position:
    """The same tombs while the Pharaoh lies dying, which plays seldom come to."""
    squares = SHAPES.index("square")
    supply = tuple(min(n, 1) if shape == squares else n for shape, n in enumerate(at.state.supply))
    return at._replace(state=replace(at.state, supply=supply))


def worth(said: Said, state: State) -> int:
    sheets = standing(state)
    return sum(line.points or 0 for line in GAME.scoring.lines(said.at.setup, sheets)[said.seat])


def few_left(said: Said) -> bool:
    return bool(said.after.supply[SHAPES.index("square")] == said.values["stones"] <= 4)


def ready(said: Said) -> bool:
    return said.may(said.after, said.seat, Declare())


HOLDS: Holds = {
    "deadline.life": lambda said: few_left(said) and not said.points(said.before),
    "deadline.safe": lambda said: said.points(said.after) == said.values["points"] > 0,
    "deadline.closes": lambda said: few_left(said) and ready(said),
    "deadline.ready": ready,
    "deadline.grows": lambda said: (
        worth(said, said.after) - worth(said, said.before) == said.values["points"] > 0
    ),
}
