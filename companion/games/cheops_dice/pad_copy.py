"""Copying a pad: the records of its pages, what is wrong with a page, and what is unusual.

A page starts without colours, the first one also without its exact shape. Faults prevent saving. Doubts are
overridable: the app asks, and then saves the page anyway.
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
"""Rows and columns of the grid for the floor of a pad's first page."""


def first_page() -> dict[str, Any]:
    """Return a record for a pad's first page: shaped like our practice pages, without colours, symbols and
    numbers."""
    record = next_page(practice_pages()[0]) | {"set": "", "origin": "printed", "bonuses": []}
    record["pyramid"]["values"] = [0] * len(record["pyramid"]["values"])
    record["arch"] |= {"values": [0] * len(record["arch"]["values"]), "keystone_value": 0}
    grid = [f".{line}".ljust(SIDE, NO_BOX) for line in record["floor"]["grid"]]
    record["floor"]["grid"] = [NO_BOX * SIDE, *grid, *[NO_BOX * SIDE] * SIDE][:SIDE]
    return record


def reshape(record: dict[str, Any], change: str) -> dict[str, Any]:
    """Return the record after a change of shape, or the same record if the change is impossible.

    ``floor-2-3`` adds or removes that box. ``pyramid``, ``pyramid-base``, ``arch`` or ``quarry`` with ``1``
    or ``-1`` adds or removes a row, a box of each row, a level or a stone.
    """
    new: dict[str, Any] = to_json(parse_pad_page(record))
    part, _, step = change.partition(" ")
    pyramid, arch, rows = new["pyramid"], new["arch"], new["pyramid"]["rows"]

    def resized(line: str) -> str:
        return line + OPEN if step == "1" else line[:-1]

    if part == "pyramid-base":
        pyramid["rows"] = [row for row in map(resized, rows) if row]
    elif part == "pyramid" and step != "1":
        pyramid["rows"] = rows[:-1]
    elif part == "pyramid":
        top = len(rows[-1]) if rows else 1
        pyramid["rows"] = [*rows, OPEN * (top - 1)] if top > 1 else [*map(resized, rows), OPEN]
    elif part == "arch":
        arch |= {column: resized(arch[column]) for column in ("left", "right")}
    elif part == "quarry":
        new["quarry"] = resized(new["quarry"])
    new["floor"]["grid"] = [
        "".join(
            _toggled(box) if part == f"floor-{row}-{column}" else box for column, box in enumerate(line, 1)
        )
        for row, line in enumerate(new["floor"]["grid"], 1)
    ]
    for values, lines in ((pyramid, pyramid["rows"]), (arch, arch["left"])):
        values["values"] = [*values["values"], 0][: len(lines)]
    pad_page = parse_pad_page(new)
    if pad_page is None or not (pad_page.quarry and pad_page.arch.left and pad_page.pyramid.rows):
        return record
    boxes = {box for box, _ in box_colours(pad_page)}
    for bonus in new["bonuses"]:
        bonus["boxes"] = [box for box in bonus["boxes"] if box in boxes]
    return new


def _toggled(box: str) -> str:
    return OPEN if box == NO_BOX else NO_BOX


def next_page(pad_page: PadPage) -> dict[str, Any]:
    """Return an empty record with the shape and symbols of another page."""
    record: dict[str, Any] = to_json(pad_page)
    record |= {"letter": "", "copied_by": "", "checked_by": "", "version": 1, "hash": ""}
    record["pyramid"]["rows"] = [OPEN * len(row) for row in pad_page.pyramid.rows]
    for column in ("left", "right", "keystone"):
        record["arch"][column] = OPEN * len(record["arch"][column])
    record["floor"]["grid"] = [
        "".join(c if c == NO_BOX else OPEN for c in line) for line in pad_page.floor.grid
    ]
    record["quarry"] = OPEN * len(pad_page.quarry)
    return record


def complete_record(record: dict[str, Any]) -> dict[str, Any]:
    """Return the record of a submitted form: symbols without boxes are removed, missing numbers are 0."""
    bonuses = record.get("bonuses", [])
    if isinstance(bonuses, list):
        bonuses = [
            {**bonus, "kind": "single" if len(bonus["boxes"]) == 1 else "last_of_type"}
            for bonus in bonuses
            if isinstance(bonus, dict) and isinstance(bonus.get("boxes"), list) and bonus["boxes"]
        ]
    letter = str(record.get("letter", "")).upper()
    return {**_with_numbers(record), "letter": letter, "origin": "printed", "bonuses": bonuses}


_NUMBERS = frozenset(("values", "keystone_value", "jokers_printed"))


def _with_numbers(node: Any, name: str = "") -> Any:
    if isinstance(node, dict):
        return {key: _with_numbers(inner, key) for key, inner in node.items()}
    if isinstance(node, list):
        return [_with_numbers(inner, name) for inner in node]
    return 0 if name in _NUMBERS and node == OPEN else node


def possible_symbols(record: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return every symbol that a building may have, with its ``boxes``, the page's own first."""
    own = [*record["bonuses"]]
    existing = {(bonus["building"], bonus["symbol"]) for bonus in own}
    others = ((building, symbol) for building in BUILDINGS for symbol in SYMBOLS)
    return own + [
        {"building": building, "symbol": symbol, "boxes": []}
        for building, symbol in others
        if (building, symbol) not in existing
    ]


def revise(old: PadPage | None, new: PadPage) -> PadPage:
    """Return the page to store: the next version of the old one, or a new page."""
    return next_version(old, _trim(new)) if old else with_hash(_trim(new))


def _trim(pad_page: PadPage) -> PadPage:
    """Return the page without empty rows and columns around its floor."""
    lines = pad_page.floor.grid
    rows = [row for row, line in enumerate(lines) if line.strip(NO_BOX)]
    left = min((len(line) - len(line.lstrip(NO_BOX)) for line in lines if line.strip(NO_BOX)), default=0)
    lines = lines[rows[0] : rows[-1] + 1] if rows else ()
    grid = tuple(line[left:].rstrip(NO_BOX) for line in lines)

    def new_name(box: str) -> str:
        building, *place = box.split("-")
        return f"floor-{int(place[0]) - rows[0]}-{int(place[1]) - left}" if building == "floor" else box

    bonuses = (replace(bonus, boxes=tuple(map(new_name, bonus.boxes))) for bonus in pad_page.bonuses)
    return replace(pad_page, floor=replace(pad_page.floor, grid=grid), bonuses=tuple(bonuses))


def check_sheets(record: Any, seats: int) -> Refusal | None:
    """Return what is wrong with the pages of a table: one for each seat, all with the same bonuses."""
    if not isinstance(record, list | tuple) or not seats <= len(record) <= PARTS["seats"]["high"]:
        return Refusal("cheops_dice.sheets_shape", "sheet", {"count": seats})
    pages: list[PadPage] = []
    for pad_page in map(parse_pad_page, record[:seats]):
        page_faults = faults(pad_page)
        if page_faults or pad_page is None:
            return page_faults[0]
        pages.append(pad_page)
    for pad_page in pages[1:]:
        if _bonuses_of(pad_page) != _bonuses_of(pages[0]):
            return Refusal("cheops_dice.sheet_other_bonuses", "sheet", {"letter": pad_page.letter})
    return None


def faults(pad_page: PadPage | None, others: Sequence[PadPage] = ()) -> tuple[Refusal, ...]:
    """Return everything that cannot be right about a page, given the others of its pad."""
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


def _increases(values: Sequence[int]) -> bool:
    return all(lower < higher for lower, higher in pairwise((0, *values)))


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
    if len(values) != len(rows) or not _increases(values):
        yield _fault("sheet_row_values", count=len(rows))


def _arch_faults(pad_page: PadPage) -> Iterator[Refusal]:
    arch = pad_page.arch
    if not arch.left or len(arch.left) != len(arch.right):
        yield _fault("sheet_columns", left=len(arch.left), right=len(arch.right))
    if len(arch.values) != max(len(arch.left), len(arch.right)) or not _increases(arch.values):
        yield _fault("sheet_level_values", count=len(arch.left))
    if arch.values and arch.keystone_value < arch.values[-1]:
        yield _fault("sheet_keystone_value", "keystone", top=arch.values[-1])


def _floor_faults(pad_page: PadPage) -> Iterator[Refusal]:
    boxes = [box for box, _ in box_colours(pad_page) if building_of(box) == "floor"]
    if len(boxes) != FLOOR:
        yield _fault("sheet_floor_boxes", *boxes, count=FLOOR, given=len(boxes))
    elif not is_fillable(make_plan(pad_page), 0):
        yield _fault("sheet_floor_pairs", *boxes)
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
    boxes = {box for box, _ in box_colours(pad_page)}
    symbols = set()
    for bonus in pad_page.bonuses:
        values = {"symbol": Term(bonus.symbol), "building": Term(bonus.building)}
        if any(box not in boxes or building_of(box) != bonus.building for box in bonus.boxes):
            yield _fault("sheet_bonus_box", *bonus.boxes, **values)
        count = len(set(bonus.boxes))
        if count != len(bonus.boxes) or (count != 1 if bonus.kind == "single" else count < 2):
            yield _fault("sheet_bonus_count", *bonus.boxes, **values)
        if (bonus.building, bonus.symbol) in symbols:
            yield _fault("sheet_bonus_twice", *bonus.boxes, **values)
        symbols.add((bonus.building, bonus.symbol))


def _set_faults(pad_page: PadPage, others: Sequence[PadPage]) -> Iterator[Refusal]:
    for other in others:
        if other.letter == pad_page.letter:
            yield _fault("sheet_letter_taken", letter=pad_page.letter)
        elif _colours(other) == _colours(pad_page):
            yield _fault("sheet_same_colours", letter=other.letter)
        if _bonuses_of(other) != _bonuses_of(pad_page):
            yield _fault("sheet_other_bonuses", letter=other.letter)


def _colours(pad_page: PadPage) -> tuple[object, ...]:
    return (*box_colours(pad_page), pad_page.quarry)


def _bonuses_of(pad_page: PadPage) -> list[tuple[str, str, str]]:
    """Return the bonuses, which must be the same on all pages of a table."""
    return sorted((bonus.building, bonus.symbol, bonus.kind) for bonus in pad_page.bonuses)


MAX_COLOUR_SPREAD = 3
"""How much more often the commonest colour may occur than the rarest, without a question."""


def doubts(pad_page: PadPage, others: Sequence[PadPage] = ()) -> tuple[Refusal, ...]:
    """Return everything that is unusual about a valid page, given the others of its pad."""
    return (*_own_doubts(pad_page), *_symbol_doubts(pad_page), *_set_doubts(pad_page, others))


def _doubt(code: str, *at: str, **values: object) -> Refusal:
    place = tuple(f"box-{box}" for box in at)
    return Refusal(f"cheops_dice.{code}", "sheet", values, place, overridable=True)


def _own_doubts(pad_page: PadPage) -> Iterator[Refusal]:
    if pad_page.pyramid.rows and len(pad_page.pyramid.rows[-1]) > 1:
        yield _doubt("sheet_no_top", count=len(pad_page.pyramid.rows[-1]))
    counts_by_letter = Counter(colour for _, colour in box_colours(pad_page))
    counts = [counts_by_letter[letter] for letter in COLOURS]
    if min(counts) == 0 or max(counts) - min(counts) > MAX_COLOUR_SPREAD:
        rarest = min(COLOURS, key=lambda letter: counts_by_letter[letter])
        values = {"colour": Term(COLOURS[rarest]), "least": min(counts), "most": max(counts)}
        yield _doubt("sheet_uneven", **values)
    if pad_page.jokers_printed > JOKERS:
        yield _doubt("sheet_more_jokers", count=pad_page.jokers_printed)
    if pad_page.arch.values and pad_page.arch.keystone_value == pad_page.arch.values[-1]:
        yield _doubt("sheet_keystone_nothing", "keystone", top=pad_page.arch.values[-1])


def _symbol_doubts(pad_page: PadPage) -> Iterator[Refusal]:
    buildings = {bonus.building for bonus in pad_page.bonuses}
    for building in BUILDINGS:
        if building not in buildings:
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
    """Return what the pages of one pad usually share."""
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
