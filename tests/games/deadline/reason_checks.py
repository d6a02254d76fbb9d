"""A check for each reason of the guide, using the rules and the count."""

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


def near_the_end(at: Position) -> Position:
    """Return the same tombs shortly before the Pharaoh's death, which is rare in recorded plays."""
    squares = SHAPES.index("square")
    supply = tuple(min(n, 1) if shape == squares else n for shape, n in enumerate(at.state.supply))
    return at._replace(state=replace(at.state, supply=supply))


def tomb_points(advised: AdvisedMove, state: State) -> int:
    sheets = provisional_sheets(state)
    return sum(line.points or 0 for line in GAME.scoring.lines(advised.at.setup, sheets)[advised.seat])


def few_left(advised: AdvisedMove) -> bool:
    return bool(advised.after.supply[SHAPES.index("square")] == advised.values["stones"] <= 4)


def ready(advised: AdvisedMove) -> bool:
    return advised.may(advised.after, advised.seat, Declare())


def reserve_finishes(advised: AdvisedMove) -> bool:
    """Return whether the reserve can bring at most the stated points at the seat's next turn."""
    die = next(shape for shape, left in zip(SHAPES, advised.after.supply, strict=True) if left)
    turn = replace(advised.after, dice=(die,), picker=advised.seat, builder=-1)
    moves = [Build(die, "reserve", side, column) for side in range(8) for column in range(-20, 30)]
    states = [
        advised.game.apply(turn, advised.seat, move)
        for move in moves
        if advised.may(turn, advised.seat, move)
    ]
    finished = [
        tomb_points(advised, state) for state in states if advised.may(state, advised.seat, Declare())
    ]
    return bool(max(finished, default=0) == advised.values["kept"] > 0)


def still_open(advised: AdvisedMove) -> bool:
    tombs = [state.tombs[advised.seat] for state in (advised.before, advised.after)]
    before, after = (sum(map(len, unfinished_columns(tomb))) for tomb in tombs)
    return bool(before == advised.values["before"] > advised.values["open"] == after > 0)


REASON_CHECKS: ReasonChecks = {
    "deadline.announce": lambda advised: (
        advised.points(advised.after) == advised.values["worth"] > 0
        and advised.after.supply[SHAPES.index("square")] == advised.values["stones"]
    ),
    "deadline.closes": lambda advised: few_left(advised) and ready(advised),
    "deadline.ready": lambda advised: (
        ready(advised) and tomb_points(advised, advised.after) == advised.values["worth"]
    ),
    "deadline.kept": reserve_finishes,
    "deadline.open": still_open,
    "deadline.grows": lambda advised: (
        tomb_points(advised, advised.after) - tomb_points(advised, advised.before)
        == advised.values["points"]
        > 0
    ),
}


def is_forbidden(advised: AdvisedMove) -> bool:
    """Return whether the move brings the death or no points, or builds after announcing."""
    if isinstance(advised.move, Build):
        return advised.seat in advised.before.declared
    others = [move for move in legal_moves(GAME, advised.before, advised.seat) if move != advised.move]
    is_death = isinstance(advised.move, BringDeath) and advised.seat not in advised.before.declared
    return bool(others) and (
        is_death or (isinstance(advised.move, Declare) and advised.points(advised.after) <= 0)
    )
