"""What a page shows of a table: the sheets (all lie open), what a building would bring, and the set-up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache, reduce
from operator import or_
from typing import Any

from companion.engine.game import Description, Move, Place, Setup
from companion.engine.setup_steps import Pieces, SetupStep
from companion.engine.words import Seat, Term
from companion.games.cheops_dice.geometry import (
    Choice,
    Plan,
    boxes_to_mask,
    column_heights,
    finished_buildings,
    tickable_choices,
)
from companion.games.cheops_dice.moves import Build
from companion.games.cheops_dice.parts import (
    BUILDINGS,
    COLOURS,
    DICE,
    JOKERS,
    NO_BOX,
    PENCILS,
    POINTS,
    PadPage,
    dice,
    provenance,
)
from companion.games.cheops_dice.payment import (
    Way,
    dice_cover,
    fill_in_payments,
    payment_options,
    single_payments,
    stone_number,
)
from companion.games.cheops_dice.rules import apply, board_ids, bonuses_won
from companion.games.cheops_dice.scoring import by_category, points, score_sheets
from companion.games.cheops_dice.state import Board, State, awaits_roll, get_pad_pages, seats_due


def public_view(state: State) -> dict[str, Any]:
    """Plain data: dice, whose action it is, every sheet with what may be ticked on it now."""
    rules = state.rules
    running = not state.ended and not awaits_roll(state)
    now = seats_due(rules.seats, state.active, state.acted, rules.strict_order) if running else ()
    return {
        "round": state.round,
        "active": state.active,
        "rolling": awaits_roll(state) and not state.ended,
        "dice_count": rules.dice,
        "rolled": _colours(state.rolled),
        "middle": _colours(state.middle),
        "kept": _colours(_kept(state)),
        "due": list(now),
        "acted": [seat for seat in range(rules.seats) if _acted(state, seat)],
        "strict_order": rules.strict_order,
        "seats": [_seat(state, seat, seat in now) for seat in range(rules.seats)],
        "called": list(_called(state)),
        "ended": state.ended,
    }


def _acted(state: State, seat: int) -> bool:
    """Whether a seat has had its action in this round; before the roll nobody has."""
    begun = not awaits_roll(state) or state.ended == "cheops_dice.finished"
    return begun and bool(state.acted >> seat & 1)


def _colours(letters: str) -> list[str]:
    return [COLOURS[letter] for letter in letters]


def _kept(state: State) -> str:
    """The dice that the active seat has taken out of the middle."""
    left = state.rolled
    for die in state.middle:
        left = left.replace(die, "", 1)
    return left


def _called(state: State) -> Iterator[dict[str, Any]]:
    """Bonuses won in the round that runs: other seats may still win the same."""
    for seat, (plan, board) in enumerate(zip(state.rules.plans, state.boards, strict=True)):
        for index, bonus in enumerate(plan.bonuses):
            if board.won & state.open & 1 << index:
                yield {"seat": seat, "building": bonus.building, "symbol": bonus.symbol}


def _seat(state: State, seat: int, is_due: bool) -> dict[str, Any]:
    plan = state.rules.plans[seat]
    pad_page = plan.pad_page
    return {
        "sheet": {
            "set": pad_page.set, "letter": pad_page.letter, "hash": plan.hash, "version": pad_page.version,
            "provenance": provenance(pad_page), "copied_by": pad_page.copied_by,
            "checked_by": pad_page.checked_by,
        },
        "jokers_in_play": state.rules.seats,
        **_marked(
            plan,
            state.boards[seat],
            state.last[1] if state.last[0] == seat else 0,
            state.open,
            reduce(or_, (board.won for board in state.boards)) & state.open,
            state.middle if is_due else None,
        ),
    }  # fmt: skip


@lru_cache(maxsize=64)
def _marked(
    plan: Plan, board: Board, last: int, open_: int, called: int, middle: str | None
) -> dict[str, Any]:
    """A sheet as it is marked: of four, an entry marks one. Without a ``middle`` its seat is not due."""
    legal = () if middle is None else builds(plan, board, open_, middle)
    pad_page, boxes = plan.pad_page, _boxes(plan, board, last, _payable(legal))
    left, right = column_heights(plan, board.ticked)
    mark = board.mark
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
                "stone": f"quarry-{n}", "colour": COLOURS[letter],
                "crossed": bool(board.crossed >> n - 1 & 1), "open": n > mark,
            }
            for n, letter in enumerate(plan.quarry, 1)
        ],
        "jokers": board.jokers,
        "bonuses": [
            _bonus(plan, board, open_, called, index) for index in range(len(plan.bonuses))
        ],
        "marks": _marks(plan, board.ticked, last),
        "points": by_category(plan, board),
        "builds": list(legal),
        "finished": [name for name in BUILDINGS if name in finished_buildings(plan, board.ticked)],
    }  # fmt: skip


def _boxes(plan: Plan, board: Board, last: int, pay: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    """Every box by name: its colour, its mark, its symbol, and how it could be paid first."""
    symbols = _symbols(plan)
    return {
        box: {
            "box": box, "colour": COLOURS[plan.colours[n]], "ticked": bool(board.ticked >> n & 1),
            "symbols": symbols[n], "pay": pay.get(box), "last": bool(last >> n & 1),
        }
        for n, box in enumerate(plan.boxes)
    }  # fmt: skip


@lru_cache(maxsize=512)
def _marks(plan: Plan, ticked: int, last: int) -> dict[str, str]:
    """By row, column or line of boxes which are ticked, and which by the newest entry."""
    found: dict[str, str] = {}
    for n, box in enumerate(plan.boxes):
        line = box.rpartition("-")[0] or box
        found[line] = found.get(line, "") + ".xn"[(ticked >> n & 1) + (last >> n & 1)]
    return found


def _payable(legal: Iterable[dict[str, Any]]) -> dict[str, str]:
    """For each box that some legal action ticks: the best payment for it."""
    found: dict[str, str] = {}
    for way in (way for build in legal for way in build["ways"]):
        for box, payment in zip(way["boxes"], way["payments"], strict=True):
            best = found.get(box)
            if best is None or payment == "die" or best == "joker":
                found[box] = payment
    return found


@lru_cache(maxsize=64)
def _symbols(plan: Plan) -> list[list[str]]:
    """The symbols of the bonuses that each box belongs to."""
    pairs = [*zip(plan.bonuses, plan.symbols, strict=True)]
    return [
        [bonus.symbol for bonus, mask in pairs if mask >> number & 1] for number in range(len(plan.boxes))
    ]


def _bonus(plan: Plan, board: Board, open_: int, called: int, index: int) -> dict[str, Any]:
    bonus, bit = plan.bonuses[index], 1 << index
    return {
        "building": bonus.building, "symbol": bonus.symbol, "kind": bonus.kind,
        "boxes": list(bonus.boxes), "won": bool(board.won & bit), "open": bool(open_ & bit),
        "last_chance": bool(called & bit),
    }  # fmt: skip


@lru_cache(maxsize=512)
def builds(plan: Plan, board: Board, open_: int, middle: str) -> tuple[dict[str, Any], ...]:
    """One for each box or pair of boxes that may be ticked and paid now, the proposed way first.

    The points that building gains, the bonuses won by their places in the plan, and every way to pay
    worth it: the boxes in the order they are ticked, what each is paid with and what that costs.
    """
    options, cover = payment_options(plan.quarry, board.mark, board.jokers), dice_cover(middle)
    now, mark = by_category(plan, board), board.mark
    return tuple(
        [
            {**_brought(plan, board, open_, choice, now), "ways": ways}
            for choice in tickable_choices(plan, board.ticked)
            if (ways := [_way(choice, mark, way) for way in options[cover[choice.colours]]])
        ]
    )


def _brought(plan: Plan, board: Board, open_: int, choice: Choice, now: dict[str, int]) -> dict[str, Any]:
    ticked = board.ticked | boxes_to_mask(plan.number, choice.orders[0])
    after = Board(ticked, board.crossed, board.jokers, bonuses_won(plan, board, ticked, open_))
    then, won = by_category(plan, after), after.won & ~board.won
    return {
        "gains": {name: then[name] - now[name] for name in now if then[name] != now[name]},
        "won": [index for index in range(len(plan.bonuses)) if won >> index & 1],
    }


def _way(choice: Choice, mark: int, way: Way) -> dict[str, Any]:
    turned, payments = way
    return {
        "boxes": list(choice.orders[turned]),
        "payments": list(payments),
        "costs": list(costs(payments, mark)),
    }


@lru_cache(maxsize=4096)
def costs(payments: tuple[str, ...], mark: int) -> tuple[int, ...]:
    """A stone costs its own point and those of the stones skipped before it, which close for good."""
    lost = []
    for payment in payments:
        stone = stone_number(payment)
        lost.append(POINTS["joker"] if payment == "joker" else POINTS["stone"] * max(0, stone - mark))
        mark = max(mark, stone)
    return tuple(lost)


def preview(state: State, seat: int, move: Move) -> tuple[Description, ...]:
    """Each payment with what it costs, each bonus won, the points before and after.

    ``move`` must be allowed. Nothing is foretold of a move that ticks nothing.
    """
    if not isinstance(move, Build):
        return ()
    move = fill_in_payments(state, seat, move)
    after = apply(state, seat, move)
    before, then = (points(score_sheets(at)[seat]) for at in (state, after))
    return (
        *_payments(state, seat, move),
        *_bonuses(state, after, seat),
        Description("points", {"before": before, "after": then}),
    )


def _payments(state: State, seat: int, move: Build) -> Iterator[Description]:
    """A stone costs its own point and those of the stones skipped before it, which close for good."""
    plan, mark = state.rules.plans[seat], state.boards[seat].mark
    for box, payment in single_payments(move):
        colour = {"colour": Term(COLOURS[plan.colours[plan.number[box]]])}
        stone = stone_number(payment)
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


def plausible_moves(state: State, seat: int) -> Iterable[Move]:
    """Every box by itself, and every pair of neighbours on the floor; paid as the app proposes."""
    plan = state.rules.plans[seat]
    yield from (Build((box,)) for box in plan.boxes)
    yield from (Build((plan.boxes[one], plan.boxes[other])) for one, other in plan.pairs)


def move_targets(state: State, seat: int, move: Move) -> Place:
    """The box that is ticked first."""
    return board_ids(seat, *move.boxes[:1]) if isinstance(move, Build) else ()


def setup_steps(setup: Setup) -> tuple[SetupStep, ...]:
    """Sheets, jokers and dice (leaflet, preparation)."""
    seats = setup.seats
    papers = get_pad_pages(setup.options, seats) if "sheets" in setup.options else ()
    rolled = dice(seats)
    return (
        _sheets(seats, papers),
        _jokers(seats, papers[0].jokers_printed if papers else JOKERS),
        SetupStep(
            "dice",
            {"count": rolled},
            (Pieces("die", rolled, "middle"), Pieces("die", DICE - rolled, "box")),
        ),
        SetupStep("first", {"seat": Seat(setup.first)}),
    )


def _sheets(seats: int, papers: tuple[PadPage, ...]) -> SetupStep:
    """Those of the table; of one that only counts, which letters they are is not asked."""
    if papers and provenance(papers[0]) == "practice":
        return SetupStep("practice", asks=("sheets",), rule="sheet")
    pencils = (Pieces("pencil", 1, "seat"), Pieces("pencil", PENCILS - seats, "box"))
    letters = {"letters": tuple(pad_page.letter for pad_page in papers)}
    return SetupStep("sheets", letters, (Pieces("sheet", 1, "seat"), *pencils), rule="sheet")


def _jokers(seats: int, printed: int) -> SetupStep:
    pieces = (Pieces("joker", seats, "seat"), Pieces("joker", printed - seats, "off"))
    return SetupStep("jokers" if printed > seats else "all_jokers", {"count": seats}, pieces)
