"""What an entry came to, as the log says it."""

from __future__ import annotations

from companion.engine.game import Description, Move
from companion.engine.words import Numbered, Term
from companion.games.cheops_dice.moves import PROPOSED, Build, Roll
from companion.games.cheops_dice.purse import stone_of
from companion.games.cheops_dice.settling import settled
from companion.games.cheops_dice.state import State


def describe(state: State | None, seat: int, move: Move) -> Description:
    """A building says what was really paid for it, and the stones that were skipped for good."""
    if isinstance(move, Roll):
        return Description("Roll", {"dice": tuple(map(Term, move.dice))})
    if isinstance(move, Build):
        return _built(state, seat, move)
    return Description(type(move).__name__)


def _built(state: State | None, seat: int, move: Build) -> Description:
    if state is not None:
        move = settled(state, seat, move)
    values: dict[str, object] = {"boxes": tuple(map(Numbered, move.boxes))}
    if not move.payments or PROPOSED in move.payments:
        return Description("ticked", values)
    values["payments"] = tuple(map(Numbered, move.payments))
    skipped = _skipped(state.boards[seat].mark, move) if state is not None else ()
    return (
        Description("skipped", values | {"skipped": skipped}) if skipped else Description("Build", values)
    )


def _skipped(mark: int, move: Build) -> tuple[int, ...]:
    """Stones between those crossed before and the last one crossed now."""
    crossed = [stone_of(payment) for payment in move.payments]
    return tuple(stone for stone in range(mark + 1, max(crossed)) if stone not in crossed)
