"""The slow, obvious referee: building and paying once more, straight from the rulebook's words.

Boxes are names, dice and stones are lists; every way is tried.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.games.cheops_dice.sheet import Paper, boxes


@dataclass(frozen=True)
class Pencil:
    """One seat's sheet: what is ticked, which stones are crossed, jokers left."""

    paper: Paper
    ticked: frozenset[str]
    crossed: frozenset[int]
    jokers: int


def is_floor(box: str) -> bool:
    return box.startswith("floor")


def supported(paper: Paper, ticked: frozenset[str], box: str) -> bool:
    """Whether pyramid or arch have grown as far as this box."""
    if box == "keystone":
        return all(f"left-{n}" in ticked for n in range(1, len(paper.arch.left) + 1)) and all(
            f"right-{n}" in ticked for n in range(1, len(paper.arch.right) + 1)
        )
    building, *numbers = box.split("-")
    level = int(numbers[0])
    if level == 1:
        return True
    if building in ("left", "right"):
        return f"{building}-{level - 1}" in ticked
    place = int(numbers[1])
    return {f"pyramid-{level - 1}-{place}", f"pyramid-{level - 1}-{place + 1}"} <= ticked


def neighbours(one: str, other: str) -> bool:
    (_, r1, p1), (_, r2, p2) = one.split("-"), other.split("-")
    return abs(int(r1) - int(r2)) + abs(int(p1) - int(p2)) == 1


def may_tick(sheet: Pencil, wanted: tuple[str, ...]) -> bool:
    """The rules of building for one action, boxes in the order of building."""
    known = dict(boxes(sheet.paper))
    if not 1 <= len(wanted) <= 2 or len(set(wanted)) < len(wanted):
        return False
    if any(box not in known or box in sheet.ticked for box in wanted):
        return False
    if any(map(is_floor, wanted)):
        return len(wanted) == 2 and all(map(is_floor, wanted)) and neighbours(*wanted)
    ticked = sheet.ticked
    for box in wanted:
        if not supported(sheet.paper, ticked, box):
            return False
        ticked |= {box}
    return True


Outcome = tuple[frozenset[str], tuple[str, ...], int, int]
"""Boxes ticked, dice left in the middle, the last stone crossed, jokers left."""


def pay(
    sheet: Pencil, middle: tuple[str, ...], ticks: tuple[tuple[str, str], ...]
) -> Outcome | None:
    """What is left after paying, or None where the paying rule is broken."""
    floor = is_floor(ticks[0][0])
    tries = [ticks, ticks[::-1]] if floor else [ticks]
    return next((found for found in (_pay(sheet, middle, t, floor) for t in tries) if found), None)


def _pay(
    sheet: Pencil, middle: tuple[str, ...], ticks: tuple[tuple[str, str], ...], floor: bool
) -> Outcome | None:
    colours, dice, jokers = dict(boxes(sheet.paper)), list(middle), sheet.jokers
    last = max(sheet.crossed, default=0)
    used: list[int] = []
    for box, payment in ticks:
        colour = colours[box]
        if payment == "die":
            if colour not in dice:
                return None
            dice.remove(colour)
            continue
        if colour in dice:
            return None
        if payment == "joker":
            jokers -= 1
            if jokers < 0:
                return None
            continue
        stone = int(payment.removeprefix("quarry-"))
        if stone <= last or stone in used or sheet.paper.quarry[stone - 1] != colour:
            return None
        if used and not floor and stone < used[-1]:
            return None
        used.append(stone)
    return (
        frozenset(box for box, _ in ticks), tuple(sorted(dice)), max([last, *used]), jokers
    )  # fmt: skip


def payments(sheet: Pencil, box: str) -> list[str]:
    """All that could pay for a box at all."""
    colour = dict(boxes(sheet.paper))[box]
    stones = [n for n, c in enumerate(sheet.paper.quarry, 1) if c == colour]
    return ["die", "joker", *(f"quarry-{n}" for n in stones)]


def turns(sheet: Pencil, middle: tuple[str, ...]) -> Iterator[Outcome]:
    """The outcome of every legal action that ticks something."""
    names = [box for box, _ in boxes(sheet.paper) if box not in sheet.ticked]
    for wanted in [(one,) for one in names] + [(a, b) for a in names for b in names]:
        if not may_tick(sheet, wanted):
            continue
        for first in payments(sheet, wanted[0]):
            if len(wanted) == 1:
                found = pay(sheet, middle, ((wanted[0], first),))
                if found:
                    yield found
                continue
            for second in payments(sheet, wanted[1]):
                found = pay(sheet, middle, ((wanted[0], first), (wanted[1], second)))
                if found:
                    yield found


def worth_it(outcomes: set[Outcome]) -> set[Outcome]:
    """Without those that leave less, or no more, of quarry and jokers than another for the same boxes."""
    return {
        one
        for one in outcomes
        if not any(
            other != one and other[0] == one[0] and other[2] <= one[2] and other[3] >= one[3]
            for other in outcomes
        )
    }
