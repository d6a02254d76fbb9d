"""What the leaflet fixes (colours, dice, points), and the sheets of the pad as data.

A sheet says what is printed on it, who copied it and which version it is. The printed sheets are unknown
here: a sheet is either copied from a pad by its owner or one of our practice sheets, and says which.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Annotated, Any, Literal, get_args

from companion.engine.data import AtMost, Between, DataError, from_json, to_json
from companion.games.seeds import SEEDS, parts

PARTS: dict[str, Any] = parts("cheops_dice")

Colour = Literal["red", "orange", "yellow", "green", "blue", "violet"]
COLOURS: dict[str, Colour] = {name[0].upper(): name for name in get_args(Colour)}
"""Name of a colour by its letter; sheets and dice are written in these letters."""
LETTERS: dict[str, str] = {name: letter for letter, name in COLOURS.items()}
BUILDINGS: tuple[str, ...] = tuple(PARTS["buildings"]["names"])
TO_END: int = PARTS["buildings"]["to_end"]
ACTION: int = PARTS["action"]["boxes"]
"""Boxes one seat may tick in a round."""
FLOOR: int = PARTS["floor"]["boxes"]
FLOOR_POINTS: tuple[int, ...] = tuple(PARTS["floor_points"]["points"])
SYMBOLS: tuple[str, ...] = tuple(PARTS["symbols"]["names"])
DICE: int = PARTS["box"]["dice"]
PENCILS: int = PARTS["box"]["pencils"]
JOKERS: int = PARTS["jokers"]["printed"]
POINTS: dict[str, int] = PARTS["points"]
END_BONUS: int = PARTS["end_bonus"]["points"]


def dice(seats: int) -> int:
    """Dice rolled a round."""
    return int(PARTS["dice"]["by_seats"][str(seats)])


def floor_points(boxes: int) -> int:
    """Points of a floor with so many boxes ticked; nothing before the table begins."""
    known = dict(zip(PARTS["floor_points"]["boxes"], FLOOR_POINTS, strict=True))
    return int(known.get(boxes - boxes % 2, 0))


Line = Annotated[str, AtMost(12)]
"""Colours of boxes in a row, one letter each."""
Value = Annotated[int, Between(0, 99)]
Name = Annotated[str, AtMost(40)]
Word = Annotated[str, AtMost(16)]

MOST_STONES = 40
NO_BOX = "."
"""Where a floor's grid has no box."""


@dataclass(frozen=True, slots=True)
class Pyramid:
    """Rows from the bottom, and what each is worth."""

    rows: Annotated[tuple[Line, ...], AtMost(9)]
    values: Annotated[tuple[Value, ...], AtMost(9)]


@dataclass(frozen=True, slots=True)
class Arch:
    """Two columns from the bottom, what each level is worth, and the last box."""

    left: Line
    right: Line
    values: Annotated[tuple[Value, ...], AtMost(12)]
    keystone: Annotated[str, AtMost(1)]
    keystone_value: Value


@dataclass(frozen=True, slots=True)
class Floor:
    """Rows from the top, a point where there is no box; the points for 4, 6, 8, 10 and 12 boxes."""

    grid: Annotated[tuple[Line, ...], AtMost(12)]
    points: Annotated[tuple[Value, ...], AtMost(5)]


@dataclass(frozen=True, slots=True)
class Bonus:
    """A symbol in a building and the boxes that carry it."""

    building: Literal["pyramid", "arch", "floor"]
    symbol: Word
    kind: Literal["single", "last_of_type"]
    boxes: Annotated[tuple[Word, ...], AtMost(12)]


@dataclass(frozen=True, slots=True)
class Paper:
    """One sheet of a pad, with where it comes from."""

    set: Name
    letter: Annotated[str, AtMost(1)]
    origin: Literal["printed", "practice"]
    pyramid: Pyramid
    arch: Arch
    floor: Floor
    quarry: Annotated[str, AtMost(MOST_STONES)]
    bonuses: Annotated[tuple[Bonus, ...], AtMost(15)]
    jokers_printed: Annotated[int, Between(0, 9)] = JOKERS
    copied_by: Name = ""
    checked_by: Name = ""
    version: Annotated[int, Between(1, 999)] = 1
    hash: Annotated[str, AtMost(16)] = ""


def read(record: Any) -> Paper | None:
    """The sheet that plain data describes, or None where it describes none."""
    try:
        paper: Paper = from_json(Paper, record)
    except (DataError, RecursionError):
        return None
    return paper


def hash_of(paper: Paper) -> str:
    """Names what is printed: the same for the same sheet, whoever copied it and however often."""
    bare = replace(paper, copied_by="", checked_by="", version=1, hash="")
    text = json.dumps(to_json(bare), sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def sealed(paper: Paper) -> Paper:
    """The sheet with its own hash."""
    return replace(paper, hash=hash_of(paper))


def corrected(old: Paper, new: Paper) -> Paper:
    """The next version after a correction, not yet looked at again; the same where nothing changed."""
    if hash_of(old) == hash_of(new):
        return old
    return sealed(replace(new, version=old.version + 1, checked_by=""))


def confirmed(paper: Paper, by: str) -> Paper:
    """The sheet after a second person has compared it with the pad."""
    return replace(paper, checked_by=by)


def provenance(paper: Paper) -> Literal["practice", "copied", "checked"]:
    """What to say beside the sheet wherever it is used."""
    if paper.origin == "practice":
        return "practice"
    return "checked" if paper.checked_by else "copied"


def boxes(paper: Paper) -> Iterator[tuple[str, str]]:
    """(name, colour) of every box: pyramid, arch with its keystone, floor."""
    for row, line in enumerate(paper.pyramid.rows, 1):
        yield from ((f"pyramid-{row}-{place}", colour) for place, colour in enumerate(line, 1))
    yield from ((f"left-{level}", colour) for level, colour in enumerate(paper.arch.left, 1))
    yield from ((f"right-{level}", colour) for level, colour in enumerate(paper.arch.right, 1))
    yield "keystone", paper.arch.keystone
    for row, line in enumerate(paper.floor.grid, 1):
        for place, colour in enumerate(line, 1):
            if colour != NO_BOX:
                yield f"floor-{row}-{place}", colour


def building_of(box: str) -> str:
    """The building a box belongs to, by its name."""
    stem = box.partition("-")[0]
    return "arch" if stem in ("left", "right", "keystone") else stem


@cache
def practice() -> tuple[Paper, ...]:
    """Our own sheets, for tables without a copied pad; always labelled as such."""
    files = sorted((SEEDS / "cheops_dice" / "sheets").glob("*.toml"))
    return tuple(
        sealed(from_json(Paper, tomllib.loads(file.read_text(encoding="utf-8")))) for file in files
    )
