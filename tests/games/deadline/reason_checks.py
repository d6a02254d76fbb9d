"""What each reason of the guide says of a move, asked of the referee and of the count."""

from dataclasses import replace

from companion.engine.possible_moves import legal_moves
from companion.games.deadline import GAME
from companion.games.deadline.moves import BringDeath, Build, Declare
from companion.games.deadline.parts import SHAPES
from companion.games.deadline.scoring import provisional_sheets
from companion.games.deadline.state import State
from companion.games.deadline.tomb import unfinished_columns
from tests.games.test_reasons import AdvisedMove, ReasonChecks
from tests.positions import Position


def later(at: Position) -> Position:
    """The same tombs while the Pharaoh lies dying, which plays seldom come to."""
    squares = SHAPES.index("square")
    supply = tuple(min(n, 1) if shape == squares else n for shape, n in enumerate(at.state.supply))
    return at._replace(state=replace(at.state, supply=supply))


def tomb_points(said: AdvisedMove, state: State) -> int:
    sheets = provisional_sheets(state)
    return sum(line.points or 0 for line in GAME.scoring.lines(said.at.setup, sheets)[said.seat])


def few_left(said: AdvisedMove) -> bool:
    return bool(said.after.supply[SHAPES.index("square")] == said.values["stones"] <= 4)


def ready(said: AdvisedMove) -> bool:
    return said.may(said.after, said.seat, Declare())


def kept_finishes(said: AdvisedMove) -> bool:
    """Whether the most that the stone in reserve can bring at the seat's next turn is what is said."""
    die = next(shape for shape, left in zip(SHAPES, said.after.supply, strict=True) if left)
    turn = replace(said.after, dice=(die,), picker=said.seat, builder=-1)
    moves = [Build(die, "reserve", side, column) for side in range(8) for column in range(-20, 30)]
    laid = [said.game.apply(turn, said.seat, move) for move in moves if said.may(turn, said.seat, move)]
    finished = [tomb_points(said, state) for state in laid if said.may(state, said.seat, Declare())]
    return bool(max(finished, default=0) == said.values["kept"] > 0)


def still_open(said: AdvisedMove) -> bool:
    tombs = [state.tombs[said.seat] for state in (said.before, said.after)]
    before, after = (sum(map(len, unfinished_columns(tomb))) for tomb in tombs)
    return bool(before == said.values["before"] > said.values["open"] == after > 0)


REASON_CHECKS: ReasonChecks = {
    "deadline.announce": lambda said: (
        said.points(said.after) == said.values["worth"] > 0
        and said.after.supply[SHAPES.index("square")] == said.values["stones"]
    ),
    "deadline.closes": lambda said: few_left(said) and ready(said),
    "deadline.ready": lambda said: ready(said) and tomb_points(said, said.after) == said.values["worth"],
    "deadline.kept": kept_finishes,
    "deadline.open": still_open,
    "deadline.grows": lambda said: (
        tomb_points(said, said.after) - tomb_points(said, said.before) == said.values["points"] > 0
    ),
}


def is_forbidden(said: AdvisedMove) -> bool:
    """The death or a worthless announcement where there is another move; a stone for who has announced."""
    if isinstance(said.move, Build):
        return said.seat in said.before.declared
    others = [move for move in legal_moves(GAME, said.before, said.seat) if move != said.move]
    is_death = isinstance(said.move, BringDeath) and said.seat not in said.before.declared
    return bool(others) and (is_death or (isinstance(said.move, Declare) and said.points(said.after) <= 0))
