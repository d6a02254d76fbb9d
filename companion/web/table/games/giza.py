"""The page of Giza: for each seat a board with four sites, and the palette of tiles."""

from collections import defaultdict
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from companion.web.common.page_fragments import Fragments, FrozenDict, Page, freeze, load_fragments
from companion.web.table.viewer import PublicTable, Viewer

USES_LEGAL_MOVES = True


def prepare(view: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the public view with the tiles in the order of the palette, and the targets on the boards."""
    left, boards = list(view["left"].items()), view["boards"]
    sites = [(n, f"site-{n}-{at}", site) for n, board in enumerate(boards) for at, site in enumerate(board)]
    ends = [n for n, board in enumerate(boards) if sum(site["finished"] for site in board) == 2]
    return {
        **freeze(view),
        "tiles": (*left[:5], *left[17:], *left[5:10], *left[14:16], *left[10:14], *left[16:17]),
        "points": tuple(view["edition"]["points"] or (None, None, None)),
        "tops": tuple([(place, site["top"]) for _, place, site in sites if site["top"]]),
        "last_sites": tuple([place for n, place, site in sites if n in ends and not site["finished"]]),
    }


def fragments(draw: Fragments, table: PublicTable, viewer: Viewer) -> Page:
    """Return the fragments of the boards and the move form."""
    me, view, names = viewer.seat, table.view, table.names
    ended, seats, tiles, points = bool(view["ended"]), len(names), view["tiles"], view["points"]
    order = tuple(range(seats)) if me is None else (*range(me + 1, seats), *range(me + 1))
    page = {
        "board": draw.board(),
        "rows": draw.rows(order, me),
        "counts": draw.counts(view["pile"], view["drawn"], None if ended else view["turn"]),
        "below": draw.below(viewer.is_table_page, ended),
    }
    for n, sites in enumerate(view["boards"]):
        hand = None if ended or view["hands"][n] == 4 else view["hands"][n]
        page |= _make_board_fragments(draw, n, names[n], hand, sites, ended)
        if n == me and viewer.own:
            stacks = freeze(viewer.own["boards"][n])
            sites = tuple([FrozenDict({**site, **stacks[at]}) for at, site in enumerate(sites)])
        opens_box = n == me and viewer.may_enter
        page[f"own-{n}"] = draw.own_sites(n, names[n], sites, n == me, opens_box, table.code)
    if viewer.is_table_page and not ended:
        page["own-tiles"] = draw.own_tiles(tiles)
    if not viewer.can_play:
        page["move-form"] = draw.idle_region(table.code, viewer.acting, table.ended, viewer.is_table_page)
        return page
    is_own_turn = viewer.acting == me
    own = is_own_turn and not viewer.for_everybody and viewer.amending is None
    page["move-form"] = draw.move_form(
        table.code, viewer.acting, viewer.amending, view["tops"], view["last_sites"],
        _find_sites_by_tile(viewer), points,
    )  # fmt: skip
    page["palette"] = draw.palette(tiles, points, is_own_turn, own)
    return page


@lru_cache(512)
def _make_board_fragments(
    draw: Fragments, n: int, name: str, hand: int | None, sites: tuple[Any, ...], ended: bool
) -> Page:
    page = {f"board-{n}": draw.side(n, name, hand)}
    done = sum(site["finished"] for site in sites)
    for at, site in enumerate(sites):
        ends = done == 2 and not site["finished"] and at < 3 and not ended
        page[f"at-site-{n}-{at}"] = draw.site(n, at, site, name, ends)
    return page


def _find_sites_by_tile(viewer: Viewer) -> tuple[tuple[str, tuple[str, ...]], ...]:
    places = defaultdict[str, list[str]](list)
    for move in viewer.legal.get("Play", ()):
        places[move.tile or ""].append(f"site-{move.board}-{move.site}")
    return tuple([(tile, tuple(sites)) for tile, sites in places.items()])


def end_fragments(table: PublicTable, viewer: Viewer) -> Page:
    """Return each seat's board with its covered tiles, and a form for the points of the sphinx's parts."""
    draw, page = load_fragments("games/giza/end.html", "giza"), dict[str, str]()
    if not table.counting:
        page = {f"laid-{n}": draw.final_board(n, sites) for n, sites in enumerate(table.view["boards"])}
    if viewer.end is not None and "edition" in viewer.end.missing:
        edition = table.options["edition"] or {}
        numbers = [
            (f"{name}.{at}", number)
            for name in ("each", "treasures")
            for at, number in enumerate(edition.get(name) or ())
        ]
        page["missing"] = draw.missing_points_form(table.code, tuple(numbers), bool(edition.get("checked")))
    return page
