"""A tomb as plain data for the page: outlines of stones, measures, and where each stone fits next."""

from functools import cache, lru_cache
from typing import Any

from companion.games.deadline.parts import SET_ASIDE_PENALTY, Shape, TurnedStone, get_turned_stones
from companion.games.deadline.tomb import (
    ColumnEnds,
    Tomb,
    add_stone_to_skyline,
    count_tomb_points,
    find_corners,
    find_places,
    find_resting_height,
    find_unfinished_columns,
    make_outline,
    measure_symmetry,
)


@lru_cache(maxsize=512)
def make_tomb_data(tomb: Tomb, preset: str, aside: int) -> dict[str, Any]:
    """Return a tomb as plain data: its stones, points, symmetry, and everything from ``measure_skyline``.

    ``aside`` is the number of stones set aside. The result is cached and must not be changed.
    """
    flat, walls = find_unfinished_columns(tomb)
    return {
        "stones": [
            {
                "shape": laid.shape, "turn": laid.turn, "column": laid.column, "height": laid.height,
                "outline": make_outline(
                    get_turned_stones(preset)[laid.shape][laid.turn], laid.column, laid.height
                ),
            }
            for laid in tomb.stones
        ],
        **measure_skyline(tomb.left, tomb.skyline),
        "penalty": SET_ASIDE_PENALTY * aside,
        "points": count_tomb_points(tomb, aside),
        "flat": list(flat),
        "walls": list(walls),
        "mirrored": str(measure_symmetry(tomb)),
    }  # fmt: skip


@lru_cache(maxsize=1024)
def measure_skyline(left: int, skyline: tuple[ColumnEnds, ...]) -> dict[str, Any]:
    """Return the length, the height, the number of roofs and other measures of a tomb, as plain data.

    ``marks`` has the (column, height) of flat roofs (``flat``) and of the tops of roofs (``tops``), and the
    (column, two heights) of high ``walls``. ``left`` is the first column of the skyline. In ``flat_roofs``,
    flat neighbours of one height count as one. The result is cached and must not be changed.
    """
    flat = [(x, start) for x, (start, end) in enumerate(skyline, left) if start == end]
    walls: list[tuple[int, int, int]] = []
    tops: list[tuple[float, int]] = []
    height = 0
    rises_to: int | None = None  # the column at which the last rise ends; none after a fall
    for x, (start, end) in enumerate((*skyline, (0, 0)), left):
        if not -1 <= start - height <= 1:
            walls.append((x, height, start))
        if start > height:
            rises_to = x
        elif start < height and rises_to is not None:
            tops.append((_find_midpoint(rises_to, x), height))
            rises_to = None
        if end > start:
            rises_to = x + 1
        elif end < start and rises_to is not None:
            tops.append((_find_midpoint(rises_to, x), start))
            rises_to = None
        height = end
    return {
        "left": left,
        "right": left + len(skyline),
        "length": len(skyline),
        "height": max([end for ends in skyline for end in ends]),
        "roofs": len(tops),
        "complete": not (flat or walls),
        "marks": {"flat": tuple(flat), "walls": tuple(walls), "tops": tuple(tops)},
        "flat_roofs": sum((x - 1, height) not in flat for x, height in flat),
    }


def _find_midpoint(left: int, right: int) -> float:
    total = left + right
    return total / 2 if total % 2 else total // 2


def find_fits(tomb: Tomb, preset: str, shape: Shape, *, strict: bool) -> list[dict[str, Any]]:
    """Return for each turn of a stone (each way to rotate or mirror it) the places where it fits.

    The result is plain data. A place has its ``column``, the stone's ``outline``, and the measures of the
    tomb with the stone there (``measure_skyline``). ``strict`` is whether the strict building rule applies.
    """
    turns = get_turned_stones(preset)[shape]
    fits_by_turn: list[dict[str, Any]] = [
        {"turn": number, "outline": make_outline(turn, 0, 0), "places": []}
        for number, turn in enumerate(turns)
    ]
    for number, column in find_places(tomb, preset, shape, strict=strict):
        turn = turns[number]
        height = find_resting_height(tomb, turn, column)
        after = measure_skyline(*add_stone_to_skyline(tomb, turn, column, height))
        placed = make_outline(turn, column, height)
        fits_by_turn[number]["places"].append({"column": column, **after, "outline": placed})
    fits = frozenset(fit["turn"] for fit in fits_by_turn if fit["places"])
    for number, (turned, flipped) in enumerate(_find_next_fitting_turns(preset, shape, fits)):
        fits_by_turn[number] |= {"turned": turned, "flipped": flipped}
    return fits_by_turn


@cache
def _find_next_fitting_turns(
    preset: str, shape: Shape, fits: frozenset[int]
) -> tuple[tuple[int, int], ...]:
    """Return for each turn of a stone the numbers of the turns that follow when it is rotated or mirrored.

    ``fits`` has the numbers of the turns with which the stone fits somewhere. A turn that fits nowhere is
    skipped by rotating the stone further. If no turn fits, the stone is not turned.
    """
    turns = get_turned_stones(preset)[shape]
    numbers = {_get_silhouette(turn): number for number, turn in enumerate(turns)}
    rotated = [numbers[_get_silhouette(turn, quarter=True)] for turn in turns]
    flipped = [numbers[_get_silhouette(turn, mirrored=True)] for turn in turns]

    def find_next_fitting(number: int, otherwise: int) -> int:
        for _ in turns:
            if number in fits:
                return number
            number = rotated[number]
        return otherwise

    return tuple(
        (find_next_fitting(rotated[number], number), find_next_fitting(flipped[number], number))
        for number in range(len(turns))
    )


def _get_silhouette(
    turn: TurnedStone, *, quarter: bool = False, mirrored: bool = False
) -> frozenset[tuple[int, int]]:
    """Return the corners of a turned stone, moved so that the lowest x and y are 0.

    Before that, ``quarter`` rotates the stone clockwise by a quarter turn, and ``mirrored`` mirrors it.
    """
    corners = find_corners(turn, 0, 0)
    if quarter:
        corners = frozenset((y, -x) for x, y in corners)
    if mirrored:
        corners = frozenset((-x, y) for x, y in corners)
    left, low = min(x for x, _ in corners), min(y for _, y in corners)
    return frozenset((x - left, y - low) for x, y in corners)
