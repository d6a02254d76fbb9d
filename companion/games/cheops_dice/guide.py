"""What a newcomer to Cheops learns: the dice, and each building."""

from __future__ import annotations

from companion.engine.game import Description, Lesson, Move, Setup
from companion.games.cheops_dice.moves import Build
from companion.games.cheops_dice.plan import mask_of
from companion.games.cheops_dice.sheet import building_of
from companion.games.cheops_dice.state import State

_LESSONS = (
    Lesson("Roll", "turn", "die", happens=True),
    Lesson("pyramid", "pyramid", "pyramid"),
    Lesson("arch", "arch", "arch"),
    Lesson("floor", "floor", "floor"),
    Lesson("Pass", "turn", "sheet", last_resort=True, rare=True),
)


def lessons(setup: Setup) -> tuple[Lesson, ...]:
    """The roll, the three buildings, and building nothing."""
    return _LESSONS


def lesson(move: Move) -> str:
    """A building action is of the building of its first box."""
    if isinstance(move, Build):
        return building_of(move.boxes[0]) if move.boxes else ""
    return type(move).__name__


def reasons(state: State, seat: int, move: Move) -> tuple[Description, ...]:
    """How many boxes that rested on these can be ticked from then on."""
    if not isinstance(move, Build):
        return ()
    plan, before = state.rules.plans[seat], state.boards[seat].ticked
    after = before | mask_of(plan.number, move.boxes)
    opened = sum(
        needed & before != needed and needed & after == needed and not after >> number & 1
        for number, needed in enumerate(plan.needs)
    )
    return (Description("cheops_dice.opens", {"boxes": opened}),) if opened else ()
