"""What a newcomer to Cheops learns: the dice, and each building."""

from __future__ import annotations

from companion.engine.game import Description, Lesson, Move, Setup
from companion.engine.words import Term
from companion.engine.worth import strongest
from companion.games.cheops_dice.moves import Build
from companion.games.cheops_dice.parts import TO_END
from companion.games.cheops_dice.plan import finished
from companion.games.cheops_dice.rules import apply
from companion.games.cheops_dice.sheet import building_of
from companion.games.cheops_dice.state import State
from companion.games.cheops_dice.worth import points_of, terms

_LESSONS = (
    Lesson("Roll", "turn", "die", happens=True),
    Lesson("pyramid", "pyramid", "pyramid"),
    Lesson("arch", "arch", "arch"),
    Lesson("floor", "floor", "floor"),
    Lesson("Pass", "turn", "sheet", rare=True),
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
    """What the strongest terms of its worth say of an action: what it ends, wins, opens or spares."""
    if not isinstance(move, Build):
        return ()
    plan, was, now = state.rules.plans[seat], state.boards[seat], apply(state, seat, move).boards[seat]
    opened = sum(
        needed & was.ticked != needed and needed & now.ticked == needed and not now.ticked >> number & 1
        for number, needed in enumerate(plan.needs)
    )
    plans, boards = state.rules.plans, state.boards
    rivals = (points_of(plans[one], boards[one]) for one in range(len(boards)) if one != seat)
    lead = points_of(plan, now) - max(rivals)
    won = (bonus for n, bonus in enumerate(plan.bonuses) if (now.won & ~was.won) >> n & 1)
    values = {"points": lead, "symbols": tuple(Term(bonus.symbol) for bonus in won), "boxes": opened}
    ends = len(finished(plan, now.ticked)) >= TO_END > len(finished(plan, was.ticked))
    found = (
        ("ends", "cheops_dice.ends", ends and lead > 0),
        ("bonuses", "cheops_dice.wins", bool(values["symbols"])),
        ("next", "cheops_dice.opens", opened),
        ("spent", "cheops_dice.spares", now.mark == was.mark and now.jokers == was.jokers),
    )
    return strongest(terms(state, seat, move), values, found)
