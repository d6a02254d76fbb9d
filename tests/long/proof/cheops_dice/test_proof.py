"""The roll-and-write: every way to build on a letter up to four ticks, every way to pay, and a table of
two small sheets played out."""

import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import permutations, product
from typing import Any

import pytest

from companion.engine.game import Setup
from companion.engine.play import legal_moves
from companion.games.cheops_dice import GAME
from companion.games.cheops_dice.moves import Build
from companion.games.cheops_dice.payment import settled
from companion.games.cheops_dice.state import Board
from companion.games.seeds import plays
from tests import ROOT
from tests.games.cheops_dice.tables import code, positions
from tests.long.proof.cheops_dice import reading
from tests.long.proof.cheops_dice.reading import Paper, Position, Sheet, paper_of
from tests.long.proof.walk import Line, World, compare, compare_scores, walk

SHEETS = ROOT / "seeds" / "cheops_dice" / "sheets"
LETTERS = [tomllib.loads(file.read_text("utf-8")) for file in sorted(SHEETS.glob("*.toml"))]
NAMES = {"R": "red", "O": "orange", "Y": "yellow", "G": "green", "B": "blue", "V": "violet"}

SMALL = {
    "set": "small",
    "letter": "1",
    "origin": "practice",
    "quarry": "RR",
    "pyramid": {"rows": ["RR", "R"], "values": [1, 4]},
    "arch": {"left": "R", "right": "R", "values": [2], "keystone": "R", "keystone_value": 5},
    "floor": {"grid": ["RR.RR", "RR.RR", ".RR", ".RR"], "points": [4, 6, 8, 11, 15]},
    "bonuses": [
        {"building": "pyramid", "symbol": "snake", "kind": "single", "boxes": ["pyramid-2-1"]},
        {"building": "arch", "symbol": "eye", "kind": "last_of_type", "boxes": ["left-1", "right-1"]},
    ],
}
"""A sheet that two builders can finish within an evening of the machine; all of it is red, of another shape
than the letters, and its floor has gaps."""


def setup(records: list[dict[str, Any]]) -> Setup:
    return Setup.of(GAME.meta, len(records), {"sheets": records})


@cache
def papers(letters: tuple[int, ...]) -> tuple[Paper, ...]:
    return tuple(paper_of(LETTERS[n] if n >= 0 else SMALL) for n in letters)


def seen_as(state: Any, papers: tuple[Paper, ...]) -> Position:
    everybody = range(state.rules.seats)
    acted = frozenset(seat for seat in everybody if state.acted >> seat & 1)
    plans = state.rules.plans
    keys = [(bonus.building, bonus.symbol) for bonus in plans[0].bonuses]
    sheets = tuple(
        Sheet(
            frozenset(box for n, box in enumerate(plan.boxes) if board.ticked >> n & 1),
            frozenset(n + 1 for n in range(len(plan.quarry)) if board.crossed >> n & 1),
            board.jokers,
            frozenset(key for n, key in enumerate(keys) if board.won >> n & 1),
        )
        for plan, board in zip(plans, state.boards, strict=True)
    )
    return Position(
        papers,
        sheets,
        state.active,
        acted,
        frozenset(key for n, key in enumerate(keys) if state.open >> n & 1),
        "" if len(acted) == len(everybody) else "".join(sorted(state.middle)),
        state.ended.removeprefix("cheops_dice."),
        state.rules.strict_order,
    )


def world(letters: tuple[int, ...], **others: Any) -> World:
    start = setup([LETTERS[n] if n >= 0 else SMALL for n in letters])
    return World(
        GAME, start, reading, lambda state: seen_as(state, papers(letters)), lambda at: (), **others
    )


def build(boxes: tuple[str, ...], payments: tuple[str, ...]) -> Line:
    return {"seat": 0, "move": "Build", "boxes": boxes, "payments": payments}


def ticked_sets(paper: Paper, most: int) -> Iterator[frozenset[str]]:
    """What can be ticked on a sheet in so many boxes, by the rulebook alone."""
    reached = {frozenset[str]()}
    edge = set(reached)
    while edge:
        beyond = set()
        for ticked in edge:
            yield ticked
            sheet = Sheet(ticked, frozenset(), 2, frozenset())
            for boxes in every_two(paper.colours):
                after = ticked | set(boxes)
                new = len(ticked) + len(boxes) == len(after) <= most and after not in reached
                if new and not set(reading.against_boxes(paper, sheet, boxes)):
                    beyond.add(after)
        edge = beyond
        reached |= beyond


def every_two(boxes: Iterable[str]) -> list[tuple[str, ...]]:
    return [*((box,) for box in boxes), *permutations(boxes, 2)]


@pytest.mark.parametrize("letter", range(-1, len(LETTERS)))
def test_every_way_to_build_on_a_letter(letter: int) -> None:
    some = world((letter, letter))
    paper, number = papers((letter,))[0], 0
    tried = [build(boxes, ("joker",) * len(boxes)) for boxes in every_two(paper.colours)]
    tried += [build((box, box), ("joker", "joker")) for box in paper.colours]
    tried += [
        build(three, ("joker",) * 3)
        for three in (
            ("left-1", "left-2", "left-3"),
            ("floor-1-1", "floor-1-2", "left-1"),
            ("floor-1-1", "floor-1-2", "floor-1-3"),
        )
        if paper.colours.keys() >= {*three}
    ]
    tried += [build((), ()), build(("left-9",), ("joker",))]
    start = GAME.setup(some.setup)
    plan = start.rules.plans[0]
    for ticked in ticked_sets(paper, 3 if letter == 0 else 2):
        mask = sum(1 << plan.number[box] for box in ticked)
        won = sum(1 << n for n, boxes in enumerate(plan.symbols) if not boxes & ~mask)
        board = Board(mask, (1 << len(paper.quarry)) - 1, 3, won)
        state = replace(start, acted=0, boards=(board, start.boards[1]))
        at = some.seen_as(state)
        compare_scores(some, state, at)
        legal = {frozenset(line["boxes"]) for line in tried if compare(some, state, at, line)}
        listed = {frozenset(move.boxes) for move in legal_moves(GAME, state, 0)[1:]}
        assert listed == legal, (ticked, listed ^ legal)
        number += 1
    print(letter, number, "ticked sets,", number * len(tried), "moves")


PAYMENTS = ("die", "joker", "gold", *(f"quarry-{n}" for n in range(20)))


@pytest.mark.parametrize("letter", range(len(LETTERS)))
def test_every_way_to_pay(letter: int) -> None:
    some, paper = world((letter, (letter + 1) % 5)), papers((letter,))[0]
    start, moves = GAME.setup(some.setup), 0
    ready = [f"pyramid-1-{n}" for n in range(1, 6)] + ["left-1", "right-1"]
    pairs = [*permutations(ready, 2), ("floor-1-1", "floor-1-2"), ("floor-2-2", "floor-3-2")]
    pairs = pairs[letter::11]
    for pair, mark, jokers in product(pairs, range(0, 19, 3), (0, 1, 2)):
        one, other = (paper.colours[box] for box in pair)
        tried = [build(pair, paid) for paid in product(PAYMENTS, repeat=2)]
        tried += [build(pair[:1], (paid,)) for paid in PAYMENTS]
        tried += [build(pair[:1], ("joker", "joker"))]
        spare = next(colour for colour in NAMES if colour not in (one, other))
        for middle in ("", one, other, one + other, one * 2, other * 2, spare):
            board = Board(0, 1 << mark - 1 if mark else 0, jokers, 0)
            state = replace(start, acted=0, middle=middle, boards=(board, start.boards[1]))
            at = some.seen_as(state)
            moves += len(tried)
            legal = [line for line in tried if compare(some, state, at, line) is not None]
            for move in legal_moves(GAME, state, 0)[1:]:
                assert not reading.against(at, build(move.boxes, move.payments)), (at, move)
            if any(len(line["boxes"]) == 2 for line in legal):
                assert any(set(move.boxes) == set(pair) for move in legal_moves(GAME, state, 0)[1:])
    print(letter, moves, "payments")


def test_two_small_sheets_play_out() -> None:
    upright = [f"pyramid-1-{n}" for n in (1, 2)] + ["pyramid-2-1", "left-1", "right-1", "keystone"]
    pays = ("die", "joker", "quarry-1", "quarry-2")
    boxes = [*((box,) for box in upright), *permutations(upright, 2), ("floor-1-1", "floor-1-2")]
    builds = [(some, paid) for some in boxes for paid in product(pays, repeat=len(some))]
    tried: list[Line] = [{"seat": s, "move": "Pass"} for s in (0, 1)]
    tried += [{"seat": s, "move": "Stop"} for s in (0, 1)]
    dice = ("red red red", "red blue blue", "blue blue blue", "red red")
    tried += [{"seat": s, "move": "Roll", "dice": d.split()} for s in (0, 1) for d in dice]
    tried += [
        {"seat": seat, "move": "Build", "boxes": some, "payments": paid}
        for seat in (0, 1)
        for some, paid in builds
    ]
    some = replace(
        world((-1, -1), alike=lambda at: at[1:], listed=lambda line: line["move"] == "Pass"),
        tried=lambda at: tried,
    )
    start = GAME.setup(some.setup)
    eve = replace(start, boards=tuple(_half_built(start, board) for board in start.boards))
    print(walked := walk(some, [start, eve], deep=99, most=4000))
    assert walked.legal > 100, walked


def _half_built(start: Any, board: Board) -> Board:
    """With the pyramid's bottom row and one column of the arch."""
    number = start.rules.plans[0].number
    return board._replace(ticked=sum(1 << number[box] for box in ("pyramid-1-1", "pyramid-1-2", "left-1")))


def at_the_start() -> World:
    boxes = ["pyramid-1-2", "pyramid-2-2", "left-1", "left-2", "keystone", "floor-1-1", "floor-1-2"]
    some = [(), *((box,) for box in boxes), *permutations(boxes, 2), tuple(boxes[:3])]
    pays = ("die", "joker", "quarry-2", "quarry-7", "gold")
    tried: list[Line] = [{"seat": seat, "move": name} for seat in (0, 1) for name in ("Pass", "Stop")]
    tried += [
        {"seat": seat, "move": "Roll", "dice": dice}
        for seat, dice in product((0, 1), (["red", "blue", "green"], ["red"]))
    ]
    tried += [
        {"seat": seat, "move": "Build", "boxes": list(wanted), "payments": list(paid)}
        for seat, wanted in product((0, 1), some)
        for paid in product(pays, repeat=min(len(wanted), 2) + (len(wanted) > 2))
    ]
    return replace(world((0, 1)), setup=Setup.of(GAME.meta, 2), tried=lambda at: tried)


Pair = tuple[str, str]


def allowed(at: Position, seat: int, boxes: tuple[str, ...], payments: tuple[str, ...]) -> bool:
    line = {"seat": seat, "move": "Build", "boxes": boxes, "payments": payments}
    return not reading.against(at, line)


def payments(paper: Paper, box: str) -> list[str]:
    stones = [n for n, colour in enumerate(paper.quarry, 1) if colour == paper.colours[box]]
    return ["die", "joker", *(f"quarry-{n}" for n in stones)]


def half_named(at: Position, seat: int) -> Iterator[tuple[Pair, Pair]]:
    """(boxes, payments) of every pair that may be ticked, with one payment of all there are named."""
    paper, sheet = at.papers[seat], at.sheets[seat]
    for pair in permutations([box for box in paper.colours if box not in sheet.ticked], 2):
        if not set(reading.against_boxes(paper, sheet, pair)):
            for payment in payments(paper, pair[0]):
                yield pair, (payment, "proposed")
            for payment in payments(paper, pair[1]):
                yield pair, ("proposed", payment)


def payable(at: Position, seat: int, pair: Pair, given: Pair) -> bool:
    """Whether some payment of the other box goes with the named one, in an order that may be ticked."""
    for boxes, named in ((pair, given), (pair[::-1], given[::-1])):
        for left in payments(at.papers[seat], boxes[named.index("proposed")]):
            whole = tuple(left if payment == "proposed" else payment for payment in named)
            if allowed(at, seat, boxes, whole):
                return True
    return False


def true(reason: str, at: Position, seat: int, pair: Pair, given: Pair) -> bool:
    """Whether what the reason says is so."""
    paper, sheet, colours = at.papers[seat], at.sheets[seat], at.papers[seat].colours
    last = max(sheet.crossed, default=0)
    ((box, named),) = ((b, p) for b, p in zip(pair, given, strict=True) if p != "proposed")
    other = pair[1 - pair.index(box)]
    stone = int(named.removeprefix("quarry-")) if named.startswith("quarry") else 0
    jokers = sheet.jokers - (named == "joker")
    stones = [n for n, c in enumerate(paper.quarry, 1) if c == colours[other] and n > last]
    if reason == "cheops_dice.no_such_die":
        wanted = 1 + (colours[other] == colours[box])
        return named == "die" and at.middle.count(colours[box]) < wanted
    if reason == "cheops_dice.take_the_die":
        before = given[: pair.index(box)]
        return any(colours[b] in at.middle for b in pair) and "die" not in before
    if reason == "cheops_dice.stone_passed":
        return 0 < stone <= last
    if reason == "cheops_dice.no_joker":
        return named == "joker" and (jokers < 0 or (not stones and jokers < 1))
    if reason == "cheops_dice.stones_in_order":
        return stone > 0 and any(n > stone for n in stones) and jokers == 0
    assert reason == "cheops_dice.cannot_pay"
    earlier = other == pair[0] or other.startswith("floor")
    left = [n for n in stones if n != stone and (earlier or n > stone)]
    return colours[other] not in at.middle and not left and jokers <= 0


@pytest.mark.parametrize("name", ["pyramid_and_arch", "example_round"])
def test_every_half_named_payment_is_taken_or_refused_with_a_true_reason(name: str) -> None:
    records = plays("cheops_dice")[name].get("options", {}).get("sheets") or LETTERS
    papers, taken = tuple(map(paper_of, records)), 0
    for state, seat in positions(name):
        at = seen_as(state, papers[: state.rules.seats])
        for pair, given in half_named(at, seat):
            move = Build(pair, given)
            reason = code(state, seat, move)
            if payable(at, seat, pair, given):
                assert reason is None, (pair, given, reason)
                filled = settled(state, seat, move)
                assert allowed(at, seat, filled.boxes, filled.payments)
                assert set(given) - {"proposed"} <= set(filled.payments)
                taken += 1
            else:
                assert reason is not None, (pair, given)
                assert true(reason, at, seat, pair, given), (pair, given, reason)
    assert taken > 100
