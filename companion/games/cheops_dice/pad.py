"""Copying a pad: its sheets as they are filled in, what is wrong with one, and what to look at again.

Letters are sheets whose boxes wait for their colours, the first one for its shape, too. Faults block
saving. Doubts are the same kind of value with ``overridable``: the app asks "look again" and takes the
sheet anyway.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from companion.engine.data import replace, to_json
from companion.engine.game import Refusal
from companion.engine.pad import Pad
from companion.engine.words import Numbered, Term
from companion.games.cheops_dice.parts import (
    BUILDINGS,
    COLOURS,
    FLOOR,
    FLOOR_POINTS,
    JOKERS,
    NO_BOX,
    PARTS,
    SYMBOLS,
    Paper,
    boxes,
    building_of,
    confirmed,
    corrected,
    hash_of,
    practice,
    read,
    sealed,
)
from companion.games.cheops_dice.plan import fillable, plan_of

OPEN = "?"
"""A box whose colour is not copied yet."""
SIDE = 6
"""Rows and columns of the grid on which the floor of a pad's first letter is laid out."""


def first() -> dict[str, Any]:
    """A pad's first letter as far as it is known: laid out as our practice sheets are, and nothing of what
    only the print can tell, its colours, signs and numbers (0)."""
    record = like(practice()[0]) | {"set": "", "origin": "printed", "bonuses": []}
    record["pyramid"]["values"] = [0] * len(record["pyramid"]["values"])
    record["arch"] |= {"values": [0] * len(record["arch"]["values"]), "keystone_value": 0}
    grid = [f".{line}".ljust(SIDE, NO_BOX) for line in record["floor"]["grid"]]
    record["floor"]["grid"] = [NO_BOX * SIDE, *grid, *[NO_BOX * SIDE] * SIDE][:SIDE]
    return record


def reshape(record: dict[str, Any], change: str) -> dict[str, Any]:
    """The record of a sheet (one that ``read`` takes) after a change of its shape: ``floor-2-3`` lays that
    box or takes it away; ``pyramid``, ``pyramid-base``, ``arch`` or ``quarry`` with ``1`` or ``-1`` is one
    row, box of each row, level or stone more or less. As it was where there is no such shape."""
    new: dict[str, Any] = to_json(read(record))
    what, _, by = change.partition(" ")
    pyramid, arch, rows = new["pyramid"], new["arch"], new["pyramid"]["rows"]

    def longer(line: str) -> str:
        return line + OPEN if by == "1" else line[:-1]

    if what == "pyramid-base":
        pyramid["rows"] = [row for row in map(longer, rows) if row]
    elif what == "pyramid" and by != "1":
        pyramid["rows"] = rows[:-1]
    elif what == "pyramid":
        top = len(rows[-1]) if rows else 1
        pyramid["rows"] = [*rows, OPEN * (top - 1)] if top > 1 else [*map(longer, rows), OPEN]
    elif what == "arch":
        arch |= {column: longer(arch[column]) for column in ("left", "right")}
    elif what == "quarry":
        new["quarry"] = longer(new["quarry"])
    new["floor"]["grid"] = [
        "".join(_other(box) if what == f"floor-{row}-{at}" else box for at, box in enumerate(line, 1))
        for row, line in enumerate(new["floor"]["grid"], 1)
    ]
    for values, lines in ((pyramid, pyramid["rows"]), (arch, arch["left"])):
        values["values"] = [*values["values"], 0][: len(lines)]
    paper = read(new)
    if paper is None or not (paper.quarry and paper.arch.left and paper.pyramid.rows):
        return record
    known = {box for box, _ in boxes(paper)}
    for bonus in new["bonuses"]:
        bonus["boxes"] = [box for box in bonus["boxes"] if box in known]
    return new


def _other(box: str) -> str:
    return OPEN if box == NO_BOX else NO_BOX


def like(paper: Paper) -> dict[str, Any]:
    """An open sheet of the same shape, for the pad's next letter; its symbols lie where they lay."""
    told: dict[str, Any] = to_json(paper)
    told |= {"letter": "", "copied_by": "", "checked_by": "", "version": 1, "hash": ""}
    told["pyramid"]["rows"] = [OPEN * len(row) for row in paper.pyramid.rows]
    for column in ("left", "right", "keystone"):
        told["arch"][column] = OPEN * len(told["arch"][column])
    told["floor"]["grid"] = ["".join(c if c == NO_BOX else OPEN for c in line) for line in paper.floor.grid]
    told["quarry"] = OPEN * len(paper.quarry)
    return told


def complete(record: dict[str, Any]) -> dict[str, Any]:
    """A letter as the form sends it: copied from print; a sign that lies on no box is none, on one it is
    single; a number that was not told is 0."""
    bonuses = record.get("bonuses", [])
    if isinstance(bonuses, list):
        bonuses = [
            {**bonus, "kind": "single" if len(bonus["boxes"]) == 1 else "last_of_type"}
            for bonus in bonuses
            if isinstance(bonus, dict) and isinstance(bonus.get("boxes"), list) and bonus["boxes"]
        ]
    letter = str(record.get("letter", "")).upper()
    return {**_told(record), "letter": letter, "origin": "printed", "bonuses": bonuses}


_NUMBERS = frozenset(("values", "keystone_value", "jokers_printed"))


def _told(node: Any, name: str = "") -> Any:
    if isinstance(node, dict):
        return {key: _told(inner, key) for key, inner in node.items()}
    if isinstance(node, list):
        return [_told(inner, name) for inner in node]
    return 0 if name in _NUMBERS and node == OPEN else node


def carried(record: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Every sign that a building may carry, with its ``boxes``, first the sheet's own."""
    own = [*record["bonuses"]]
    lie = {(bonus["building"], bonus["symbol"]) for bonus in own}
    others = ((building, symbol) for building in BUILDINGS for symbol in SYMBOLS)
    return own + [
        {"building": building, "symbol": symbol, "boxes": []}
        for building, symbol in others
        if (building, symbol) not in lie
    ]


def revise(old: Paper | None, new: Paper) -> Paper:
    """What is kept of a copied letter: the next version of the old one, if there is one."""
    return corrected(old, _trimmed(new)) if old else sealed(_trimmed(new))


def _trimmed(paper: Paper) -> Paper:
    """Its floor without the rows and columns around it that have no box."""
    lines = paper.floor.grid
    laid = [row for row, line in enumerate(lines) if line.strip(NO_BOX)]
    left = min((len(line) - len(line.lstrip(NO_BOX)) for line in lines if line.strip(NO_BOX)), default=0)
    lines = lines[laid[0] : laid[-1] + 1] if laid else ()
    grid = tuple(line[left:].rstrip(NO_BOX) for line in lines)

    def moved(box: str) -> str:
        building, *at = box.split("-")
        return f"floor-{int(at[0]) - laid[0]}-{int(at[1]) - left}" if building == "floor" else box

    bonuses = (replace(bonus, boxes=tuple(map(moved, bonus.boxes))) for bonus in paper.bonuses)
    return replace(paper, floor=replace(paper.floor, grid=grid), bonuses=tuple(bonuses))


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


PAD: Pad[Paper] = Pad(
    first=first,
    reshape=reshape,
    like=like,
    complete=complete,
    read=read,
    faults=faults,
    doubts=doubts,
    revise=revise,
    confirm=confirmed,
    terms={"symbols": SYMBOLS, "colours": COLOURS, "carried": carried},
)
"""How the pad is copied."""
