"""List the fragments of a count, in which the points are counted by hand. Each seat has a form."""

from typing import Any, NamedTuple

from companion.web.common.page_fragments import Fragments, Page
from companion.web.table.viewer import PublicTable, Viewer


class Sheet(NamedTuple):
    """A seat's score sheet, and further arguments of its form."""

    seat: int
    sheet: Any
    """None if nobody has filled it in yet."""
    inputs: tuple[Any, ...]


class Count(NamedTuple):
    """The data of a count that its fragments show."""

    sheets: tuple[Sheet, ...]
    """The sheets of all seats, or only the sheet that is changed."""
    missing: tuple[int, ...]
    """The seats without a sheet."""
    next: tuple[int | None, ...]
    """For each seat: the seat whose form comes next."""
    move: str


class SheetForm(NamedTuple):
    """The data for the form of one score sheet, without its fields."""

    code: str
    number: int
    name: str
    move: str
    """The class name of the move that enters the sheet."""
    is_filled: bool
    is_first: bool
    """Whether this form is visible when the page opens."""
    next: int | None
    """The seat whose form comes next; None if all other sheets are filled in."""
    next_name: str
    amending: int | None
    """The number of the entry that the form changes, or None."""
    asks: bool
    """Whether the result depends on a value that nobody has entered yet."""
    seats: int


def count_fragments(draw: Fragments, draw_game: Fragments, table: PublicTable, viewer: Viewer) -> Page:
    """Return the fragments of a count."""
    count: Count = table.board
    can_fill_in, is_amending = viewer.may_enter and not table.ended, viewer.amending is not None
    can_close = can_fill_in and not is_amending
    page = {"board": draw.count(tuple([sheet.seat for sheet in count.sheets]), can_fill_in, can_close)}
    if can_close:
        page["close-count"] = draw.close_count(table.code, viewer.acting or 0)
    first = count.missing[0] if count.missing and viewer.seat not in count.missing else viewer.seat or 0
    for n, sheet, inputs in count.sheets:
        name, is_first, next_seat = table.names[n], is_amending or n == first, count.next[n]
        if can_fill_in:
            form = SheetForm(
                table.code, n, name, count.move, sheet is not None, is_first, next_seat,
                "" if next_seat is None else table.names[next_seat], viewer.amending, bool(table.asks),
                len(table.names),
            )  # fmt: skip
            page[f"board-{n}"] = draw_game.sheet(form, sheet, *inputs)
        else:
            page[f"board-{n}"] = draw.counted_points(n, name, table.seats[n].points, is_first)
    return page
