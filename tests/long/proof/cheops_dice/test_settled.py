"""The roll-and-write: a payment that is left to the app is paid rightly or refused with a true reason."""

from collections.abc import Iterator
from itertools import permutations

import pytest

from companion.games.cheops_dice.moves import Build
from companion.games.cheops_dice.settling import settled
from companion.games.seeds import plays
from tests.games.cheops_dice.tables import code, positions
from tests.long.proof.cheops_dice import reading
from tests.long.proof.cheops_dice.reading import Paper, Position, paper_of
from tests.long.proof.cheops_dice.test_proof import LETTERS, seen_as

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
