"""For each reason that the guide may give for a move, a check by rules and scoring that it is true."""

from companion.engine.possible_moves import list_legal_moves
from companion.games.cheops_dice.parts import get_building
from companion.games.cheops_dice.state import Board, State
from tests.games.test_reasons import AdvisedMove, ReasonChecks


def list_finished_buildings(tip: AdvisedMove, state: State) -> set[str]:
    ticked, boxes = state.boards[tip.seat].ticked, state.rules.plans[tip.seat].boxes
    missing = {get_building(box) for n, box in enumerate(boxes) if not ticked >> n & 1}
    return {"pyramid", "arch", "floor"} - missing


def is_building_opened(tip: AdvisedMove) -> bool:
    plan, boards = tip.before.rules.plans[tip.seat], (tip.before.boards, tip.after.boards)
    ticked_before, ticked_after = (board[tip.seat].ticked for board in boards)
    free = [
        n
        for n, needed in enumerate(plan.needs)
        if needed and not needed & ~ticked_after and not ticked_after >> n & 1
    ]
    return bool(len([n for n in free if plan.needs[n] & ~ticked_before]) == tip.values["boxes"] > 0)


def count_stones_and_jokers(tip: AdvisedMove, state: State) -> tuple[int, int]:
    board: Board = state.boards[tip.seat]
    return board.crossed, board.jokers


def compute_lead(tip: AdvisedMove) -> int:
    lines = tip.game.scoring.lines(tip.position.setup, tip.game.score_sheets(tip.after))
    points = [sum(line.points or 0 for line in seat) for seat in lines]
    own = points.pop(tip.seat)
    return own - max(points)


def triggers_end_ahead(tip: AdvisedMove) -> bool:
    """Return whether the move finishes the second building and no other seat has as many points."""
    ends = len(list_finished_buildings(tip, tip.after)) > 1 >= len(list_finished_buildings(tip, tip.before))
    return ends and compute_lead(tip) == tip.values["points"] > 0


REASON_CHECKS: ReasonChecks = {
    "cheops_dice.ends": triggers_end_ahead,
    "cheops_dice.wins": lambda tip: tip.gained("bonuses") > 0 and bool(tip.values["symbols"]),
    "cheops_dice.opens": is_building_opened,
    "cheops_dice.spares": lambda tip: (
        count_stones_and_jokers(tip, tip.before) == count_stones_and_jokers(tip, tip.after)
    ),
}


def is_bad_advice(tip: AdvisedMove) -> bool:
    """Return whether the move ends the game while the seat is behind, and another legal move would not."""
    if (
        len(list_finished_buildings(tip, tip.after)) < 2
        or len(list_finished_buildings(tip, tip.before)) > 1
        or compute_lead(tip) >= 0
    ):
        return False
    moves = list_legal_moves(tip.game, tip.before, tip.seat)
    states = [tip.game.apply(tip.before, tip.seat, move) for move in moves]
    return any(len(list_finished_buildings(tip, state)) < 2 for state in states)
