"""The fixed parts of the game (colours, dice, points), and the data of pad pages.

The data of a page is everything printed on it, the name of the person who copied it, and its version. The
app does not contain the printed pages: the owner of a pad copies them, or a table uses our practice pages.
"""

import hashlib
import json
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Annotated, Any, Literal, get_args

from companion.engine.json_data import Between, DataError, MaxLength, from_json, to_json
from companion.games.seeds import DEFAULT_SEED_FOLDER, load_parts

PARTS: dict[str, Any] = load_parts("cheops_dice")

Colour = Literal["red", "orange", "yellow", "green", "blue", "violet"]
COLOUR_BY_LETTER: dict[str, Colour] = {name[0].upper(): name for name in get_args(Colour)}
"""The name of each colour by its letter. Colours of boxes, stones and dice are written with these
letters."""
LETTER_BY_COLOUR: dict[str, str] = {name: letter for letter, name in COLOUR_BY_LETTER.items()}
BUILDINGS: tuple[str, ...] = tuple(PARTS["buildings"]["names"])
BUILDING_COUNT_TO_END: int = PARTS["buildings"]["to_end"]
MAX_BOXES_PER_ACTION: int = PARTS["action"]["boxes"]
"""The largest number of boxes that a seat may tick in a round."""
FLOOR_BOX_COUNT: int = PARTS["floor"]["boxes"]
POINTS_BY_FLOOR_BOXES: tuple[int, ...] = tuple(PARTS["floor_points"]["points"])
SYMBOLS: tuple[str, ...] = tuple(PARTS["symbols"]["names"])
DIE_COUNT_IN_BOX: int = PARTS["box"]["dice"]
PENCIL_COUNT_IN_BOX: int = PARTS["box"]["pencils"]
PRINTED_JOKER_COUNT: int = PARTS["jokers"]["printed"]
POINTS_PER_ITEM: dict[str, int] = PARTS["points"]
TWO_BUILDINGS_BONUS: int = PARTS["end_bonus"]["points"]


def get_die_count_per_round(seats: int) -> int:
    """Return how many dice are rolled in each round."""
    return int(PARTS["dice"]["by_seats"][str(seats)])


def get_floor_points(boxes: int) -> int:
    """Return the points that a floor with this many ticked boxes scores."""
    points = dict(zip(PARTS["floor_points"]["boxes"], POINTS_BY_FLOOR_BOXES, strict=True))
    return int(points.get(boxes - boxes % 2, 0))


ColourRow = Annotated[str, MaxLength(12)]
"""The colours of the boxes in a row, one letter for each."""
PrintedValue = Annotated[int, Between(0, 99)]
ShortName = Annotated[str, MaxLength(40)]
ShortText = Annotated[str, MaxLength(16)]

MAX_QUARRY_STONES = 40
MAX_PAGE_VERSION = 999
"""Later versions of a page have this number as well."""
NO_BOX = "."
"""The letter of a place in the floor's grid that has no box."""


@dataclass(frozen=True, slots=True)
class Pyramid:
    """The printed pyramid: the colours of its rows from the bottom, and the values of the rows."""

    rows: Annotated[tuple[ColourRow, ...], MaxLength(9)]
    values: Annotated[tuple[PrintedValue, ...], MaxLength(9)]


@dataclass(frozen=True, slots=True)
class Arch:
    """The printed arch: the colours of its two columns from the bottom, the values of their levels, and
    the keystone, which is its last box."""

    left: ColourRow
    right: ColourRow
    values: Annotated[tuple[PrintedValue, ...], MaxLength(12)]
    keystone: Annotated[str, MaxLength(1)]
    keystone_value: PrintedValue


@dataclass(frozen=True, slots=True)
class Floor:
    """The printed floor: the rows of its grid from the top, and the points for 4, 6, 8, 10 and 12 boxes. A
    dot in a row is a place without a box."""

    grid: Annotated[tuple[ColourRow, ...], MaxLength(12)]
    points: Annotated[tuple[PrintedValue, ...], MaxLength(5)]


@dataclass(frozen=True, slots=True)
class Bonus:
    """A bonus of a building: its symbol, and the boxes with this symbol. A seat wins the bonus by ticking
    all these boxes."""

    building: Literal["pyramid", "arch", "floor"]
    symbol: ShortText
    kind: Literal["single", "last_of_type"]
    boxes: Annotated[tuple[ShortText, ...], MaxLength(12)]


@dataclass(frozen=True, slots=True)
class PadPage:
    """One page of a pad: what is printed on it, and who copied and checked it."""

    set: ShortName
    letter: Annotated[str, MaxLength(1)]
    origin: Literal["printed", "practice"]
    pyramid: Pyramid
    arch: Arch
    floor: Floor
    quarry: Annotated[str, MaxLength(MAX_QUARRY_STONES)]
    bonuses: Annotated[tuple[Bonus, ...], MaxLength(15)]
    jokers_printed: Annotated[int, Between(0, 9)] = PRINTED_JOKER_COUNT
    copied_by: ShortName = ""
    checked_by: ShortName = ""
    version: Annotated[int, Between(1, MAX_PAGE_VERSION)] = 1
    hash: Annotated[str, MaxLength(16)] = ""


def parse_pad_page(record: Any) -> PadPage | None:
    """Return the page that a record describes. None if the record is invalid."""
    try:
        pad_page: PadPage = from_json(PadPage, record)
    except (DataError, RecursionError):
        return None
    return pad_page


def hash_page(pad_page: PadPage) -> str:
    """Return a hash of everything printed on a page. It does not depend on who copied the page, nor on its
    version."""
    bare = replace(pad_page, copied_by="", checked_by="", version=1, hash="")
    text = json.dumps(to_json(bare), sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def add_hash(pad_page: PadPage) -> PadPage:
    """Return the page with the hash of its content."""
    return replace(pad_page, hash=hash_page(pad_page))


def make_next_version(old: PadPage, new: PadPage) -> PadPage:
    """Return the corrected page as the next version of the old one, not checked by anybody. If nothing
    changed, return ``old``."""
    if hash_page(old) == hash_page(new):
        return old
    return add_hash(replace(new, version=min(old.version + 1, MAX_PAGE_VERSION), checked_by=""))


def confirm_copy(pad_page: PadPage, by: str) -> PadPage:
    """Return the page marked as checked. ``by`` is the name of a second person, who compared the page with
    the printed one."""
    return replace(pad_page, checked_by=by)


def get_provenance(pad_page: PadPage) -> Literal["practice", "copied", "checked"]:
    """Return ``practice`` for our own pages, ``copied`` for a copy of a printed page, and ``checked`` for a
    copy that a second person has compared with the printed page."""
    if pad_page.origin == "practice":
        return "practice"
    return "checked" if pad_page.checked_by else "copied"


def iter_box_colours(pad_page: PadPage) -> Iterator[tuple[str, str]]:
    """Yield (name, letter of its colour) for every box of the pyramid, of the arch, and of the floor."""
    for row, line in enumerate(pad_page.pyramid.rows, 1):
        yield from ((f"pyramid-{row}-{place}", colour) for place, colour in enumerate(line, 1))
    yield from ((f"left-{level}", colour) for level, colour in enumerate(pad_page.arch.left, 1))
    yield from ((f"right-{level}", colour) for level, colour in enumerate(pad_page.arch.right, 1))
    yield "keystone", pad_page.arch.keystone
    for row, line in enumerate(pad_page.floor.grid, 1):
        for place, colour in enumerate(line, 1):
            if colour != NO_BOX:
                yield f"floor-{row}-{place}", colour


def get_building(box: str) -> str:
    """Return the building to which the box with this name belongs."""
    stem = box.partition("-")[0]
    return "arch" if stem in ("left", "right", "keystone") else stem


@cache
def load_practice_pages() -> tuple[PadPage, ...]:
    """Return the pages that we made up, for tables without a copied pad."""
    files = sorted((DEFAULT_SEED_FOLDER / "cheops_dice" / "sheets").glob("*.toml"))
    return tuple(
        add_hash(from_json(PadPage, tomllib.loads(file.read_text(encoding="utf-8")))) for file in files
    )
