"""Copying a pad: its shape once, then each letter as a sheet whose boxes wait for their colours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine.data import to_json, whole_number
from companion.engine.game import Refusal
from companion.engine.pad import Pad
from companion.games.cheops_dice.faults import doubts, faults
from companion.games.cheops_dice.parts import BUILDINGS, COLOURS, FLOOR_POINTS, JOKERS, SYMBOLS
from companion.games.cheops_dice.sheet import (
    MOST_STONES,
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
GRID = (6, 6)
"""Rows and columns of the grid on which the floor is marked."""
_LATER = frozenset(f"cheops_dice.{code}" for code in ("sheet_colour", "sheet_letter", "sheet_bonus_count"))
"""Faults that only the letter can clear."""


def shape_of(fields: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """The shape that the form describes, see ``blank``; empty without the name of the pad."""
    said = {name: texts[-1].strip() for name, texts in fields.items() if texts}
    shape: dict[str, Any] = {
        name: _read(said[name]) for name in ("base", "keystone", "quarry", "jokers") if said.get(name)
    }
    shape |= {name: [_read(word) for word in " ".join(fields.get(name, ())).split()] for name in _VALUES}
    shape |= {"floor": list(fields.get("floor[]", ())), "set": said.get("set", "")}
    shape["bonuses"] = [text for text in fields.get("bonus", ()) if text]
    return shape if shape["set"] else {}


_VALUES = ("rows", "levels")


def _read(text: str) -> int | str:
    """A number where the text is one; what is not stays in the form to be mended."""
    number = whole_number(text)
    return text if number is None else number


def blank(shape: Mapping[str, Any]) -> dict[str, Any]:
    """A sheet of a pad's shape, all its boxes open.

    ``shape``: set, rows and levels (their values from the bottom), base (boxes of the bottom row, else
    as many as rows), keystone, floor (its boxes on the
    grid as ``row-column`` from the top), quarry (its length), jokers, and bonuses as
    ``building symbol kind``. Whatever is missing or unreadable becomes empty: ``faults`` tells.
    """
    rows, levels = _numbers(shape.get("rows")), _numbers(shape.get("levels"))
    base = min(_number(shape.get("base")), 12) or len(rows)
    record = {
        "set": str(shape.get("set", ""))[:40],
        "letter": "",
        "copied_by": "",
        "origin": "printed",
        "pyramid": {"rows": [OPEN * (base - n) for n in range(len(rows))], "values": rows},
        "arch": {
            "left": OPEN * len(levels), "right": OPEN * len(levels), "values": levels, "keystone": OPEN,
            "keystone_value": _number(shape.get("keystone")),
        },
        "floor": {"grid": _grid(shape.get("floor")), "points": list(FLOOR_POINTS)},
        "quarry": OPEN * min(_number(shape.get("quarry")), MOST_STONES),
        "bonuses": _bonuses(shape.get("bonuses")),
        "jokers_printed": _number(shape.get("jokers")) or JOKERS,
    }  # fmt: skip
    return _with_symbols(record)


def leaflet() -> dict[str, Any]:
    """The shape that a pad's form begins with, see ``blank``: that of our practice sheets."""
    paper = practice()[0]
    return {
        "rows": [*paper.pyramid.values], "levels": [*paper.arch.values],
        "keystone": paper.arch.keystone_value,
        "quarry": len(paper.quarry), "jokers": paper.jokers_printed,
        "floor": [
            f"{row}-{column}"
            for row, line in enumerate(paper.floor.grid, 1)
            for column, box in enumerate(line, 1)
            if box != NO_BOX
        ],
        "bonuses": [f"{bonus.building} {bonus.symbol} {bonus.kind}" for bonus in paper.bonuses],
    }  # fmt: skip


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


def shape_faults(record: Mapping[str, Any]) -> tuple[Refusal, ...]:
    """What cannot be right about a pad before its first letter is copied."""
    return tuple(fault for fault in faults(record) if fault.code not in _LATER)


def complete(record: dict[str, Any]) -> dict[str, Any]:
    """A letter as the form sends it: copied from print, and a symbol may lie on no box yet."""
    bonuses = record.get("bonuses", [])
    if isinstance(bonuses, list):
        bonuses = [{"boxes": [], **bonus} if isinstance(bonus, dict) else bonus for bonus in bonuses]
    letter = str(record.get("letter", "")).upper()
    return {**record, "letter": letter, "origin": "printed", "bonuses": bonuses}


def revise(old: Paper | None, new: Paper) -> Paper:
    """What is kept of a copied letter: the next version of the old one, if there is one."""
    return corrected(old, new) if old else sealed(new)


def _number(value: Any) -> int:
    return value if type(value) is int and 0 <= value < 100 else 0


def _numbers(value: Any) -> list[int]:
    words = value if isinstance(value, list) else []
    return [_number(word) for word in words][:12]


def _grid(value: Any) -> list[str]:
    """The marked boxes, cut down to the rows and columns that have some."""
    marked = {word for word in value if isinstance(word, str)} if isinstance(value, list) else set()
    rows, columns = GRID
    lines = [
        "".join(OPEN if f"{row}-{column}" in marked else NO_BOX for column in range(1, columns + 1))
        for row in range(1, rows + 1)
    ]
    lines = [line for line in lines if line.strip(NO_BOX)]
    left = min((len(line) - len(line.lstrip(NO_BOX)) for line in lines), default=0)
    return [line[left:].rstrip(NO_BOX) for line in lines]


def _bonuses(value: Any) -> list[dict[str, Any]]:
    words = [word.split() for word in value if isinstance(word, str)] if isinstance(value, list) else []
    return [
        {"building": word[0], "symbol": word[1], "kind": word[2], "boxes": []}
        for word in words[:15]
        if len(word) == 3
    ]


def _with_symbols(record: dict[str, Any]) -> dict[str, Any]:
    """The symbols on the boxes where they lie on our practice sheets, as far as the record has these."""
    paper = read(record)
    known = {box for box, _ in boxes(paper)} if paper else set()
    lie = {(bonus.building, bonus.symbol, bonus.kind): bonus.boxes for bonus in practice()[0].bonuses}
    for bonus in record["bonuses"]:
        printed = lie.get((bonus["building"], bonus["symbol"], bonus["kind"]), ())
        bonus["boxes"] = [box for box in printed if box in known]
    return record


PAD: Pad[Paper] = Pad(
    shape=shape_of,
    blank=blank,
    shape_faults=shape_faults,
    like=like,
    complete=complete,
    read=read,
    faults=faults,
    doubts=doubts,
    revise=revise,
    confirm=confirmed,
    terms={
        "grid": GRID, "buildings": BUILDINGS, "symbols": SYMBOLS, "leaflet": leaflet, "colours": COLOURS,
    },
)  # fmt: skip
"""How the pad is copied."""
