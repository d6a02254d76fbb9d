"""One payment named, the other left to the app: accepted where a way to pay is left, else told why."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

import pytest

from companion.engine.replay import apply_entry, start_replay
from companion.games.cheops_dice import GAME
from companion.games.cheops_dice.moves import Build
from companion.games.cheops_dice.settling import settled
from companion.games.cheops_dice.sheet import boxes
from companion.games.cheops_dice.state import State, rolling
from companion.games.plays import parse_recorded_play
from companion.games.seeds import plays
from tests.games.cheops_dice.slow import Pencil, may_tick, pay, payments
from tests.games.cheops_dice.tables import build, code, marked, table
from tests.games.cheops_dice.test_play import pencil

Pair = tuple[str, str]


def positions(name: str) -> Iterator[tuple[State, int]]:
    """Every (state, seat) of a recorded play in which the seat may build."""
    play = parse_recorded_play(plays("cheops_dice")[name])
    replay = start_replay(play.game, play.setup)
    for entry in play.log:
        state = replay.state
        if not rolling(state):
            yield from ((state, seat) for seat in GAME.awaiting(state).seats)
        replay = apply_entry(replay, entry)


def half_named(sheet: Pencil) -> Iterator[tuple[Pair, Pair]]:
    """(boxes, payments) of every pair that may be ticked, with one payment of all there are named."""
    free = [box for box, _ in boxes(sheet.paper) if box not in sheet.ticked]
    for pair in permutations(free, 2):
        if may_tick(sheet, pair):
            for payment in payments(sheet, pair[0]):
                yield pair, (payment, "proposed")
            for payment in payments(sheet, pair[1]):
                yield pair, ("proposed", payment)


def payable(sheet: Pencil, middle: tuple[str, ...], pair: Pair, given: Pair) -> bool:
    """Whether some payment of the other box goes with the named one, in an order that may be ticked."""
    named = dict(zip(pair, given, strict=True))
    return any(
        pay(sheet, middle, tuple({box: named[box], other: named[other], open_: left}.items())[:2])
        for box, other in (pair, pair[::-1])
        if may_tick(sheet, (box, other))
        for open_ in pair
        if named[open_] == "proposed"
        for left in payments(sheet, open_)
    )


def true(reason: str, sheet: Pencil, middle: tuple[str, ...], pair: Pair, given: Pair) -> bool:
    """Whether what the reason says is so."""
    colours = dict(boxes(sheet.paper))
    last = max(sheet.crossed, default=0)
    ((box, named),) = ((b, p) for b, p in zip(pair, given, strict=True) if p != "proposed")
    other = pair[1 - pair.index(box)]
    stone = int(named.removeprefix("quarry-")) if named.startswith("quarry") else 0
    jokers = sheet.jokers - (named == "joker")
    stones = [n for n, c in enumerate(sheet.paper.quarry, 1) if c == colours[other] and n > last]
    if reason == "cheops_dice.no_such_die":
        wanted = 1 + (colours[other] == colours[box])
        return named == "die" and middle.count(colours[box]) < wanted
    if reason == "cheops_dice.take_the_die":
        return any(colours[b] in middle for b in pair) and "die" not in given[: pair.index(box)]
    if reason == "cheops_dice.stone_passed":
        return 0 < stone <= last
    if reason == "cheops_dice.no_joker":
        return named == "joker" and (jokers < 0 or (not stones and jokers < 1))
    if reason == "cheops_dice.stones_in_order":
        return stone > 0 and any(n > stone for n in stones) and jokers == 0
    assert reason == "cheops_dice.cannot_pay"
    earlier = other == pair[0] or other.startswith("floor")
    left = [n for n in stones if n != stone and (earlier or n > stone)]
    return colours[other] not in middle and not left and jokers <= 0


@pytest.mark.parametrize("name", ["pyramid_and_arch", "example_round"])
def test_every_half_named_payment_is_taken_or_refused_with_a_true_reason(name: str) -> None:
    taken = 0
    for state, seat in positions(name):
        sheet, middle = pencil(state, seat), tuple(state.middle)
        for pair, given in half_named(sheet):
            move = Build(pair, given)
            reason = code(state, seat, move)
            if payable(sheet, middle, pair, given):
                assert reason is None, (pair, given, reason)
                filled = settled(state, seat, move)
                assert pay(sheet, middle, tuple(zip(filled.boxes, filled.payments, strict=True)))
                assert set(given) - {"proposed"} <= set(filled.payments)
                taken += 1
            else:
                assert reason is not None, (pair, given)
                assert true(reason, sheet, middle, pair, given), (pair, given, reason)
    assert taken > 100


def paid(state: State, pair: Build) -> tuple[str, ...]:
    assert code(state, 0, pair) is None
    return settled(state, 0, pair).payments


def test_a_floor_pair_is_completed_on_either_side_of_the_named_stone() -> None:
    state = marked(table(2, "BBB"), 0, "", jokers=0)
    assert paid(state, build("floor-1-1 floor-1-2", "quarry-14 proposed"))[1] == "quarry-3"


def test_the_proposal_keeps_away_from_the_stone_that_is_named() -> None:
    state = marked(table(2, "BBB"), 0, "left-1")
    pair = build("pyramid-1-2 left-3", "proposed quarry-2")
    assert code(state, 0, pair) == "cheops_dice.column_from_below"
    state = marked(table(2, "BBB"), 0, "left-1 left-2")
    assert paid(state, build("pyramid-1-2 left-3", "proposed quarry-9")) == ("quarry-2", "quarry-9")
    assert settled(state, 0, build("pyramid-1-2 left-3", "proposed quarry-2")) == build(
        "left-3 pyramid-1-2", "quarry-2 quarry-9"
    )


def test_boxes_without_a_payment_are_paid_as_proposed() -> None:
    state = table(2, "GRR")
    short, full = (
        build("pyramid-1-1 pyramid-1-3", "die"),
        build("pyramid-1-1 pyramid-1-3", "die proposed"),
    )
    assert code(state, 0, short) is None
    assert GAME.apply(state, 0, short) == GAME.apply(state, 0, full)
