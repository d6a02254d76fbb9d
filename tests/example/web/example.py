"""The page of Three Quarries: the quarries, each seat's pieces, and the form for moves."""

from companion.web.common.page_fragments import Fragments, Page, load_fragments
from companion.web.table.viewer import PublicTable, Viewer


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
    for n, seat in enumerate(view["seats"]):
        favour = viewer.own["seats"][n]["favour"] if n == me and viewer.own else seat["favour"]
        page[f"board-{n}"] = draw.side(
            n, table.names[n], seat["levels"], view["most_levels"], seat["stones"]
        )
        page[f"favour-{n}"] = draw.favour(n, favour, seat["decided"])
    return page


def end_fragments(table: PublicTable, viewer: Viewer) -> Page:
    """Return a form for the number on the lid if it is missing; otherwise no fragment."""
    if viewer.end is None or "lid" not in viewer.end.missing:
        return {}
    return {"missing": load_fragments("games/example/end.html", "example").missing(table.code)}
