"""The referee of Cheops, in the rulebook's order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import combinations_with_replacement

from companion.engine.game import Awaiting, Ending, Move, Refusal, RefusalKind, most_binding
from companion.engine.json_data import replace
from companion.engine.words import NumberedPlace, Seat, Term
from companion.games.cheops_dice.geometry import (
    Plan,
    boxes_to_mask,
    finished_buildings,
    is_fillable,
    isolated_boxes,
    mask_to_boxes,
    obstacles,
    tickable_choices,
)
from companion.games.cheops_dice.moves import Build, Pass, Roll, Stop
from companion.games.cheops_dice.parts import COLOURS, LETTERS, TO_END
from companion.games.cheops_dice.payment import (
    CANNOT_PAY,
    NO_SUCH_DIE,
    TAKE_THE_DIE,
    PaymentFault,
    dice_cover,
    fill_in_payments,
    find_payment_faults,
    make_build,
    payment_offers,
    payment_options,
    stone_number,
)
from companion.games.cheops_dice.state import Board, Rules, State, all_seats, awaits_roll, seats_due

ALREADY_PLAYED = RefusalKind("cheops_dice.already_played", "turn")
NOT_YET = RefusalKind("cheops_dice.not_yet", "turn")
DICE_COUNT = RefusalKind("cheops_dice.dice_count", "turn")
PAYMENTS_COUNT = RefusalKind("cheops_dice.payments_count", "pay")
LEAVES_ALONE = RefusalKind("cheops_dice.leaves_alone", "floor", overridable=True)
LEAVES_UNFILLABLE = RefusalKind("cheops_dice.leaves_unfillable", "floor", overridable=True)
NEARER_STONE = RefusalKind("cheops_dice.nearer_stone", "quarry", overridable=True)


def awaiting(state: State) -> Awaiting:
    """The active seat's roll and action; then all other seats' actions, in any order."""
    rules = state.rules
    return _awaiting(rules.seats, state.active, state.acted, rules.strict_order)


@lru_cache(maxsize=256)
def _awaiting(seats: int, active: int, acted: int, strict: bool) -> Awaiting:
    """Seats that are not due may ask too: they are told why they have to wait."""
    rest = tuple(seat for seat in range(seats) if seat != active)
    if acted == all_seats(seats):
        return Awaiting((active,), (Roll, Stop), "cheops_dice.roll", {"seat": Seat(active)}, rest)
    now = seats_due(seats, active, acted, strict)
    rest = tuple(seat for seat in range(seats) if seat not in now)
    prompt = "cheops_dice.others" if acted else "cheops_dice.active"
    values = {"seat": Seat(active), "seats": tuple(map(Seat, now))}
    return Awaiting(now, (Build, Pass), prompt, values, rest)


def ending(state: State) -> Ending | None:
    """The round in which a second building was finished is over, or the table agreed to stop."""
    if not state.ended:
        return None
    seats = tuple(map(Seat, seats_with_two_buildings(state.rules, state.boards)))
    return Ending(state.ended, "end", {"seats": seats, "count": len(seats)})


def seats_with_two_buildings(rules: Rules, boards: tuple[Board, ...]) -> tuple[int, ...]:
    """Seats that have finished two buildings."""
    return tuple(
        seat
        for seat, board in enumerate(boards)
        if len(finished_buildings(rules.plans[seat], board.ticked)) >= TO_END
    )


def check(state: State, seat: int, move: Move) -> Refusal | None:
    """The first reason against a move, or None."""
    if isinstance(move, Stop):
        return None
    if isinstance(move, Roll):
        return _check_roll(state, seat, move)
    rules = state.rules
    if state.acted >> seat & 1:
        return ALREADY_PLAYED({"seat": Seat(seat)})
    now = seats_due(rules.seats, state.active, state.acted, rules.strict_order)
    if seat not in now:
        return NOT_YET({"seat": Seat(seat), "who": Seat(now[0])})
    if isinstance(move, Pass):
        return None
    return most_binding(_against_build(state, seat, move))


def _against_build(state: State, seat: int, move: Build) -> Iterator[Refusal | None]:
    yield from _against_boxes(state, seat, move)
    yield from _against_payments(state, seat, move)


def _check_roll(state: State, seat: int, move: Roll) -> Refusal | None:
    if seat != state.active:
        return NOT_YET({"seat": Seat(seat), "who": Seat(state.active)})
    count = state.rules.dice
    if len(move.dice) != count:
        return DICE_COUNT({"count": count, "given": len(move.dice)}, ("dice",))
    return None


def board_ids(seat: int, *at: str) -> tuple[str, ...]:
    """The ids of boxes, stones and jokers of a seat's sheet on the page."""
    return tuple(f"box-{seat}-{name}" for name in at)


def _against_boxes(state: State, seat: int, move: Build) -> Iterator[Refusal]:
    for fault in obstacles(state.rules.plans[seat], state.boards[seat].ticked, move.boxes):
        yield fault.why({"box": NumberedPlace(fault.box)}, board_ids(seat, *fault.at))


def _against_payments(state: State, seat: int, move: Build) -> Iterator[Refusal]:
    """Every box takes a die where one lies, else a stone to the right of the last, or a joker."""
    move = fill_in_payments(state, seat, move)
    if not move.payments:
        at = board_ids(seat, *move.boxes)
        values = {"boxes": tuple(map(NumberedPlace, move.boxes))}
        yield CANNOT_PAY(values, at)
    if len(move.payments) > len(move.boxes):
        yield PAYMENTS_COUNT()
    for objection in find_payment_faults(state, seat, move):
        yield _refused(seat, objection)


def _refused(seat: int, objection: PaymentFault) -> Refusal:
    why, box, colour, payment, mark = objection
    values = {
        "box": NumberedPlace(box), "boxes": (NumberedPlace(box),), "colour": Term(COLOURS[colour]),
        "payment": NumberedPlace(payment), "stone": stone_number(payment), "mark": mark,
    }  # fmt: skip
    at = board_ids(seat, box)
    if why in (NO_SUCH_DIE, TAKE_THE_DIE):
        at = ("dice", *at)
    elif why.rule == "quarry":
        at = (*board_ids(seat, payment), *at)
    return why(values, at)


def apply(state: State, seat: int, move: Move) -> State:
    """The table after a move."""
    if isinstance(move, Build):
        return _built(state, seat, fill_in_payments(state, seat, move))
    if isinstance(move, Pass):
        return _acted(state, seat, state.boards, state.middle)
    if isinstance(move, Stop):
        return replace(state, ended="cheops_dice.stopped")
    rolled = "".join(sorted((LETTERS[colour] for colour in move.dice), key=_PALETTE.index))
    return State(state.rules, state.boards, state.active, state.round, 0, state.open, rolled, rolled)


_PALETTE = "".join(COLOURS)


def _built(state: State, seat: int, move: Build) -> State:
    """Tick, pay, win. Dice taken by the active seat stay with it, all others go back at once."""
    plan, board = state.rules.plans[seat], state.boards[seat]
    ticked, crossed, jokers, middle = board.ticked, board.crossed, board.jokers, state.middle
    for box in move.boxes:
        ticked |= 1 << plan.number[box] if box in plan.number else 0
    for box, payment in zip(move.boxes, move.payments, strict=False):
        if payment == "joker":
            jokers = max(0, jokers - 1)
        elif payment != "die":
            stone = stone_number(payment)
            crossed |= 1 << stone - 1 if 0 < stone <= len(plan.quarry) else 0
        elif seat == state.active and box in plan.number:
            middle = middle.replace(plan.colours[plan.number[box]], "", 1)
    changed = Board(ticked, crossed, jokers, bonuses_won(plan, board, ticked, state.open))
    return _acted(state, seat, (*state.boards[:seat], changed, *state.boards[seat + 1 :]), middle)


def bonuses_won(plan: Plan, board: Board, ticked: int, open_: int) -> int:
    """A board's bonuses once these boxes are ticked: also the open ones whose boxes then all are."""
    if not (ticked ^ board.ticked) & plan.carrying:
        return board.won
    return board.won | _completed(plan, ticked) & open_


def _completed(plan: Plan, ticked: int) -> int:
    """Bonuses whose boxes are all ticked; those that were so before are won or no longer open."""
    found = 0
    for index, mask in enumerate(plan.symbols):
        if not mask & ~ticked:
            found |= 1 << index
    return found


def _acted(state: State, seat: int, boards: tuple[Board, ...], middle: str) -> State:
    """The last action of a round closes the bonuses won in it; a second finished building ends all."""
    rules, acted = state.rules, state.acted | 1 << seat
    active, number, open_, ended = state.active, state.round, state.open, ""
    if acted == all_seats(rules.seats):
        for board in boards:
            open_ &= ~board.won
        if seats_with_two_buildings(rules, boards):
            ended = "cheops_dice.finished"
        else:
            active, number = (active + 1) % rules.seats, number + 1
    last = (seat, boards[seat].ticked ^ state.boards[seat].ticked)
    return State(rules, boards, active, number, acted, open_, state.rolled, middle, ended, last)


def candidates(state: State, seat: int) -> Iterable[Move]:
    """Complete turns: every box or pair of boxes that may be ticked, with every way to pay worth it.

    Left out are only ways that leave less than another for the same boxes (see ``PaymentOptions``), and
    stopping, which is the table's decision.
    """
    if awaits_roll(state):
        return _rolls(state.rules.dice) if seat == state.active else ()
    rules = state.rules
    if seat not in seats_due(rules.seats, state.active, state.acted, rules.strict_order):
        return ()
    plan, board = rules.plans[seat], state.boards[seat]
    options, cover = payment_options(plan.quarry, board.mark, board.jokers), dice_cover(state.middle)
    found: list[Move] = [Pass()]
    for orders, colours in tickable_choices(plan, board.ticked):
        for turned, payments in options[cover[colours]]:
            found.append(make_build(orders[turned], payments))
    return found


@cache
def _rolls(count: int) -> tuple[Roll, ...]:
    """Every roll, each in one order of the dice."""
    return tuple(Roll(dice) for dice in combinations_with_replacement(COLOURS.values(), count))


def warnings(state: State, seat: int, move: Move) -> tuple[Refusal, ...]:
    """What is allowed but worth a word before it is entered."""
    if not isinstance(move, Build) or check(state, seat, move) is not None:
        return ()
    move = fill_in_payments(state, seat, move)
    return (*_floor_warnings(state, seat, move), *_stone_warnings(state, seat, move))


def _floor_warnings(state: State, seat: int, move: Build) -> Iterable[Refusal]:
    """A pair that leaves a box alone, or a rest that pairs can no longer fill."""
    plan, before = state.rules.plans[seat], state.boards[seat].ticked
    after = before | boxes_to_mask(plan.number, move.boxes)
    lonely = mask_to_boxes(plan, isolated_boxes(plan, after) & ~isolated_boxes(plan, before))
    if lonely:
        values = {"boxes": tuple(map(NumberedPlace, lonely))}
        at = board_ids(seat, *lonely)
        yield LEAVES_ALONE(values, at)
    elif is_fillable(plan, before) and not is_fillable(plan, after):
        yield LEAVES_UNFILLABLE(at=board_ids(seat, *move.boxes))


def _stone_warnings(state: State, seat: int, move: Build) -> Iterable[Refusal]:
    """Stones farther right than need be: those skipped are lost."""
    offered = [m for m in payment_offers(state, seat, move.boxes) if _jokers(m) == _jokers(move)]
    last = max(map(stone_number, move.payments), default=0)
    if offered and last > (nearest := max(map(stone_number, offered[0].payments))):
        values = {"stone": last, "nearest": nearest}
        at = board_ids(seat, f"quarry-{nearest}", f"quarry-{last}")
        yield NEARER_STONE(values, at)


def _jokers(move: Build) -> int:
    return move.payments.count("joker")
