"""A check for each reason of the guide, using the rules and the count."""

from dataclasses import replace

from companion.engine.possible_moves import list_legal_moves
from companion.games.cheops_dice.parts import get_building
from companion.games.cheops_dice.state import Board, State
from tests.games.test_reasons import AdvisedMove, ReasonChecks


def finished_buildings(tip: AdvisedMove, state: State) -> set[str]:
    """Return the buildings with every box ticked."""
    ticked, boxes = state.boards[tip.seat].ticked, state.rules.plans[tip.seat].boxes
    missing = {get_building(box) for n, box in enumerate(boxes) if not ticked >> n & 1}
    return {"pyramid", "arch", "floor"} - missing


def opens(tip: AdvisedMove) -> bool:
    plan, boards = tip.before.rules.plans[tip.seat], (tip.before.boards, tip.after.boards)
    ticked_before, ticked_after = (board[tip.seat].ticked for board in boards)
    free = [
        n
        for n, needed in enumerate(plan.needs)
        if needed and not needed & ~ticked_after and not ticked_after >> n & 1
    ]
    return bool(len([n for n in free if plan.needs[n] & ~ticked_before]) == tip.values["boxes"] > 0)


def stones_and_jokers(tip: AdvisedMove, state: State) -> tuple[int, int]:
    board: Board = state.boards[tip.seat]
    return board.crossed, board.jokers


def lead(tip: AdvisedMove) -> int:
    """Return the points of the seat after its action, minus the most of any other."""
    lines = tip.game.scoring.lines(tip.at.setup, tip.game.score_sheets(tip.after))
    points = [sum(line.points or 0 for line in seat) for seat in lines]
    own = points.pop(tip.seat)
    return own - max(points)


def ends_ahead(tip: AdvisedMove) -> bool:
    """Return whether the second building is finished, and nobody else has as many points."""
    ends = len(finished_buildings(tip, tip.after)) > 1 >= len(finished_buildings(tip, tip.before))
    return ends and lead(tip) == tip.values["points"] > 0


REASON_CHECKS: ReasonChecks = {
    "cheops_dice.ends": ends_ahead,
    "cheops_dice.wins": lambda tip: tip.gained("bonuses") > 0 and bool(tip.values["symbols"]),
    "cheops_dice.opens": opens,
    "cheops_dice.spares": lambda tip: (
        stones_and_jokers(tip, tip.before) == stones_and_jokers(tip, tip.after)
    ),
}


def is_forbidden(tip: AdvisedMove) -> bool:
    """Return whether the game is ended while behind, although there is another move."""
    if (
        len(finished_buildings(tip, tip.after)) < 2
        or len(finished_buildings(tip, tip.before)) > 1
        or lead(tip) >= 0
    ):
        return False
    moves = list_legal_moves(tip.game, tip.before, tip.seat)
    return any(
        len(finished_buildings(replace(tip, move=move), tip.game.apply(tip.before, tip.seat, move))) < 2
        for move in moves
    )
