"""What a building would come to before it is entered: what each box takes, what is won, the points."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.game import Description, Move
from companion.engine.words import Term
from companion.games.cheops_dice.moves import Build
from companion.games.cheops_dice.parts import COLOURS, POINTS
from companion.games.cheops_dice.purse import stone_of
from companion.games.cheops_dice.rules import apply
from companion.games.cheops_dice.scoring import points, sheets
from companion.games.cheops_dice.settling import one_by_one, settled
from companion.games.cheops_dice.state import State


def preview(state: State, seat: int, move: Move) -> tuple[Description, ...]:
    """Each payment with what it costs, each bonus won, the points before and after.

    ``move`` must be allowed. Nothing is foretold of a move that ticks nothing.
    """
    if not isinstance(move, Build):
        return ()
    move = settled(state, seat, move)
    after = apply(state, seat, move)
    before, then = (points(sheets(at)[seat]) for at in (state, after))
    return (
        *_payments(state, seat, move),
        *_bonuses(state, after, seat),
        Description("points", {"before": before, "after": then}),
    )


def _payments(state: State, seat: int, move: Build) -> Iterator[Description]:
    """A stone costs its own point and those of the stones skipped before it, which close for good."""
    plan, mark = state.rules.plans[seat], state.boards[seat].mark
    for box, payment in one_by_one(move):
        colour = {"colour": Term(COLOURS[plan.colours[plan.number[box]]])}
        stone = stone_of(payment)
        if payment == "die":
            yield Description("die", colour)
        elif payment == "joker":
            yield Description("joker", {**colour, "points": POINTS["joker"]})
        else:
            skipped = stone - mark - 1
            cost = {"stone": stone, "points": POINTS["stone"] * (skipped + 1)}
            if skipped:
                yield Description("skipping", {**colour, **cost, "skipped": skipped})
            else:
                yield Description("stone", {**colour, **cost})
            mark = stone


def _bonuses(state: State, after: State, seat: int) -> Iterator[Description]:
    won = after.boards[seat].won & ~state.boards[seat].won
    for index, bonus in enumerate(state.rules.plans[seat].bonuses):
        if won >> index & 1:
            values = {"symbol": Term(bonus.symbol), "building": Term(bonus.building)}
            yield Description("bonus", {**values, "points": POINTS["bonus"]})
