"""The count at the end of Giza, from the game or by hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Any

from companion.engine.game import Criterion, Refusal, ScoreLine, Setup, most_binding, total_of
from companion.engine.json_data import Between, MaxLength
from companion.engine.tally import sheet_fields
from companion.engine.words import Seat, Term
from companion.games.giza.moves import Tile
from companion.games.giza.parts import (
    SITES,
    SPHINX,
    SPHINX_PARTS,
    Edition,
    Kind,
    get_edition,
    points_are_known,
    tile_kinds,
    unknown_points,
)
from companion.games.giza.rules import obstacle, site_id
from companion.games.giza.state import State

Stack = Annotated[tuple[Tile, ...], MaxLength(15)]
Sum = Annotated[int, Between(-99, 99)]


@dataclass(frozen=True, slots=True)
class Sheet:
    """One seat at the end: its four stacks from bottom to top, or only their sums.

    With sums, ``treasures`` is the sum of the treasure tiles, which breaks ties.
    """

    stacks: Annotated[tuple[Stack, ...], MaxLength(4)] = ()
    sums: Annotated[tuple[Sum, ...], MaxLength(4)] = ()
    treasures: Annotated[int, Between(0, 99)] = 0


def score_sheets(state: State) -> tuple[Sheet, ...]:
    """Return the boards as sheets. Hands do not count (rulebook, counting)."""
    return tuple(Sheet(state.stacks[4 * seat : 4 * seat + 4]) for seat in range(state.rules.seats))


def check_sheet(setup: Setup, seat: int, sheet: Sheet) -> Refusal | None:
    """Return what is wrong with a sheet: four stacks that are possible, or four sums."""
    if bool(sheet.stacks) == bool(sheet.sums) or len(sheet.stacks or sheet.sums) != len(SITES):
        return Refusal("giza.sheet_shape", "count")
    if sheet.sums:
        return None
    return most_binding(_refuse_stacks(setup, seat, sheet))


def _refuse_stacks(setup: Setup, seat: int, sheet: Sheet) -> Iterator[Refusal | None]:
    """Yield tiles that are not in the box, and stacks that only the table may allow."""
    box = tile_kinds(get_edition(setup.options["edition"]))
    for site, stack in enumerate(sheet.stacks):
        below: Kind | None = None
        for tile in stack:
            values = {
                "tile": Term(tile), "top": Term(below.tile if below else ""),
                "site": Term(SITES[site]), "board": Seat(seat),
            }  # fmt: skip
            at = site_id(seat, site)
            if tile not in box or tile == "demolition":
                yield Refusal("giza.sheet_tile", "count", values, at)
                return
            if obstacle(box[tile], below, site == SPHINX) is not None:
                yield Refusal("giza.sheet_stack", "count", values, at, overridable=True)
            below = box[tile]


def check_together(setup: Setup, all_sheets: tuple[Sheet, ...]) -> Refusal | None:
    """Return a refusal if all boards together have more of a tile than the box, which the table may
    allow."""
    for kind in tile_kinds(get_edition(setup.options["edition"])).values():
        laid = sum(stack.count(kind.tile) for sheet in all_sheets for stack in sheet.stacks)
        if laid > kind.count:
            values = {"tile": Term(kind.tile), "count": kind.count, "laid": laid}
            at = [n for n, sheet in enumerate(all_sheets) if any(kind.tile in s for s in sheet.stacks)]
            return Refusal("giza.sheets_too_many", "count", values, sheet_fields("stacks", at), True)
    return None


def sheet_form_data(setup: Setup, sheet: Sheet | None) -> dict[str, Any]:
    """Return data for the form: the tiles for stacks and the points of the sphinx's parts.

    ``odd`` has the sums of stacks that only the table allowed, because the form shows decreasing numbers.
    """
    edition = get_edition(setup.options["edition"])
    box = tile_kinds(edition)
    data: dict[str, Any] = {
        "tiles": [kind.tile for kind in box.values() if kind.count and kind.tile != "demolition"],
        "worth": {part: box[part].points for part in SPHINX_PARTS},
        "odd": None,
        "treasures": 0,
    }
    if sheet and sheet.stacks and not all(map(_has_usual_order, sheet.stacks)):
        data["odd"] = [_line(edition, sheet, site).points for site in range(len(SITES))]
        data["treasures"] = treasure_points(setup, sheet)
    return data


def _has_usual_order(stack: Stack) -> bool:
    """Return whether the order of a stack follows from its tiles, without scarabs."""
    tiles = [tile for tile in stack if tile != "scarab"]
    return tiles == sorted(set(tiles), key=_stack_order)


def _stack_order(tile: Tile) -> tuple[int, bool]:
    if tile in SPHINX_PARTS:
        return SPHINX_PARTS.index(tile), False
    return -int(tile[1:]), tile[0] == "t"


def lines(setup: Setup, all_sheets: tuple[Sheet, ...]) -> tuple[tuple[ScoreLine, ...], ...]:
    """Return the lines of three pyramids and the sphinx for each seat (rulebook, counting)."""
    box = get_edition(setup.options["edition"])
    return tuple([tuple([_line(box, sheet, site) for site in range(len(SITES))]) for sheet in all_sheets])


def _line(box: Edition, sheet: Sheet, site: int) -> ScoreLine:
    if sheet.sums:
        total = sheet.sums[site]
        return ScoreLine(SITES[site], total, "count", (("sum", {}, total),))
    return _stack_line(box, sheet.stacks[site], site)


@lru_cache(512)
def _stack_line(box: Edition, stack: Stack, site: int) -> ScoreLine:
    tiles = [tile_kinds(box)[tile] for tile in stack]
    points = [kind.points for kind in tiles]
    known = [number for number in points if number is not None]
    return ScoreLine(
        SITES[site],
        sum(known) if len(known) == len(points) else None,
        "count",
        tuple(("tile", {"tile": Term(kind.tile)}, kind.points) for kind in tiles),
        assumed=not all(points_are_known(kind, box) for kind in tiles),
        unknown=tuple((unknown_points(kind), 1) for kind in tiles if kind.points is None),
    )


def criteria(setup: Setup, all_sheets: tuple[Sheet, ...]) -> tuple[Criterion, ...]:
    """Return the criteria: most points, then most treasure points. Level seats share the win (rulebook,
    victory)."""
    totals = tuple(total_of(seat_lines) for seat_lines in lines(setup, all_sheets))
    treasures = tuple(treasure_points(setup, sheet) for sheet in all_sheets)
    return (
        Criterion("points", "victory", totals),
        Criterion("treasures", "victory", treasures, tie_break=True),
    )


def treasure_points(setup: Setup, sheet: Sheet) -> int:
    """Return the sum of a seat's treasure tiles."""
    if sheet.sums:
        return sheet.treasures
    box = tile_kinds(get_edition(setup.options["edition"]))
    tiles = (box[tile] for stack in sheet.stacks for tile in stack)
    return sum(kind.points or 0 for kind in tiles if kind.family == "treasure")
