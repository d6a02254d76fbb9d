"""Payments for boxes: how a seat can pay, why a payment is refused, and which payments the app proposes.

A seat pays with the dice in the middle, with quarry stones to the right of its last crossed one, and with
jokers. The colours to pay are written ``RB`` if red must be paid first, ``R+B`` if the order does not
matter, and ``*B`` if a die pays for the red box.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from companion.engine.game import RefusalKind
from companion.games.cheops_dice.geometry import Plan, find_building_faults
from companion.games.cheops_dice.moves import PROPOSED_PAYMENT, Build
from companion.games.cheops_dice.parts import MAX_BOXES_PER_ACTION, MAX_QUARRY_STONES, get_building
from companion.games.cheops_dice.state import State

WayToPay = tuple[int, tuple[str, ...]]
"""A pair: 1 if the two boxes are ticked in reverse order, otherwise 0; and the payments in this order."""
DIE_PAYS_CODE = "*"
"""Stands in place of a colour for which a die pays."""


@lru_cache(maxsize=1 << 13)
def mark_dice_payments(middle: str, colours: str) -> str:
    """Return the colours to pay, with ``*`` for each box for which a die in the middle pays.

    A seat must pay with a die if it can.

    >>> mark_dice_payments("RB", "R+G")
    '*+G'
    """
    marked = ""
    for colour in colours:
        marked += DIE_PAYS_CODE if colour in middle else colour
        middle = middle.replace(colour, "", 1)
    return marked


@lru_cache(maxsize=1 << 15)
def list_ways_to_pay(quarry: str, last_stone: int, jokers: int, colours: str) -> tuple[WayToPay, ...]:
    """Return the useful ways to pay these colours (with ``*`` for dice), best first.

    Crossing a stone loses all stones to its left. For each number of jokers, only the way that loses the
    fewest stones is useful, unless a way with fewer jokers loses at most as many. ``quarry``
    has the letters of the stones' colours, ``last_stone`` is the position of the last crossed one or 0.
    """
    first, separator, second = colours.partition("+")
    orders = (first + second, second + first) if separator else (first,)
    best: dict[int, tuple[int, WayToPay]] = {}
    for order_index, order in enumerate(orders):
        for used, end, payments in _iter_payments(quarry, order, last_stone, jokers):
            if used not in best or end < best[used][0]:
                best[used] = (end, (order_index, payments))
    ways, best_end = [], len(quarry) + 1
    for used in sorted(best):
        end, way = best[used]
        if end < best_end:
            ways.append(way)
            best_end = end
    return tuple(ways)


def _iter_payments(
    quarry: str, colours: str, last_stone: int, jokers: int
) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """Yield (jokers used, last crossed stone, payments) for each way to pay the colours in this order.

    ``last_stone`` is the position of the last stone crossed before, or 0. ``jokers`` are the jokers left.
    """
    if not colours:
        yield 0, last_stone, ()
        return
    colour, rest = colours[0], colours[1:]
    if colour == DIE_PAYS_CODE:
        for used, end, payments in _iter_payments(quarry, rest, last_stone, jokers):
            yield used, end, ("die", *payments)
        return
    stone = quarry.find(colour, last_stone) + 1
    if stone:
        for used, end, payments in _iter_payments(quarry, rest, stone, jokers):
            yield used, end, (f"quarry-{stone}", *payments)
    if jokers:
        for used, end, payments in _iter_payments(quarry, rest, last_stone, jokers - 1):
            yield used + 1, end, ("joker", *payments)


_POSITION_BY_PAYMENT = {f"quarry-{place}": place for place in range(1, MAX_QUARRY_STONES + 1)}


def get_quarry_position(payment: str) -> int:
    """Return the position of the quarry stone in a payment, from 1 at the left. 0 for a die or joker."""
    return _POSITION_BY_PAYMENT.get(payment, 0)


class Funds(NamedTuple):
    """The dice, stones and jokers with which a seat can pay at one moment of its action."""

    middle: str
    passed: int
    """The last stone that was crossed before the action. This stone and those to its left are lost."""
    last_stone: int
    """The last stone that is crossed so far, including stones of this action."""
    jokers: int


CANNOT_PAY_REFUSAL = RefusalKind("cheops_dice.cannot_pay", "pay")
NO_SUCH_PAYMENT_REFUSAL = RefusalKind("cheops_dice.no_such_payment", "pay")
NO_SUCH_DIE_REFUSAL = RefusalKind("cheops_dice.no_such_die", "pay", overridable=True)
TAKE_THE_DIE_REFUSAL = RefusalKind("cheops_dice.take_the_die", "pay", overridable=True)
NO_JOKER_REFUSAL = RefusalKind("cheops_dice.no_joker", "pay")
STONE_PASSED_REFUSAL = RefusalKind("cheops_dice.stone_passed", "quarry", overridable=True)
WRONG_COLOUR_REFUSAL = RefusalKind("cheops_dice.wrong_colour", "quarry", overridable=True)
STONES_IN_ORDER_REFUSAL = RefusalKind("cheops_dice.stones_in_order", "quarry", overridable=True)


def iter_payment_refusals(quarry: str, colour: str, payment: str, funds: Funds) -> Iterator[RefusalKind]:
    """Yield every reason against this payment (a ``PaymentName``) for a box of this colour.

    ``quarry`` has the letters of the stones' colours. ``funds`` is what the seat has before the payment.
    """
    stone = get_quarry_position(payment)
    if payment == "die":
        if colour not in funds.middle:
            yield NO_SUCH_DIE_REFUSAL
        return
    if payment == PROPOSED_PAYMENT:
        yield CANNOT_PAY_REFUSAL
        return
    if payment != "joker" and not 1 <= stone <= len(quarry):
        yield NO_SUCH_PAYMENT_REFUSAL
        return
    if colour in funds.middle:
        yield TAKE_THE_DIE_REFUSAL
    if payment == "joker":
        if funds.jokers <= 0:
            yield NO_JOKER_REFUSAL
        return
    passed = stone <= funds.passed or stone == funds.last_stone
    if passed:
        yield STONE_PASSED_REFUSAL
    if quarry[stone - 1] != colour:
        yield WRONG_COLOUR_REFUSAL
    if stone < funds.last_stone and not passed:
        yield STONES_IN_ORDER_REFUSAL


def spend_payment(funds: Funds, colour: str, payment: str) -> Funds:
    """Return the funds after this payment for a box of this colour."""
    if payment == "die":
        return funds._replace(middle=funds.middle.replace(colour, "", 1))
    if payment == "joker":
        return funds._replace(jokers=funds.jokers - 1)
    return funds._replace(last_stone=max(funds.last_stone, get_quarry_position(payment)))


def propose_payment(quarry: str, colour: str, funds: Funds) -> str:
    """Return the best payment for a box of this colour: a die, else the first stone to the right of the
    last crossed one, else a joker. If the seat has none of these, return ``PROPOSED_PAYMENT``, which stands
    for a missing payment."""
    if colour in funds.middle:
        return "die"
    stone = quarry.find(colour, funds.last_stone) + 1
    if stone:
        return f"quarry-{stone}"
    return "joker" if funds.jokers > 0 else PROPOSED_PAYMENT


def find_useful_payments(state: State, seat: int, colours: str) -> tuple[WayToPay, ...]:
    """Return the useful ways in which a seat can now pay for these colours (``R+B``), best first."""
    board, quarry = state.boards[seat], state.rules.plans[seat].quarry
    to_pay = mark_dice_payments(state.middle, colours)
    return list_ways_to_pay(quarry, board.last_stone, board.jokers, to_pay)


@lru_cache(maxsize=1 << 16)
def make_build(boxes: tuple[str, ...], payments: tuple[str, ...]) -> Build:
    """Return the move that ticks these boxes with these payments. Results are cached."""
    return Build(boxes, payments)


class PaymentFault(NamedTuple):
    """A refused payment: the kind of refusal, the box and its colour, and the payment."""

    reason: RefusalKind
    box: str
    colour: str
    payment: str
    last_stone: int
    """The last stone that was crossed before this payment."""


def find_payment_faults(state: State, seat: int, move: Build) -> Iterator[PaymentFault]:
    """Yield every reason against the payments of a move, box by box. All boxes must be on the page."""
    plan, funds = state.rules.plans[seat], _get_funds(state, seat)
    for box, payment in list_single_payments(move):
        colour = plan.colours[plan.number[box]]
        for reason in iter_payment_refusals(plan.quarry, colour, payment, funds):
            yield PaymentFault(reason, box, colour, payment, funds.last_stone)
        funds = spend_payment(funds, colour, payment)


def _get_funds(state: State, seat: int) -> Funds:
    board = state.boards[seat]
    return Funds(state.middle, board.last_stone, board.last_stone, board.jokers)


def list_single_payments(move: Build) -> Iterable[tuple[str, str]]:
    """Return the (box, payment) pairs in the order of paying. For a floor pair, dice come first, then
    jokers, then stones from the left."""
    ticks = zip(move.boxes, move.payments, strict=False)
    if get_building(move.boxes[0]) == "floor":
        return sorted(ticks, key=lambda tick: (tick[1] != "die", get_quarry_position(tick[1])))
    return ticks


def find_payment_offers(state: State, seat: int, boxes: tuple[str, ...]) -> tuple[Build, ...]:
    """Return a move for each useful way to pay for these boxes, best first. The app proposes the first one.

    A move may tick the two boxes in reverse order if the rules allow both orders. The result is empty if
    the boxes break a building rule or the seat cannot pay for them.
    """
    orders = _find_legal_orders(state, seat, boxes)
    if not orders:
        return ()
    colours = _get_colours_to_pay(state.rules.plans[seat], boxes)
    ways = find_useful_payments(state, seat, "+".join(colours) if len(orders) > 1 else colours)
    return tuple(make_build(orders[n], payments) for n, payments in ways)


def _find_legal_orders(state: State, seat: int, boxes: tuple[str, ...]) -> list[tuple[str, ...]]:
    plan, ticked = state.rules.plans[seat], state.boards[seat].ticked
    orders = dict.fromkeys((boxes, boxes[::-1]))
    if find_building_faults(plan, ticked, boxes):
        return []
    return [order for order in orders if not find_building_faults(plan, ticked, order)]


def _get_colours_to_pay(plan: Plan, boxes: tuple[str, ...]) -> str:
    return "".join(plan.colours[plan.number[box]] for box in boxes if box in plan.number)


def fill_in_payments(state: State, seat: int, move: Build) -> Build:
    """Return the move with a payment for every box: the app proposes those that are missing.

    If all are missing and the seat cannot pay, the move gets no payments. If a given payment is illegal,
    the app still proposes legal ones for the other boxes, if possible.
    """
    missing = len(move.boxes) - len(move.payments)
    payments = move.payments + (PROPOSED_PAYMENT,) * missing
    if PROPOSED_PAYMENT not in payments:
        return move
    if set(payments) <= {PROPOSED_PAYMENT}:
        if offers := find_payment_offers(state, seat, move.boxes):
            return offers[0]
        colours = _get_colours_to_pay(state.rules.plans[seat], move.boxes)
        ways = find_useful_payments(state, seat, colours)  # a ruling may allow the build
        return make_build(move.boxes, ways[0][1] if ways else ())
    return _complete_payments(state, seat, make_build(move.boxes, payments))


def _complete_payments(state: State, seat: int, move: Build) -> Build:
    """Return the move with its missing payments filled in, legal if possible.

    If a given payment is illegal, those that are filled in are still legal, if possible.
    """
    simple = _complete_payments_box_by_box(state, seat, move)
    has_invalid_boxes = (
        len(move.boxes) > MAX_BOXES_PER_ACTION
        or not set(move.boxes) <= state.rules.plans[seat].number.keys()
    )
    if has_invalid_boxes or not any(find_payment_faults(state, seat, simple)):
        return simple
    ticks = zip(move.boxes, move.payments, strict=False)
    open_boxes = {box for box, payment in ticks if payment == PROPOSED_PAYMENT}

    def get_fault_key(build: Build) -> tuple[bool, bool]:
        boxes = {fault.box for fault in find_payment_faults(state, seat, build)}
        return bool(boxes & open_boxes), bool(boxes)

    def get_cost_key(build: Build) -> tuple[int, int]:
        return build.payments.count("joker"), max(map(get_quarry_position, build.payments))

    others = sorted(_iter_completed_moves(state, seat, move), key=get_cost_key)
    return min((simple, *others), key=get_fault_key)


def _complete_payments_box_by_box(state: State, seat: int, move: Build) -> Build:
    plan, funds = state.rules.plans[seat], _get_funds(state, seat)
    ticks = [
        (plan.colours[plan.number[box]], payment)
        for box, payment in zip(move.boxes, move.payments, strict=False)
        if box in plan.number
    ]
    for colour, payment in ticks:
        funds = spend_payment(funds, colour, payment) if payment == "die" else funds
    quarry = _blank_out_stones(plan.quarry, move.payments)
    payments = []
    for colour, payment in ticks:
        filled = propose_payment(quarry, colour, funds) if payment == PROPOSED_PAYMENT else payment
        funds = funds if payment == "die" else spend_payment(funds, colour, filled)
        payments.append(filled)
    return make_build(move.boxes, tuple(payments))


def _blank_out_stones(quarry: str, payments: tuple[str, ...]) -> str:
    """Return the colours of the quarry, with a blank for each stone that is among these payments."""
    numbers = {get_quarry_position(payment) for payment in payments}
    return "".join(" " if n in numbers else colour for n, colour in enumerate(quarry, 1))


def _iter_completed_moves(state: State, seat: int, move: Build) -> Iterator[Build]:
    """Yield the move with every combination of its missing payments, in each legal order of its boxes."""
    plan = state.rules.plans[seat]
    given = dict(zip(move.boxes, move.payments, strict=False))
    quarry = _blank_out_stones(plan.quarry, move.payments)
    for boxes in _find_legal_orders(state, seat, move.boxes) or [move.boxes]:
        choices = []
        for box in boxes:
            colour = plan.colours[plan.number[box]]
            stones = (f"quarry-{n}" for n, other in enumerate(quarry, 1) if other == colour)
            is_open = given[box] == PROPOSED_PAYMENT
            choices.append(("die", *stones, "joker") if is_open else (given[box],))
        for payments in product(*choices):
            yield make_build(boxes, payments)
