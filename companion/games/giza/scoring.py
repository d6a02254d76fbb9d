"""The count at the end of Giza, from the state of the game or from sheets that players fill in."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Annotated, Any

from companion.engine.game import Criterion, Refusal, ScoreLine, Setup, choose_most_binding, sum_score_lines
from companion.engine.json_data import Between, MaxLength
from companion.engine.tally import make_sheet_field_ids
from companion.engine.words import Seat, Term
from companion.games.giza.moves import TileName
from companion.games.giza.parts import (
    SITE_NAMES,
    SPHINX_PARTS,
    SPHINX_SITE,
    Edition,
    TileKind,
    are_points_known,
    get_tile_kinds,
    make_unknown_points,
    parse_edition,
)
from companion.games.giza.rules import find_laying_refusal, make_site_ids
from companion.games.giza.state import State

Stack = Annotated[tuple[TileName, ...], MaxLength(15)]
StackPoints = Annotated[int, Between(-99, 99)]


@dataclass(frozen=True, slots=True)
class Sheet:
    """What one seat has at the end: its four stacks from bottom to top, or only the sums of their points.

    With sums, ``treasures`` is the sum of the treasure tiles, which breaks ties. Without stacks and
    sums, all sites are bare.
    """

    stacks: Annotated[tuple[Stack, ...], MaxLength(4)] = ()
    sums: Annotated[tuple[StackPoints, ...], MaxLength(4)] = ()
    treasures: Annotated[int, Between(0, 99)] = 0


def score_sheets(state: State) -> tuple[Sheet, ...]:
    """Return the board of each seat as a sheet. Tiles in hands do not count (rulebook, counting)."""
    return tuple(Sheet(state.stacks[4 * seat : 4 * seat + 4]) for seat in range(state.rules.seats))


def check_sheet(setup: Setup, seat: int, sheet: Sheet) -> Refusal | None:
    """Return a refusal unless the sheet has four stacks that can be built, the points of four sites, or
    neither. Otherwise None."""
    if (sheet.stacks and sheet.sums) or len(sheet.stacks or sheet.sums) not in (0, len(SITE_NAMES)):
        return Refusal("giza.sheet_shape", "count")
    if sheet.sums:
        return None
    return choose_most_binding(_iter_stack_refusals(setup, seat, sheet))


def _iter_stack_refusals(setup: Setup, seat: int, sheet: Sheet) -> Iterator[Refusal]:
    """Yield an overridable refusal for each tile that may not be laid on the tile below it. Stop with a
    refusal that is not overridable at a tile that is not in the box."""
    box = get_tile_kinds(parse_edition(setup.options["edition"]))
    for site, stack in enumerate(sheet.stacks):
        below: TileKind | None = None
        for tile in stack:
            values = {
                "tile": Term(tile), "top": Term(below.tile if below else ""),
                "site": Term(SITE_NAMES[site]), "board": Seat(seat),
            }  # fmt: skip
            at = make_site_ids(seat, site)
            if tile not in box or tile == "demolition":
                yield Refusal("giza.sheet_tile", "count", values, at)
                return
            if find_laying_refusal(box[tile], below, site == SPHINX_SITE) is not None:
                yield Refusal("giza.sheet_stack", "count", values, at, overridable=True)
            below = box[tile]


def check_together(setup: Setup, all_sheets: tuple[Sheet, ...]) -> Refusal | None:
    """Return an overridable refusal if all boards together have more tiles of a kind than the box.
    Otherwise None."""
    for kind in get_tile_kinds(parse_edition(setup.options["edition"])).values():
        laid = sum(stack.count(kind.tile) for sheet in all_sheets for stack in sheet.stacks)
        if laid > kind.count:
            values = {"tile": Term(kind.tile), "count": kind.count, "laid": laid}
            at = [n for n, sheet in enumerate(all_sheets) if any(kind.tile in s for s in sheet.stacks)]
            return Refusal(
                "giza.sheets_too_many", "count", values, make_sheet_field_ids("stacks", at), True
            )
    return None


def sheet_form_data(setup: Setup, sheet: Sheet | None, all_sheets: tuple[Sheet, ...]) -> dict[str, Any]:
    """Return data for a sheet's form: the names of ``tiles``, and the points of sphinx parts (``worth``).

    The form cannot show a stack in an unusual order. For a sheet with one, ``odd`` has the points of its
    four sites, and ``treasures`` those of its treasures. Otherwise ``odd`` is None.
    """
    edition = parse_edition(setup.options["edition"])
    box = get_tile_kinds(edition)
    data: dict[str, Any] = {
        "tiles": [kind.tile for kind in box.values() if kind.count and kind.tile != "demolition"],
        "worth": {part: box[part].points for part in SPHINX_PARTS},
        "odd": None,
        "treasures": 0,
    }
    if sheet and sheet.stacks and not all(map(_has_usual_order, sheet.stacks)):
        data["odd"] = [_site_line(edition, sheet, site).points for site in range(len(SITE_NAMES))]
        data["treasures"] = count_treasure_points(setup, sheet)
    return data


def _has_usual_order(stack: Stack) -> bool:
    """Return whether the numbers of a stack decrease, or its sphinx parts ascend. Scarabs are ignored."""
    keys = [_get_stack_order_key(tile) for tile in stack if tile != "scarab"]
    return all(below < above for below, above in pairwise(keys))


def _get_stack_order_key(tile: TileName) -> tuple[int, bool]:
    if tile in SPHINX_PARTS:
        return SPHINX_PARTS.index(tile), False
    return -int(tile[1:]), tile[0] == "t"


def lines(setup: Setup, all_sheets: tuple[Sheet, ...]) -> tuple[tuple[ScoreLine, ...], ...]:
    """Return for each seat the score lines of its three pyramids and its sphinx (rulebook, counting)."""
    box = parse_edition(setup.options["edition"])
    sites = range(len(SITE_NAMES))
    return tuple([tuple([_site_line(box, sheet, site) for site in sites]) for sheet in all_sheets])


def _site_line(box: Edition, sheet: Sheet, site: int) -> ScoreLine:
    if sheet.sums:
        total = sheet.sums[site]
        return ScoreLine(SITE_NAMES[site], total, "count", (("sum", {}, total),))
    return _stack_line(box, sheet.stacks[site] if sheet.stacks else (), site)


@lru_cache(512)
def _stack_line(box: Edition, stack: Stack, site: int) -> ScoreLine:
    tiles = [get_tile_kinds(box)[tile] for tile in stack]
    points = [kind.points for kind in tiles]
    known = [number for number in points if number is not None]
    return ScoreLine(
        SITE_NAMES[site],
        sum(known) if len(known) == len(points) else None,
        "count",
        tuple(("tile", {"tile": Term(kind.tile)}, kind.points) for kind in tiles),
        assumed=not all(are_points_known(kind, box) for kind in tiles),
        unknown=tuple((make_unknown_points(kind), 1) for kind in tiles if kind.points is None),
    )


def criteria(setup: Setup, all_sheets: tuple[Sheet, ...]) -> tuple[Criterion, ...]:
    """Return the ranking criteria: most points, then most treasure points. Level seats share the win
    (rulebook, victory)."""
    totals = tuple(sum_score_lines(seat_lines) for seat_lines in lines(setup, all_sheets))
    treasures = tuple(count_treasure_points(setup, sheet) for sheet in all_sheets)
    return (
        Criterion("points", "victory", totals),
        Criterion("treasures", "victory", treasures, tie_break=True),
    )


def count_treasure_points(setup: Setup, sheet: Sheet) -> int:
    """Return the points of the treasure tiles on a sheet."""
    if sheet.sums:
        return sheet.treasures
    box = get_tile_kinds(parse_edition(setup.options["edition"]))
    tiles = (box[tile] for stack in sheet.stacks for tile in stack)
    return sum(kind.points or 0 for kind in tiles if kind.family == "treasure")
