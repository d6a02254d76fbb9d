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

from companion.engine.game import Refusal
from companion.engine.json_data import replace, to_json
from companion.engine.score_pad import Pad
from companion.engine.words import NumberedPlace, Term
from companion.games.cheops_dice.geometry import is_fillable, make_plan
from companion.games.cheops_dice.parts import (
    BUILDINGS,
    COLOURS,
    FLOOR,
    FLOOR_POINTS,
    JOKERS,
    NO_BOX,
    PARTS,
    SYMBOLS,
    PadPage,
    box_colours,
    building_of,
    confirm_copy,
    hash_of,
    next_version,
    parse_pad_page,
    practice_pages,
    with_hash,
)

OPEN = "?"
"""A box whose colour is not copied yet."""
SIDE = 6
"""Rows and columns of the grid on which the floor of a pad's first letter is laid out."""


def first_page() -> dict[str, Any]:
    """A pad's first letter as far as it is known: laid out as our practice sheets are, and nothing of what
    only the print can tell, its colours, signs and numbers (0)."""
    record = next_page(practice_pages()[0]) | {"set": "", "origin": "printed", "bonuses": []}
    record["pyramid"]["values"] = [0] * len(record["pyramid"]["values"])
    record["arch"] |= {"values": [0] * len(record["arch"]["values"]), "keystone_value": 0}
    grid = [f".{line}".ljust(SIDE, NO_BOX) for line in record["floor"]["grid"]]
    record["floor"]["grid"] = [NO_BOX * SIDE, *grid, *[NO_BOX * SIDE] * SIDE][:SIDE]
    return record


def reshape(record: dict[str, Any], change: str) -> dict[str, Any]:
    """The record of a sheet after a change of its shape: ``floor-2-3`` lays that
    box or takes it away; ``pyramid``, ``pyramid-base``, ``arch`` or ``quarry`` with ``1`` or ``-1`` is one
    row, box of each row, level or stone more or less. As it was where there is no such shape."""
    new: dict[str, Any] = to_json(parse_pad_page(record))
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
    pad_page = parse_pad_page(new)
    if pad_page is None or not (pad_page.quarry and pad_page.arch.left and pad_page.pyramid.rows):
        return record
    known = {box for box, _ in box_colours(pad_page)}
    for bonus in new["bonuses"]:
        bonus["boxes"] = [box for box in bonus["boxes"] if box in known]
    return new


def _other(box: str) -> str:
    return OPEN if box == NO_BOX else NO_BOX


def next_page(pad_page: PadPage) -> dict[str, Any]:
    """An open sheet of the same shape, for the pad's next letter; its symbols lie where they lay."""
    told: dict[str, Any] = to_json(pad_page)
    told |= {"letter": "", "copied_by": "", "checked_by": "", "version": 1, "hash": ""}
    told["pyramid"]["rows"] = [OPEN * len(row) for row in pad_page.pyramid.rows]
    for column in ("left", "right", "keystone"):
        told["arch"][column] = OPEN * len(told["arch"][column])
    told["floor"]["grid"] = [
        "".join(c if c == NO_BOX else OPEN for c in line) for line in pad_page.floor.grid
    ]
    told["quarry"] = OPEN * len(pad_page.quarry)
    return told


def complete_record(record: dict[str, Any]) -> dict[str, Any]:
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


def possible_symbols(record: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Every sign that a building may carry, with its ``box_colours``, first the sheet's own."""
    own = [*record["bonuses"]]
    lie = {(bonus["building"], bonus["symbol"]) for bonus in own}
    others = ((building, symbol) for building in BUILDINGS for symbol in SYMBOLS)
    return own + [
        {"building": building, "symbol": symbol, "boxes": []}
        for building, symbol in others
        if (building, symbol) not in lie
    ]


def revise(old: PadPage | None, new: PadPage) -> PadPage:
    """What is kept of a copied letter: the next version of the old one, if there is one."""
    return next_version(old, _trimmed(new)) if old else with_hash(_trimmed(new))


def _trimmed(pad_page: PadPage) -> PadPage:
    """Its floor without the rows and columns around it that have no box."""
    lines = pad_page.floor.grid
    laid = [row for row, line in enumerate(lines) if line.strip(NO_BOX)]
    left = min((len(line) - len(line.lstrip(NO_BOX)) for line in lines if line.strip(NO_BOX)), default=0)
    lines = lines[laid[0] : laid[-1] + 1] if laid else ()
    grid = tuple(line[left:].rstrip(NO_BOX) for line in lines)

    def moved(box: str) -> str:
        building, *at = box.split("-")
        return f"floor-{int(at[0]) - laid[0]}-{int(at[1]) - left}" if building == "floor" else box

    bonuses = (replace(bonus, boxes=tuple(map(moved, bonus.boxes))) for bonus in pad_page.bonuses)
    return replace(pad_page, floor=replace(pad_page.floor, grid=grid), bonuses=tuple(bonuses))


def check_sheets(record: Any, seats: int) -> Refusal | None:
    """What is wrong with the sheets of a table: one for each seat, all with the same bonuses."""
    if not isinstance(record, list | tuple) or not seats <= len(record) <= PARTS["seats"]["high"]:
        return Refusal("cheops_dice.sheets_shape", "sheet", {"count": seats})
    papers: list[PadPage] = []
    for pad_page in map(parse_pad_page, record[:seats]):
        wrong = faults(pad_page)
        if wrong or pad_page is None:
            return wrong[0]
        papers.append(pad_page)
    for pad_page in papers[1:]:
        if _race(pad_page) != _race(papers[0]):
            return Refusal("cheops_dice.sheet_other_bonuses", "sheet", {"letter": pad_page.letter})
    return None


def faults(pad_page: PadPage | None, others: Sequence[PadPage] = ()) -> tuple[Refusal, ...]:
    """Everything that cannot be right about a sheet (None: it does not read), beside the other letters of
    its set.
    """
    if pad_page is None:
        return (Refusal("cheops_dice.sheet_shape", "sheet"),)
    return (
        *_label_faults(pad_page), *_pyramid_faults(pad_page), *_arch_faults(pad_page),
        *_floor_faults(pad_page),
        *_colour_faults(pad_page), *_quarry_faults(pad_page), *_bonus_faults(pad_page),
        *_set_faults(pad_page, others),
    )  # fmt: skip


def _fault(code: str, *at: str, **values: object) -> Refusal:
    return Refusal(f"cheops_dice.{code}", "sheet", values, tuple(f"box-{box}" for box in at))


def _rising(values: Sequence[int]) -> bool:
    return all(one < other for one, other in pairwise((0, *values)))


def _label_faults(pad_page: PadPage) -> Iterator[Refusal]:
    practice = pad_page.origin == "practice"
    letter = pad_page.letter
    if not (letter.isascii() and (letter.isdigit() if practice else letter.isupper())):
        yield _fault("sheet_letter", letter=letter)
    if pad_page.hash and pad_page.hash != hash_of(pad_page):
        yield _fault("sheet_changed")
    if pad_page.checked_by and pad_page.checked_by == pad_page.copied_by:
        yield _fault("sheet_second_look", name=pad_page.checked_by)


def _pyramid_faults(pad_page: PadPage) -> Iterator[Refusal]:
    rows, values = pad_page.pyramid.rows, pad_page.pyramid.values
    if not rows or not all(rows):
        yield _fault("sheet_rows", row=1)
    for row, (below, above) in enumerate(pairwise(rows), 2):
        if len(above) != len(below) - 1:
            yield _fault("sheet_rows", *(f"pyramid-{row}-{n + 1}" for n in range(len(above))), row=row)
    if len(values) != len(rows) or not _rising(values):
        yield _fault("sheet_row_values", count=len(rows))


def _arch_faults(pad_page: PadPage) -> Iterator[Refusal]:
    arch = pad_page.arch
    if not arch.left or len(arch.left) != len(arch.right):
        yield _fault("sheet_columns", left=len(arch.left), right=len(arch.right))
    if len(arch.values) != max(len(arch.left), len(arch.right)) or not _rising(arch.values):
        yield _fault("sheet_level_values", count=len(arch.left))
    if arch.values and arch.keystone_value < arch.values[-1]:
        yield _fault("sheet_keystone_value", "keystone", top=arch.values[-1])


def _floor_faults(pad_page: PadPage) -> Iterator[Refusal]:
    laid = [box for box, _ in box_colours(pad_page) if building_of(box) == "floor"]
    if len(laid) != FLOOR:
        yield _fault("sheet_floor_boxes", *laid, count=FLOOR, given=len(laid))
    elif not is_fillable(make_plan(pad_page), 0):
        yield _fault("sheet_floor_pairs", *laid)
    if pad_page.floor.points != FLOOR_POINTS:
        yield _fault("sheet_floor_points", numbers=FLOOR_POINTS)


def _colour_faults(pad_page: PadPage) -> Iterator[Refusal]:
    stones = ((f"quarry-{n}", colour) for n, colour in enumerate(pad_page.quarry, 1))
    bare = [name for name, colour in (*box_colours(pad_page), *stones) if colour not in COLOURS]
    if bare:
        yield _fault("sheet_colour", *bare, count=len(bare))


def _quarry_faults(pad_page: PadPage) -> Iterator[Refusal]:
    if not pad_page.quarry:
        yield _fault("sheet_quarry_empty")
    if pad_page.jokers_printed < JOKERS:
        yield _fault("sheet_jokers", count=JOKERS)


def _bonus_faults(pad_page: PadPage) -> Iterator[Refusal]:
    known = {box for box, _ in box_colours(pad_page)}
    seen = set()
    for bonus in pad_page.bonuses:
        values = {"symbol": Term(bonus.symbol), "building": Term(bonus.building)}
        if any(box not in known or building_of(box) != bonus.building for box in bonus.boxes):
            yield _fault("sheet_bonus_box", *bonus.boxes, **values)
        count = len(set(bonus.boxes))
        if count != len(bonus.boxes) or (count != 1 if bonus.kind == "single" else count < 2):
            yield _fault("sheet_bonus_count", *bonus.boxes, **values)
        if (bonus.building, bonus.symbol) in seen:
            yield _fault("sheet_bonus_twice", *bonus.boxes, **values)
        seen.add((bonus.building, bonus.symbol))


def _set_faults(pad_page: PadPage, others: Sequence[PadPage]) -> Iterator[Refusal]:
    for other in others:
        if other.letter == pad_page.letter:
            yield _fault("sheet_letter_taken", letter=pad_page.letter)
        elif _colours(other) == _colours(pad_page):
            yield _fault("sheet_same_colours", letter=other.letter)
        if _race(other) != _race(pad_page):
            yield _fault("sheet_other_bonuses", letter=other.letter)


def _colours(pad_page: PadPage) -> tuple[object, ...]:
    return (*box_colours(pad_page), pad_page.quarry)


def _race(pad_page: PadPage) -> list[tuple[str, str, str]]:
    """The bonuses that all sheets of a table run for."""
    return sorted((bonus.building, bonus.symbol, bonus.kind) for bonus in pad_page.bonuses)


_SPREAD = 3
"""Boxes by which the commonest colour may outnumber the rarest without a question."""


def doubts(pad_page: PadPage, others: Sequence[PadPage] = ()) -> tuple[Refusal, ...]:
    """Everything that is odd about a faultless sheet, beside the other letters of its set."""
    return (*_own_doubts(pad_page), *_symbol_doubts(pad_page), *_set_doubts(pad_page, others))


def _doubt(code: str, *at: str, **values: object) -> Refusal:
    place = tuple(f"box-{box}" for box in at)
    return Refusal(f"cheops_dice.{code}", "sheet", values, place, overridable=True)


def _own_doubts(pad_page: PadPage) -> Iterator[Refusal]:
    if pad_page.pyramid.rows and len(pad_page.pyramid.rows[-1]) > 1:
        yield _doubt("sheet_no_top", count=len(pad_page.pyramid.rows[-1]))
    found = Counter(colour for _, colour in box_colours(pad_page))
    counts = [found[letter] for letter in COLOURS]
    if min(counts) == 0 or max(counts) - min(counts) > _SPREAD:
        rarest = min(COLOURS, key=lambda letter: found[letter])
        values = {"colour": Term(COLOURS[rarest]), "least": min(counts), "most": max(counts)}
        yield _doubt("sheet_uneven", **values)
    if pad_page.jokers_printed > JOKERS:
        yield _doubt("sheet_more_jokers", count=pad_page.jokers_printed)
    if pad_page.arch.values and pad_page.arch.keystone_value == pad_page.arch.values[-1]:
        yield _doubt("sheet_keystone_nothing", "keystone", top=pad_page.arch.values[-1])


def _symbol_doubts(pad_page: PadPage) -> Iterator[Refusal]:
    carrying = {bonus.building for bonus in pad_page.bonuses}
    for building in BUILDINGS:
        if building not in carrying:
            yield _doubt("sheet_no_symbol", building=Term(building))
    symbols = Counter(box for bonus in pad_page.bonuses for box in bonus.boxes)
    for box, count in symbols.items():
        if count > 1:
            yield _doubt("sheet_two_symbols", box, box=NumberedPlace(box))
    for bonus in pad_page.bonuses:
        if bonus.symbol not in SYMBOLS:
            yield _doubt("sheet_other_symbol", *bonus.boxes, symbol=Term(bonus.symbol))


def _set_doubts(pad_page: PadPage, others: Sequence[PadPage]) -> Iterator[Refusal]:
    for other in others:
        if _shape(other) != _shape(pad_page):
            yield _doubt("sheet_unlike", letter=other.letter)


def _shape(pad_page: PadPage) -> tuple[object, ...]:
    """What the letters of one pad most likely share."""
    return (
        [box for box, _ in box_colours(pad_page)], pad_page.pyramid.values, pad_page.arch.values,
        pad_page.arch.keystone_value, len(pad_page.quarry), pad_page.jokers_printed,
    )  # fmt: skip


PAD: Pad[PadPage] = Pad(
    first=first_page,
    reshape=reshape,
    like=next_page,
    complete=complete_record,
    read=parse_pad_page,
    faults=faults,
    doubts=doubts,
    revise=revise,
    confirm=confirm_copy,
    terms={"symbols": SYMBOLS, "colours": COLOURS, "possible_symbols": possible_symbols},
)
"""How the pad is copied."""
