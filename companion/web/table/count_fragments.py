"""The list of fragments of a count: a sheet for each seat, one shown at a time."""

from __future__ import annotations

from typing import Any, NamedTuple

from companion.web.common.page_fragments import Fragments, Page
from companion.web.table.viewer import PublicTable, Viewer


class Sheet(NamedTuple):
    """A seat's sheet, and what its fields show besides."""

    seat: int
    sheet: Any
    """None while nobody has filled it in."""
    inputs: tuple[Any, ...]


class Count(NamedTuple):
    """What the list of a count needs of the table."""

    sheets: tuple[Sheet, ...]
    """Of all seats, or the one that is changed."""
    missing: tuple[int, ...]
    """The seats without a sheet."""
    next: tuple[int | None, ...]
    """By seat, the one to go on with."""
    move: str


class SheetForm(NamedTuple):
    """What is around the fields of a sheet that somebody fills in."""

    code: str
    number: int
    name: str
    move: str
    """The name of the move that enters it."""
    is_filled: bool
    is_first: bool
    """Whether it is shown when the page opens."""
    next: int | None
    """The seat to go on with; None once all others are in."""
    next_name: str
    amending: int | None
    """The entry that it changes."""
    asks: bool
    """Whether the result rests on something that nobody has entered yet."""
    seats: int


def count_fragments(draw: Fragments, draw_game: Fragments, table: PublicTable, viewer: Viewer) -> Page:
    """The fragments of a count."""
    count: Count = table.board
    fills_in, amends = viewer.may_enter and not table.ended, viewer.amending is not None
    closes = fills_in and not amends
    page = {"board": draw.count(tuple([sheet.seat for sheet in count.sheets]), fills_in, closes)}
    if closes:
        page["close-count"] = draw.close_count(table.code, viewer.acting or 0)
    first = count.missing[0] if count.missing and viewer.seat not in count.missing else viewer.seat or 0
    for n, sheet, inputs in count.sheets:
        name, is_first, after = table.names[n], amends or n == first, count.next[n]
        if fills_in:
            form = SheetForm(
                table.code, n, name, count.move, sheet is not None, is_first, after,
                "" if after is None else table.names[after], viewer.amending, bool(table.asks),
                len(table.names),
            )  # fmt: skip
            page[f"board-{n}"] = draw_game.sheet(form, sheet, *inputs)
        else:
            page[f"board-{n}"] = draw.counted(n, name, table.seats[n].points, is_first)
    return page
