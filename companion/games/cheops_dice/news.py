"""What an entry came to, as the log says it, and what everybody is told of it."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.game import Description, Effect, Move, NewsItem
from companion.engine.words import Numbered, Term, Thing
from companion.games.cheops_dice.moves import PROPOSED, Build, Roll
from companion.games.cheops_dice.parts import COLOURS
from companion.games.cheops_dice.plan import finished
from companion.games.cheops_dice.purse import stone_of
from companion.games.cheops_dice.scoring import by_category
from companion.games.cheops_dice.settling import settled
from companion.games.cheops_dice.sheet import building_of
from companion.games.cheops_dice.state import State


def describe(state: State | None, seat: int, move: Move) -> Description:
    """A building says what was really paid for it, and the stones that were skipped for good."""
    if isinstance(move, Roll):
        return Description("Roll", {"dice": tuple(map(Thing, move.dice))})
    if isinstance(move, Build) and move.boxes:
        return _ticked(state, seat, move)
    return Description("Pass" if isinstance(move, Build) else type(move).__name__)


def _ticked(state: State | None, seat: int, move: Build) -> Description:
    if state is not None:
        move = settled(state, seat, move)
    values: dict[str, object] = {"boxes": tuple(map(Numbered, move.boxes))}
    if not move.payments or PROPOSED in move.payments:
        return Description("ticked", values)
    values["payments"] = tuple(map(Numbered, move.payments))
    values["crossed"] = tuple(Numbered(payment) for payment in move.payments if payment != "die")
    skipped = _skipped(state.boards[seat].mark, move) if state is not None else ()
    if skipped:
        return Description("skipped", values | {"skipped": skipped})
    return Description("crossed" if values["crossed"] else "ticked", values)


def _skipped(mark: int, move: Build) -> tuple[int, ...]:
    """Stones between those crossed before and the last one crossed now."""
    crossed = [stone_of(payment) for payment in move.payments]
    return tuple(stone for stone in range(mark + 1, max(crossed)) if stone not in crossed)


def news(before: State, after: State, seat: int, move: Move) -> NewsItem:
    """The colours of the boxes, and what is worth most of what came of them."""
    if isinstance(move, Build) and move.boxes:
        return _built(before, after, seat, move)
    description = describe(before, seat, move)
    return NewsItem(description.code, description.values)


def _built(before: State, after: State, seat: int, move: Build) -> NewsItem:
    plan, was, now = before.rules.plans[seat], before.boards[seat], after.boards[seat]
    full = finished(plan, now.ticked)
    done = [name for name in full if name not in finished(plan, was.ticked)]
    crossed = describe(before, seat, move).values.get("crossed")
    paid = (Effect(seat, "crossed", {"crossed": crossed}),) if crossed else ()
    won = now.won & ~was.won
    if won:
        bonus = plan.bonuses[won.bit_length() - 1]
        values = {"symbol": Thing(bonus.symbol), "building": Term(done[0] if done else bonus.building)}
        effects = (*paid, *_effects(after, seat, won))
        return NewsItem("finished_won" if done else "won", values, effects=effects)
    if done:
        return NewsItem("finished", {"building": Term(done[0])}, effects=paid)
    colours = tuple(Thing(COLOURS[plan.colours[plan.number[box]]]) for box in move.boxes)
    touched = {building_of(box) for box in move.boxes}
    if len(touched) > 1:
        return NewsItem("ticked_two", {"colours": colours}, effects=paid)
    building = touched.pop()
    points = by_category(plan, now)[building]
    return NewsItem(
        "ticked_in", {"colours": colours, "building": Term(building), "points": points}, effects=paid
    )  # fmt: skip


def _effects(state: State, seat: int, won: int) -> Iterator[Effect]:
    """Who has not won the bonus yet can do so in this round alone."""
    for other, board in enumerate(state.boards):
        if won & ~board.won and other != seat:
            yield Effect(other, "bonus_gone" if state.acted >> other & 1 else "bonus_open")
