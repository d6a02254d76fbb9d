"""The page of Giza: the board of each seat with its four sites, and the tiles to choose from."""

from collections import defaultdict
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from companion.web.common.page_fragments import HtmlByName, Macros, freeze, load_macros
from companion.web.table.viewer import PublicTable, Viewer

USES_LEGAL_MOVES = True
freeze_sheet_data = freeze
PUBLIC_FIELDS = ("top", "finished", "last")
"""The data of a site that everybody sees."""


class BoardData(NamedTuple):
    """The boards of all seats, and the tiles that a player can choose."""

    sites: tuple[tuple[Any, ...], ...]
    """The four sites of each board, without what only some phones see."""
    under: tuple[tuple[Any, ...], ...]
    """The same sites with all tiles. If a site hides them, its ``stack`` and ``points`` are None."""
    tiles: tuple[tuple[str, str], ...]
    """(kind of tile, ``some`` or ``none`` left) pairs, in the order of the page."""
    points: tuple[int | None, ...]
    """The points of the three parts of the sphinx. None if they are unknown."""
    tops: tuple[tuple[str, str], ...]
    """(id of a site, its top tile) pairs. Empty sites are left out."""
    last: tuple[str, ...]
    """The ids of the unfinished sites of a board with two finished pyramids. A third finished pyramid ends
    the game."""


def make_board_data(view: Mapping[str, Any]) -> BoardData:
    """Return what the page shows of the boards, from the public view. Equal views give equal results."""
    left = list(view["left"].items())
    sites = freeze(view["boards"], without=("stack", "points"))
    places = [(f"site-{n}-{at}", site) for n, board in enumerate(sites) for at, site in enumerate(board)]
    ends = [n for n, board in enumerate(sites) if sum(site.finished for site in board) == 2]
    return BoardData(
        sites,
        freeze(view["boards"], without=PUBLIC_FIELDS),
        (*left[:5], *left[17:], *left[5:10], *left[14:16], *left[10:14], *left[16:17]),
        tuple(view["edition"]["points"] or (None, None, None)),
        tuple([(place, site.top) for place, site in places if site.top]),
        tuple([f"site-{n}-{at}" for n in ends for at, site in enumerate(sites[n]) if not site.finished]),
    )


def fragments(draw: Macros, table: PublicTable, viewer: Viewer) -> HtmlByName:
    """Return the fragments of the boards and the move form."""
    me, view, boards = viewer.seat, table.view, table.board
    ended, names, seats = bool(view["ended"]), table.names, len(table.names)
    order = tuple(range(seats)) if me is None else (*range(me + 1, seats), *range(me + 1))
    page = {
        "board": draw.board(),
        "rows": draw.rows(order, me),
        "counts": draw.counts(view["pile"], view["drawn"], None if ended else view["turn"]),
        "below": draw.below(viewer.is_table_page, ended),
    }
    for n, sites in enumerate(boards.sites):
        hand = None if ended or view["hands"][n] == 4 else view["hands"][n]
        page |= _make_board_fragments(draw, n, names[n], hand, sites, ended)
        under = boards.under[n]
        if n == me and viewer.own:
            stacks = viewer.own["boards"][n]
            own_board = [site | stacks[at] for at, site in enumerate(view["boards"][n])]
            under = freeze(own_board, without=PUBLIC_FIELDS)
        opens_box = n == me and viewer.may_enter
        page[f"own-{n}"] = draw.own_sites(n, names[n], under, n == me, opens_box, table.code)
    if viewer.is_table_page and not ended:
        page["own-tiles"] = draw.own_tiles(boards.tiles)
    if not viewer.can_play:
        page["move-form"] = draw.idle_region(table.code, viewer.acting, table.ended, viewer.is_table_page)
        return page
    is_own_turn = viewer.acting == me
    own = is_own_turn and not viewer.for_everybody and viewer.amending is None
    page["move-form"] = draw.move_form(
        table.code, viewer.acting, viewer.amending, boards.tops, boards.last, _legal_sites_by_tile(viewer),
        boards.points,
    )  # fmt: skip
    page["palette"] = draw.palette(boards.tiles, boards.points, is_own_turn, own)
    return page


@lru_cache(512)
def _make_board_fragments(
    draw: Macros, n: int, name: str, hand: int | None, sites: tuple[Any, ...], ended: bool
) -> HtmlByName:
    page = {f"board-{n}": draw.side(n, name, hand)}
    done = sum(site.finished for site in sites)
    for at, site in enumerate(sites):
        ends = done == 2 and not site.finished and at < 3 and not ended
        page[f"at-site-{n}-{at}"] = draw.site(n, at, site, name, ends)
    return page


def _legal_sites_by_tile(viewer: Viewer) -> tuple[tuple[str, tuple[str, ...]], ...]:
    places = defaultdict[str, list[str]](list)
    for move in viewer.legal.get("Play", ()):
        places[move.tile or ""].append(f"site-{move.board}-{move.site}")
    return tuple([(tile, tuple(sites)) for tile, sites in places.items()])


def end_fragments(table: PublicTable, viewer: Viewer) -> HtmlByName:
    """Return fragments with each board's tiles (none after a count) and a form for unknown points."""
    draw, page = load_macros("games/giza/end.html", "giza"), {}
    if not table.counting:
        for n, (sites, under) in enumerate(zip(table.board.sites, table.board.under, strict=True)):
            page[f"laid-{n}"] = draw.final_board(n, sites, under)
    if viewer.end is not None and "edition" in viewer.end.missing:
        edition = table.options["edition"] or {}
        numbers = [
            (f"{name}.{at}", number)
            for name in ("each", "treasures")
            for at, number in enumerate(edition.get(name) or ())
        ]
        page["missing"] = draw.missing_points_form(table.code, tuple(numbers), bool(edition.get("checked")))
    return page
