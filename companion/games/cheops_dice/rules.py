"""The rules of Cheops, in the order of the rulebook."""

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import combinations_with_replacement

from companion.engine.game import Awaiting, Ending, Move, Refusal, RefusalKind, choose_most_binding
from companion.engine.json_data import replace
from companion.engine.tuples import replace_item
from companion.engine.words import NumberedPlace, Seat, Term
from companion.games.cheops_dice.geometry import (
    BoxMask,
    Plan,
    boxes_to_mask,
    can_fill_floor,
    find_building_faults,
    find_finished_buildings,
    find_untickable_floor_boxes,
    iter_tickable_choices,
    mask_to_boxes,
)
from companion.games.cheops_dice.moves import Build, Pass, Roll, Stop
from companion.games.cheops_dice.parts import BUILDING_COUNT_TO_END, COLOUR_BY_LETTER, LETTER_BY_COLOUR
from companion.games.cheops_dice.payment import (
    CANNOT_PAY_REFUSAL,
    NO_SUCH_DIE_REFUSAL,
    TAKE_THE_DIE_REFUSAL,
    PaymentFault,
    fill_in_payments,
    find_payment_faults,
    find_payment_offers,
    get_quarry_position,
    list_ways_to_pay,
    make_build,
    mark_dice_payments,
)
from companion.games.cheops_dice.state import (
    Board,
    Rules,
    State,
    awaits_roll,
    find_seats_due,
    make_all_seats_mask,
)

NOT_YOUR_TURN_REFUSAL = RefusalKind("cheops_dice.not_yet", "turn")


def awaiting(state: State) -> Awaiting:
    """Return the seats that must enter something: the active seat for its roll and its action, then the
    other seats for their actions."""
    rules = state.rules
    return _make_awaiting(rules.seats, state.active, state.acted, rules.strict_order)


@lru_cache(maxsize=256)
def _make_awaiting(seats: int, active: int, acted: int, strict: bool) -> Awaiting:
    # All other seats are optional, so that the refusal of their moves gives this game's reason.
    others = tuple(seat for seat in range(seats) if seat != active)
    if acted == make_all_seats_mask(seats):
        return Awaiting((active,), (Roll, Stop), "cheops_dice.roll", {"seat": Seat(active)}, others)
    due = find_seats_due(seats, active, acted, strict)
    others = tuple(seat for seat in range(seats) if seat not in due)
    prompt = "cheops_dice.others" if acted else "cheops_dice.active"
    values = {"seat": Seat(active), "seats": tuple(map(Seat, due))}
    return Awaiting(due, (Build, Pass), prompt, values, others)


def ending(state: State) -> Ending | None:
    """Return the ending, or None while the game goes on. The game ends after a round in which a seat has
    finished its second building, or if the players agree to stop."""
    if not state.ended:
        return None
    seats = tuple(map(Seat, find_seats_with_two_buildings(state.rules, state.boards)))
    return Ending(state.ended, "end", {"seats": seats, "count": len(seats)})


def find_seats_with_two_buildings(rules: Rules, boards: tuple[Board, ...]) -> tuple[int, ...]:
    """Return the seats that have finished two buildings."""
    return tuple(
        seat
        for seat, board in enumerate(boards)
        if len(find_finished_buildings(rules.plans[seat], board.ticked)) >= BUILDING_COUNT_TO_END
    )


def check(state: State, seat: int, move: Move) -> Refusal | None:
    """Return the refusal of a move, or None if the move is legal."""
    if isinstance(move, Stop):
        return None
    if isinstance(move, Roll):
        return _check_roll(state, seat, move)
    rules = state.rules
    if state.acted >> seat & 1:
        return Refusal("cheops_dice.already_played", "turn", {"seat": Seat(seat)})
    due = find_seats_due(rules.seats, state.active, state.acted, rules.strict_order)
    if seat not in due:
        return NOT_YOUR_TURN_REFUSAL({"seat": Seat(seat), "who": Seat(due[0])})
    if isinstance(move, Pass):
        return None
    return choose_most_binding(_iter_build_refusals(state, seat, move))


def _iter_build_refusals(state: State, seat: int, move: Build) -> Iterator[Refusal | None]:
    for fault in find_building_faults(state.rules.plans[seat], state.boards[seat].ticked, move.boxes):
        yield fault.why({"box": NumberedPlace(fault.box)}, make_element_ids(seat, *fault.at))
    yield from _iter_payment_refusals(state, seat, move)


def _check_roll(state: State, seat: int, move: Roll) -> Refusal | None:
    if seat != state.active:
        return NOT_YOUR_TURN_REFUSAL({"seat": Seat(seat), "who": Seat(state.active)})
    count = state.rules.dice
    if len(move.dice) != count:
        values = {"count": count, "given": len(move.dice)}
        return Refusal("cheops_dice.dice_count", "turn", values, ("dice",))
    return None


def make_element_ids(seat: int, *at: str) -> tuple[str, ...]:
    """Return the HTML ids of the boxes, stones and jokers with these names on a seat's page."""
    return tuple(f"box-{seat}-{name}" for name in at)


def _iter_payment_refusals(state: State, seat: int, move: Build) -> Iterator[Refusal]:
    """Yield every reason against the payments. A seat must use a die if it can, else a stone or a joker."""
    move = fill_in_payments(state, seat, move)
    if not move.payments:
        values = {"boxes": tuple(map(NumberedPlace, move.boxes))}
        yield CANNOT_PAY_REFUSAL(values, make_element_ids(seat, *move.boxes))
    if len(move.payments) > len(move.boxes):
        yield Refusal("cheops_dice.payments_count", "pay")
    for fault in find_payment_faults(state, seat, move):
        yield _make_payment_refusal(seat, fault)


def _make_payment_refusal(seat: int, fault: PaymentFault) -> Refusal:
    reason, box, colour, payment, last_stone = fault
    values = {
        "box": NumberedPlace(box), "boxes": (NumberedPlace(box),), "colour": Term(COLOUR_BY_LETTER[colour]),
        "payment": NumberedPlace(payment), "stone": get_quarry_position(payment), "mark": last_stone,
    }  # fmt: skip
    at = make_element_ids(seat, box)
    if reason in (NO_SUCH_DIE_REFUSAL, TAKE_THE_DIE_REFUSAL):
        at = ("dice", *at)
    elif reason.rule == "quarry":
        at = (*make_element_ids(seat, payment), *at)
    return reason(values, at)


def apply(state: State, seat: int, move: Move) -> State:
    """Return the state after a move."""
    if isinstance(move, Build):
        return _tick_and_pay(state, seat, fill_in_payments(state, seat, move))
    if isinstance(move, Pass):
        return _finish_action(state, seat, state.boards, state.middle)
    if isinstance(move, Stop):
        return replace(state, ended="cheops_dice.stopped")
    rolled = "".join(sorted((LETTER_BY_COLOUR[colour] for colour in move.dice), key=_COLOUR_ORDER.index))
    return State(state.rules, state.boards, state.active, state.round, 0, state.open, rolled, rolled)


_COLOUR_ORDER = "".join(COLOUR_BY_LETTER)


def _tick_and_pay(state: State, seat: int, move: Build) -> State:
    """Return the state after a build. Dice that the active seat uses leave the middle; dice that others use
    stay there."""
    plan, board = state.rules.plans[seat], state.boards[seat]
    ticked, crossed, jokers, middle = board.ticked, board.crossed, board.jokers, state.middle
    for box in move.boxes:
        ticked |= 1 << plan.number[box] if box in plan.number else 0
    for box, payment in zip(move.boxes, move.payments, strict=False):
        if payment == "joker":
            jokers = max(0, jokers - 1)
        elif payment != "die":
            stone = get_quarry_position(payment)
            crossed |= 1 << stone - 1 if 0 < stone <= len(plan.quarry) else 0
        elif seat == state.active and box in plan.number:
            middle = middle.replace(plan.colours[plan.number[box]], "", 1)
    changed = Board(ticked, crossed, jokers, find_won_bonuses(plan, board, ticked, state.open))
    return _finish_action(state, seat, replace_item(state.boards, seat, changed), middle)


def find_won_bonuses(plan: Plan, board: Board, ticked: BoxMask, open_bonuses: int) -> int:
    """Return the bit mask of all bonuses that a seat has won once ``ticked`` are all its ticked boxes.

    These are the bonuses won before, and those of ``open_bonuses`` whose boxes are all ticked.
    """
    if not (ticked ^ board.ticked) & plan.carrying:
        return board.won
    completed = sum(1 << index for index, mask in enumerate(plan.symbols) if not mask & ~ticked)
    return board.won | completed & open_bonuses


def _finish_action(state: State, seat: int, boards: tuple[Board, ...], middle: str) -> State:
    """Return the state after a seat has acted. If the seat is the last one in the round, the round ends.

    Bonuses that were won in a round cannot be won later. The game ends after a round if a seat has finished
    two buildings. ``boards`` and ``middle`` are those after the action.
    """
    rules, acted = state.rules, state.acted | 1 << seat
    active, number, open_bonuses, ended = state.active, state.round, state.open, ""
    if acted == make_all_seats_mask(rules.seats):
        for board in boards:
            open_bonuses &= ~board.won
        if find_seats_with_two_buildings(rules, boards):
            ended = "cheops_dice.finished"
        else:
            active, number = (active + 1) % rules.seats, number + 1
    last = (seat, boards[seat].ticked ^ state.boards[seat].ticked)
    return State(rules, boards, active, number, acted, open_bonuses, state.rolled, middle, ended, last)


def candidates(state: State, seat: int) -> Iterable[Move]:
    """Return the legal moves of a seat: all possible rolls if it must roll, otherwise passing and builds.

    The builds are every useful way to tick boxes and pay for them. Stopping the game is not among the
    moves, because the players decide about it together.
    """
    if awaits_roll(state):
        return _list_rolls(state.rules.dice) if seat == state.active else ()
    rules = state.rules
    if seat not in find_seats_due(rules.seats, state.active, state.acted, rules.strict_order):
        return ()
    plan, board = rules.plans[seat], state.boards[seat]
    last_stone = board.last_stone
    moves: list[Move] = [Pass()]
    for orders, colours in iter_tickable_choices(plan, board.ticked):
        to_pay = mark_dice_payments(state.middle, colours)
        for order, payments in list_ways_to_pay(plan.quarry, last_stone, board.jokers, to_pay):
            moves.append(make_build(orders[order], payments))
    return moves


@cache
def _list_rolls(count: int) -> tuple[Roll, ...]:
    return tuple(Roll(dice) for dice in combinations_with_replacement(COLOUR_BY_LETTER.values(), count))


def warnings(state: State, seat: int, move: Move) -> tuple[Refusal, ...]:
    """Return the warnings about a legal build, to be shown before it is entered. Empty for other moves."""
    if not isinstance(move, Build) or check(state, seat, move) is not None:
        return ()
    move = fill_in_payments(state, seat, move)
    return (*_iter_floor_warnings(state, seat, move), *_iter_stone_warnings(state, seat, move))


def _iter_floor_warnings(state: State, seat: int, move: Build) -> Iterable[Refusal]:
    """Yield a warning if the build isolates a floor box, or if the floor can then no longer be filled."""
    plan, before = state.rules.plans[seat], state.boards[seat].ticked
    after = before | boxes_to_mask(plan.number, move.boxes)
    newly = find_untickable_floor_boxes(plan, after) & ~find_untickable_floor_boxes(plan, before)
    if isolated := mask_to_boxes(plan, newly):
        values, at = {"boxes": tuple(map(NumberedPlace, isolated))}, make_element_ids(seat, *isolated)
        yield Refusal("cheops_dice.leaves_alone", "floor", values, at, overridable=True)
    elif can_fill_floor(plan, before) and not can_fill_floor(plan, after):
        at = make_element_ids(seat, *move.boxes)
        yield Refusal("cheops_dice.leaves_unfillable", "floor", {}, at, overridable=True)


def _iter_stone_warnings(state: State, seat: int, move: Build) -> Iterable[Refusal]:
    """Yield a warning if the seat could pay with other stones and would then lose fewer stones of the
    quarry."""
    jokers = move.payments.count("joker")
    offers = [
        m for m in find_payment_offers(state, seat, move.boxes) if m.payments.count("joker") == jokers
    ]
    last = max(map(get_quarry_position, move.payments), default=0)
    if offers and last > (nearest := max(map(get_quarry_position, offers[0].payments))):
        values = {"stone": last, "nearest": nearest}
        at = make_element_ids(seat, f"quarry-{nearest}", f"quarry-{last}")
        yield Refusal("cheops_dice.nearer_stone", "quarry", values, at, overridable=True)
