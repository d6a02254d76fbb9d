"""A sheet worked out once: its boxes as bits, what rests on what, what may be ticked next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from companion.engine.game import RefusalKind
from companion.games.cheops_dice.parts import (
    ACTION,
    BUILDINGS,
    Bonus,
    PadPage,
    box_colours,
    building_of,
    hash_of,
)


@dataclass(frozen=True, slots=True)
class Plan:
    """The geometry of a sheet. Box number b is bit ``1 << b``; plans of equal sheets are equal."""

    hash: str
    pad_page: PadPage = field(compare=False, repr=False)
    boxes: tuple[str, ...] = field(compare=False, repr=False)
    number: Mapping[str, int] = field(compare=False, repr=False)
    """Of a box by its name."""
    colours: str = field(compare=False, repr=False)
    """A letter for each box."""
    masks: Mapping[str, int] = field(compare=False, repr=False)
    """All boxes of a building, of a column (``left``, ``right``) and the ``keystone``."""
    needs: tuple[int, ...] = field(compare=False, repr=False)
    """For each box, the boxes that must be ticked before it."""
    pairs: tuple[tuple[int, int], ...] = field(compare=False, repr=False)
    """Neighbouring boxes of the floor."""
    quarry: str = field(compare=False, repr=False)
    bonuses: tuple[Bonus, ...] = field(compare=False, repr=False)
    """In an order that is the same on every sheet of a set."""
    symbols: tuple[int, ...] = field(compare=False, repr=False)
    """For each bonus, its boxes."""
    carrying: int = field(compare=False, repr=False)
    """All boxes with a symbol."""
    rows: tuple[tuple[int, int], ...] = field(compare=False, repr=False)
    """(boxes, value) of the pyramid's rows, the top one first."""


@lru_cache(maxsize=256)
def make_plan(pad_page: PadPage) -> Plan:
    """The geometry of a sheet that has passed its checks."""
    named = list(box_colours(pad_page))
    number = {name: index for index, (name, _) in enumerate(named)}
    bonuses = tuple(sorted(pad_page.bonuses, key=lambda b: (BUILDINGS.index(b.building), b.symbol)))
    symbols = tuple(boxes_to_mask(number, bonus.boxes) for bonus in bonuses)
    masks = _masks(number)
    return Plan(
        hash_of(pad_page), pad_page, tuple(number), number, "".join(colour for _, colour in named), masks,
        tuple(_needs(name, number, masks) for name in number), _pairs(number), pad_page.quarry,
        bonuses, symbols, _union(symbols), _rows(pad_page, number),
    )  # fmt: skip


def boxes_to_mask(number: Mapping[str, int], names: Iterable[str]) -> int:
    """Boxes by name as bits; unknown names are left out."""
    return _union(1 << number[name] for name in names if name in number)


def _union(masks: Iterable[int]) -> int:
    found = 0
    for mask in masks:
        found |= mask
    return found


def _masks(number: Mapping[str, int]) -> dict[str, int]:
    found = {
        building: boxes_to_mask(number, (name for name in number if building_of(name) == building))
        for building in BUILDINGS
    }
    for column in ("left", "right", "keystone"):
        found[column] = boxes_to_mask(number, (name for name in number if name.startswith(column)))
    return found


def _needs(name: str, number: Mapping[str, int], masks: Mapping[str, int]) -> int:
    """Two boxes below in the pyramid, one in a column, both columns below the keystone."""
    building, *places = name.split("-")
    if name == "keystone":
        return masks["left"] | masks["right"]
    if building == "floor" or places[0] == "1":
        return 0
    below = int(places[0]) - 1
    if building != "pyramid":
        return boxes_to_mask(number, (f"{building}-{below}",))
    place = int(places[1])
    return boxes_to_mask(number, (f"pyramid-{below}-{place}", f"pyramid-{below}-{place + 1}"))


def _pairs(number: Mapping[str, int]) -> tuple[tuple[int, int], ...]:
    found = []
    for name, index in number.items():
        if building_of(name) == "floor":
            row, place = map(int, name.split("-")[1:])
            beside = (f"floor-{row}-{place + 1}", f"floor-{row + 1}-{place}")
            found += [(index, number[other]) for other in beside if other in number]
    return tuple(found)


def _rows(pad_page: PadPage, number: Mapping[str, int]) -> tuple[tuple[int, int], ...]:
    found = [
        (boxes_to_mask(number, (f"pyramid-{row}-{place}" for place in range(1, len(line) + 1))), value)
        for row, (line, value) in enumerate(
            zip(pad_page.pyramid.rows, pad_page.pyramid.values, strict=False), 1
        )
    ]
    return tuple(reversed(found))


def mask_to_boxes(plan: Plan, mask: int) -> tuple[str, ...]:
    """The boxes of a mask by name."""
    return tuple(name for index, name in enumerate(plan.boxes) if mask >> index & 1)


@lru_cache(maxsize=1 << 13)
def finished_buildings(plan: Plan, ticked: int) -> tuple[str, ...]:
    """The buildings of which every box is ticked."""
    return tuple(name for name in BUILDINGS if not plan.masks[name] & ~ticked)


def column_heights(plan: Plan, ticked: int) -> tuple[int, int]:
    """How far the left and the right column of the arch have grown."""
    left, right = plan.masks["left"] & ticked, plan.masks["right"] & ticked
    return left.bit_count(), right.bit_count()


NOTHING_TICKED = RefusalKind("cheops_dice.nothing_ticked", "turn")
NO_SUCH_BOX = RefusalKind("cheops_dice.no_such_box", "turn")
ALREADY_TICKED = RefusalKind("cheops_dice.already_ticked", "turn")
TWO_AT_MOST = RefusalKind("cheops_dice.two_at_most", "turn", overridable=True)
FLOOR_MIXED = RefusalKind("cheops_dice.floor_mixed", "floor", overridable=True)
FLOOR_PAIR = RefusalKind("cheops_dice.floor_pair", "floor", overridable=True)
NEEDS_BOTH_BELOW = RefusalKind("cheops_dice.needs_both_below", "pyramid", overridable=True)
COLUMN_FROM_BELOW = RefusalKind("cheops_dice.column_from_below", "arch", overridable=True)
KEYSTONE_NEEDS_COLUMNS = RefusalKind("cheops_dice.keystone_needs_columns", "arch", overridable=True)


class Fault(NamedTuple):
    """Why boxes cannot be ticked, the box it is about, the boxes it points at."""

    why: RefusalKind
    box: str = ""
    at: tuple[str, ...] = ()


def obstacle(plan: Plan, ticked: int, wanted: tuple[str, ...]) -> Fault | None:
    """The first building rule against ticking these boxes in this order, or None."""
    return next(iter(obstacles(plan, ticked, wanted)), None)


@lru_cache(maxsize=1 << 14)
def obstacles(plan: Plan, ticked: int, wanted: tuple[str, ...]) -> tuple[Fault, ...]:
    """Every building rule against ticking these boxes in this order.

    That there are such boxes and that they are free comes first, so that a table that plays otherwise
    can allow the rest.
    """
    if not wanted:
        return (Fault(NOTHING_TICKED),)
    after = ticked
    for box in wanted:
        if box not in plan.number:
            return (Fault(NO_SUCH_BOX, box),)
        if after >> plan.number[box] & 1:
            return (Fault(ALREADY_TICKED, box, (box,)),)
        after |= 1 << plan.number[box]
    floor = (after ^ ticked) & plan.masks["floor"]
    found = (
        Fault(TWO_AT_MOST, at=wanted) if len(wanted) > ACTION else None,
        _floor_obstacle(plan, wanted) if floor else None,
    )
    return (*(fault for fault in found if fault), *_upright_obstacles(plan, ticked, wanted))


def _floor_obstacle(plan: Plan, wanted: tuple[str, ...]) -> Fault | None:
    on_floor = tuple(box for box in wanted if building_of(box) == "floor")
    if len(on_floor) < len(wanted):
        return Fault(FLOOR_MIXED, on_floor[0], wanted)
    pair = tuple(sorted(plan.number[box] for box in wanted))
    return None if pair in plan.pairs else Fault(FLOOR_PAIR, wanted[0], wanted)


_UPRIGHT = {
    "pyramid": NEEDS_BOTH_BELOW,
    "left": COLUMN_FROM_BELOW,
    "right": COLUMN_FROM_BELOW,
    "keystone": KEYSTONE_NEEDS_COLUMNS,
}


def _upright_obstacles(plan: Plan, ticked: int, wanted: tuple[str, ...]) -> Iterator[Fault]:
    """Pyramid and arch grow from below; a box ticked just before counts already. Floor boxes need none."""
    for box in wanted:
        missing = plan.needs[plan.number[box]] & ~ticked
        if missing:
            yield Fault(_UPRIGHT[box.partition("-")[0]], box, (box, *mask_to_boxes(plan, missing)))
        ticked |= 1 << plan.number[box]


class Choice(NamedTuple):
    """Boxes that may be ticked in one action, and their colours as a purse reads them."""

    orders: tuple[tuple[str, ...], ...]
    """In this order only, or also the other way round."""
    colours: str
    """``RB``: red, then blue; ``R+B``: in either order."""


@lru_cache(maxsize=1 << 13)
def upright_choices(plan: Plan, built: int) -> tuple[Choice, ...]:
    """Every box or two of pyramid and arch that may be ticked next."""
    upright = plan.masks["pyramid"] | plan.masks["arch"]
    ready = [b for b in _bits(upright & ~built) if not plan.needs[b] & ~built]
    found = [_in_order(plan, box) for box in ready]
    found += [_either(plan, one, other) for one, other in combinations(ready, 2)]
    for first in ready:
        after = built | 1 << first
        found += [
            _in_order(plan, first, then)
            for then in _bits(upright & ~after)
            if plan.needs[then] >> first & 1 and not plan.needs[then] & ~after
        ]
    return tuple(found)


@lru_cache(maxsize=1 << 13)
def floor_choices(plan: Plan, laid: int) -> tuple[Choice, ...]:
    """Every pair of the floor that may be ticked next."""
    return tuple(
        _either(plan, one, other)
        for one, other in plan.pairs
        if not laid >> one & 1 and not laid >> other & 1
    )


def tickable_choices(plan: Plan, ticked: int) -> Iterator[Choice]:
    """Every box or pair of boxes that may be ticked next."""
    floor = plan.masks["floor"]
    yield from upright_choices(plan, ticked & ~floor)
    yield from floor_choices(plan, ticked & floor)


def _bits(mask: int) -> list[int]:
    return [index for index in range(mask.bit_length()) if mask >> index & 1]


def _in_order(plan: Plan, *numbers: int) -> Choice:
    wanted = tuple(plan.boxes[n] for n in numbers)
    return Choice((wanted,), "".join(plan.colours[n] for n in numbers))


def _either(plan: Plan, one: int, other: int) -> Choice:
    wanted = (plan.boxes[one], plan.boxes[other])
    return Choice((wanted, wanted[::-1]), f"{plan.colours[one]}+{plan.colours[other]}")


def isolated_boxes(plan: Plan, ticked: int) -> int:
    """Free boxes of the floor without a free neighbour: nothing can be paired with them any more."""
    free = plan.masks["floor"] & ~ticked
    paired = 0
    for one, other in plan.pairs:
        pair = 1 << one | 1 << other
        if pair & free == pair:
            paired |= pair
    return free & ~paired


def is_fillable(plan: Plan, ticked: int) -> bool:
    """Whether the rest of the floor can still be filled with pairs."""
    return _fillable(plan.pairs, plan.masks["floor"] & ~ticked)


@lru_cache(maxsize=1 << 13)
def _fillable(pairs: tuple[tuple[int, int], ...], free: int) -> bool:
    """The lowest free box needs a partner: try each, then the rest."""
    if not free:
        return True
    lowest = (free & -free).bit_length() - 1
    return any(
        _fillable(pairs, free & ~(1 << one | 1 << other))
        for one, other in pairs
        if one == lowest and free >> other & 1
    )
