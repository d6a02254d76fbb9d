"""The page of Three Quarries: the quarries, each seat's pieces, and the form for moves."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from companion.web.common.page_fragments import Fragments, Page, load_fragments
from companion.web.table.viewer import PublicTable, SheetInCount, Viewer

USES_LEGAL_MOVES = False


class Seat(NamedTuple):
    """The public pieces of a seat, as the templates use them."""

    levels: int
    stones: tuple[tuple[str, int], ...]
    """By colour."""
    favour: str | None
    """The favoured colour, if it is public."""
    decided: bool


def prepare(view: Mapping[str, Any]) -> tuple[Seat, ...]:
    """Return the seats of the view as tuples, so that the fragments can be cached by their values."""
    return tuple(
        Seat(seat["levels"], tuple(seat["stones"].items()), seat["favour"], seat["decided"])
        for seat in view["seats"]
    )


def fragments(draw: Fragments, table: PublicTable, viewer: Viewer) -> Page:
    """Return the rendered fragments of the board and of the move form."""
    me, view, seats = viewer.seat, table.view, range(len(table.names))
    first, colours = me or 0, tuple(view["quarries"])
    page = {
        "board": draw.board(colours),
        "boards": draw.boards((*seats[first:], *seats[:first])),
        "move-form": draw.move_form(
            table.code, viewer.acting, viewer.can_play, table.ended, viewer.amending, view["favouring"],
            colours,
        ),
    }  # fmt: skip
    for colour, left in view["quarries"].items():
        page[f"quarry-{colour}"] = draw.quarry(colour, left)
    for n, seat in enumerate(table.board):
        favour = viewer.own["seats"][n]["favour"] if n == me and viewer.own else seat.favour
        page[f"board-{n}"] = draw.side(n, table.names[n], seat.levels, view["most_levels"], seat.stones)
        page[f"favour-{n}"] = draw.favour(n, favour, seat.decided)
    return page


def end_fragments(table: PublicTable, viewer: Viewer) -> Page:
    """Return a form for the number on the lid if it is missing; otherwise no fragment."""
    if viewer.end is None or "lid" not in viewer.end.missing:
        return {}
    return {"missing": load_fragments("games/example/end.html", "example").missing(table.code)}


def sheet_inputs(_seat: SheetInCount) -> tuple[object, ...]:
    """Return no extra inputs, as the form of a sheet needs only the sheet's own numbers."""
    return ()
