"""Paying for boxes: what a seat can pay with, what speaks against it, and payments left to the app.

A seat pays with the dice in the middle, its quarry to the right of the mark, and its jokers. Colours are
written ``RB`` where red must be paid first, ``R+B`` where the order is free, and ``*B`` once a die covers
the red one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from companion.engine.game import RefusalKind
from companion.games.cheops_dice.geometry import Plan, obstacle
from companion.games.cheops_dice.moves import PROPOSED, Build
from companion.games.cheops_dice.parts import ACTION, MOST_STONES, building_of
from companion.games.cheops_dice.state import State

Way = tuple[int, tuple[str, ...]]
"""Payments, and 1 where the two boxes are to be ticked the other way round."""
DIE = "*"


class Cover(dict[str, str]):
    """Which of some colours the dice in the middle pay: a die must be taken where one lies."""

    def __init__(self, middle: str) -> None:
        super().__init__()
        self.middle = middle

    def __missing__(self, colours: str) -> str:
        left, found = self.middle, ""
        for colour in colours:
            covered = colour in left
            found += DIE if covered else colour
            left = left.replace(colour, "", 1) if covered else left
        self[colours] = found
        return found


class PaymentOptions(dict[str, tuple[Way, ...]]):
    """For colours, covered or not: the ways to pay that are worth it, best first.

    The nearest stone is never worse than one farther right. Of two ways with equally many jokers the
    one that leaves more of the quarry is kept, and a joker more only where it saves stones.
    """

    def __init__(self, quarry: str, mark: int, jokers: int) -> None:
        super().__init__()
        self.quarry, self.mark, self.jokers = quarry, mark, jokers

    def __missing__(self, colours: str) -> tuple[Way, ...]:
        one, either, other = colours.partition("+")
        orders = (one + other, other + one) if either else (one,)
        best: dict[int, tuple[int, Way]] = {}
        for turned, order in enumerate(orders):
            for used, mark, payments in _ways(self.quarry, order, self.mark, self.jokers):
                if used not in best or mark < best[used][0]:
                    best[used] = (mark, (turned, payments))
        found, least = [], len(self.quarry) + 1
        for used in sorted(best):
            mark, way = best[used]
            if mark < least:
                found.append(way)
                least = mark
        ways = self[colours] = tuple(found)
        return ways


def _ways(quarry: str, colours: str, mark: int, jokers: int) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """(jokers used, mark afterwards, payments) of paying for the colours one after the other."""
    if not colours:
        yield 0, mark, ()
        return
    colour, rest = colours[0], colours[1:]
    if colour == DIE:
        for used, end, payments in _ways(quarry, rest, mark, jokers):
            yield used, end, ("die", *payments)
        return
    stone = quarry.find(colour, mark) + 1
    if stone:
        for used, end, payments in _ways(quarry, rest, stone, jokers):
            yield used, end, (f"quarry-{stone}", *payments)
    if jokers:
        for used, end, payments in _ways(quarry, rest, mark, jokers - 1):
            yield used + 1, end, ("joker", *payments)


@lru_cache(maxsize=1024)
def dice_cover(middle: str) -> Cover:
    """What these dice cover; every colour asked for is kept."""
    return Cover(middle)


@lru_cache(maxsize=2048)
def payment_options(quarry: str, mark: int, jokers: int) -> PaymentOptions:
    """The purse after the last stone crossed (0: none) with jokers left; answers are kept."""
    return PaymentOptions(quarry, mark, jokers)


_STONES = {f"quarry-{place}": place for place in range(1, MOST_STONES + 1)}


def stone_number(payment: str) -> int:
    """The place in the quarry a payment names; 0 for a die, a joker or anything else."""
    return _STONES.get(payment, 0)


class Funds(NamedTuple):
    """What is left of a purse in the middle of an action."""

    middle: str
    passed: int
    """The mark before the action: stones up to here are lost to it."""
    mark: int
    """The last stone crossed, by this action or before."""
    jokers: int


CANNOT_PAY = RefusalKind("cheops_dice.cannot_pay", "pay")
NO_SUCH_PAYMENT = RefusalKind("cheops_dice.no_such_payment", "pay")
NO_SUCH_DIE = RefusalKind("cheops_dice.no_such_die", "pay", overridable=True)
TAKE_THE_DIE = RefusalKind("cheops_dice.take_the_die", "pay", overridable=True)
NO_JOKER = RefusalKind("cheops_dice.no_joker", "pay")
STONE_PASSED = RefusalKind("cheops_dice.stone_passed", "quarry", overridable=True)
WRONG_COLOUR = RefusalKind("cheops_dice.wrong_colour", "quarry", overridable=True)
STONES_IN_ORDER = RefusalKind("cheops_dice.stones_in_order", "quarry", overridable=True)


def payment_refusals(quarry: str, colour: str, payment: str, money: Funds) -> Iterator[RefusalKind]:
    """All that speaks against paying for a box so: the whole paying rule."""
    stone = stone_number(payment)
    if payment == "die":
        if colour not in money.middle:
            yield NO_SUCH_DIE
        return
    if payment == PROPOSED:
        yield CANNOT_PAY
        return
    if payment != "joker" and not 1 <= stone <= len(quarry):
        yield NO_SUCH_PAYMENT
        return
    if colour in money.middle:
        yield TAKE_THE_DIE
    if payment == "joker":
        if money.jokers <= 0:
            yield NO_JOKER
        return
    passed = stone <= money.passed or stone == money.mark
    if passed:
        yield STONE_PASSED
    if quarry[stone - 1] != colour:
        yield WRONG_COLOUR
    if stone < money.mark and not passed:
        yield STONES_IN_ORDER


def spend(money: Funds, colour: str, payment: str) -> Funds:
    """What is left after a payment."""
    if payment == "die":
        middle = money.middle.replace(colour, "", 1)
        return Funds(middle, money.passed, money.mark, money.jokers)
    if payment == "joker":
        return Funds(money.middle, money.passed, money.mark, money.jokers - 1)
    return Funds(money.middle, money.passed, max(money.mark, stone_number(payment)), money.jokers)


def propose_payment(quarry: str, colour: str, money: Funds) -> str:
    """The proposal for one box: a die, else the nearest stone, else a joker; none: it stays open."""
    if colour in money.middle:
        return "die"
    stone = quarry.find(colour, money.mark) + 1
    if stone:
        return f"quarry-{stone}"
    return "joker" if money.jokers > 0 else PROPOSED


def ways_to_pay(state: State, seat: int, colours: str) -> tuple[Way, ...]:
    """The ways in which a seat can pay for colours now, best first."""
    board = state.boards[seat]
    money = payment_options(state.rules.plans[seat].quarry, board.mark, board.jokers)
    return money[dice_cover(state.middle)[colours]]


@lru_cache(maxsize=1 << 16)
def make_build(boxes: tuple[str, ...], payments: tuple[str, ...]) -> Build:
    """Boxes with their payments."""
    return Build(boxes, payments)


class PaymentFault(NamedTuple):
    """A payment that the paying rule does not let through."""

    why: RefusalKind
    box: str
    colour: str
    payment: str
    mark: int
    """The last stone crossed when this box is paid."""


def find_payment_faults(state: State, seat: int, move: Build) -> Iterator[PaymentFault]:
    """What speaks against paying like this, box by box. Every box must be on the sheet."""
    plan, money = state.rules.plans[seat], _money(state, seat)
    for box, payment in single_payments(move):
        colour = plan.colours[plan.number[box]]
        for why in payment_refusals(plan.quarry, colour, payment, money):
            yield PaymentFault(why, box, colour, payment, money.mark)
        money = spend(money, colour, payment)


def _money(state: State, seat: int) -> Funds:
    board = state.boards[seat]
    return Funds(state.middle, board.mark, board.mark, board.jokers)


def single_payments(move: Build) -> Iterable[tuple[str, str]]:
    """Boxes with their payments as they are paid; a floor pair comes at once, so its order is free."""
    ticks = zip(move.boxes, move.payments, strict=False)
    if building_of(move.boxes[0]) == "floor":
        return sorted(ticks, key=lambda tick: (tick[1] != "die", stone_number(tick[1])))
    return ticks


def payment_offers(state: State, seat: int, boxes: tuple[str, ...]) -> tuple[Build, ...]:
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
    return tuple(make_build(orders[n], payments) for n, payments in ways_to_pay(state, seat, colours))


def _orders(state: State, seat: int, boxes: tuple[str, ...]) -> list[tuple[str, ...]]:
    """These boxes as they are ticked, and turned round where that may be too; none against the rules."""
    plan, ticked = state.rules.plans[seat], state.boards[seat].ticked
    orders = dict.fromkeys((boxes, boxes[::-1]))
    if obstacle(plan, ticked, boxes) is not None:
        return []
    return [order for order in orders if obstacle(plan, ticked, order) is None]


def _colours(plan: Plan, boxes: tuple[str, ...]) -> str:
    return "".join(plan.colours[plan.number[box]] for box in boxes if box in plan.number)


def fill_in_payments(state: State, seat: int, move: Build) -> Build:
    """The move with every payment named; none, where all are to be proposed and nothing is left.

    Boxes without a payment are paid as proposed. Where no way to pay is left, the payments are those
    that ``find_payment_faults`` says most about.
    """
    open_ = len(move.boxes) - len(move.payments)
    payments = move.payments + (PROPOSED,) * open_
    if PROPOSED not in payments:
        return move
    if set(payments) <= {PROPOSED}:
        offered = payment_offers(state, seat, move.boxes)
        return offered[0] if offered else _as_allowed(state, seat, move)
    return _filled(state, seat, make_build(move.boxes, payments))


def _as_allowed(state: State, seat: int, move: Build) -> Build:
    """Boxes against the rules, where the table allows them: paid one after the other."""
    found = ways_to_pay(state, seat, _colours(state.rules.plans[seat], move.boxes))
    return make_build(move.boxes, found[0][1] if found else ())


def _filled(state: State, seat: int, move: Build) -> Build:
    """Some payments named, the others proposed: box by box, or else in whatever way can be paid.

    Where nothing goes with what is named, a way of which only the named payments are to blame.
    """
    plain = _box_by_box(state, seat, move)
    known = set(move.boxes) <= state.rules.plans[seat].number.keys()
    if len(move.boxes) > ACTION or not known or not any(find_payment_faults(state, seat, plain)):
        return plain
    left_open = {box for box, paid in zip(move.boxes, move.payments, strict=False) if paid == PROPOSED}

    def blame(way: Build) -> tuple[bool, bool]:
        wrong = {objection.box for objection in find_payment_faults(state, seat, way)}
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
        money = spend(money, colour, payment) if payment == "die" else money
    quarry = _without(plan.quarry, move.payments)
    found = []
    for colour, payment in ticks:
        named = propose_payment(quarry, colour, money) if payment == PROPOSED else payment
        money = money if payment == "die" else spend(money, colour, named)
        found.append(named)
    return make_build(move.boxes, tuple(found))


def _without(quarry: str, payments: tuple[str, ...]) -> str:
    """The quarry with the stones that are spoken for left blank."""
    named = {stone_number(payment) for payment in payments}
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
            yield make_build(boxes, payments)


def _anything(plan: Plan, box: str, quarry: str) -> tuple[str, ...]:
    """All that could pay for a box at all."""
    colour = plan.colours[plan.number[box]]
    stones = (f"quarry-{n}" for n, other in enumerate(quarry, 1) if other == colour)
    return ("die", *stones, "joker")


def _worth(way: Build) -> tuple[int, int]:
    """The fewest jokers first, then the nearest stones."""
    return way.payments.count("joker"), max(map(stone_number, way.payments))
