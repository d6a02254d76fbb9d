"""Copying a pad: letters as sheets whose boxes wait for their colours, the first one for its shape, too."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.data import replace, to_json
from companion.engine.pad import Pad
from companion.games.cheops_dice.faults import doubts, faults
from companion.games.cheops_dice.parts import BUILDINGS, COLOURS, SYMBOLS
from companion.games.cheops_dice.sheet import (
    NO_BOX,
    Paper,
    boxes,
    confirmed,
    corrected,
    practice,
    read,
    sealed,
)

OPEN = "?"
"""A box whose colour is not copied yet."""
SIDE = 6
"""Rows and columns of the grid on which the floor of a pad's first letter is laid out."""


def first() -> dict[str, Any]:
    """A pad's first letter as far as it is known: laid out as our practice sheets are, and nothing of what
    only the print can tell, its colours, signs and numbers (0)."""
    record = like(practice()[0]) | {"set": "", "origin": "printed", "bonuses": []}
    record["pyramid"]["values"] = [0] * len(record["pyramid"]["values"])
    record["arch"] |= {"values": [0] * len(record["arch"]["values"]), "keystone_value": 0}
    grid = [f".{line}".ljust(SIDE, NO_BOX) for line in record["floor"]["grid"]]
    record["floor"]["grid"] = [NO_BOX * SIDE, *grid, *[NO_BOX * SIDE] * SIDE][:SIDE]
    return record


def reshape(record: dict[str, Any], change: str) -> dict[str, Any]:
    """The record of a sheet (one that ``read`` takes) after a change of its shape: ``floor-2-3`` lays that
    box or takes it away; ``pyramid``, ``pyramid-base``, ``arch`` or ``quarry`` with ``1`` or ``-1`` is one
    row, box of each row, level or stone more or less. As it was where there is no such shape."""
    new: dict[str, Any] = to_json(read(record))
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
    paper = read(new)
    if paper is None or not (paper.quarry and paper.arch.left and paper.pyramid.rows):
        return record
    known = {box for box, _ in boxes(paper)}
    for bonus in new["bonuses"]:
        bonus["boxes"] = [box for box in bonus["boxes"] if box in known]
    return new


def _other(box: str) -> str:
    return OPEN if box == NO_BOX else NO_BOX


def like(paper: Paper) -> dict[str, Any]:
    """An open sheet of the same shape, for the pad's next letter; its symbols lie where they lay."""
    told: dict[str, Any] = to_json(paper)
    told |= {"letter": "", "copied_by": "", "checked_by": "", "version": 1, "hash": ""}
    told["pyramid"]["rows"] = [OPEN * len(row) for row in paper.pyramid.rows]
    for column in ("left", "right", "keystone"):
        told["arch"][column] = OPEN * len(told["arch"][column])
    told["floor"]["grid"] = ["".join(c if c == NO_BOX else OPEN for c in line) for line in paper.floor.grid]
    told["quarry"] = OPEN * len(paper.quarry)
    return told


def complete(record: dict[str, Any]) -> dict[str, Any]:
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


def carried(record: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Every sign that a building may carry, with its ``boxes``, first the sheet's own."""
    own = [*record["bonuses"]]
    lie = {(bonus["building"], bonus["symbol"]) for bonus in own}
    others = ((building, symbol) for building in BUILDINGS for symbol in SYMBOLS)
    return own + [
        {"building": building, "symbol": symbol, "boxes": []}
        for building, symbol in others
        if (building, symbol) not in lie
    ]


def revise(old: Paper | None, new: Paper) -> Paper:
    """What is kept of a copied letter: the next version of the old one, if there is one."""
    return corrected(old, _trimmed(new)) if old else sealed(_trimmed(new))


def _trimmed(paper: Paper) -> Paper:
    """Its floor without the rows and columns around it that have no box."""
    lines = paper.floor.grid
    laid = [row for row, line in enumerate(lines) if line.strip(NO_BOX)]
    left = min((len(line) - len(line.lstrip(NO_BOX)) for line in lines if line.strip(NO_BOX)), default=0)
    lines = lines[laid[0] : laid[-1] + 1] if laid else ()
    grid = tuple(line[left:].rstrip(NO_BOX) for line in lines)

    def moved(box: str) -> str:
        building, *at = box.split("-")
        return f"floor-{int(at[0]) - laid[0]}-{int(at[1]) - left}" if building == "floor" else box

    bonuses = (replace(bonus, boxes=tuple(map(moved, bonus.boxes))) for bonus in paper.bonuses)
    return replace(paper, floor=replace(paper.floor, grid=grid), bonuses=tuple(bonuses))


PAD: Pad[Paper] = Pad(
    first=first,
    reshape=reshape,
    like=like,
    complete=complete,
    read=read,
    faults=faults,
    doubts=doubts,
    revise=revise,
    confirm=confirmed,
    terms={"symbols": SYMBOLS, "colours": COLOURS, "carried": carried},
)
"""How the pad is copied."""
