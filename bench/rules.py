"""P1–P4 and P6: the rules against python-chess and plain polygons."""

from __future__ import annotations

import random
import statistics
from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from typing import Any

from shapely import affinity
from shapely.geometry import Polygon, box
from shapely.ops import unary_union

from bench.corpus import Position, chess_boards, positions
from bench.harness import Result, below, beyond, cycles, ratio, seconds, spread
from companion.engine.game import Game
from companion.engine.play import check_move, legal_moves
from companion.games import BY_SLUG, GAMES
from companion.games.deadline import rules as deadline
from companion.games.deadline.parts import SHAPES, turns
from companion.games.deadline.tomb import CHAMBER, Tomb, height, lay, places


def measure(quick: bool) -> Iterator[Result]:
    """The bars of the rules, game by game."""
    count, rounds = (200, 5) if quick else (2000, 12)
    boards = chess_boards(240)
    for game in GAMES:
        found = positions(game, count)
        yield from _lists(game, found, boards, rounds)
        yield _checks(game, found[:600], boards, rounds)
    yield _cold_tombs(boards, 120 if quick else 600)
    yield _tombs(quick)


Times = list[list[float]]
"""Seconds by cycle and work."""


def _each(works: list[Callable[[], Any]], rounds: int) -> Times:
    """Every work timed alone, in each of so many rounds: the best of two blocks of three."""
    return [[min(seconds(work, 3) for _ in range(2)) for work in works] for _ in range(rounds)]


def _chess_moves(board: Any) -> list[Any]:
    return list(board.legal_moves)


def _lists(game: Game[Any], found: list[Position], boards: list[Any], rounds: int) -> Iterator[Result]:
    """The full legal list: of the median position, of the worst, and for each option listed."""
    ours: Times = []
    chess: Times = []
    for _ in range(rounds):
        ours += _each([partial(legal_moves, game, state, seat) for state, seat in found], 1)
        chess += _each([partial(_chess_moves, board) for board in boards], 1)
    anchors = [statistics.median(cycle) for cycle in chess]
    usual = [statistics.median(cycle) / anchor for cycle, anchor in zip(ours, anchors, strict=True)]
    slug = game.meta.slug
    yield below("P1", f"{slug}: legal list, median position ÷ python-chess", spread(usual), 0.60)
    typical = [statistics.median(position) for position in zip(*ours, strict=True)]
    at = typical.index(max(typical))
    worst = [cycle[at] / anchor for cycle, anchor in zip(ours, anchors, strict=True)]
    what = f"{slug}: worst of {len(found)} ÷ python-chess median"
    yield below("P2", what, spread(worst), 2.0)
    sizes = [len(legal_moves(game, state, seat)) for state, seat in found]
    options = [len(list(board.legal_moves)) for board in boards]
    many = [n for n, size in enumerate(sizes) if size >= 8]
    each = [
        statistics.median([mine[n] / sizes[n] for n in many])
        / statistics.median([time / max(1, size) for time, size in zip(theirs, options, strict=True)])
        for mine, theirs in zip(ours, chess, strict=True)
    ]
    what = f"{slug}: per listed option, {len(many)} positions of 8 or more ÷ python-chess"
    yield below("P3", what, spread(each), 0.5)


def _checks(game: Game[Any], found: list[Position], boards: list[Any], rounds: int) -> Result:
    """One entry judged with its reason, half of them legal, half taken from other positions."""
    asked = [(state, seat, move) for state, seat in found for move in legal_moves(game, state, seat)[:2]]
    wrong = [(state, seat, move) for (state, seat, _), (_, _, move) in zip(asked, asked[7:], strict=False)]
    mixed = [*asked, *wrong]
    moves = [(board, move) for board in boards for move in list(board.legal_moves)[:2]]

    def ours() -> None:
        for state, seat, move in mixed:
            check_move(game, state, seat, move)

    def chess() -> None:
        for board, move in moves:
            board.is_legal(move)

    times = cycles({"ours": (ours, 1), "chess": (chess, 2)}, 3 * rounds)
    per_ours = [time / len(mixed) for time in times["ours"]]
    per_chess = [time / len(moves) for time in times["chess"]]
    what = f"{game.meta.slug}: one check ÷ python-chess is_legal"
    return below("P4", what, ratio(per_ours, per_chess), 0.75)


def _cold_tombs(boards: list[Any], count: int) -> Result:
    """Deadline's list without its memory of surfaces, to be read beside P1."""
    game = BY_SLUG["deadline"]
    found = [(s, n) for s, n in positions(game, count) if s.dice]
    ours, chess = [], []
    for state, seat in found:
        deadline._builds.cache_clear()
        ours.append(seconds(partial(legal_moves, game, state, seat), 1))
    chess = [seconds(partial(_chess_moves, board), 3) for board in boards]
    value = statistics.median(ours) / statistics.median(chess)
    what = "deadline: the same with nothing remembered, a new tomb each time"
    return Result("P1", what, f"{value:.3g}", "to be told", None)


def _tombs(quick: bool) -> Result:
    """All placements of all five stones on tombs of twelve, against polygons stone by stone.

    The plain way knows nothing of the stones' symmetries: eight ways to hold each, every place of the
    grid around and on the tomb, an overlap, a touch and a void looked for with shapely.
    """
    chance = random.Random(2016)
    tombs = [_grown(chance, 12) for _ in range(100)]
    some = tombs[: 1 if quick else 5]
    for tomb in some:
        found = {(s, *p) for s in SHAPES for p in places(tomb, "A1", s)}
        assert _outlines_ours(tomb, found) == _by_polygons(tomb), "the polygons disagree"

    def ours() -> None:
        for tomb in tombs:
            for shape in SHAPES:
                list(places(tomb, "A1", shape))

    slow = [seconds(partial(_by_polygons, tomb), 1) for tomb in some]
    fast = [seconds(ours, 1) / len(tombs) for _ in range(5)]
    told = spread([one / statistics.median(fast) for one in slow])
    what = "deadline: all placements of all stones on a 12-stone tomb, plain shapely ÷ ours"
    return beyond("P6", what, told, 5000)


def _grown(chance: random.Random, stones: int) -> Tomb:
    tomb = CHAMBER
    for _ in range(stones):
        shape = chance.choice(SHAPES)
        turn, column = chance.choice(list(places(tomb, "A1", shape)))
        tomb = lay(tomb, "A1", shape, turn, column)
    return tomb


Outline = frozenset[tuple[float, float]]


def _corners(stone: Any) -> Outline:
    """Of a stone, all of which are convex."""
    return frozenset((round(x, 6), round(y, 6)) for x, y in stone.convex_hull.exterior.coords)


def _outlines_ours(tomb: Tomb, found: set[tuple[Any, int, int]]) -> set[tuple[str, Outline]]:
    """Our placements as the corners of the stones where they come to rest."""
    from companion.games.deadline.tomb import rest

    told: set[tuple[str, Outline]] = set()
    for shape, turn, column in found:
        table = turns("A1")[shape][turn]
        stone = _stone(table, column, rest(tomb, table, column))
        told.add((shape, _corners(stone)))
    return told


def _stone(table: Any, column: int, y: int) -> Polygon:
    """A stone's outline with its lowest corner at height y."""
    sides = [(column + i + side, side, c) for i, c in enumerate(table) for side in (0, 1)]
    bottom = [(x, y + c[side]) for x, side, c in sides]
    return Polygon([*bottom, *reversed([(x, y + c[2 + side]) for x, side, c in sides])])


def _by_polygons(tomb: Tomb) -> set[tuple[str, Outline]]:
    """Candidate by candidate: no overlap, a touch, no void in the shade."""
    laid = [
        _stone(turns("A1")[stone.shape][stone.turn], stone.column, stone.height) for stone in tomb.stones
    ]
    built = unary_union([box(0, 0, 2, 1), *laid])
    found: set[tuple[str, Outline]] = set()
    for shape in SHAPES:
        for stone in _ways(_stone(turns("A1")[shape][0], 0, 0)):
            for column in range(tomb.left - 4, tomb.right + 3):
                for up in range(height(tomb) + 1):
                    there = affinity.translate(stone, column, up)
                    if there.intersection(built).area > 1e-9 or not there.intersects(built):
                        continue
                    if _shade(there).difference(unary_union([built, there])).area < 1e-9:
                        found.add((shape, _corners(there)))
    return found


def _ways(stone: Any) -> list[Any]:
    """Four quarter turns, each also mirrored, moved to the corner of the grid."""
    ways = []
    for mirrored in (stone, affinity.scale(stone, -1, 1)):
        for quarter in range(4):
            turned = affinity.rotate(mirrored, 90 * quarter, origin=(0, 0))
            left, low, _, _ = turned.bounds
            ways.append(affinity.translate(turned, -left, -low))
    return ways


def _shade(stone: Any) -> Any:
    """Everything straight below a stone down to the table, the stone included."""
    points = list(stone.exterior.coords)
    pieces = [stone]
    for (x, y), (to_x, to_y) in pairwise(points):
        if x != to_x:
            pieces.append(Polygon([(x, 0), (x, y), (to_x, to_y), (to_x, 0)]).buffer(0))
    return unary_union(pieces)
