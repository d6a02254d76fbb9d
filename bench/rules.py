"""The rules compared with python-chess: all legal moves of a position, and one check, in CPU time."""

import random
import statistics
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

import chess

from bench.harness import Figure, Function, compare, cpu_seconds
from companion.engine.game import Game, Setup
from companion.engine.possible_moves import check_move, list_legal_moves
from companion.games import GAMES

RANDOM_SEED = 20261121
Position = tuple[Any, int]
"""A state, and a seat that has a move."""


def measure(quick: bool) -> Iterator[Figure]:
    """Yield two figures: the CPU time to list legal moves, and to check a move, divided by python-chess's.

    Each has a number for each game. With ``quick``, measure fewer random positions and rounds.
    """
    count, rounds = (200, 3) if quick else (2000, 12)
    boards = make_chess_boards(240)
    lists, checks = {}, {}
    for game in GAMES:
        game_positions = make_positions(game, count)
        lists[game.meta.slug] = _compare_legal_moves(game, game_positions, boards, rounds)
        checks[game.meta.slug] = _compare_checks(game, game_positions[:600], boards, 3 * rounds)
    yield Figure("legal moves of a position ÷ python-chess", lists)
    yield Figure("check of a move ÷ python-chess", checks)


def _compare_legal_moves(
    game: Game[Any], game_positions: list[Position], boards: list[chess.Board], rounds: int
) -> float:
    list_our_moves = [partial(list_legal_moves, game, state, seat) for state, seat in game_positions]
    list_chess_moves = [partial(_legal_chess_moves, board) for board in boards]
    return compare(
        partial(_median_seconds, list_our_moves), partial(_median_seconds, list_chess_moves), rounds
    )


def _median_seconds(calls: Sequence[Function]) -> float:
    return statistics.median(cpu_seconds(call, 3) for call in calls)


def _legal_chess_moves(board: chess.Board) -> list[chess.Move]:
    return list(board.legal_moves)


def _compare_checks(
    game: Game[Any], game_positions: list[Position], boards: list[chess.Board], rounds: int
) -> float:
    """Return the CPU time to check a move, legal or not, divided by python-chess's."""
    legal = [
        (state, seat, move)
        for state, seat in game_positions
        for move in list_legal_moves(game, state, seat)[:2]
    ]
    other = [(state, seat, move) for (state, seat, _), (_, _, move) in zip(legal, legal[7:], strict=False)]
    moves = [(board, move) for board in boards for move in _legal_chess_moves(board)[:2]]

    def check_our_moves() -> None:
        for state, seat, move in legal + other:
            check_move(game, state, seat, move)

    def check_chess_moves() -> None:
        for board, move in moves:
            board.is_legal(move)

    ours, theirs = partial(cpu_seconds, check_our_moves, 1), partial(cpu_seconds, check_chess_moves, 2)
    return compare(ours, theirs, rounds) * len(moves) / len(legal + other)


def make_positions(game: Game[Any], count: int) -> list[Position]:
    """Return ``count`` positions of random games: a state, and a seat that has a legal move there."""
    rng = random.Random(RANDOM_SEED)
    options = {o.name: next(iter(o.presets.values())) for o in game.meta.options if o.presets}
    positions: list[Position] = []
    while len(positions) < count:
        state = game.setup(Setup.of(game.meta, rng.randint(*game.meta.seats), options))
        for _ in range(300):
            if game.ending(state) is not None:
                break
            seat = rng.choice(game.awaiting(state).seats)
            if moves := list_legal_moves(game, state, seat):
                if rng.random() < 0.15:
                    positions.append((state, seat))
                state = game.apply(state, seat, rng.choice(moves))
    return positions[:count]


def make_chess_boards(count: int) -> list[chess.Board]:
    """Return ``count`` positions of random chess games."""
    rng = random.Random(RANDOM_SEED)
    boards: list[chess.Board] = []
    while len(boards) < count:
        board = chess.Board()
        while board.ply() < 120 and not board.is_game_over():
            if board.ply() > 6 and rng.random() < 0.1:
                boards.append(board.copy(stack=False))
            board.push(rng.choice(list(board.legal_moves)))
    return boards[:count]
