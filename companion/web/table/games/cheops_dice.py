"""The page of the dice game: the pad page of each seat, the dice, and the move form."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from companion.tables.lru_cache import LruCache
from companion.web.common.page_fragments import Fragments, FrozenDict, Page, dump_json, freeze
from companion.web.table.viewer import PublicTable, Viewer

_boxes_cache: LruCache[int, tuple[Mapping[str, Any], Mapping[str, Any]]] = LruCache(256)
"""The boxes of pad pages, by the identity of their ticks. The ticks stay the same object in other seats'
turns."""


def prepare(view: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the public view, with the builds of each seat as JSON."""
    return {**freeze(view, without=("seats",)), "seats": tuple(map(_freeze_seat, view["seats"]))}


def _freeze_seat(seat: Mapping[str, Any]) -> FrozenDict:
    cached = _boxes_cache.get(id(seat["marks"]))
    if cached is None or cached[0] is not seat["marks"]:
        boxes = {name: freeze(seat[name], without=("pay",)) for name in ("pyramid", "arch", "floor")}
        cached = seat["marks"], boxes
        _boxes_cache.put(id(seat["marks"]), cached)
    names = ("sheet", "quarry", "jokers", "jokers_in_play", "bonuses", "points", "finished")
    rest = {name: freeze(seat[name]) for name in names}
    return FrozenDict({**rest, **cached[1], "builds": dump_json(seat["builds"])})


def fragments(draw: Fragments, table: PublicTable, viewer: Viewer) -> Page:
    """Return the fragments of the pad pages, the dice and the move form."""
    me, acting, can_play, view = viewer.seat, viewer.acting, viewer.can_play, table.view
    seats, active, rolling = len(table.names), view["active"], view["rolling"]
    order = (*range(me or 0, seats), *range(me or 0))
    front = acting if acting is not None else me or 0
    is_due = can_play and acting in view["due"]
    rolls = rolling and can_play and acting == active
    just_rolled = bool(view["rolled"]) and not rolling and not view["acted"]
    page = {
        "board": draw.board(),
        "boards": draw.boards(order, front),
        "dice": draw.dice_area(
            rolling, rolls, view["dice_count"], just_rolled, view["middle"], view["kept"], active,
            table.names[active],
        ),
    }  # fmt: skip
    for n, pad in enumerate(view["seats"]):
        total, acted = table.seats[n].points, n in view["acted"]
        page |= _make_page_fragments(draw, n, table.names[n], total, acted, pad, is_due and n == acting)
    page["move-form"] = draw.move_form(
        table.code, acting, can_play, table.ended, viewer.amending, can_play and rolling,
        view["dice_count"], is_due,
    )  # fmt: skip
    if is_due:
        stones = enumerate(view["seats"][acting]["quarry"], 1)
        left = [(n, stone["colour"]) for n, stone in stones if stone["open"] and not stone["crossed"]]
        page["payments"] = draw.payments(acting, view["round"], tuple(left))
    return page


@lru_cache(512)
def _make_page_fragments(
    draw: Fragments, n: int, name: str, total: int | None, acted: bool, pad: FrozenDict, open_: bool
) -> Page:
    """Return the fragments of one seat's pad page. ``open_`` is whether its boxes can be ticked."""
    pyramid, arch, floor, points = pad["pyramid"], pad["arch"], pad["floor"], pad["points"]
    levels, bonuses = arch["levels"], pad["bonuses"]
    height = max(len(pyramid), len(levels) + 1) + len(floor)
    json = (pad["builds"], dump_json(points)) if open_ else (None, None)
    has_last_chance = any(bonus["last_chance"] and not bonus["won"] for bonus in bonuses)
    page = {
        f"board-{n}": draw.pad_page(n, len(pyramid[0]["boxes"]), height, *json),
        f"owner-{n}": draw.page_heading(n, name, total, pad["sheet"], acted),
        f"pyramid-{n}": draw.pyramid(n, len(pyramid)),
        f"arch-{n}": draw.arch(n, len(levels), arch["keystone_value"], arch["keystone"], open_),
        f"floor-{n}": draw.floor(n, len(floor)),
        f"extras-{n}": draw.bonuses_and_jokers(n),
        f"jokers-{n}": draw.jokers(n, pad["jokers"], pad["jokers_in_play"]),
        f"quarry-{n}": draw.quarry(n),
        f"hint-{n}": draw.quarry_hint(n, has_last_chance),
        f"stones-{n}": draw.quarry_stones(n, pad["quarry"]),
    }
    for category in ("pyramid", "arch", "floor", "bonuses", "quarry"):
        page[f"head-{n}-{category}"] = draw.part_heading(n, category, points[category])
    for r, row in enumerate(pyramid, 1):
        page[f"course-{n}-{r}"] = draw.pyramid_row(n, r, row, open_)
    for r, level in enumerate(levels, 1):
        page[f"level-{n}-{r}"] = draw.arch_level(n, r, level, open_)
    for r, line in enumerate(floor, 1):
        page[f"line-{n}-{r}"] = draw.floor_row(n, r, line, open_)
    for building in ("pyramid", "arch", "floor"):
        own = tuple([(at, bonus) for at, bonus in enumerate(bonuses) if bonus["building"] == building])
        page[f"bonuses-{n}-{building}"] = draw.bonuses(n, building, own, building in pad["finished"])
    return page
