"""The view of a table (nothing is hidden), the effects of each build, and the setup."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache, reduce
from operator import or_
from typing import Any

from companion.engine.game import Description, ElementIds, Move, Setup
from companion.engine.setup_steps import Pieces, SetupStep
from companion.engine.words import Seat, Term
from companion.games.cheops_dice.geometry import (
    BoxChoice,
    BoxMask,
    Plan,
    boxes_to_mask,
    find_finished_buildings,
    get_arch_heights,
    iter_tickable_choices,
)
from companion.games.cheops_dice.moves import Build
from companion.games.cheops_dice.parts import (
    BUILDINGS,
    COLOUR_BY_LETTER,
    DIE_COUNT_IN_BOX,
    NO_BOX,
    PENCIL_COUNT_IN_BOX,
    POINTS_PER_ITEM,
    PRINTED_JOKER_COUNT,
    PadPage,
    get_die_count_per_round,
    get_provenance,
)
from companion.games.cheops_dice.payment import (
    WayToPay,
    fill_in_payments,
    get_quarry_position,
    list_single_payments,
    list_ways_to_pay,
    mark_dice_payments,
)
from companion.games.cheops_dice.rules import apply, find_won_bonuses, make_element_ids
from companion.games.cheops_dice.scoring import count_points, count_points_by_category, score_sheets
from companion.games.cheops_dice.state import Board, State, awaits_roll, find_seats_due, get_pad_pages


def public_view(state: State) -> dict[str, Any]:
    """Return the dice, the seats that may act, and every page with the boxes that may be ticked now."""
    rules = state.rules
    running = not state.ended and not awaits_roll(state)
    due = find_seats_due(rules.seats, state.active, state.acted, rules.strict_order) if running else ()
    return {
        "round": state.round,
        "active": state.active,
        "rolling": awaits_roll(state) and not state.ended,
        "dice_count": rules.dice,
        "rolled": _get_colour_names(state.rolled),
        "middle": _get_colour_names(state.middle),
        "kept": _get_colour_names((Counter(state.rolled) - Counter(state.middle)).elements()),
        "due": list(due),
        "acted": [seat for seat in range(rules.seats) if _has_acted(state, seat)],
        "strict_order": rules.strict_order,
        "seats": [_make_seat_view(state, seat, seat in due) for seat in range(rules.seats)],
        "called": list(_iter_bonuses_of_round(state)),
        "ended": state.ended,
    }


def _has_acted(state: State, seat: int) -> bool:
    has_begun = not awaits_roll(state) or state.ended == "cheops_dice.finished"
    return has_begun and bool(state.acted >> seat & 1)


def _get_colour_names(letters: Iterable[str]) -> list[str]:
    return [COLOUR_BY_LETTER[letter] for letter in letters]


def _iter_bonuses_of_round(state: State) -> Iterator[dict[str, Any]]:
    """Yield ``seat``, ``building`` and ``symbol`` for each bonus that a seat has won in this round. Until
    the round ends, others can win it too."""
    for seat, (plan, board) in enumerate(zip(state.rules.plans, state.boards, strict=True)):
        for index, bonus in enumerate(plan.bonuses):
            if board.won & state.open & 1 << index:
                yield {"seat": seat, "building": bonus.building, "symbol": bonus.symbol}


def _make_seat_view(state: State, seat: int, is_due: bool) -> dict[str, Any]:
    plan = state.rules.plans[seat]
    pad_page = plan.pad_page
    return {
        "sheet": {
            "set": pad_page.set, "letter": pad_page.letter, "hash": plan.hash, "version": pad_page.version,
            "provenance": get_provenance(pad_page), "copied_by": pad_page.copied_by,
            "checked_by": pad_page.checked_by,
        },
        "jokers_in_play": state.rules.seats,
        **_make_page_data(
            plan,
            state.boards[seat],
            state.last[1] if state.last[0] == seat else 0,
            state.open,
            reduce(or_, (board.won for board in state.boards)) & state.open,
            state.middle if is_due else None,
        ),
    }  # fmt: skip


@lru_cache(maxsize=64)
def _make_page_data(
    plan: Plan, board: Board, last: BoxMask, open_bonuses: int, won_now: int, middle: str | None
) -> dict[str, Any]:
    """Return the data to draw a seat's page. ``last`` has the boxes that the last entry ticked.

    ``open_bonuses`` and ``won_now`` are bit masks of bonuses: those that can still be won, and those that
    any seat has won in this round. ``middle`` has the dice to pay with, or is None if the seat may not act.
    """
    legal = () if middle is None else list_builds(plan, board, open_bonuses, middle)
    pad_page, boxes = plan.pad_page, _make_box_data(plan, board, last, _find_best_payments(legal))
    left, right = get_arch_heights(plan, board.ticked)
    last_stone = board.last_stone
    return {
        "pyramid": [
            {"value": value, "boxes": [boxes[f"pyramid-{row}-{n + 1}"] for n in range(len(line))]}
            for row, (line, value) in enumerate(
                zip(pad_page.pyramid.rows, pad_page.pyramid.values, strict=True), 1
            )
        ],
        "arch": {
            "levels": [
                {"value": value, "left": boxes[f"left-{n}"], "right": boxes[f"right-{n}"]}
                for n, value in enumerate(pad_page.arch.values, 1)
            ],
            "keystone": boxes["keystone"],
            "keystone_value": pad_page.arch.keystone_value,
            "heights": [left, right],
        },
        "floor": [
            [None if c == NO_BOX else boxes[f"floor-{row}-{n}"] for n, c in enumerate(line, 1)]
            for row, line in enumerate(pad_page.floor.grid, 1)
        ],
        "quarry": [
            {
                "stone": f"quarry-{n}", "colour": COLOUR_BY_LETTER[letter],
                "crossed": bool(board.crossed >> n - 1 & 1), "open": n > last_stone,
            }
            for n, letter in enumerate(plan.quarry, 1)
        ],
        "jokers": board.jokers,
        "bonuses": [
            _make_bonus_data(plan, board, open_bonuses, won_now, index)
            for index in range(len(plan.bonuses))
        ],
        "marks": _find_ticks_by_line(plan, board.ticked, last),
        "points": count_points_by_category(plan, board),
        "builds": list(legal),
        "finished": [name for name in BUILDINGS if name in find_finished_buildings(plan, board.ticked)],
    }  # fmt: skip


def _make_box_data(
    plan: Plan, board: Board, last: int, pay: Mapping[str, str]
) -> dict[str, dict[str, Any]]:
    bonuses = [*zip(plan.bonuses, plan.symbols, strict=True)]
    return {
        box: {
            "box": box, "colour": COLOUR_BY_LETTER[plan.colours[n]], "ticked": bool(board.ticked >> n & 1),
            "symbols": [bonus.symbol for bonus, boxes in bonuses if boxes >> n & 1],
            "pay": pay.get(box), "last": bool(last >> n & 1),
        }
        for n, box in enumerate(plan.boxes)
    }  # fmt: skip


@lru_cache(maxsize=512)
def _find_ticks_by_line(plan: Plan, ticked: BoxMask, last: BoxMask) -> dict[str, str]:
    """Return a text for each row or column of boxes, such as ``{"pyramid-1": "xxn.", "left": ".."}``.

    Each box has one character: ``.`` if it is free, ``x`` if it is ticked, ``n`` if the last entry ticked
    it.
    """
    marks: dict[str, str] = {}
    for n, box in enumerate(plan.boxes):
        line = box.rpartition("-")[0] or box
        marks[line] = marks.get(line, "") + ".xn"[(ticked >> n & 1) + (last >> n & 1)]
    return marks


def _find_best_payments(legal: Iterable[dict[str, Any]]) -> dict[str, str]:
    payments: dict[str, str] = {}
    for way in (way for build in legal for way in build["ways"]):
        for box, payment in zip(way["boxes"], way["payments"], strict=True):
            best = payments.get(box)
            if best is None or payment == "die" or best == "joker":
                payments[box] = payment
    return payments


def _make_bonus_data(
    plan: Plan, board: Board, open_bonuses: int, won_now: int, index: int
) -> dict[str, Any]:
    bonus, bit = plan.bonuses[index], 1 << index
    return {
        "building": bonus.building, "symbol": bonus.symbol, "kind": bonus.kind,
        "boxes": list(bonus.boxes), "won": bool(board.won & bit), "open": bool(open_bonuses & bit),
        "last_chance": bool(won_now & bit),
    }  # fmt: skip


@lru_cache(maxsize=512)
def list_builds(plan: Plan, board: Board, open_bonuses: int, middle: str) -> tuple[dict[str, Any], ...]:
    """Return as plain data each choice of boxes that a seat may tick now and can pay for.

    ``gains`` has the points gained by category, ``won`` the indexes of the bonuses won, and ``ways`` the
    useful ways to pay, best first. A way has its ``boxes`` in order, and for each box its payment and cost
    in points (``payments``, ``costs``). ``open_bonuses`` is the bit mask of the bonuses that can be won,
    ``middle`` the dice to pay with.
    """
    points_now, last_stone = count_points_by_category(plan, board), board.last_stone
    builds = []
    for choice in iter_tickable_choices(plan, board.ticked):
        to_pay = mark_dice_payments(middle, choice.colours)
        if ways := list_ways_to_pay(plan.quarry, last_stone, board.jokers, to_pay):
            gains = _find_gains(plan, board, open_bonuses, choice, points_now)
            builds.append({**gains, "ways": [_make_way_data(choice, last_stone, way) for way in ways]})
    return tuple(builds)


def _find_gains(
    plan: Plan, board: Board, open_bonuses: int, choice: BoxChoice, points_before: dict[str, int]
) -> dict[str, Any]:
    ticked = board.ticked | boxes_to_mask(plan.number, choice.orders[0])
    after = Board(ticked, board.crossed, board.jokers, find_won_bonuses(plan, board, ticked, open_bonuses))
    points_after, won = count_points_by_category(plan, after), after.won & ~board.won
    return {
        "gains": {
            name: points_after[name] - points_before[name]
            for name in points_before
            if points_after[name] != points_before[name]
        },
        "won": [index for index in range(len(plan.bonuses)) if won >> index & 1],
    }


def _make_way_data(choice: BoxChoice, last_stone: int, way: WayToPay) -> dict[str, Any]:
    turned, payments = way
    return {
        "boxes": list(choice.orders[turned]),
        "payments": list(payments),
        "costs": list(get_payment_costs(payments, last_stone)),
    }


@lru_cache(maxsize=4096)
def get_payment_costs(payments: tuple[str, ...], last_stone: int) -> tuple[int, ...]:
    """Return how many points each payment costs the seat, in the given order. A stone costs one point, and
    one more for each stone skipped since the last crossed one (at first ``last_stone``, or 0). A joker
    costs two points, a die nothing."""
    costs = []
    for payment in payments:
        stone = get_quarry_position(payment)
        cost = POINTS_PER_ITEM["stone"] * max(0, stone - last_stone)
        costs.append(POINTS_PER_ITEM["joker"] if payment == "joker" else cost)
        last_stone = max(last_stone, stone)
    return tuple(costs)


def preview(state: State, seat: int, move: Move) -> tuple[Description, ...]:
    """Return each payment with its cost, each bonus that the move wins, and the points before and after.

    ``move`` must be legal. The result is empty for a move that ticks nothing.
    """
    if not isinstance(move, Build):
        return ()
    move = fill_in_payments(state, seat, move)
    after = apply(state, seat, move)
    points_before, points_after = (count_points(score_sheets(at)[seat]) for at in (state, after))
    return (
        *_describe_payments(state, seat, move),
        *_describe_bonuses(state.rules.plans[seat], after.boards[seat].won & ~state.boards[seat].won),
        Description("points", {"before": points_before, "after": points_after}),
    )


def _describe_payments(state: State, seat: int, move: Build) -> Iterator[Description]:
    plan, last_stone = state.rules.plans[seat], state.boards[seat].last_stone
    for box, payment in list_single_payments(move):
        colour = {"colour": Term(COLOUR_BY_LETTER[plan.colours[plan.number[box]]])}
        stone = get_quarry_position(payment)
        if payment == "die":
            yield Description("die", colour)
        elif payment == "joker":
            yield Description("joker", {**colour, "points": POINTS_PER_ITEM["joker"]})
        else:
            skipped = stone - last_stone - 1
            cost = {"stone": stone, "points": POINTS_PER_ITEM["stone"] * (skipped + 1)}
            if skipped:
                yield Description("skipping", {**colour, **cost, "skipped": skipped})
            else:
                yield Description("stone", {**colour, **cost})
            last_stone = stone


def _describe_bonuses(plan: Plan, won: int) -> Iterator[Description]:
    for index, bonus in enumerate(plan.bonuses):
        if won >> index & 1:
            values = {"symbol": Term(bonus.symbol), "building": Term(bonus.building)}
            yield Description("bonus", {**values, "points": POINTS_PER_ITEM["bonus"]})


def plausible_moves(state: State, seat: int) -> Iterable[Move]:
    """Yield a build of every single box and of every floor pair. The app proposes the payments."""
    plan = state.rules.plans[seat]
    yield from (Build((box,)) for box in plan.boxes)
    yield from (Build((plan.boxes[left], plan.boxes[right])) for left, right in plan.pairs)


def move_targets(state: State, seat: int, move: Move) -> ElementIds:
    """Return the HTML id of the first box that a build ticks, in a tuple. Empty for other moves."""
    return make_element_ids(seat, *move.boxes[:1]) if isinstance(move, Build) else ()


def setup_steps(setup: Setup) -> tuple[SetupStep, ...]:
    """Return the setup steps for pages, jokers and dice (leaflet, preparation)."""
    seats = setup.seats
    pages = get_pad_pages(setup.options, seats) if "sheets" in setup.options else ()
    dice = get_die_count_per_round(seats)
    printed = pages[0].jokers_printed if pages else PRINTED_JOKER_COUNT
    return (
        _make_pages_step(seats, pages),
        SetupStep(
            "jokers" if printed > seats else "all_jokers", {"count": seats},
            (Pieces("joker", seats, "seat"), Pieces("joker", printed - seats, "off")),
        ),
        SetupStep(
            "dice", {"count": dice},
            (Pieces("die", dice, "middle"), Pieces("die", DIE_COUNT_IN_BOX - dice, "box")),
        ),
        SetupStep("first", {"seat": Seat(setup.first)}),
    )  # fmt: skip


def _make_pages_step(seats: int, pages: tuple[PadPage, ...]) -> SetupStep:
    """Return the setup step for the pages. At a tally table, ``pages`` is empty."""
    if pages and get_provenance(pages[0]) == "practice":
        return SetupStep("practice", asks=("sheets",), rule="sheet")
    pencils = (Pieces("pencil", 1, "seat"), Pieces("pencil", PENCIL_COUNT_IN_BOX - seats, "box"))
    letters = {"letters": tuple(pad_page.letter for pad_page in pages)}
    return SetupStep("sheets", letters, (Pieces("sheet", 1, "seat"), *pencils), rule="sheet")
