"""The contents of the box, as far as published sources give them: the kinds of tiles and their numbers."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from companion.engine.game import Refusal
from companion.engine.json_data import DataError, from_json
from companion.engine.unknowns import Unknown
from companion.games.seeds import load_parts

PARTS = load_parts("giza")
HAND_SIZE: int = PARTS["hand"]["tiles"]
BOARD_COUNT: int = PARTS["boards"]["count"]
TILE_COUNT: int = PARTS["tiles"]["total"]
SITE_NAMES = ("khufu", "khafre", "menkaure", "sphinx")
PYRAMID_SITES = (0, 1, 2)
SPHINX_SITE = 3
SPHINX_PARTS = ("base", "body", "head")

SPHINX_POINT_BOUNDS: Mapping[str, Mapping[str, int]] = PARTS["sphinx"]["points"]
"""For each sphinx tile, the lowest and the highest points that it may have (``low``, ``high``)."""

TileFamily = Literal["stone", "treasure", "demolition", "scarab", "sphinx"]


@dataclass(frozen=True, slots=True)
class TileKind:
    """A kind of tile, such as the stone ``+3``, the treasure ``t3`` or the sphinx part ``base``."""

    tile: str
    family: TileFamily
    number: int
    """The number without its sign, which decides where the tile may be laid. Sphinx parts have 1 to 3."""
    points: int | None
    """The points of the tile at the end. None until somebody reads them off the tile."""
    count: int


@dataclass(frozen=True, slots=True)
class Edition:
    """The numbers that are printed in one physical box."""

    treasures: tuple[int, int, int, int] = tuple(PARTS["treasures"]["numbers"])
    each: tuple[int, int, int] = tuple(PARTS["sphinx"]["each"][part] for part in SPHINX_PARTS)
    points: tuple[int, int, int] | None = None
    """The points of the sphinx's base, body and head. None until somebody reads them off the tiles."""
    checked: bool = False
    """Whether somebody compared the numbers with the printed list on a player board."""


def parse_edition(record: Mapping[str, Any] | None) -> Edition:
    """Return the edition in the option ``edition``. Missing numbers are those of the usual box."""
    edition: Edition = from_json(Edition, record or {})
    return edition


def check_edition(record: Any, seats: int) -> Refusal | None:
    """Return the refusal of an edition, or None if the edition is valid.

    A valid record is ``{treasures: [4 numbers], each: [3 counts], points: [3 numbers] or null}``. ``each``
    has the number of tiles of each sphinx part, and ``points`` has their points.
    """
    try:
        copied: Edition = from_json(Edition, record)
    except DataError:
        return Refusal("giza.edition_shape", "count")
    if len(set(copied.treasures)) != 4 or not all(1 <= number <= 5 for number in copied.treasures):
        return Refusal("giza.edition_treasures", "treasure")
    if sum(copied.each) != PARTS["sphinx"]["total"] or min(copied.each) < 0:
        return Refusal("giza.edition_sphinx_count", "sphinx", {"total": PARTS["sphinx"]["total"]})
    for part, points in zip(SPHINX_PARTS, copied.points or (), strict=False):
        bounds = SPHINX_POINT_BOUNDS[part]
        if part == "base" and points > bounds["high"]:
            return Refusal("giza.edition_base", "count", {"points": points})
        if not bounds["low"] <= points <= bounds["high"]:
            return Refusal("giza.edition_shape", "count")
    return None


@lru_cache(128)
def get_tile_kinds(edition: Edition) -> dict[str, TileKind]:
    """Return every kind of tile in the box by its name, in the order in which the page lists them."""
    stones = PARTS["stones"]
    kinds = [
        TileKind(f"{sign}{n}", "stone", n, n if sign == "+" else -n, stones[each])
        for sign, each in (("+", "positive_each"), ("-", "negative_each"))
        for n in stones["numbers"]
    ]
    kinds += [TileKind(f"t{n}", "treasure", n, n, PARTS["treasures"]["each"]) for n in edition.treasures]
    kinds += [
        TileKind(part, "sphinx", i + 1, edition.points[i] if edition.points else None, edition.each[i])
        for i, part in enumerate(SPHINX_PARTS)
    ]
    kinds += [
        TileKind("scarab", "scarab", 0, 0, PARTS["scarab"]["count"]),
        TileKind("demolition", "demolition", 0, 0, PARTS["demolition"]["count"]),
    ]
    return {kind.tile: kind for kind in kinds}


@lru_cache(512)
def make_unknown_points(kind: TileKind) -> Unknown:
    """Return the ``Unknown`` that stands for the points of a sphinx tile until somebody enters them."""
    bound = SPHINX_POINT_BOUNDS[kind.tile]
    return Unknown("sphinx", kind.tile, option="edition", low=bound["low"], high=bound["high"])


def are_points_known(kind: TileKind, edition: Edition) -> bool:
    """Return whether the points of a tile are certain. The points of some treasures are assumed until
    somebody checks the edition."""
    return kind.family != "treasure" or edition.checked or kind.number in PARTS["treasures"]["confirmed"]
