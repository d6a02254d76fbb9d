"""A tomb's geometry, in whole numbers.

No stone leaves a void beneath it and none goes below the chamber, so a tomb is everything under a
skyline: for each column the heights of its left and right end. A stone dropped on a column comes to
rest at one height; it may lie there exactly when its underside equals the skyline.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from itertools import pairwise

from companion.engine.game import RefusalKind
from companion.games.deadline.parts import PARTS, PENALTY, Shape, Turn, shape_turns

Ends = tuple[int, int]
"""Heights of the skyline at the left and right end of a column."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A stone in a tomb."""

    shape: Shape
    turn: int
    column: int
    height: int


@dataclass(frozen=True, slots=True)
class Tomb:
    """Columns from ``left`` on, with the stones as they were laid; the chamber is not among them."""

    left: int
    skyline: tuple[Ends, ...]
    stones: tuple[Laid, ...] = ()
    corners: frozenset[tuple[int, int]] = frozenset()

    @property
    def right(self) -> int:
        """The first column beyond the tomb."""
        return self.left + len(self.skyline)


_WIDE: int = PARTS["chamber"]["columns"]
CHAMBER = Tomb(0, ((1, 1),) * _WIDE, corners=frozenset((x, y) for x in (0, _WIDE) for y in (0, 1)))
"""The Pharaoh's chamber, laid flat."""


NO_SUCH_TURN = RefusalKind("deadline.no_such_turn", "building")
DETACHED = RefusalKind("deadline.detached", "building")
VOID = RefusalKind("deadline.void", "building")
SIDE = RefusalKind("deadline.side", "building")
CORNER = RefusalKind("deadline.corner", "building")
FLAT_ROOF = RefusalKind("deadline.flat_roof", "declare")
HIGH_WALL = RefusalKind("deadline.high_wall", "declare")


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a stone may not lie somewhere, and the columns where it shows."""

    why: RefusalKind
    columns: tuple[int, ...] = ()


def ends_at(tomb: Tomb, column: int) -> Ends:
    """The skyline over a column; the ground beside the tomb."""
    index = column - tomb.left
    return tomb.skyline[index] if 0 <= index < len(tomb.skyline) else (0, 0)


def resting_height(tomb: Tomb, turn: Turn, column: int) -> int:
    """The height at which a stone dropped on a column comes to rest."""
    height = 0
    for offset, (low_left, low_right, _, _) in enumerate(turn):
        left, right = ends_at(tomb, column + offset)
        height = max(height, left - low_left, right - low_right)
    return height


def find_fault(tomb: Tomb, turn: Turn, column: int, *, strict: bool = False) -> Fault | None:
    """The first building rule against laying a stone there, or None.

    Rule 1: it touches the tomb, at least at a corner; read strictly, with a side and a corner.
    Rule 2: no void beneath it, down to the table. Rules 3 and 4 are in the turns and the ground.
    """
    width = len(turn)
    if column + width < tomb.left or column > tomb.right:
        return Fault(DETACHED)
    height = ends_at(tomb, column)[0] - turn[0][0]
    if height < 0 or not _meets(tomb, turn, column, height):
        return _void(tomb, turn, column)
    return _strict_fault(tomb, turn, column, height) if strict else None


def _meets(tomb: Tomb, turn: Turn, column: int, height: int) -> bool:
    """Whether a stone's whole underside lies on the skyline at this height."""
    skyline, at = tomb.skyline, column - tomb.left
    for low_left, low_right, _, _ in turn:
        ends = skyline[at] if 0 <= at < len(skyline) else (0, 0)
        if ends[0] - low_left != height or ends[1] - low_right != height:
            return False
        at += 1
    return True


def _void(tomb: Tomb, turn: Turn, column: int) -> Fault:
    """Where a stone that came to rest there would leave a gap beneath it."""
    height = resting_height(tomb, turn, column)
    gaps = tuple(
        column + offset
        for offset, (low_left, low_right, _, _) in enumerate(turn)
        if ends_at(tomb, column + offset) != (height + low_left, height + low_right)
    )
    return Fault(VOID, gaps)


def _strict_fault(tomb: Tomb, turn: Turn, column: int, height: int) -> Fault | None:
    wall = facing = 1
    if column + len(turn) == tomb.left:
        wall, facing = tomb.skyline[0][0], turn[-1][3] - turn[-1][1]
    elif column == tomb.right:
        wall, facing = tomb.skyline[-1][1], turn[0][2] - turn[0][0]
    if min(wall, facing) < 1:
        return Fault(SIDE, (column,))
    if not corners_of(turn, column, height) & tomb.corners:
        return Fault(CORNER, (column,))
    return None


@lru_cache(maxsize=4096)
def corners_of(turn: Turn, column: int, height: int) -> frozenset[tuple[int, int]]:
    """The corners of a stone: ends of its outline and the points where it bends."""
    points = outline(turn, column, height)
    found = set()
    for before, here, after in zip(points[-1:] + points[:-1], points, points[1:] + points[:1], strict=True):
        turned = (here[0] - before[0]) * (after[1] - here[1]) - (here[1] - before[1]) * (after[0] - here[0])
        if turned:
            found.add(here)
    return frozenset(found)


@lru_cache(maxsize=4096)
def outline(turn: Turn, column: int, height: int) -> tuple[tuple[int, int], ...]:
    """The stone's outline, along the bottom to the right and back along the top."""
    path: list[tuple[int, int]] = []
    for offset, (left, right, _, _) in enumerate(turn):
        path += [(column + offset, height + left), (column + offset + 1, height + right)]
    for offset in range(len(turn) - 1, -1, -1):
        _, _, left, right = turn[offset]
        path += [(column + offset + 1, height + right), (column + offset, height + left)]
    points = tuple([point for i, point in enumerate(path) if point != path[i - 1]])
    return points if len(points) < 2 or points[0] != points[-1] else points[:-1]


def lay_stone(tomb: Tomb, preset: str, shape: Shape, turn: int, column: int) -> Tomb:
    """The tomb with a stone that fits there."""
    held = shape_turns(preset)[shape][turn]
    height = resting_height(tomb, held, column)
    left, skyline = surface_with(tomb, held, column, height)
    return Tomb(
        left, skyline, (*tomb.stones, Laid(shape, turn, column, height)),
        tomb.corners | corners_of(held, column, height),
    )  # fmt: skip


def surface_with(tomb: Tomb, turn: Turn, column: int, height: int) -> tuple[int, tuple[Ends, ...]]:
    """Where the tomb begins, and its skyline, with a stone that comes to rest at a height."""
    before, after = tomb.left - column, column + len(turn) - tomb.right
    left = tomb.left - before if before > 0 else tomb.left
    skyline = [*[(0, 0)] * before, *tomb.skyline, *[(0, 0)] * after]
    for offset, (_, _, up_left, up_right) in enumerate(turn, column - left):
        skyline[offset] = (height + up_left, height + up_right)
    return left, tuple(skyline)


def find_places(
    tomb: Tomb, preset: str, shape: Shape, *, strict: bool = False
) -> Iterator[tuple[int, int]]:
    """Every (turn, column) where a stone may be laid.

    The skyline's steps and the underside's steps are written as short strings: a stone fits where
    its string occurs, so one search per turn finds all its columns.
    """
    steps, edge = _steps(tomb.skyline), tomb.left - _PAD
    beyond = 2 * (tomb.right - edge)
    for number, (held, pattern, low) in enumerate(_undersides(preset)[shape]):
        end = beyond + len(pattern)
        at = steps.find(pattern, 2 * (_PAD - len(held)), end)
        while at >= 0:
            column = edge + at // 2
            sunk = low and ends_at(tomb, column)[0] < low
            if not sunk and not (strict and find_fault(tomb, held, column, strict=True)):
                yield number, column
            at = steps.find(pattern, at + 2, end)


_PAD = 4
"""Columns of bare ground beside the tomb, a little more than the widest stone."""
_SLOPE, _JUMP = 8, 128
"""A level slope and a level jump as bytes, too far apart to be taken for each other."""


@lru_cache(maxsize=4096)
def _steps(skyline: tuple[Ends, ...]) -> bytes:
    """Slope of each column and jump to the next one, from the ground left of the tomb to its right."""
    ground = ((0, 0),) * _PAD
    ends = (*ground, *skyline, *ground)
    found = bytearray()
    for (left, right), (after, _) in zip(ends, (*ends[1:], (0, 0)), strict=True):
        found.append(_SLOPE + right - left)
        found.append(_JUMP + after - right)
    return bytes(found)


@cache
def _undersides(preset: str) -> dict[Shape, tuple[tuple[Turn, bytes, int], ...]]:
    """Each turn with its underside as steps, and how high its left lower corner lies."""
    return {
        shape: tuple((held, _steps_below(held), held[0][0]) for held in all_turns)
        for shape, all_turns in shape_turns(preset).items()
    }


def _steps_below(held: Turn) -> bytes:
    found = bytearray()
    for index, (left, right, _, _) in enumerate(held):
        if index:
            found.append(_JUMP + left - held[index - 1][1])
        found.append(_SLOPE + right - left)
    return bytes(found)


def length(tomb: Tomb) -> int:
    """Columns at the base."""
    return len(tomb.skyline)


def height(tomb: Tomb) -> int:
    """The highest point."""
    return max([end for ends in tomb.skyline for end in ends])


def roofs(tomb: Tomb) -> int:
    """Apexes: places where the outline, walked from the left, stops rising and falls."""
    count, rising, at = 0, False, 0
    for point in [y for ends in tomb.skyline for y in ends] + [0]:
        if point > at:
            rising = True
        elif point < at:
            count += rising
            rising = False
        at = point
    return count


def tomb_points(tomb: Tomb, aside: int) -> int:
    """The points of a tomb once it is announced, with so many stones set aside."""
    return length(tomb) * height(tomb) - roofs(tomb) - PENALTY * aside


def unfinished_columns(tomb: Tomb) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """What keeps the tomb from being finished: columns with a flat roof, places of too high walls."""
    flat = tuple(tomb.left + i for i, (left, right) in enumerate(tomb.skyline) if left == right)
    ends = ((0, 0), *tomb.skyline, (0, 0))
    walls = tuple(
        tomb.left + i for i, (one, other) in enumerate(pairwise(ends)) if abs(other[0] - one[1]) > 1
    )
    return flat, walls


def is_finished(tomb: Tomb) -> bool:
    """Whether the tomb may be announced: no flat roof, no wall higher than one square."""
    for left, right in tomb.skyline:
        if left == right:
            return False  # as of nearly every tomb that is asked for
    return not any(unfinished_columns(tomb))


def symmetry(tomb: Tomb) -> Fraction:
    """Area shared with the mirror image over the area of both together, exactly; 1 is symmetric."""
    skyline = tomb.skyline
    area = sum([left + right for left, right in skyline])
    apart: int | Fraction = 0
    for (left, right), (mirrored_right, mirrored_left) in zip(skyline, reversed(skyline), strict=True):
        one, other = left - mirrored_left, right - mirrored_right
        if one * other >= 0:
            apart += abs(one + other)
        else:
            apart += Fraction(one * one + other * other, abs(one - other))
    return Fraction(2 * area - apart, 2 * area + apart)
