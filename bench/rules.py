"""P1–P4 and P6: the rules against python-chess and against plain polygons."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from shapely.ops import unary_union

from bench.corpus import Position, chess_boards, positions
from bench.harness import Result, Spread, below, cycles, part, ratio, seconds, spread
from companion.engine.game import Game
from companion.engine.play import ask, legal
from companion.games import GAMES
from companion.games.deadline.parts import SHAPES, turns
from companion.games.deadline.tomb import CHAMBER, Tomb, height, lay, places
from tests.games.deadline import polygons


def measure(quick: bool) -> Iterator[Result]:
    """The bars of the rules, game by game."""
    count, rounds = (120, 6) if quick else (600, 25)
    boards = chess_boards(count)
    chess_list = [lambda b=b: list(b.legal_moves) for b in boards]
    for game in GAMES:
        found = positions(game, count)
        yield from _lists(game, found, chess_list, rounds)
        yield _checks(game, found, boards, rounds)
    yield _tomb(quick)


def _lists(
    game: Game[Any], found: list[Position], chess_list: list[Any], rounds: int
) -> Iterator[Result]:
    anchor = [min(seconds(work, 3) for _ in range(3)) for work in chess_list]
    middle = part(anchor, 0.5)
    ours = [min(seconds(lambda s=s, n=n: legal(game, s, n), 3) for _ in range(3)) for s, n in found]
    sizes = [len(legal(game, state, seat)) for state, seat in found]

    def all_of(works: list[Any]) -> Any:
        return lambda: [work() for work in works]

    listed = [lambda s=s, n=n: legal(game, s, n) for s, n in found]
    times = cycles({"ours": (all_of(listed), 1), "chess": (all_of(chess_list), 1)}, rounds)
    whole = ratio(times["ours"], times["chess"])
    slug = game.meta.slug
    median = part(ours, 0.5) / middle
    yield below(
        "P1", f"{slug}: legal list, median position ÷ python-chess", _flat(median, whole), 0.60
    )
    yield below(
        "P2", f"{slug}: worst of {len(found)} ÷ python-chess median", _flat(max(ours) / middle), 2.0
    )
    many = [(time, size) for time, size in zip(ours, sizes, strict=True) if size >= 8]
    if many:
        options = [len(work()) for work in chess_list]
        each = part([time / max(1, size) for time, size in zip(anchor, options, strict=True)], 0.5)
        per = part([time / size for time, size in many], 0.5) / each
        yield below("P3", f"{slug}: per listed option, 8 or more ÷ python-chess", _flat(per), 0.5)


def _flat(value: float, around: Spread | None = None) -> Spread:
    return Spread(value, around.low if around else value, around.high if around else value)


def _checks(game: Game[Any], found: list[Position], boards: list[Any], rounds: int) -> Result:
    asked = [(state, seat, move) for state, seat in found for move in legal(game, state, seat)[:2]]
    wrong = [
        (state, seat, move)
        for (state, seat, _), (_, _, move) in zip(asked, asked[7:], strict=False)
    ]
    mixed = [*asked, *wrong][: 2 * len(asked)]
    moves = [(board, move) for board in boards for move in list(board.legal_moves)[:2]]

    def ours() -> None:
        for state, seat, move in mixed:
            ask(game, state, seat, move)

    def chess() -> None:
        for board, move in moves:
            board.is_legal(move)

    times = cycles({"ours": (ours, 1), "chess": (chess, 1)}, rounds)
    per_ours = [time / len(mixed) for time in times["ours"]]
    per_chess = [time / len(moves) for time in times["chess"]]
    return below(
        "P4",
        f"{game.meta.slug}: one check ÷ python-chess is_legal",
        ratio(per_ours, per_chess),
        0.75,
    )


def _tomb(quick: bool) -> Result:
    chance = random.Random(2016)
    tombs = [_grown(chance, 12) for _ in range(1 if quick else 3)]

    def ours() -> None:
        for tomb in tombs:
            for shape in SHAPES:
                list(places(tomb, "A1", shape))

    def slow() -> None:
        for tomb in tombs:
            _by_polygons(tomb)

    for tomb in tombs:
        found = {(s, *p) for s in SHAPES for p in places(tomb, "A1", s)}
        assert found == _by_polygons(tomb), "the polygons disagree"
    told = spread([seconds(slow, 1) / seconds(ours, 200) for _ in range(2 if quick else 5)])
    what = "deadline: all placements of all stones on a 12-stone tomb, plain shapely ÷ ours"
    return Result("P6", what, str(told), "≥ 5000", told.median >= 5000)


def _grown(chance: random.Random, stones: int) -> Tomb:
    tomb = CHAMBER
    for _ in range(stones):
        shape = chance.choice(SHAPES)
        turn, column = chance.choice(list(places(tomb, "A1", shape)))
        tomb = lay(tomb, "A1", shape, turn, column)
    return tomb


def _by_polygons(tomb: Tomb) -> set[tuple[str, int, int]]:
    """Candidate by candidate: no overlap, a touch, no void in the shade."""
    built = unary_union(
        [polygons.CHAMBER]
        + [
            polygons.stone(turns("A1")[laid.shape][laid.turn], laid.column, laid.height)
            for laid in tomb.stones
        ]
    )
    found = set()
    for shape in SHAPES:
        for number, held in enumerate(turns("A1")[shape]):
            for column in range(tomb.left - len(held) - 1, tomb.right + 2):
                for y in range(height(tomb) + 1):
                    stone = polygons.stone(held, column, y)
                    if stone.intersection(built).area > 1e-9 or not stone.intersects(built):
                        continue
                    if polygons.shade(held, column, y).difference(built).area < 1e-9:
                        found.add((shape, number, column))
    return found
