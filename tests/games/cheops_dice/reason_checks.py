"""A check for each reason of the guide, using the rules and the count."""

from dataclasses import replace

from companion.engine.possible_moves import legal_moves
from companion.games.cheops_dice.parts import building_of
from companion.games.cheops_dice.state import Board, State
from tests.games.test_reasons import AdvisedMove, ReasonChecks


def finished_buildings(advised: AdvisedMove, state: State) -> set[str]:
    """Return the buildings with every box ticked."""
    ticked, boxes = state.boards[advised.seat].ticked, state.rules.plans[advised.seat].boxes
    missing = {building_of(box) for n, box in enumerate(boxes) if not ticked >> n & 1}
    return {"pyramid", "arch", "floor"} - missing


def opens(advised: AdvisedMove) -> bool:
    plan, boards = advised.before.rules.plans[advised.seat], (advised.before.boards, advised.after.boards)
    ticked_before, ticked_after = (board[advised.seat].ticked for board in boards)
    free = [
        n
        for n, needed in enumerate(plan.needs)
        if needed and not needed & ~ticked_after and not ticked_after >> n & 1
    ]
    return bool(len([n for n in free if plan.needs[n] & ~ticked_before]) == advised.values["boxes"] > 0)


def stones_and_jokers(advised: AdvisedMove, state: State) -> tuple[int, int]:
    board: Board = state.boards[advised.seat]
    return board.crossed, board.jokers


def lead(advised: AdvisedMove) -> int:
    """Return the points of the seat after its action, minus the most of any other."""
    lines = advised.game.scoring.lines(advised.at.setup, advised.game.score_sheets(advised.after))
    points = [sum(line.points or 0 for line in seat) for seat in lines]
    own = points.pop(advised.seat)
    return own - max(points)


def ends_ahead(advised: AdvisedMove) -> bool:
    """Return whether the second building is finished, and nobody else has as many points."""
    ends = (
        len(finished_buildings(advised, advised.after))
        > 1
        >= len(finished_buildings(advised, advised.before))
    )
    return ends and lead(advised) == advised.values["points"] > 0


REASON_CHECKS: ReasonChecks = {
    "cheops_dice.ends": ends_ahead,
    "cheops_dice.wins": lambda advised: advised.gained("bonuses") > 0 and bool(advised.values["symbols"]),
    "cheops_dice.opens": opens,
    "cheops_dice.spares": lambda advised: (
        stones_and_jokers(advised, advised.before) == stones_and_jokers(advised, advised.after)
    ),
}


def is_forbidden(advised: AdvisedMove) -> bool:
    """Return whether the game is ended while behind, although there is another move."""
    if (
        len(finished_buildings(advised, advised.after)) < 2
        or len(finished_buildings(advised, advised.before)) > 1
        or lead(advised) >= 0
    ):
        return False
    moves = legal_moves(advised.game, advised.before, advised.seat)
    return any(
        len(
            finished_buildings(
                replace(advised, move=move), advised.game.apply(advised.before, advised.seat, move)
            )
        )
        < 2
        for move in moves
    )
