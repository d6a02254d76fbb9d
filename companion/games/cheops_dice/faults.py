"""What cannot be right about a sheet, and what deserves a second look.

Faults block saving. Doubts are the same kind of value with ``overridable``: the app asks "look again"
and takes the sheet anyway.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from companion.engine.game import Refusal
from companion.engine.words import Numbered, Term
from companion.games.cheops_dice.parts import (
    BUILDINGS,
    COLOURS,
    FLOOR,
    FLOOR_POINTS,
    JOKERS,
    PARTS,
    SYMBOLS,
)
from companion.games.cheops_dice.plan import fillable, plan_of
from companion.games.cheops_dice.sheet import Paper, boxes, building_of, hash_of, read


def check_sheets(record: Any, seats: int) -> Refusal | None:
    """What is wrong with the sheets of a table: one for each seat, all with the same bonuses."""
    if not isinstance(record, list | tuple) or not seats <= len(record) <= PARTS["seats"]["high"]:
        return Refusal("cheops_dice.sheets_shape", "sheet", {"count": seats})
    papers: list[Paper] = []
    for paper in map(read, record[:seats]):
        wrong = faults(paper)
        if wrong or paper is None:
            return wrong[0]
        papers.append(paper)
    for paper in papers[1:]:
        if _race(paper) != _race(papers[0]):
            return Refusal("cheops_dice.sheet_other_bonuses", "sheet", {"letter": paper.letter})
    return None


def faults(paper: Paper | None, others: Sequence[Paper] = ()) -> tuple[Refusal, ...]:
    """Everything that cannot be right about a sheet (None: it does not read), beside the other letters of
    its set.
    """
    if paper is None:
        return (Refusal("cheops_dice.sheet_shape", "sheet"),)
    return (
        *_label_faults(paper), *_pyramid_faults(paper), *_arch_faults(paper), *_floor_faults(paper),
        *_colour_faults(paper), *_quarry_faults(paper), *_bonus_faults(paper),
        *_set_faults(paper, others),
    )  # fmt: skip


def _fault(code: str, *at: str, **values: object) -> Refusal:
    return Refusal(f"cheops_dice.{code}", "sheet", values, tuple(f"box-{box}" for box in at))


def _rising(values: Sequence[int]) -> bool:
    return all(one < other for one, other in pairwise((0, *values)))


def _label_faults(paper: Paper) -> Iterator[Refusal]:
    practice = paper.origin == "practice"
    letter = paper.letter
    if not (letter.isascii() and (letter.isdigit() if practice else letter.isupper())):
        yield _fault("sheet_letter", letter=letter)
    if paper.hash and paper.hash != hash_of(paper):
        yield _fault("sheet_changed")
    if paper.checked_by and paper.checked_by == paper.copied_by:
        yield _fault("sheet_second_look", name=paper.checked_by)


def _pyramid_faults(paper: Paper) -> Iterator[Refusal]:
    rows, values = paper.pyramid.rows, paper.pyramid.values
    if not rows or not all(rows):
        yield _fault("sheet_rows", row=1)
    for row, (below, above) in enumerate(pairwise(rows), 2):
        if len(above) != len(below) - 1:
            yield _fault("sheet_rows", *(f"pyramid-{row}-{n + 1}" for n in range(len(above))), row=row)
    if len(values) != len(rows) or not _rising(values):
        yield _fault("sheet_row_values", count=len(rows))


def _arch_faults(paper: Paper) -> Iterator[Refusal]:
    arch = paper.arch
    if not arch.left or len(arch.left) != len(arch.right):
        yield _fault("sheet_columns", left=len(arch.left), right=len(arch.right))
    if len(arch.values) != max(len(arch.left), len(arch.right)) or not _rising(arch.values):
        yield _fault("sheet_level_values", count=len(arch.left))
    if arch.values and arch.keystone_value < arch.values[-1]:
        yield _fault("sheet_keystone_value", "keystone", top=arch.values[-1])


def _floor_faults(paper: Paper) -> Iterator[Refusal]:
    laid = [box for box, _ in boxes(paper) if building_of(box) == "floor"]
    if len(laid) != FLOOR:
        yield _fault("sheet_floor_boxes", *laid, count=FLOOR, given=len(laid))
    elif not fillable(plan_of(paper), 0):
        yield _fault("sheet_floor_pairs", *laid)
    if paper.floor.points != FLOOR_POINTS:
        yield _fault("sheet_floor_points", numbers=FLOOR_POINTS)


def _colour_faults(paper: Paper) -> Iterator[Refusal]:
    stones = ((f"quarry-{n}", colour) for n, colour in enumerate(paper.quarry, 1))
    bare = [name for name, colour in (*boxes(paper), *stones) if colour not in COLOURS]
    if bare:
        yield _fault("sheet_colour", *bare, count=len(bare))


def _quarry_faults(paper: Paper) -> Iterator[Refusal]:
    if not paper.quarry:
        yield _fault("sheet_quarry_empty")
    if paper.jokers_printed < JOKERS:
        yield _fault("sheet_jokers", count=JOKERS)


def _bonus_faults(paper: Paper) -> Iterator[Refusal]:
    known = {box for box, _ in boxes(paper)}
    seen = set()
    for bonus in paper.bonuses:
        values = {"symbol": Term(bonus.symbol), "building": Term(bonus.building)}
        if any(box not in known or building_of(box) != bonus.building for box in bonus.boxes):
            yield _fault("sheet_bonus_box", *bonus.boxes, **values)
        count = len(set(bonus.boxes))
        if count != len(bonus.boxes) or (count != 1 if bonus.kind == "single" else count < 2):
            yield _fault("sheet_bonus_count", *bonus.boxes, **values)
        if (bonus.building, bonus.symbol) in seen:
            yield _fault("sheet_bonus_twice", *bonus.boxes, **values)
        seen.add((bonus.building, bonus.symbol))


def _set_faults(paper: Paper, others: Sequence[Paper]) -> Iterator[Refusal]:
    for other in others:
        if other.letter == paper.letter:
            yield _fault("sheet_letter_taken", letter=paper.letter)
        elif _colours(other) == _colours(paper):
            yield _fault("sheet_same_colours", letter=other.letter)
        if _race(other) != _race(paper):
            yield _fault("sheet_other_bonuses", letter=other.letter)


def _colours(paper: Paper) -> tuple[object, ...]:
    return (*boxes(paper), paper.quarry)


def _race(paper: Paper) -> list[tuple[str, str, str]]:
    """The bonuses that all sheets of a table run for."""
    return sorted((bonus.building, bonus.symbol, bonus.kind) for bonus in paper.bonuses)


_SPREAD = 3
"""Boxes by which the commonest colour may outnumber the rarest without a question."""


def doubts(paper: Paper, others: Sequence[Paper] = ()) -> tuple[Refusal, ...]:
    """Everything that is odd about a faultless sheet, beside the other letters of its set."""
    return (*_own_doubts(paper), *_symbol_doubts(paper), *_set_doubts(paper, others))


def _doubt(code: str, *at: str, **values: object) -> Refusal:
    place = tuple(f"box-{box}" for box in at)
    return Refusal(f"cheops_dice.{code}", "sheet", values, place, overridable=True)


def _own_doubts(paper: Paper) -> Iterator[Refusal]:
    if paper.pyramid.rows and len(paper.pyramid.rows[-1]) > 1:
        yield _doubt("sheet_no_top", count=len(paper.pyramid.rows[-1]))
    found = Counter(colour for _, colour in boxes(paper))
    counts = [found[letter] for letter in COLOURS]
    if min(counts) == 0 or max(counts) - min(counts) > _SPREAD:
        rarest = min(COLOURS, key=lambda letter: found[letter])
        values = {"colour": Term(COLOURS[rarest]), "least": min(counts), "most": max(counts)}
        yield _doubt("sheet_uneven", **values)
    if paper.jokers_printed > JOKERS:
        yield _doubt("sheet_more_jokers", count=paper.jokers_printed)
    if paper.arch.values and paper.arch.keystone_value == paper.arch.values[-1]:
        yield _doubt("sheet_keystone_nothing", "keystone", top=paper.arch.values[-1])


def _symbol_doubts(paper: Paper) -> Iterator[Refusal]:
    carrying = {bonus.building for bonus in paper.bonuses}
    for building in BUILDINGS:
        if building not in carrying:
            yield _doubt("sheet_no_symbol", building=Term(building))
    symbols = Counter(box for bonus in paper.bonuses for box in bonus.boxes)
    for box, count in symbols.items():
        if count > 1:
            yield _doubt("sheet_two_symbols", box, box=Numbered(box))
    for bonus in paper.bonuses:
        if bonus.symbol not in SYMBOLS:
            yield _doubt("sheet_other_symbol", *bonus.boxes, symbol=Term(bonus.symbol))


def _set_doubts(paper: Paper, others: Sequence[Paper]) -> Iterator[Refusal]:
    for other in others:
        if _shape(other) != _shape(paper):
            yield _doubt("sheet_unlike", letter=other.letter)


def _shape(paper: Paper) -> tuple[object, ...]:
    """What the letters of one pad most likely share."""
    return (
        [box for box, _ in boxes(paper)], paper.pyramid.values, paper.arch.values,
        paper.arch.keystone_value, len(paper.quarry), paper.jokers_printed,
    )  # fmt: skip
