"""The page of the dice game: the pad page of each seat, the dice, and the move form."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from jinja2.utils import htmlsafe_json_dumps

from companion.tables.concurrency import LruCache
from companion.web.common.page_fragments import HtmlByName, Macros, freeze
from companion.web.table.viewer import PublicTable, Viewer

USES_LEGAL_MOVES = False
end_fragments = None
freeze_sheet_data = freeze
ROWS_PER_SCREEN, BOXES_PER_ROW, STONES_PER_ROW = 8, 5, 20
"""The rows of a pad page (its upright buildings, its floor, and further rows of the quarry), the boxes of a
row, and the stones of the quarry in a row, for which a phone's screen has room."""


@dataclass(frozen=True, eq=False)
class TickedPage:
    """A pad page with its ticks. Objects are compared by identity, so they are fast keys of a cache."""

    seat: Mapping[str, Any]
    printed: Any
    """The pad and the letter of the page, and whether it is a copy or a practice page."""
    boxes: Any
    """The boxes of the buildings ``pyramid``, ``arch`` and ``floor``."""
    stones: Any
    bonuses: Any


class BoardData(NamedTuple):
    """The pad pages of all seats, the dice in the middle, and the dice that the active seat has used."""

    pads: tuple[TickedPage, ...]
    middle: tuple[str, ...]
    kept: tuple[str, ...]


_ticked_page_cache: LruCache[int, TickedPage] = LruCache(256)
"""The prepared pages, by the ``id`` of the quarry in the view."""
_page_boxes_cache: LruCache[int, tuple[Mapping[str, str], Any]] = LruCache(256)
"""The prepared boxes of pages, by the ``id`` of ``marks`` in the view. That object stays the same in turns
of other seats."""


def make_board_data(view: Mapping[str, Any]) -> BoardData:
    """Return the pad pages and the dice, from the public view. An unchanged page stays the same object."""
    return BoardData(
        tuple(map(_make_ticked_page, view["seats"])), tuple(view["middle"]), tuple(view["kept"])
    )


def _make_ticked_page(seat: Mapping[str, Any]) -> TickedPage:
    pad = _ticked_page_cache.get(id(seat["quarry"]))
    if pad is None or pad.seat["quarry"] is not seat["quarry"]:
        printed, stones, bonuses = (freeze(seat[name]) for name in ("sheet", "quarry", "bonuses"))
        pad = TickedPage(seat, printed, _make_page_boxes(seat), stones, bonuses)
        _ticked_page_cache.put(id(seat["quarry"]), pad)
    return pad


def _make_page_boxes(seat: Mapping[str, Any]) -> Any:
    marks = seat["marks"]
    cached = _page_boxes_cache.get(id(marks))
    if cached is None or cached[0] is not marks:
        boxes = {name: seat[name] for name in ("pyramid", "arch", "floor")}
        cached = marks, freeze(boxes, without=("pay",))
        _page_boxes_cache.put(id(marks), cached)
    return cached[1]


def _dump_json(value: object) -> str:
    return str(htmlsafe_json_dumps(value, ensure_ascii=False, separators=(",", ":")))


def fragments(draw: Macros, table: PublicTable, viewer: Viewer) -> HtmlByName:
    """Return the fragments of the pad pages, the dice and the move form."""
    me, acting, can_play, view = viewer.seat, viewer.acting, viewer.can_play, table.view
    dice: BoardData = table.board
    seats, active, rolling = len(table.names), view["active"], view["rolling"]
    order = (*range(me or 0, seats), *range(me or 0))
    front = acting if acting is not None else me or 0
    is_due = can_play and acting in view["due"]
    rolls = rolling and can_play and acting == active
    just_rolled = bool(view["rolled"]) and not rolling and not view["acted"]
    page = {
        "board": draw.board(),
        "boards": draw.boards(order, front, *_is_tall_and_wide(dice.pads)),
        "dice": draw.dice_area(
            rolling, rolls, view["dice_count"], just_rolled, dice.middle, dice.kept, active,
            table.names[active],
        ),
    }  # fmt: skip
    for n, pad in enumerate(dice.pads):
        total, acted = table.seats[n].points, n in view["acted"]
        page |= _make_page_fragments(draw, n, table.names[n], total, acted, pad, is_due and n == acting)
    if can_play and acting is not None:
        page["move-form"] = draw.move_form(
            table.code, acting, viewer.amending, rolling, view["dice_count"], is_due
        )
        if is_due:
            stones = enumerate(dice.pads[acting].stones, 1)
            open_stones = tuple(
                [(n, stone.colour) for n, stone in stones if stone.open and not stone.crossed]
            )
            page["payments"] = draw.payments(acting, view["round"], open_stones)
    else:
        page["move-form"] = draw.idle_region(table.code, acting, table.ended)
    return page


def _is_tall_and_wide(pads: tuple[TickedPage, ...]) -> tuple[bool, bool]:
    """Return whether a pad has more rows, and more boxes in a row, than a screen has room for."""
    is_tall = is_wide = False
    for pad in pads:
        pyramid, arch, floor = pad.boxes
        upright, quarry = max(len(pyramid), len(arch.levels) + 1), (len(pad.stones) - 1) // STONES_PER_ROW
        is_tall |= upright + len(floor) + quarry > ROWS_PER_SCREEN
        is_wide |= len(pyramid[0].boxes) > BOXES_PER_ROW
    return is_tall, is_wide


@lru_cache(512)
def _make_page_fragments(
    draw: Macros, n: int, name: str, total: int | None, acted: bool, pad: TickedPage, open_: bool
) -> HtmlByName:
    """Return a pad page's fragments. ``acted``: seat ``n`` has acted; ``open_``: the viewer can tick it."""
    seat, points, (pyramid, arch, floor) = pad.seat, pad.seat["points"], pad.boxes
    json = (_dump_json(seat["builds"]), _dump_json(points)) if open_ else (None, None)
    has_last_chance = any(bonus.last_chance and not bonus.won for bonus in pad.bonuses)
    page = {
        f"board-{n}": draw.pad_page(n, *json),
        f"owner-{n}": draw.page_heading(n, name, total, pad.printed, acted),
        f"pyramid-{n}": draw.pyramid(n, len(pyramid)),
        f"arch-{n}": draw.arch(n, len(arch.levels), arch.keystone_value, arch.keystone, open_),
        f"floor-{n}": draw.floor(n, len(floor)),
        f"extras-{n}": draw.bonuses_and_jokers(n),
        f"jokers-{n}": draw.jokers(n, seat["jokers"], seat["jokers_in_play"]),
        f"quarry-{n}": draw.quarry(n),
        f"hint-{n}": draw.quarry_hint(n, has_last_chance),
        f"stones-{n}": draw.quarry_stones(n, pad.stones),
    }
    for category in ("pyramid", "arch", "floor", "bonuses", "quarry"):
        page[f"head-{n}-{category}"] = draw.part_heading(n, category, points[category])
    for r, row in enumerate(pyramid, 1):
        page[f"course-{n}-{r}"] = draw.pyramid_row(n, r, row, open_)
    for r, level in enumerate(arch.levels, 1):
        page[f"level-{n}-{r}"] = draw.arch_level(n, r, level, open_)
    for r, line in enumerate(floor, 1):
        page[f"line-{n}-{r}"] = draw.floor_row(n, r, line, open_)
    for building in ("pyramid", "arch", "floor"):
        building_bonuses = tuple(
            (at, bonus) for at, bonus in enumerate(pad.bonuses) if bonus.building == building
        )
        finished = building in seat["finished"]
        page[f"bonuses-{n}-{building}"] = draw.bonuses(n, building, building_bonuses, finished)
    return page
