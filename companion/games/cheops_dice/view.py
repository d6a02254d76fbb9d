"""What everybody sees: all sheets lie open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache, reduce
from operator import or_
from typing import Any

from companion.games.cheops_dice.outlook import builds
from companion.games.cheops_dice.parts import BUILDINGS, COLOURS
from companion.games.cheops_dice.plan import Plan, finished, height
from companion.games.cheops_dice.scoring import by_category
from companion.games.cheops_dice.sheet import NO_BOX, provenance
from companion.games.cheops_dice.state import Board, State, due, rolling


def public(state: State) -> dict[str, Any]:
    """Plain data: dice, whose action it is, every sheet with what may be ticked on it now."""
    rules = state.rules
    running = not state.ended and not rolling(state)
    now = due(rules.seats, state.active, state.acted, rules.strict_order) if running else ()
    return {
        "round": state.round,
        "active": state.active,
        "rolling": rolling(state) and not state.ended,
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
    begun = not rolling(state) or state.ended == "cheops_dice.finished"
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
    paper = plan.paper
    return {
        "sheet": {
            "set": paper.set, "letter": paper.letter, "hash": plan.hash, "version": paper.version,
            "provenance": provenance(paper), "copied_by": paper.copied_by,
            "checked_by": paper.checked_by,
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
    paper, boxes = plan.paper, _boxes(plan, board, last, _payable(legal))
    left, right = height(plan, board.ticked)
    mark = board.mark
    return {
        "pyramid": [
            {"value": value, "boxes": [boxes[f"pyramid-{row}-{n + 1}"] for n in range(len(line))]}
            for row, (line, value) in enumerate(
                zip(paper.pyramid.rows, paper.pyramid.values, strict=True), 1
            )
        ],
        "arch": {
            "levels": [
                {"value": value, "left": boxes[f"left-{n}"], "right": boxes[f"right-{n}"]}
                for n, value in enumerate(paper.arch.values, 1)
            ],
            "keystone": boxes["keystone"],
            "keystone_value": paper.arch.keystone_value,
            "heights": [left, right],
        },
        "floor": [
            [None if c == NO_BOX else boxes[f"floor-{row}-{n}"] for n, c in enumerate(line, 1)]
            for row, line in enumerate(paper.floor.grid, 1)
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
        "finished": [name for name in BUILDINGS if name in finished(plan, board.ticked)],
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


@lru_cache(maxsize=64)
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
