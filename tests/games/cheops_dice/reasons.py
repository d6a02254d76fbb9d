"""What each reason of the guide says of a move, asked of the referee and of the count."""

from companion.games.cheops_dice.sheet import building_of
from companion.games.cheops_dice.state import Board, State
from tests.games.test_reasons import Holds, Said


def whole(said: Said, state: State) -> set[str]:
    """The buildings of which every box is ticked."""
    ticked, boxes = state.boards[said.seat].ticked, state.rules.plans[said.seat].boxes
    missing = {building_of(box) for n, box in enumerate(boxes) if not ticked >> n & 1}
    return {"pyramid", "arch", "floor"} - missing


def opens(said: Said) -> bool:
    plan, boards = said.before.rules.plans[said.seat], (said.before.boards, said.after.boards)
    was, now = (board[said.seat].ticked for board in boards)
    free = [n for n, needed in enumerate(plan.needs) if needed and not needed & ~now and not now >> n & 1]
    return bool(len([n for n in free if plan.needs[n] & ~was]) == said.values["boxes"] > 0)


def spent(said: Said, state: State) -> tuple[int, int]:
    board: Board = state.boards[said.seat]
    return board.crossed, board.jokers


HOLDS: Holds = {
    "cheops_dice.ends": lambda said: len(whole(said, said.after)) > 1 >= len(whole(said, said.before)),
    "cheops_dice.finishes": lambda said: (
        not whole(said, said.before) and whole(said, said.after) == set(said.values["building"])
    ),
    "cheops_dice.wins": lambda said: said.gained("bonuses") > 0 and bool(said.values["symbols"]),
    "cheops_dice.opens": opens,
    "cheops_dice.spares": lambda said: spent(said, said.before) == spent(said, said.after),
}
