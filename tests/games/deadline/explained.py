"""What each line of the score is made of, measured on real polygons."""

from __future__ import annotations

from typing import Any

from shapely.ops import unary_union

from companion.engine.game import Setup
from companion.games.deadline.parts import turns
from companion.games.deadline.scoring import Sheet
from tests.games.deadline.polygons import CHAMBER, measures, stone
from tests.games.explained import Made


def explained(setup: Setup, sheets: tuple[Sheet, ...]) -> list[Made]:
    return [explained_one(setup.options["geometry"], sheet) for sheet in sheets]


def explained_one(preset: str, sheet: Sheet) -> Made:
    if not sheet.declared:
        return {name: [({}, 0)] for name in ("size", "roofs", "aside")}
    long, high, tops, _ = measures(built(preset, sheet))
    return {
        "size": [({"length": long, "height": high}, long * high)],
        "roofs": [({"roofs": tops}, -tops)],
        "aside": [({"stones": sheet.aside, "each": 2}, -2 * sheet.aside)],
    }


def built(preset: str, sheet: Sheet) -> Any:
    """The stones as they fall: each from above, until it would lie within what stands there."""
    tomb = CHAMBER
    for laid in sheet.tomb:
        held = turns(preset)[laid.shape][laid.turn]
        height = 60
        while height and not stone(held, laid.column, height - 1).intersection(tomb).area:
            height -= 1
        tomb = unary_union([tomb, stone(held, laid.column, height)])
    return tomb
