"""What each line of the score is made of, read off the boards tile by tile."""

from typing import Any

from companion.engine.game import Setup
from companion.games.giza.scoring import Sheet
from tests.games.test_explained import Made

SITES = ("khufu", "khafre", "menkaure", "sphinx")
SPHINX = ("base", "body", "head")


def explained(setup: Setup, sheets: tuple[Sheet, ...], seat: int) -> Made:
    box, sheet = setup.options["edition"] or {}, sheets[seat]
    if sheet.sums:
        return {name: [({}, total)] for name, total in zip(SITES, sheet.sums, strict=True)}
    tiles = zip(SITES, sheet.stacks, strict=True)
    return {name: [({"tile": t}, points(t, box)) for t in stack] for name, stack in tiles}


def points(tile: str, box: dict[str, Any]) -> int | None:
    """A stone or treasure counts its number, of the sphinx the box tells it; a scarab counts nothing."""
    if tile in SPHINX:
        printed = box.get("points")
        return int(printed[SPHINX.index(tile)]) if printed else None
    return 0 if tile == "scarab" else int(tile.lstrip("t"))
