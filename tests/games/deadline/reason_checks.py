"""For each reason that the guide may give for a move, a check by rules and scoring that it is true."""

from dataclasses import replace

from companion.engine.possible_moves import list_legal_moves
from companion.games.deadline import GAME
from companion.games.deadline.moves import BringDeath, Build, Declare
from companion.games.deadline.parts import SHAPES
from companion.games.deadline.scoring import provisional_sheets
from companion.games.deadline.state import State
from companion.games.deadline.tomb import find_unfinished_columns
from tests.games.test_reasons import AdvisedMove, ReasonChecks
from tests.positions import Position


def make_late_position(at: Position) -> Position:
    """Return the position with few square stones left, so that the Pharaoh's death is near."""
    squares = SHAPES.index("square")
    supply = tuple(min(n, 1) if shape == squares else n for shape, n in enumerate(at.state.supply))
    return at._replace(state=replace(at.state, supply=supply))


def count_tomb_points(tip: AdvisedMove, state: State) -> int:
    sheets = provisional_sheets(state)
    return sum(line.points or 0 for line in GAME.scoring.lines(tip.position.setup, sheets)[tip.seat])


def are_few_stones_left(tip: AdvisedMove) -> bool:
    return bool(tip.after.supply[SHAPES.index("square")] == tip.values["stones"] <= 4)


def is_tomb_ready(tip: AdvisedMove) -> bool:
    return tip.is_legal(tip.after, tip.seat, Declare())


def can_reserve_finish(tip: AdvisedMove) -> bool:
    """Return whether the reserve stone can bring exactly the points in the reason at the next turn."""
    die = next(shape for shape, left in zip(SHAPES, tip.after.supply, strict=True) if left)
    turn = replace(tip.after, dice=(die,), picker=tip.seat, builder=-1)
    moves = [Build(die, "reserve", side, column) for side in range(8) for column in range(-20, 30)]
    states = [tip.game.apply(turn, tip.seat, move) for move in moves if tip.is_legal(turn, tip.seat, move)]
    finished = [
        count_tomb_points(tip, state) for state in states if tip.is_legal(state, tip.seat, Declare())
    ]
    return bool(max(finished, default=0) == tip.values["kept"] > 0)


def is_tomb_open(tip: AdvisedMove) -> bool:
    tombs = [state.tombs[tip.seat] for state in (tip.before, tip.after)]
    before, after = (sum(map(len, find_unfinished_columns(tomb))) for tomb in tombs)
    return bool(before == tip.values["before"] > tip.values["open"] == after > 0)


REASON_CHECKS: ReasonChecks = {
    "deadline.announce": lambda tip: (
        tip.points(tip.after) == tip.values["worth"] > 0
        and tip.after.supply[SHAPES.index("square")] == tip.values["stones"]
    ),
    "deadline.closes": lambda tip: are_few_stones_left(tip) and is_tomb_ready(tip),
    "deadline.ready": lambda tip: (
        is_tomb_ready(tip) and count_tomb_points(tip, tip.after) == tip.values["worth"]
    ),
    "deadline.kept": can_reserve_finish,
    "deadline.open": is_tomb_open,
    "deadline.grows": lambda tip: (
        count_tomb_points(tip, tip.after) - count_tomb_points(tip, tip.before) == tip.values["points"] > 0
    ),
}


def is_bad_advice(tip: AdvisedMove) -> bool:
    """Return whether the move is one of three mistakes, such as building after the seat's announcement.

    The others are to cause the Pharaoh's death before the announcement, and to announce a tomb without
    points. They are mistakes only if another move is legal.
    """
    if isinstance(tip.move, Build):
        return tip.seat in tip.before.declared
    others = [move for move in list_legal_moves(GAME, tip.before, tip.seat) if move != tip.move]
    is_death = isinstance(tip.move, BringDeath) and tip.seat not in tip.before.declared
    return bool(others) and (is_death or (isinstance(tip.move, Declare) and tip.points(tip.after) <= 0))
