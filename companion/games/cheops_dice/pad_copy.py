"""Copies a printed pad page by page, and finds the faults of each page and doubts about it.

A record is the JSON data of a page. A new record has no colours. The record of the first page does not have
the exact shape of the printed page either, so the owner of the pad changes it. A page with faults cannot be
saved. If there are doubts, the app asks whether the page is right.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from companion.engine.game import Refusal
from companion.engine.json_data import replace, to_json
from companion.engine.score_pad import PadFunctions
from companion.engine.words import NumberedPlace, Term
from companion.games.cheops_dice.geometry import can_fill_floor, make_plan
from companion.games.cheops_dice.parts import (
    BUILDINGS,
    COLOUR_BY_LETTER,
    FLOOR_BOX_COUNT,
    NO_BOX,
    PARTS,
    POINTS_BY_FLOOR_BOXES,
    PRINTED_JOKER_COUNT,
    SYMBOLS,
    PadPage,
    add_hash,
    confirm_copy,
    get_building,
    hash_page,
    iter_box_colours,
    load_practice_pages,
    make_next_version,
    parse_pad_page,
)

UNCOPIED_COLOUR = "?"
"""Stands for the colour of a box or stone that nobody has copied yet."""
FLOOR_GRID_SIZE = 6
"""The number of rows and columns of the floor's grid on the first page of a pad."""


def make_first_page_record() -> dict[str, Any]:
    """Return the record for a pad's first page. It has the shape of a practice page, without colours,
    symbols and numbers."""
    record = make_next_page_record(load_practice_pages()[0])
    record |= {"set": "", "origin": "printed", "bonuses": []}
    record["pyramid"]["values"] = [0] * len(record["pyramid"]["values"])
    record["arch"] |= {"values": [0] * len(record["arch"]["values"]), "keystone_value": 0}
    grid = [f".{line}".ljust(FLOOR_GRID_SIZE, NO_BOX) for line in record["floor"]["grid"]]
    empty_line = NO_BOX * FLOOR_GRID_SIZE
    record["floor"]["grid"] = [empty_line, *grid, *[empty_line] * FLOOR_GRID_SIZE][:FLOOR_GRID_SIZE]
    return record


def reshape(record: dict[str, Any], change: str) -> dict[str, Any]:
    """Return a page's record after a change of its shape. If the change is impossible, return ``record``.

    ``floor-2-3`` adds this box to the floor, or removes it if it is there. ``pyramid 1`` adds a row to the
    pyramid, ``pyramid -1`` removes one. In the same way, ``pyramid-base`` adds or removes a box in each
    row, ``arch`` a level, and ``quarry`` a stone.
    """
    new: dict[str, Any] = to_json(parse_pad_page(record))
    part, _, step = change.partition(" ")
    pyramid, arch, rows = new["pyramid"], new["arch"], new["pyramid"]["rows"]

    def resize_line(line: str) -> str:
        return line + UNCOPIED_COLOUR if step == "1" else line[:-1]

    if part == "pyramid-base":
        pyramid["rows"] = [row for row in map(resize_line, rows) if row]
    elif part == "pyramid" and step != "1":
        pyramid["rows"] = rows[:-1]
    elif part == "pyramid":
        top = len(rows[-1]) if rows else 1
        pyramid["rows"] = (
            [*rows, UNCOPIED_COLOUR * (top - 1)] if top > 1 else [*map(resize_line, rows), UNCOPIED_COLOUR]
        )
    elif part == "arch":
        arch |= {column: resize_line(arch[column]) for column in ("left", "right")}
    elif part == "quarry":
        new["quarry"] = resize_line(new["quarry"])
    new["floor"]["grid"] = [
        "".join(
            (UNCOPIED_COLOUR if box == NO_BOX else NO_BOX) if part == f"floor-{row}-{column}" else box
            for column, box in enumerate(line, 1)
        )
        for row, line in enumerate(new["floor"]["grid"], 1)
    ]
    for values, lines in ((pyramid, pyramid["rows"]), (arch, arch["left"])):
        values["values"] = [*values["values"], 0][: len(lines)]
    pad_page = parse_pad_page(new)
    if pad_page is None or not (pad_page.quarry and pad_page.arch.left and pad_page.pyramid.rows):
        return record
    boxes = {box for box, _ in iter_box_colours(pad_page)}
    for bonus in new["bonuses"]:
        bonus["boxes"] = [box for box in bonus["boxes"] if box in boxes]
    return new


def make_next_page_record(pad_page: PadPage) -> dict[str, Any]:
    """Return the record for the next page of a pad. It has the shape, symbols and numbers of ``pad_page``,
    but no colours, no page letter, and no names of people."""
    record: dict[str, Any] = to_json(pad_page)
    record |= {"letter": "", "copied_by": "", "checked_by": "", "version": 1, "hash": ""}
    record["pyramid"]["rows"] = [UNCOPIED_COLOUR * len(row) for row in pad_page.pyramid.rows]
    for column in ("left", "right", "keystone"):
        record["arch"][column] = UNCOPIED_COLOUR * len(record["arch"][column])
    record["floor"]["grid"] = [
        "".join(c if c == NO_BOX else UNCOPIED_COLOUR for c in line) for line in pad_page.floor.grid
    ]
    record["quarry"] = UNCOPIED_COLOUR * len(pad_page.quarry)
    return record


def clean_submitted_record(record: dict[str, Any]) -> dict[str, Any]:
    """Return a submitted record that is ready to be parsed: without symbols that have no boxes, and with 0
    for each missing number."""
    bonuses = record.get("bonuses", [])
    if isinstance(bonuses, list):
        bonuses = [
            {**bonus, "kind": "single" if len(bonus["boxes"]) == 1 else "last_of_type"}
            for bonus in bonuses
            if isinstance(bonus, dict) and isinstance(bonus.get("boxes"), list) and bonus["boxes"]
        ]
    letter = str(record.get("letter", "")).upper()
    return {**_fill_in_numbers(record), "letter": letter, "origin": "printed", "bonuses": bonuses}


_NUMBER_FIELDS = frozenset(("values", "keystone_value", "jokers_printed"))


def _fill_in_numbers(node: Any, name: str = "") -> Any:
    if isinstance(node, dict):
        return {key: _fill_in_numbers(inner, key) for key, inner in node.items()}
    if isinstance(node, list):
        return [_fill_in_numbers(inner, name) for inner in node]
    return 0 if name in _NUMBER_FIELDS and node == UNCOPIED_COLOUR else node


def list_possible_symbols(record: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return ``building``, ``symbol`` and ``boxes`` of every symbol that a building may have. The symbols
    that have boxes on this page come first."""
    own = [*record["bonuses"]]
    existing = {(bonus["building"], bonus["symbol"]) for bonus in own}
    others = ((building, symbol) for building in BUILDINGS for symbol in SYMBOLS)
    return own + [
        {"building": building, "symbol": symbol, "boxes": []}
        for building, symbol in others
        if (building, symbol) not in existing
    ]


def revise_page(old: PadPage | None, new: PadPage) -> PadPage:
    """Return the page to store: ``new`` as the next version of ``old``, or as a first version if ``old`` is
    None."""
    return make_next_version(old, _trim_floor(new)) if old else add_hash(_trim_floor(new))


def _trim_floor(pad_page: PadPage) -> PadPage:
    lines = pad_page.floor.grid
    rows = [row for row, line in enumerate(lines) if line.strip(NO_BOX)]
    left = min((len(line) - len(line.lstrip(NO_BOX)) for line in lines if line.strip(NO_BOX)), default=0)
    lines = lines[rows[0] : rows[-1] + 1] if rows else ()
    grid = tuple(line[left:].rstrip(NO_BOX) for line in lines)

    def shift_box_name(box: str) -> str:
        building, *place = box.split("-")
        return f"floor-{int(place[0]) - rows[0]}-{int(place[1]) - left}" if building == "floor" else box

    bonuses = (replace(bonus, boxes=tuple(map(shift_box_name, bonus.boxes))) for bonus in pad_page.bonuses)
    return replace(pad_page, floor=replace(pad_page.floor, grid=grid), bonuses=tuple(bonuses))


def check_pad_pages(record: Any, seats: int) -> Refusal | None:
    """Return the refusal of a table's pages, or None. ``record`` is a list of page records.

    Each seat needs a page. No page may have faults, as seats may be added later or choose among the pages,
    and all pages need the same bonuses.
    """
    if not isinstance(record, list | tuple) or not seats <= len(record) <= PARTS["seats"]["high"]:
        return Refusal("cheops_dice.sheets_shape", "sheet", {"count": seats})
    pages: list[PadPage] = []
    for pad_page in map(parse_pad_page, record):
        page_faults = find_faults(pad_page)
        if page_faults or pad_page is None:
            return page_faults[0]
        pages.append(pad_page)
    for pad_page in pages[1:]:
        if _get_bonus_keys(pad_page) != _get_bonus_keys(pages[0]):
            return Refusal("cheops_dice.sheet_other_bonuses", "sheet", {"letter": pad_page.letter})
    return None


def find_faults(pad_page: PadPage | None, others: Sequence[PadPage] = ()) -> tuple[Refusal, ...]:
    """Return every fault because of which a page cannot be saved. None is a page that cannot be parsed.

    ``others`` are the other pages of its pad.
    """
    if pad_page is None:
        return (Refusal("cheops_dice.sheet_shape", "sheet"),)
    return (
        *_iter_metadata_faults(pad_page), *_iter_pyramid_faults(pad_page), *_iter_arch_faults(pad_page),
        *_iter_floor_faults(pad_page), *_iter_colour_faults(pad_page),
        *_iter_quarry_and_joker_faults(pad_page), *_iter_bonus_faults(pad_page),
        *_iter_faults_among_pages(pad_page, others),
    )  # fmt: skip


def _make_fault(code: str, *at: str, **values: object) -> Refusal:
    return Refusal(f"cheops_dice.{code}", "sheet", values, tuple(f"box-{box}" for box in at))


def _is_increasing(values: Sequence[int]) -> bool:
    return all(lower < higher for lower, higher in pairwise((0, *values)))


def _iter_metadata_faults(pad_page: PadPage) -> Iterator[Refusal]:
    practice = pad_page.origin == "practice"
    letter = pad_page.letter
    if not (letter.isascii() and (letter.isdigit() if practice else letter.isupper())):
        yield _make_fault("sheet_letter", letter=letter)
    if pad_page.hash and pad_page.hash != hash_page(pad_page):
        yield _make_fault("sheet_changed")
    if pad_page.checked_by and pad_page.checked_by == pad_page.copied_by:
        yield _make_fault("sheet_second_look", name=pad_page.checked_by)


def _iter_pyramid_faults(pad_page: PadPage) -> Iterator[Refusal]:
    rows, values = pad_page.pyramid.rows, pad_page.pyramid.values
    if not rows or not all(rows):
        yield _make_fault("sheet_rows", row=1)
    for row, (below, above) in enumerate(pairwise(rows), 2):
        if len(above) != len(below) - 1:
            yield _make_fault("sheet_rows", *(f"pyramid-{row}-{n + 1}" for n in range(len(above))), row=row)
    if len(values) != len(rows) or not _is_increasing(values):
        yield _make_fault("sheet_row_values", count=len(rows))


def _iter_arch_faults(pad_page: PadPage) -> Iterator[Refusal]:
    arch = pad_page.arch
    if not arch.left or len(arch.left) != len(arch.right):
        yield _make_fault("sheet_columns", left=len(arch.left), right=len(arch.right))
    if len(arch.values) != max(len(arch.left), len(arch.right)) or not _is_increasing(arch.values):
        yield _make_fault("sheet_level_values", count=len(arch.left))
    if arch.values and arch.keystone_value < arch.values[-1]:
        yield _make_fault("sheet_keystone_value", "keystone", top=arch.values[-1])


def _iter_floor_faults(pad_page: PadPage) -> Iterator[Refusal]:
    boxes = [box for box, _ in iter_box_colours(pad_page) if get_building(box) == "floor"]
    if len(boxes) != FLOOR_BOX_COUNT:
        yield _make_fault("sheet_floor_boxes", *boxes, count=FLOOR_BOX_COUNT, given=len(boxes))
    elif not can_fill_floor(make_plan(pad_page), 0):
        yield _make_fault("sheet_floor_pairs", *boxes)
    if pad_page.floor.points != POINTS_BY_FLOOR_BOXES:
        yield _make_fault("sheet_floor_points", numbers=POINTS_BY_FLOOR_BOXES)


def _iter_colour_faults(pad_page: PadPage) -> Iterator[Refusal]:
    stones = ((f"quarry-{n}", colour) for n, colour in enumerate(pad_page.quarry, 1))
    bare = [
        name for name, colour in (*iter_box_colours(pad_page), *stones) if colour not in COLOUR_BY_LETTER
    ]
    if bare:
        yield _make_fault("sheet_colour", *bare, count=len(bare))


def _iter_quarry_and_joker_faults(pad_page: PadPage) -> Iterator[Refusal]:
    if not pad_page.quarry:
        yield _make_fault("sheet_quarry_empty")
    if pad_page.jokers_printed < PRINTED_JOKER_COUNT:
        yield _make_fault("sheet_jokers", count=PRINTED_JOKER_COUNT)


def _iter_bonus_faults(pad_page: PadPage) -> Iterator[Refusal]:
    boxes = {box for box, _ in iter_box_colours(pad_page)}
    symbols = set()
    for bonus in pad_page.bonuses:
        values = {"symbol": Term(bonus.symbol), "building": Term(bonus.building)}
        if any(box not in boxes or get_building(box) != bonus.building for box in bonus.boxes):
            yield _make_fault("sheet_bonus_box", *bonus.boxes, **values)
        count = len(set(bonus.boxes))
        if count != len(bonus.boxes) or (count != 1 if bonus.kind == "single" else count < 2):
            yield _make_fault("sheet_bonus_count", *bonus.boxes, **values)
        if (bonus.building, bonus.symbol) in symbols:
            yield _make_fault("sheet_bonus_twice", *bonus.boxes, **values)
        symbols.add((bonus.building, bonus.symbol))


def _iter_faults_among_pages(pad_page: PadPage, others: Sequence[PadPage]) -> Iterator[Refusal]:
    for other in others:
        if other.letter == pad_page.letter:
            yield _make_fault("sheet_letter_taken", letter=pad_page.letter)
        elif _get_box_colours(other) == _get_box_colours(pad_page):
            yield _make_fault("sheet_same_colours", letter=other.letter)
        if _get_bonus_keys(other) != _get_bonus_keys(pad_page):
            yield _make_fault("sheet_other_bonuses", letter=other.letter)


def _get_box_colours(pad_page: PadPage) -> tuple[object, ...]:
    return (*iter_box_colours(pad_page), pad_page.quarry)


def _get_bonus_keys(pad_page: PadPage) -> list[tuple[str, str, str]]:
    """Return (building, symbol, ``Bonus.kind``) of each bonus. All pages of a table must have the same."""
    return sorted((bonus.building, bonus.symbol, bonus.kind) for bonus in pad_page.bonuses)


MAX_COLOUR_SPREAD = 3
"""The largest usual difference between the numbers of boxes of the commonest and of the rarest colour."""


def find_doubts(pad_page: PadPage, others: Sequence[PadPage] = ()) -> tuple[Refusal, ...]:
    """Return an overridable refusal for everything unusual about a valid page. ``others`` are the other
    pages of its pad."""
    shape = _get_page_shape(pad_page)
    unlike = (other for other in others if _get_page_shape(other) != shape)
    return (
        *_iter_page_doubts(pad_page),
        *_iter_symbol_doubts(pad_page),
        *(_make_doubt("sheet_unlike", letter=other.letter) for other in unlike),
    )


def _make_doubt(code: str, *at: str, **values: object) -> Refusal:
    return replace(_make_fault(code, *at, **values), overridable=True)


def _iter_page_doubts(pad_page: PadPage) -> Iterator[Refusal]:
    if pad_page.pyramid.rows and len(pad_page.pyramid.rows[-1]) > 1:
        yield _make_doubt("sheet_no_top", count=len(pad_page.pyramid.rows[-1]))
    counts_by_letter = Counter(colour for _, colour in iter_box_colours(pad_page))
    counts = [counts_by_letter[letter] for letter in COLOUR_BY_LETTER]
    if min(counts) == 0 or max(counts) - min(counts) > MAX_COLOUR_SPREAD:
        rarest = min(COLOUR_BY_LETTER, key=lambda letter: counts_by_letter[letter])
        values = {"colour": Term(COLOUR_BY_LETTER[rarest]), "least": min(counts), "most": max(counts)}
        yield _make_doubt("sheet_uneven", **values)
    if pad_page.jokers_printed > PRINTED_JOKER_COUNT:
        yield _make_doubt("sheet_more_jokers", count=pad_page.jokers_printed)
    if pad_page.arch.values and pad_page.arch.keystone_value == pad_page.arch.values[-1]:
        yield _make_doubt("sheet_keystone_nothing", "keystone", top=pad_page.arch.values[-1])


def _iter_symbol_doubts(pad_page: PadPage) -> Iterator[Refusal]:
    buildings = {bonus.building for bonus in pad_page.bonuses}
    for building in BUILDINGS:
        if building not in buildings:
            yield _make_doubt("sheet_no_symbol", building=Term(building))
    symbols = Counter(box for bonus in pad_page.bonuses for box in bonus.boxes)
    for box, count in symbols.items():
        if count > 1:
            yield _make_doubt("sheet_two_symbols", box, box=NumberedPlace(box))
    for bonus in pad_page.bonuses:
        if bonus.symbol not in SYMBOLS:
            yield _make_doubt("sheet_other_symbol", *bonus.boxes, symbol=Term(bonus.symbol))


def _get_page_shape(pad_page: PadPage) -> tuple[object, ...]:
    return (
        [box for box, _ in iter_box_colours(pad_page)], pad_page.pyramid.values, pad_page.arch.values,
        pad_page.arch.keystone_value, len(pad_page.quarry), pad_page.jokers_printed,
    )  # fmt: skip


PAD_FUNCTIONS: PadFunctions[PadPage] = PadFunctions(
    first=make_first_page_record,
    reshape=reshape,
    like=make_next_page_record,
    complete=clean_submitted_record,
    read=parse_pad_page,
    faults=find_faults,
    doubts=find_doubts,
    revise=revise_page,
    confirm=confirm_copy,
    terms={"symbols": SYMBOLS, "colours": COLOUR_BY_LETTER, "possible_symbols": list_possible_symbols},
)
"""The functions with which the app copies the pad."""
