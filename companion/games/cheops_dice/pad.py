"""Copying a pad: its shape once, then each letter as a sheet whose boxes wait for their colours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine.data import to_json
from companion.engine.game import Refusal
from companion.games.cheops_dice.faults import faults
from companion.games.cheops_dice.parts import FLOOR_POINTS, JOKERS
from companion.games.cheops_dice.sheet import MOST_STONES, NO_BOX, Paper, read

OPEN = "?"
"""A box whose colour is not copied yet."""
GRID = (6, 6)
"""Rows and columns of the grid on which the floor is marked."""
_LATER = frozenset(
    f"cheops_dice.{code}" for code in ("sheet_colour", "sheet_letter", "sheet_bonus_count")
)
"""Faults that only the letter can clear."""


def blank(shape: Mapping[str, Any]) -> dict[str, Any]:
    """A sheet of a pad's shape, all its boxes open.

    ``shape``: set, rows and levels (their values from the bottom), base (boxes of the bottom row, else
    as many as rows), keystone, floor (its boxes on the
    grid as ``row-column`` from the top), quarry (its length), jokers, and bonuses as
    ``building symbol kind``. Whatever is missing or unreadable becomes empty: ``faults`` tells.
    """
    rows, levels = _numbers(shape.get("rows")), _numbers(shape.get("levels"))
    base = min(_number(shape.get("base")), 12) or len(rows)
    return {
        "set": str(shape.get("set", ""))[:40],
        "letter": "",
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


def like(paper: Paper) -> dict[str, Any]:
    """An open sheet of the same shape, for the pad's next letter; its symbols lie where they lay."""
    told: dict[str, Any] = to_json(paper)
    told |= {"letter": "", "copied_by": "", "checked_by": "", "version": 1, "hash": ""}
    told["pyramid"]["rows"] = [OPEN * len(row) for row in paper.pyramid.rows]
    for column in ("left", "right", "keystone"):
        told["arch"][column] = OPEN * len(told["arch"][column])
    told["floor"]["grid"] = [
        "".join(c if c == NO_BOX else OPEN for c in line) for line in paper.floor.grid
    ]
    told["quarry"] = OPEN * len(paper.quarry)
    return told


def shape_faults(record: Mapping[str, Any]) -> tuple[Refusal, ...]:
    """What cannot be right about a pad before its first letter is copied."""
    return tuple(fault for fault in faults(record) if fault.code not in _LATER)


def papers(record: Any) -> tuple[Paper, ...]:
    """The letters of a kept pad."""
    found = (read(one) for one in record) if isinstance(record, Sequence) else ()
    return tuple(paper for paper in found if paper is not None)


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
    words = (
        [word.split() for word in value if isinstance(word, str)] if isinstance(value, list) else []
    )
    return [
        {"building": word[0], "symbol": word[1], "kind": word[2], "boxes": []}
        for word in words[:15]
        if len(word) == 3
    ]
