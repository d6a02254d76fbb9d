"""What each reason of the guide says of a move, asked of the referee and of the count."""

from dataclasses import replace

from companion.engine.possible_moves import legal_moves
from companion.games.cheops_dice.parts import building_of
from companion.games.cheops_dice.state import Board, State
from tests.games.test_reasons import AdvisedMove, ReasonChecks


def whole(said: AdvisedMove, state: State) -> set[str]:
    """The buildings of which every box is ticked."""
    ticked, boxes = state.boards[said.seat].ticked, state.rules.plans[said.seat].boxes
    missing = {building_of(box) for n, box in enumerate(boxes) if not ticked >> n & 1}
    return {"pyramid", "arch", "floor"} - missing


def opens(said: AdvisedMove) -> bool:
    plan, boards = said.before.rules.plans[said.seat], (said.before.boards, said.after.boards)
    was, now = (board[said.seat].ticked for board in boards)
    free = [n for n, needed in enumerate(plan.needs) if needed and not needed & ~now and not now >> n & 1]
    return bool(len([n for n in free if plan.needs[n] & ~was]) == said.values["boxes"] > 0)


def spent(said: AdvisedMove, state: State) -> tuple[int, int]:
    board: Board = state.boards[said.seat]
    return board.crossed, board.jokers


def lead(said: AdvisedMove) -> int:
    """The points of the seat after its action, less the most of any other."""
    lines = said.game.scoring.lines(said.at.setup, said.game.score_sheets(said.after))
    points = [sum(line.points or 0 for line in seat) for seat in lines]
    own = points.pop(said.seat)
    return own - max(points)


def ends_ahead(said: AdvisedMove) -> bool:
    """Whether the second building is whole by this action, and nobody else has as many points now."""
    ends = len(whole(said, said.after)) > 1 >= len(whole(said, said.before))
    return ends and lead(said) == said.values["points"] > 0


REASON_CHECKS: ReasonChecks = {
    "cheops_dice.ends": ends_ahead,
    "cheops_dice.wins": lambda said: said.gained("bonuses") > 0 and bool(said.values["symbols"]),
    "cheops_dice.opens": opens,
    "cheops_dice.spares": lambda said: spent(said, said.before) == spent(said, said.after),
}


def is_forbidden(said: AdvisedMove) -> bool:
    """An end of the game while behind, where there is another move."""
    if len(whole(said, said.after)) < 2 or len(whole(said, said.before)) > 1 or lead(said) >= 0:
        return False
    moves = legal_moves(said.game, said.before, said.seat)
    return any(
        len(whole(replace(said, move=move), said.game.apply(said.before, said.seat, move))) < 2
        for move in moves
    )
