"""The geometry of a tomb, in whole numbers.

There is no gap under a stone, and no stone is below the chamber. So a tomb is the area under a skyline: the
heights of the left and right end of each column. A stone fits if its underside equals the skyline at the
height at which it comes to rest.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from itertools import pairwise

from companion.engine.game import RefusalKind
from companion.games.deadline.parts import PARTS, SET_ASIDE_PENALTY, Shape, TurnedStone, get_turned_stones

ColumnEnds = tuple[int, int]
"""The heights of the skyline at the left and at the right end of a column."""


@dataclass(frozen=True, slots=True)
class LaidStone:
    """A stone that was laid on a tomb, with its turn, its leftmost column and its height."""

    shape: Shape
    turn: int
    column: int
    height: int


@dataclass(frozen=True, slots=True)
class Tomb:
    """A tomb: its skyline from the column ``left`` on, and its stones in the order of building.

    The chamber is not among the stones. ``corners`` are the corners (x, y) of the chamber and all stones.
    """

    left: int
    skyline: tuple[ColumnEnds, ...]
    stones: tuple[LaidStone, ...] = ()
    corners: frozenset[tuple[int, int]] = frozenset()

    @property
    def right(self) -> int:
        """The first column to the right of the tomb."""
        return self.left + len(self.skyline)


def get_surface(tomb: Tomb, *, strict: bool) -> Tomb:
    """Return a tomb without its stones, as the key of a cache of places where stones fit.

    The corners are left out as well, except under the ``strict`` building rule, which alone needs them.
    """
    return Tomb(tomb.left, tomb.skyline, corners=tomb.corners if strict else frozenset())


_CHAMBER_WIDTH: int = PARTS["chamber"]["columns"]
EMPTY_TOMB = Tomb(
    0, ((1, 1),) * _CHAMBER_WIDTH, corners=frozenset((x, y) for x in (0, _CHAMBER_WIDTH) for y in (0, 1))
)
"""The Pharaoh's chamber, which is a tomb before its first stone."""


NO_SUCH_STONE_TURN_REFUSAL = RefusalKind("deadline.no_such_turn", "building")
DETACHED_REFUSAL = RefusalKind("deadline.detached", "building")
GAP_BELOW_REFUSAL = RefusalKind("deadline.void", "building")
NO_SHARED_SIDE_REFUSAL = RefusalKind("deadline.side", "building")
NO_SHARED_CORNER_REFUSAL = RefusalKind("deadline.corner", "building")
FLAT_ROOF_REFUSAL = RefusalKind("deadline.flat_roof", "declare")
HIGH_WALL_REFUSAL = RefusalKind("deadline.high_wall", "declare")


@dataclass(frozen=True, slots=True)
class LayingFault:
    """A building rule that forbids laying a stone, and the columns in which it is broken."""

    why: RefusalKind
    columns: tuple[int, ...] = ()


def get_column_ends(tomb: Tomb, column: int) -> ColumnEnds:
    """Return the heights of the skyline at both ends of a column. Beside the tomb, they are 0."""
    index = column - tomb.left
    return tomb.skyline[index] if 0 <= index < len(tomb.skyline) else (0, 0)


def find_resting_height(tomb: Tomb, turn: TurnedStone, column: int) -> int:
    """Return the height at which a stone comes to rest if its leftmost column is ``column``."""
    height = 0
    for offset, (low_left, low_right, _, _) in enumerate(turn):
        left, right = get_column_ends(tomb, column + offset)
        height = max(height, left - low_left, right - low_right)
    return height


def find_fault(tomb: Tomb, turn: TurnedStone, column: int, *, strict: bool = False) -> LayingFault | None:
    """Return the first building rule that laying a stone at ``column`` would break, or None.

    Rule 1: the stone touches the tomb at least at a corner, and under the strict rule with a side and a
    corner. Rule 2: there is no gap below the stone. Rules 3 and 4 cannot be broken, because of how turns
    and ground are represented.
    """
    if column + len(turn) < tomb.left or column > tomb.right:
        return LayingFault(DETACHED_REFUSAL)
    height = find_resting_height(tomb, turn, column)
    gaps = tuple(
        column + offset
        for offset, (low_left, low_right, _, _) in enumerate(turn)
        if get_column_ends(tomb, column + offset) != (height + low_left, height + low_right)
    )
    if gaps:
        return LayingFault(GAP_BELOW_REFUSAL, gaps)
    return _find_strict_fault(tomb, turn, column, height) if strict else None


def _find_strict_fault(tomb: Tomb, turn: TurnedStone, column: int, height: int) -> LayingFault | None:
    wall = facing = 1
    if column + len(turn) == tomb.left:
        wall, facing = tomb.skyline[0][0], turn[-1][3] - turn[-1][1]
    elif column == tomb.right:
        wall, facing = tomb.skyline[-1][1], turn[0][2] - turn[0][0]
    if min(wall, facing) < 1:
        return LayingFault(NO_SHARED_SIDE_REFUSAL, (column,))
    if not find_corners(turn, column, height) & tomb.corners:
        return LayingFault(NO_SHARED_CORNER_REFUSAL, (column,))
    return None


@lru_cache(maxsize=4096)
def find_corners(turn: TurnedStone, column: int, height: int) -> frozenset[tuple[int, int]]:
    """Return the corners (x, y) of a stone at this place, that is the points where its outline bends."""
    points = make_outline(turn, column, height)
    triples = zip(points[-1:] + points[:-1], points, points[1:] + points[:1], strict=True)
    return frozenset(
        (x, y)
        for (x_before, y_before), (x, y), (x_after, y_after) in triples
        if (x - x_before) * (y_after - y) != (y - y_before) * (x_after - x)
    )


@lru_cache(maxsize=4096)
def make_outline(turn: TurnedStone, column: int, height: int) -> tuple[tuple[int, int], ...]:
    """Return the points of a stone's outline: along the bottom to the right, then back along the top."""
    path: list[tuple[int, int]] = []
    for offset, (left, right, _, _) in enumerate(turn):
        path += [(column + offset, height + left), (column + offset + 1, height + right)]
    for offset in range(len(turn) - 1, -1, -1):
        _, _, left, right = turn[offset]
        path += [(column + offset + 1, height + right), (column + offset, height + left)]
    points = tuple([point for i, point in enumerate(path) if point != path[i - 1]])
    return points if len(points) < 2 or points[0] != points[-1] else points[:-1]


def lay_stone(tomb: Tomb, preset: str, shape: Shape, turn: int, column: int) -> Tomb:
    """Return the tomb after one more stone, which must fit there. ``turn`` is the index of its turn in
    ``get_turned_stones``, ``column`` its leftmost column."""
    turned = get_turned_stones(preset)[shape][turn]
    height = find_resting_height(tomb, turned, column)
    left, skyline = add_stone_to_skyline(tomb, turned, column, height)
    return Tomb(
        left, skyline, (*tomb.stones, LaidStone(shape, turn, column, height)),
        tomb.corners | find_corners(turned, column, height),
    )  # fmt: skip


def add_stone_to_skyline(
    tomb: Tomb, turn: TurnedStone, column: int, height: int
) -> tuple[int, tuple[ColumnEnds, ...]]:
    """Return (first column, skyline) of the tomb after one more stone."""
    before, after = tomb.left - column, column + len(turn) - tomb.right
    left = tomb.left - before if before > 0 else tomb.left
    skyline = [*[(0, 0)] * before, *tomb.skyline, *[(0, 0)] * after]
    for offset, (_, _, up_left, up_right) in enumerate(turn, column - left):
        skyline[offset] = (height + up_left, height + up_right)
    return left, tuple(skyline)


def find_places(
    tomb: Tomb, preset: str, shape: Shape, *, strict: bool = False
) -> Iterator[tuple[int, int]]:
    """Yield (turn, leftmost column) for each place where a stone fits, under the strict rule if ``strict``.

    A stone fits wherever the bytes of its underside occur in those of the skyline. So one search for each
    turn finds all columns.
    """
    steps, edge = _encode_skyline(tomb.skyline), tomb.left - _GROUND_COLUMN_COUNT
    beyond = 2 * (tomb.right - edge)
    for number, (turned, pattern, low) in enumerate(_encode_undersides(preset)[shape]):
        end = beyond + len(pattern)
        at = steps.find(pattern, 2 * (_GROUND_COLUMN_COUNT - len(turned)), end)
        while at >= 0:
            column = edge + at // 2
            sunk = low and get_column_ends(tomb, column)[0] < low
            if not sunk and not (strict and find_fault(tomb, turned, column, strict=True)):
                yield number, column
            at = steps.find(pattern, at + 2, end)


_GROUND_COLUMN_COUNT = 4
"""The number of ground columns that are added on both sides of the skyline. No stone is wider."""
_LEVEL_SLOPE_BYTE, _LEVEL_JUMP_BYTE = 8, 128
"""The bytes for a column without slope and for equal heights of two columns. They are far apart, so that no
slope equals a jump."""


@lru_cache(maxsize=4096)
def _encode_skyline(skyline: tuple[ColumnEnds, ...]) -> bytes:
    """Return as bytes, from left to right, the slope of each column and the jump to the next column."""
    ground = ((0, 0),) * _GROUND_COLUMN_COUNT
    ends = (*ground, *skyline, *ground)
    steps = bytearray()
    for (left, right), (after, _) in zip(ends, (*ends[1:], (0, 0)), strict=True):
        steps.append(_LEVEL_SLOPE_BYTE + right - left)
        steps.append(_LEVEL_JUMP_BYTE + after - right)
    return bytes(steps)


@cache
def _encode_undersides(preset: str) -> dict[Shape, tuple[tuple[TurnedStone, bytes, int], ...]]:
    """Return for each shape a (turn, underside as bytes, height of the lower left corner) tuple for each
    turn."""
    return {
        shape: tuple((turned, _encode_underside(turned), turned[0][0]) for turned in all_turns)
        for shape, all_turns in get_turned_stones(preset).items()
    }


def _encode_underside(turned: TurnedStone) -> bytes:
    steps = bytearray()
    for index, (left, right, _, _) in enumerate(turned):
        if index:
            steps.append(_LEVEL_JUMP_BYTE + left - turned[index - 1][1])
        steps.append(_LEVEL_SLOPE_BYTE + right - left)
    return bytes(steps)


def get_length_height_roofs(tomb: Tomb) -> tuple[int, int, int]:
    """Return the length, the height and the number of roofs of a tomb.

    A roof is a place where the skyline, from left to right, stops rising and falls.
    """
    roofs, rising, at = 0, False, 0
    heights = [height for ends in tomb.skyline for height in ends]
    for height in [*heights, 0]:
        if height > at:
            rising = True
        elif height < at:
            roofs += rising
            rising = False
        at = height
    return len(tomb.skyline), max(heights), roofs


def count_tomb_points(tomb: Tomb, aside: int) -> int:
    """Return the points of an announced tomb whose seat has set this many stones aside."""
    length, height, roofs = get_length_height_roofs(tomb)
    return length * height - roofs - SET_ASIDE_PENALTY * aside


def find_unfinished_columns(tomb: Tomb) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return two tuples: the columns with flat roofs, and the columns with walls higher than one square."""
    flat = tuple(tomb.left + i for i, (left, right) in enumerate(tomb.skyline) if left == right)
    ends = ((0, 0), *tomb.skyline, (0, 0))
    walls = tuple(
        tomb.left + i
        for i, (left_ends, right_ends) in enumerate(pairwise(ends))
        if abs(right_ends[0] - left_ends[1]) > 1
    )
    return flat, walls


def is_tomb_finished(tomb: Tomb) -> bool:
    """Return whether the tomb may be announced: it has no flat roof and no wall higher than one square."""
    for left, right in tomb.skyline:
        if left == right:
            return False  # true for most tombs
    return not any(find_unfinished_columns(tomb))


def measure_symmetry(tomb: Tomb) -> Fraction:
    """Return how symmetric a tomb is, from 0 to 1: the area that it shares with its mirror image, divided
    by the area that the two cover together."""
    skyline = tomb.skyline
    area = sum([left + right for left, right in skyline])
    apart: int | Fraction = 0
    for (left, right), (mirrored_right, mirrored_left) in zip(skyline, reversed(skyline), strict=True):
        left_gap, right_gap = left - mirrored_left, right - mirrored_right
        if left_gap * right_gap >= 0:
            apart += abs(left_gap + right_gap)
        else:
            apart += Fraction(left_gap * left_gap + right_gap * right_gap, abs(left_gap - right_gap))
    return Fraction(2 * area - apart, 2 * area + apart)
