"""Cheops, the roll-and-write, once more, slowly, from its leaflet; nothing comes from ``companion.games``.

Colours are letters, as on the sheets. A build names a payment for each of its boxes.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

Box = str
Bonus = tuple[str, str]
"""Building and symbol."""


class Paper(NamedTuple):
    """What is printed on a sheet."""

    colours: Mapping[Box, str]
    row_values: tuple[int, ...]
    level_values: tuple[int, ...]
    keystone_value: int
    quarry: str
    bonuses: Mapping[Bonus, frozenset[Box]]

    def __repr__(self) -> str:
        return f"<{self.quarry}>"


class Sheet(NamedTuple):
    """What a player has marked."""

    ticked: frozenset[Box]
    crossed: frozenset[int]
    jokers: int
    won: frozenset[Bonus]


class Position(NamedTuple):
    papers: tuple[Paper, ...]
    sheets: tuple[Sheet, ...]
    active: int
    acted: frozenset[int]
    """Who has built in this round; everybody: the next roll is due."""
    open: frozenset[Bonus]
    middle: str
    over: str = ""
    one_by_one: bool = False


def paper_of(record: Mapping[str, Any]) -> Paper:
    colours = {}
    for row, line in enumerate(record["pyramid"]["rows"], 1):
        for place, colour in enumerate(line, 1):
            colours[f"pyramid-{row}-{place}"] = colour
    for side in ("left", "right"):
        for level, colour in enumerate(record["arch"][side], 1):
            colours[f"{side}-{level}"] = colour
    colours["keystone"] = record["arch"]["keystone"]
    for row, line in enumerate(record["floor"]["grid"], 1):
        for place, colour in enumerate(line, 1):
            if colour != ".":
                colours[f"floor-{row}-{place}"] = colour
    return Paper(
        colours, tuple(record["pyramid"]["values"]), tuple(record["arch"]["values"]),
        record["arch"]["keystone_value"], record["quarry"],
        {(b["building"], b["symbol"]): frozenset(b["boxes"]) for b in record["bonuses"]},
    )  # fmt: skip


def against(at: Position, line: Mapping[str, Any]) -> set[str]:
    if at.over:
        return {"table.over"}
    seat, seats = line["seat"], range(len(at.sheets))
    roll_due = at.acted == set(seats)
    if (line["move"] in ("Roll", "Stop")) != roll_due:
        return {"table.not_now"}
    if line["move"] == "Stop":
        return set()
    if line["move"] == "Roll":
        if seat != at.active:
            return {"not_yet"}
        return set() if len(line["dice"]) == (3 if len(seats) == 2 else 4) else {"dice_count"}
    if seat in at.acted:
        return {"already_played"}
    clockwise = [(at.active + step) % len(seats) for step in seats]
    waiting = [other for other in clockwise if other not in at.acted]
    first_alone = at.one_by_one or at.active in waiting
    if seat != waiting[0] and first_alone:
        return {"not_yet"}
    return set() if line["move"] == "Pass" else _against_build(at, seat, line)


def _against_build(at: Position, seat: int, line: Mapping[str, Any]) -> set[str]:
    boxes, payments = list(line["boxes"]), list(line["payments"])
    paper, sheet = at.papers[seat], at.sheets[seat]
    if not boxes:
        return {"nothing_ticked"}
    if any(box not in paper.colours for box in boxes):
        return {"no_such_box"}
    if len(set(boxes)) < len(boxes) or sheet.ticked & set(boxes):
        return {"already_ticked"}
    found = set(against_boxes(paper, sheet, boxes))
    if len(payments) > len(boxes):
        found.add("payments_count")
    return found | set(_against_payments(at, seat, boxes, payments))


def against_boxes(paper: Paper, sheet: Sheet, boxes: Sequence[Box]) -> Iterable[str]:
    """The rules of building: how many, and what each building asks for."""
    if len(boxes) > 2:
        yield "two_at_most"
    on_floor = [box for box in boxes if box.startswith("floor")]
    if 0 < len(on_floor) < len(boxes):
        yield "floor_mixed"
    elif on_floor and not (len(boxes) == 2 and _neighbours(*boxes)):
        yield "floor_pair"
    done = set(sheet.ticked)
    for box in boxes:
        kind, *places = box.split("-")
        if kind == "pyramid":
            row, place = map(int, places)
            below = {f"pyramid-{row - 1}-{place}", f"pyramid-{row - 1}-{place + 1}"}
            if row > 1 and not below <= done:
                yield "needs_both_below"
        elif kind in ("left", "right"):
            if places != ["1"] and f"{kind}-{int(places[0]) - 1}" not in done:
                yield "column_from_below"
        elif kind == "keystone":
            columns = {b for b in paper.colours if b.startswith(("left", "right"))}
            if not columns <= done:
                yield "keystone_needs_columns"
        done.add(box)


def _neighbours(one: Box, other: Box) -> bool:
    (r, c), (s, d) = (map(int, box.split("-")[1:]) for box in (one, other))
    return abs(r - s) + abs(c - d) == 1


def _against_payments(at: Position, seat: int, boxes: list[Box], payments: list[str]) -> Iterable[str]:
    """The rules of paying. Of a floor pair both boxes come at once: dice first, then stones in order."""
    paper, sheet = at.papers[seat], at.sheets[seat]
    pairs = list(zip(boxes, payments, strict=False))
    if boxes[0].startswith("floor"):
        pairs.sort(key=lambda pair: (pair[1] != "die", _stone(pair[1])))
    middle, jokers = list(at.middle), sheet.jokers
    before = now = max(sheet.crossed, default=0)
    for box, payment in pairs:
        colour, stone = paper.colours[box], _stone(payment)
        if payment == "die":
            if colour not in middle:
                yield "no_such_die"
            else:
                middle.remove(colour)
            continue
        if payment != "joker" and not 1 <= stone <= len(paper.quarry):
            yield "no_such_payment"
            return
        if colour in middle:
            yield "take_the_die"
        if payment == "joker":
            if not jokers:
                yield "no_joker"
            jokers -= 1
            continue
        if stone <= before or stone == now:
            yield "stone_passed"
        elif stone < now:
            yield "stones_in_order"
        if paper.quarry[stone - 1] != colour:
            yield "wrong_colour"
        now = max(now, stone)


def _stone(payment: str) -> int:
    kind, _, number = payment.partition("-")
    return int(number) if kind == "quarry" and number.isdigit() else 0


def after(at: Position, line: Mapping[str, Any]) -> Position:
    seat, move = line["seat"], line["move"]
    if move == "Stop":
        return at._replace(over="stopped")
    if move == "Roll":
        dice = "".join(sorted(colour[0].upper() for colour in line["dice"]))
        return at._replace(middle=dice, acted=frozenset())
    sheets, middle = list(at.sheets), list(at.middle)
    if move == "Build":
        paper, sheet = at.papers[seat], at.sheets[seat]
        ticked = sheet.ticked | set(line["boxes"])
        stones = {_stone(payment) for payment in line["payments"]} - {0}
        won = {
            bonus
            for bonus, boxes in paper.bonuses.items()
            if bonus in at.open and boxes <= ticked and not boxes <= sheet.ticked
        }
        jokers = sheet.jokers - list(line["payments"]).count("joker")
        sheets[seat] = Sheet(ticked, sheet.crossed | stones, jokers, sheet.won | won)
        for box, payment in zip(line["boxes"], line["payments"], strict=True):
            if payment == "die" and seat == at.active:
                middle.remove(paper.colours[box])
    acted = at.acted | {seat}
    after = at._replace(sheets=tuple(sheets), middle="".join(middle), acted=acted)
    if len(acted) < len(sheets):
        return after
    taken = frozenset().union(*(sheet.won for sheet in sheets))
    over = any(len(_finished(p, s)) >= 2 for p, s in zip(at.papers, sheets, strict=True))
    return after._replace(
        open=at.open - taken, middle="", over="finished" if over else "",
        active=at.active if over else (at.active + 1) % len(sheets),
    )  # fmt: skip


def _finished(paper: Paper, sheet: Sheet) -> list[str]:
    buildings = {"pyramid": ("pyramid",), "arch": ("left", "right", "keystone"), "floor": ("floor",)}
    return [
        name
        for name, starts in buildings.items()
        if all(box in sheet.ticked for box in paper.colours if box.startswith(starts))
    ]


def points(at: Position) -> list[dict[str, int]]:
    return [_points(paper, sheet) for paper, sheet in zip(at.papers, at.sheets, strict=True)]


def _points(paper: Paper, sheet: Sheet) -> dict[str, int]:
    rows = [int(box.split("-")[1]) for box in sheet.ticked if box.startswith("pyramid")]
    lower = min(sum(box.startswith(side) for box in sheet.ticked) for side in ("left", "right"))
    arch = paper.level_values[lower - 1] if lower else 0
    floor = sum(box.startswith("floor") for box in sheet.ticked)
    bonuses = len(sheet.won) + (len(_finished(paper, sheet)) >= 2)
    return {
        "pyramid": paper.row_values[max(rows) - 1] if rows else 0,
        "arch": paper.keystone_value if "keystone" in sheet.ticked else arch,
        "floor": {0: 0, 2: 0, 4: 4, 6: 6, 8: 8, 10: 11, 12: 15}[floor],
        "bonuses": 3 * bonuses,
        "quarry": len(paper.quarry) - max(sheet.crossed, default=0),
        "jokers": 2 * sheet.jokers,
    }


def places(at: Position) -> list[int]:
    keys = [
        (sum(seat.values()), sum(box.startswith("pyramid") for box in sheet.ticked))
        for seat, sheet in zip(points(at), at.sheets, strict=True)
    ]
    return [1 + sum(other > key for other in keys) for key in keys]
