"""Payments that were left to the app: what each box is really paid with, and what speaks against it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from companion.engine.game import RefusalKind
from companion.games.cheops_dice.moves import PROPOSED, Build
from companion.games.cheops_dice.parts import ACTION
from companion.games.cheops_dice.plan import Plan, obstacle
from companion.games.cheops_dice.purse import Money, nearest, objections, spent, stone_of
from companion.games.cheops_dice.sheet import building_of
from companion.games.cheops_dice.state import State, ways


@lru_cache(maxsize=1 << 16)
def build_of(boxes: tuple[str, ...], payments: tuple[str, ...]) -> Build:
    """Boxes with their payments."""
    return Build(boxes, payments)


class Unpaid(NamedTuple):
    """A payment that the paying rule does not let through."""

    why: RefusalKind
    box: str
    colour: str
    payment: str
    mark: int
    """The last stone crossed when this box is paid."""


def unpaid(state: State, seat: int, move: Build) -> Iterator[Unpaid]:
    """What speaks against paying like this, box by box. Every box must be on the sheet."""
    plan, money = state.rules.plans[seat], _money(state, seat)
    for box, payment in one_by_one(move):
        colour = plan.colours[plan.number[box]]
        for why in objections(plan.quarry, colour, payment, money):
            yield Unpaid(why, box, colour, payment, money.mark)
        money = spent(money, colour, payment)


def _money(state: State, seat: int) -> Money:
    board = state.boards[seat]
    return Money(state.middle, board.mark, board.mark, board.jokers)


def one_by_one(move: Build) -> Iterable[tuple[str, str]]:
    """Boxes with their payments as they are paid; a floor pair comes at once, so its order is free."""
    ticks = zip(move.boxes, move.payments, strict=False)
    if building_of(move.boxes[0]) == "floor":
        return sorted(ticks, key=lambda tick: (tick[1] != "die", stone_of(tick[1])))
    return ticks


def offers(state: State, seat: int, boxes: tuple[str, ...]) -> tuple[Build, ...]:
    """The ways to tick these boxes that are worth it, best first: the first one is the proposal.

    A die where one lies, else the nearest stone, else a joker. Boxes that do not rest on each other
    may be turned round so that the stones come in order.
    """
    orders = _orders(state, seat, boxes)
    if not orders:
        return ()
    colours = _colours(state.rules.plans[seat], boxes)
    if len(orders) > 1:
        colours = "+".join(colours)
    return tuple(build_of(orders[n], payments) for n, payments in ways(state, seat, colours))


def _orders(state: State, seat: int, boxes: tuple[str, ...]) -> list[tuple[str, ...]]:
    """These boxes as they are ticked, and turned round where that may be too; none against the rules."""
    plan, ticked = state.rules.plans[seat], state.boards[seat].ticked
    orders = dict.fromkeys((boxes, boxes[::-1]))
    if obstacle(plan, ticked, boxes) is not None:
        return []
    return [order for order in orders if obstacle(plan, ticked, order) is None]


def _colours(plan: Plan, boxes: tuple[str, ...]) -> str:
    return "".join(plan.colours[plan.number[box]] for box in boxes if box in plan.number)


def settled(state: State, seat: int, move: Build) -> Build:
    """The move with every payment named; none, where all are to be proposed and nothing is left.

    Boxes without a payment are paid as proposed. Where no way to pay is left, the payments are those
    that ``unpaid`` says most about.
    """
    open_ = len(move.boxes) - len(move.payments)
    payments = move.payments + (PROPOSED,) * open_
    if PROPOSED not in payments:
        return move
    if set(payments) <= {PROPOSED}:
        offered = offers(state, seat, move.boxes)
        return offered[0] if offered else _as_allowed(state, seat, move)
    return _filled(state, seat, build_of(move.boxes, payments))


def _as_allowed(state: State, seat: int, move: Build) -> Build:
    """Boxes against the rules, where the table allows them: paid one after the other."""
    found = ways(state, seat, _colours(state.rules.plans[seat], move.boxes))
    return build_of(move.boxes, found[0][1] if found else ())


def _filled(state: State, seat: int, move: Build) -> Build:
    """Some payments named, the others proposed: box by box, or else in whatever way can be paid.

    Where nothing goes with what is named, a way of which only the named payments are to blame.
    """
    plain = _box_by_box(state, seat, move)
    known = set(move.boxes) <= state.rules.plans[seat].number.keys()
    if len(move.boxes) > ACTION or not known or not any(unpaid(state, seat, plain)):
        return plain
    left_open = {box for box, paid in zip(move.boxes, move.payments, strict=False) if paid == PROPOSED}

    def blame(way: Build) -> tuple[bool, bool]:
        wrong = {objection.box for objection in unpaid(state, seat, way)}
        return bool(wrong & left_open), bool(wrong)

    return min((plain, *sorted(_completions(state, seat, move), key=_worth)), key=blame)


def _box_by_box(state: State, seat: int, move: Build) -> Build:
    """A die that is not spoken for, else the next stone that is not, else a joker."""
    plan, money = state.rules.plans[seat], _money(state, seat)
    ticks = [
        (plan.colours[plan.number[box]], payment)
        for box, payment in zip(move.boxes, move.payments, strict=False)
        if box in plan.number
    ]
    for colour, payment in ticks:
        money = spent(money, colour, payment) if payment == "die" else money
    quarry = _without(plan.quarry, move.payments)
    found = []
    for colour, payment in ticks:
        named = nearest(quarry, colour, money) if payment == PROPOSED else payment
        money = money if payment == "die" else spent(money, colour, named)
        found.append(named)
    return build_of(move.boxes, tuple(found))


def _without(quarry: str, payments: tuple[str, ...]) -> str:
    """The quarry with the stones that are spoken for left blank."""
    named = {stone_of(payment) for payment in payments}
    return "".join(" " if n in named else colour for n, colour in enumerate(quarry, 1))


def _completions(state: State, seat: int, move: Build) -> Iterator[Build]:
    """Every way to name the payments that were left open, the boxes turned round where they may be."""
    plan = state.rules.plans[seat]
    named = dict(zip(move.boxes, move.payments, strict=False))
    unnamed = _without(plan.quarry, move.payments)
    for boxes in _orders(state, seat, move.boxes) or [move.boxes]:
        choices = (
            _anything(plan, box, unnamed) if named[box] == PROPOSED else (named[box],) for box in boxes
        )
        for payments in product(*choices):
            yield build_of(boxes, payments)


def _anything(plan: Plan, box: str, quarry: str) -> tuple[str, ...]:
    """All that could pay for a box at all."""
    colour = plan.colours[plan.number[box]]
    stones = (f"quarry-{n}" for n, other in enumerate(quarry, 1) if other == colour)
    return ("die", *stones, "joker")


def _worth(way: Build) -> tuple[int, int]:
    """The fewest jokers first, then the nearest stones."""
    return way.payments.count("joker"), max(map(stone_of, way.payments))
