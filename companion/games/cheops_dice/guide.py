"""What a newcomer to Cheops learns: the dice, and each building."""

from __future__ import annotations

from companion.engine.game import Description, Lesson, Move, Setup
from companion.engine.words import Term
from companion.games.cheops_dice.moves import Build
from companion.games.cheops_dice.parts import TO_END
from companion.games.cheops_dice.plan import finished
from companion.games.cheops_dice.rules import apply
from companion.games.cheops_dice.sheet import building_of
from companion.games.cheops_dice.state import State

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
    """What these boxes finish or win, how many can be ticked next, and whether dice pay."""
    if not isinstance(move, Build):
        return ()
    plan, was, now = state.rules.plans[seat], state.boards[seat], apply(state, seat, move).boards[seat]
    opened = sum(
        needed & was.ticked != needed and needed & now.ticked == needed and not now.ticked >> number & 1
        for number, needed in enumerate(plan.needs)
    )
    before, then = finished(plan, was.ticked), finished(plan, now.ticked)
    won = (bonus for n, bonus in enumerate(plan.bonuses) if (now.won & ~was.won) >> n & 1)
    values = {
        "building": tuple(Term(name) for name in then if name not in before),
        "symbols": tuple(Term(bonus.symbol) for bonus in won), "boxes": opened,
    }  # fmt: skip
    found = (
        ("cheops_dice.ends", len(then) >= TO_END > len(before)),
        ("cheops_dice.finishes", len(before) < len(then) < TO_END),
        ("cheops_dice.wins", bool(values["symbols"])),
        ("cheops_dice.opens", opened),
        ("cheops_dice.spares", now.mark == was.mark and now.jokers == was.jokers),
    )
    return tuple(Description(code, values) for code, holds in found if holds)
