"""The geometry of a pad page: its boxes as bits, and which boxes must be ticked before others."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, reduce
from itertools import combinations
from operator import or_
from typing import NamedTuple

from companion.engine.game import RefusalKind
from companion.games.cheops_dice.parts import (
    BUILDINGS,
    MAX_BOXES_PER_ACTION,
    Bonus,
    PadPage,
    get_building,
    hash_page,
    iter_box_colours,
)

BoxMask = int
"""A set of boxes of a page as a bit mask. Box number b is bit ``1 << b``."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The boxes of a pad page in bit masks, with the boxes that must be ticked before each box. Equal pages
    have equal plans."""

    hash: str
    pad_page: PadPage = field(compare=False, repr=False)
    boxes: tuple[str, ...] = field(compare=False, repr=False)
    number: Mapping[str, int] = field(compare=False, repr=False)
    """The number of each box, by its name."""
    colours: str = field(compare=False, repr=False)
    """The colours of all boxes, one letter for each."""
    masks: Mapping[str, BoxMask] = field(compare=False, repr=False)
    """The bit mask of each building, of each column (``left``, ``right``) and of the ``keystone``."""
    needs: tuple[int, ...] = field(compare=False, repr=False)
    """For each box, the bit mask of the boxes that must be ticked before it."""
    pairs: tuple[tuple[int, int], ...] = field(compare=False, repr=False)
    """The pairs of neighbouring floor boxes, by their numbers."""
    quarry: str = field(compare=False, repr=False)
    bonuses: tuple[Bonus, ...] = field(compare=False, repr=False)
    """The bonuses, in the same order on every page of a pad."""
    symbols: tuple[int, ...] = field(compare=False, repr=False)
    """For each bonus, the bit mask of the boxes with its symbol."""
    carrying: int = field(compare=False, repr=False)
    """The bit mask of all boxes with a symbol."""
    rows: tuple[tuple[int, int], ...] = field(compare=False, repr=False)
    """The rows of the pyramid from the top: the bit mask of the boxes, and the printed value."""


@lru_cache(maxsize=256)
def make_plan(pad_page: PadPage) -> Plan:
    """Return the geometry of a pad page, which must be without faults (``pad_copy.find_faults``)."""
    boxes = list(iter_box_colours(pad_page))
    numbers = {name: index for index, (name, _) in enumerate(boxes)}
    bonuses = tuple(sorted(pad_page.bonuses, key=lambda b: (BUILDINGS.index(b.building), b.symbol)))
    symbols = tuple(boxes_to_mask(numbers, bonus.boxes) for bonus in bonuses)
    masks = _make_masks_by_part(numbers)
    return Plan(
        hash_page(pad_page), pad_page, tuple(numbers), numbers, "".join(colour for _, colour in boxes),
        masks, tuple(_find_boxes_below(name, numbers, masks) for name in numbers),
        _find_floor_pairs(numbers), pad_page.quarry,
        bonuses, symbols, reduce(or_, symbols, 0), _make_pyramid_rows(pad_page, numbers),
    )  # fmt: skip


def boxes_to_mask(numbers: Mapping[str, int], names: Iterable[str]) -> BoxMask:
    """Return the bit mask of the boxes with these names. ``numbers`` is ``{name: number of the box}``.
    Unknown names are ignored."""
    return reduce(or_, (1 << numbers[name] for name in names if name in numbers), 0)


def _make_masks_by_part(numbers: Mapping[str, int]) -> dict[str, int]:
    return {
        part: boxes_to_mask(numbers, [n for n in numbers if part in (get_building(n), n.partition("-")[0])])
        for part in (*BUILDINGS, "left", "right", "keystone")
    }


def _find_boxes_below(name: str, numbers: Mapping[str, int], masks: Mapping[str, int]) -> int:
    building, *places = name.split("-")
    if name == "keystone":
        return masks["left"] | masks["right"]
    if building == "floor" or places[0] == "1":
        return 0
    below = int(places[0]) - 1
    if building != "pyramid":
        return boxes_to_mask(numbers, (f"{building}-{below}",))
    place = int(places[1])
    return boxes_to_mask(numbers, (f"pyramid-{below}-{place}", f"pyramid-{below}-{place + 1}"))


def _find_floor_pairs(numbers: Mapping[str, int]) -> tuple[tuple[int, int], ...]:
    pairs = []
    for name, index in numbers.items():
        if get_building(name) == "floor":
            row, place = map(int, name.split("-")[1:])
            beside = (f"floor-{row}-{place + 1}", f"floor-{row + 1}-{place}")
            pairs += [(index, numbers[other]) for other in beside if other in numbers]
    return tuple(pairs)


def _make_pyramid_rows(pad_page: PadPage, numbers: Mapping[str, int]) -> tuple[tuple[int, int], ...]:
    pyramid = pad_page.pyramid
    rows = enumerate(zip(pyramid.rows, pyramid.values, strict=False), 1)
    return tuple(
        (boxes_to_mask(numbers, (f"pyramid-{row}-{place}" for place in range(1, len(line) + 1))), value)
        for row, (line, value) in rows
    )[::-1]


def mask_to_boxes(plan: Plan, mask: BoxMask) -> tuple[str, ...]:
    """Return the names of the boxes in a bit mask."""
    return tuple(name for index, name in enumerate(plan.boxes) if mask >> index & 1)


@lru_cache(maxsize=1 << 13)
def find_finished_buildings(plan: Plan, ticked: BoxMask) -> tuple[str, ...]:
    """Return the names of the buildings of which every box is ticked."""
    return tuple(name for name in BUILDINGS if not plan.masks[name] & ~ticked)


def get_arch_heights(plan: Plan, ticked: BoxMask) -> tuple[int, int]:
    """Return the number of ticked boxes in the left and in the right column of the arch."""
    left, right = plan.masks["left"] & ticked, plan.masks["right"] & ticked
    return left.bit_count(), right.bit_count()


NOTHING_TICKED_REFUSAL = RefusalKind("cheops_dice.nothing_ticked", "turn")
NO_SUCH_BOX_REFUSAL = RefusalKind("cheops_dice.no_such_box", "turn")
ALREADY_TICKED_REFUSAL = RefusalKind("cheops_dice.already_ticked", "turn")
TWO_AT_MOST_REFUSAL = RefusalKind("cheops_dice.two_at_most", "turn", overridable=True)
FLOOR_MIXED_REFUSAL = RefusalKind("cheops_dice.floor_mixed", "floor", overridable=True)
FLOOR_PAIR_REFUSAL = RefusalKind("cheops_dice.floor_pair", "floor", overridable=True)
NEEDS_BOTH_BELOW_REFUSAL = RefusalKind("cheops_dice.needs_both_below", "pyramid", overridable=True)
COLUMN_FROM_BELOW_REFUSAL = RefusalKind("cheops_dice.column_from_below", "arch", overridable=True)
KEYSTONE_NEEDS_COLUMNS_REFUSAL = RefusalKind("cheops_dice.keystone_needs_columns", "arch", overridable=True)


class BuildingFault(NamedTuple):
    """A building rule that ticking certain boxes would break, and where."""

    why: RefusalKind
    box: str = ""
    """The box that breaks the rule. Empty if it is no single box."""
    at: tuple[str, ...] = ()
    """The boxes to highlight on the page."""


@lru_cache(maxsize=1 << 14)
def find_building_faults(plan: Plan, ticked: BoxMask, boxes: tuple[str, ...]) -> tuple[BuildingFault, ...]:
    """Return every building rule that ticking these boxes in this order would break.

    ``ticked`` are the boxes that are already ticked. If ``boxes`` is empty or has an unknown or ticked box,
    only this fault is returned, because no ruling can allow it.
    """
    if not boxes:
        return (BuildingFault(NOTHING_TICKED_REFUSAL),)
    after = ticked
    for box in boxes:
        if box not in plan.number:
            return (BuildingFault(NO_SUCH_BOX_REFUSAL, box),)
        if after >> plan.number[box] & 1:
            return (BuildingFault(ALREADY_TICKED_REFUSAL, box, (box,)),)
        after |= 1 << plan.number[box]
    faults = list(_iter_faults_below(plan, ticked, boxes))
    if (after ^ ticked) & plan.masks["floor"] and (floor_fault := _find_floor_fault(plan, boxes)):
        faults.insert(0, floor_fault)
    if len(boxes) > MAX_BOXES_PER_ACTION:
        faults.insert(0, BuildingFault(TWO_AT_MOST_REFUSAL, at=boxes))
    return tuple(faults)


def _find_floor_fault(plan: Plan, boxes: tuple[str, ...]) -> BuildingFault | None:
    on_floor = tuple(box for box in boxes if get_building(box) == "floor")
    if len(on_floor) < len(boxes):
        return BuildingFault(FLOOR_MIXED_REFUSAL, on_floor[0], boxes)
    pair = tuple(sorted(plan.number[box] for box in boxes))
    return None if pair in plan.pairs else BuildingFault(FLOOR_PAIR_REFUSAL, boxes[0], boxes)


_REFUSAL_BY_PART = {
    "pyramid": NEEDS_BOTH_BELOW_REFUSAL,
    "left": COLUMN_FROM_BELOW_REFUSAL,
    "right": COLUMN_FROM_BELOW_REFUSAL,
    "keystone": KEYSTONE_NEEDS_COLUMNS_REFUSAL,
}


def _iter_faults_below(plan: Plan, ticked: BoxMask, boxes: tuple[str, ...]) -> Iterator[BuildingFault]:
    """Yield a fault for each box that would be ticked before the boxes that must be ticked first."""
    for box in boxes:
        missing = plan.needs[plan.number[box]] & ~ticked
        if missing:
            refusal = _REFUSAL_BY_PART[box.partition("-")[0]]
            yield BuildingFault(refusal, box, (box, *mask_to_boxes(plan, missing)))
        ticked |= 1 << plan.number[box]


class BoxChoice(NamedTuple):
    """One or two boxes that a seat may tick in one action, and the colours that it has to pay for them."""

    orders: tuple[tuple[str, ...], ...]
    """The orders in which the boxes may be ticked."""
    colours: str
    """The letters of the colours: ``RB`` for red, then blue; ``R+B`` for red and blue in either order."""


@lru_cache(maxsize=1 << 13)
def find_pyramid_and_arch_choices(plan: Plan, ticked: BoxMask) -> tuple[BoxChoice, ...]:
    """Return every choice of one or two boxes of pyramid and arch that may be ticked next."""
    upright = plan.masks["pyramid"] | plan.masks["arch"]
    ready = [b for b in _list_bits(upright & ~ticked) if not plan.needs[b] & ~ticked]
    choices = [_make_ordered_choice(plan, box) for box in ready]
    choices += [_make_unordered_choice(plan, left, right) for left, right in combinations(ready, 2)]
    for first in ready:
        after = ticked | 1 << first
        choices += [
            _make_ordered_choice(plan, first, second)
            for second in _list_bits(upright & ~after)
            if plan.needs[second] >> first & 1 and not plan.needs[second] & ~after
        ]
    return tuple(choices)


@lru_cache(maxsize=1 << 13)
def find_floor_choices(plan: Plan, ticked: BoxMask) -> tuple[BoxChoice, ...]:
    """Return every pair of neighbouring boxes of the floor that may be ticked next."""
    return tuple(
        _make_unordered_choice(plan, left, right)
        for left, right in plan.pairs
        if not ticked >> left & 1 and not ticked >> right & 1
    )


def iter_tickable_choices(plan: Plan, ticked: BoxMask) -> Iterator[BoxChoice]:
    """Yield every choice of one or two boxes that may be ticked next, in all three buildings."""
    floor = plan.masks["floor"]
    yield from find_pyramid_and_arch_choices(plan, ticked & ~floor)
    yield from find_floor_choices(plan, ticked & floor)


def _list_bits(mask: int) -> list[int]:
    return [index for index in range(mask.bit_length()) if mask >> index & 1]


def _make_ordered_choice(plan: Plan, *numbers: int) -> BoxChoice:
    boxes = tuple(plan.boxes[n] for n in numbers)
    return BoxChoice((boxes,), "".join(plan.colours[n] for n in numbers))


def _make_unordered_choice(plan: Plan, left: int, right: int) -> BoxChoice:
    boxes = (plan.boxes[left], plan.boxes[right])
    return BoxChoice((boxes, boxes[::-1]), f"{plan.colours[left]}+{plan.colours[right]}")


def find_untickable_floor_boxes(plan: Plan, ticked: BoxMask) -> BoxMask:
    """Return the bit mask of the free floor boxes without a free neighbour. They can never be ticked, as
    floor boxes are ticked in pairs."""
    free = plan.masks["floor"] & ~ticked
    paired = 0
    for left, right in plan.pairs:
        pair = 1 << left | 1 << right
        if pair & free == pair:
            paired |= pair
    return free & ~paired


def can_fill_floor(plan: Plan, ticked: BoxMask) -> bool:
    """Return whether all free boxes of the floor can still be ticked in pairs of neighbours."""
    return _can_pair_all(plan.pairs, plan.masks["floor"] & ~ticked)


@lru_cache(maxsize=1 << 13)
def _can_pair_all(pairs: tuple[tuple[int, int], ...], free: BoxMask) -> bool:
    """Return whether all boxes in ``free`` can be ticked together in some of these pairs."""
    if not free:
        return True
    lowest = (free & -free).bit_length() - 1
    return any(
        _can_pair_all(pairs, free & ~(1 << left | 1 << right))
        for left, right in pairs
        if left == lowest and free >> right & 1
    )
