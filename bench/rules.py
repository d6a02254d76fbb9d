"""The rules against python-chess, in CPU of this process: all legal moves of a position, and one check."""

from __future__ import annotations

import random
import statistics
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

import chess

from bench.harness import Checkouts, Figure, Work, cpu_seconds, in_turn, ratio
from companion.engine.game import Game, Setup
from companion.engine.possible_moves import check_move, legal_moves
from companion.games import GAMES

SEED = 20261121
Position = tuple[Any, int]
"""A state, and a seat that the table waits for."""


def measure(quick: bool, _: Checkouts) -> Iterator[Figure]:
    """Measure positions of random games, game by game."""
    count, rounds = (200, 3) if quick else (2000, 12)
    boards = chess_boards(240)
    lists, checks = {}, {}
    for game in GAMES:
        played = positions(game, count)
        lists[game.meta.slug] = _lists(game, played, boards, rounds)
        checks[game.meta.slug] = _checks(game, played[:600], boards, 3 * rounds)
    yield Figure("legal moves of a position ÷ python-chess", lists)
    yield Figure("check of a move ÷ python-chess", checks)


def _lists(game: Game[Any], played: list[Position], boards: list[chess.Board], rounds: int) -> float:
    """The ratio of the median positions, each timed alone."""

    def median(calls: Sequence[Work]) -> float:
        return statistics.median(cpu_seconds(call, 3) for call in calls)

    ours = [partial(legal_moves, game, state, seat) for state, seat in played]
    theirs = [partial(_moves, board) for board in boards]
    times = in_turn({"ours": partial(median, ours), "theirs": partial(median, theirs)}, rounds)
    return ratio(times["ours"], times["theirs"])


def _moves(board: chess.Board) -> list[chess.Move]:
    return list(board.legal_moves)


def _checks(game: Game[Any], played: list[Position], boards: list[chess.Board], rounds: int) -> float:
    """The ratio for one move, half of them legal, half of them taken from other positions."""
    legal = [(state, seat, move) for state, seat in played for move in legal_moves(game, state, seat)[:2]]
    other = [(state, seat, move) for (state, seat, _), (_, _, move) in zip(legal, legal[7:], strict=False)]
    moves = [(board, move) for board in boards for move in _moves(board)[:2]]

    def ours() -> None:
        for state, seat, move in legal + other:
            check_move(game, state, seat, move)

    def theirs() -> None:
        for board, move in moves:
            board.is_legal(move)

    times = in_turn(
        {"ours": partial(cpu_seconds, ours, 1), "theirs": partial(cpu_seconds, theirs, 2)}, rounds
    )
    return ratio(times["ours"], times["theirs"]) * len(moves) / len(legal + other)


def positions(game: Game[Any], count: int) -> list[Position]:
    """So many positions of random games in which somebody has something to enter."""
    chance = random.Random(SEED)
    options = {o.name: next(iter(o.presets.values())) for o in game.meta.options if o.presets}
    positions: list[Position] = []
    while len(positions) < count:
        state = game.setup(Setup.of(game.meta, chance.randint(*game.meta.seats), options))
        for _ in range(300):
            if game.ending(state) is not None:
                break
            seat = chance.choice(game.awaiting(state).seats)
            if moves := legal_moves(game, state, seat):
                if chance.random() < 0.15:
                    positions.append((state, seat))
                state = game.apply(state, seat, chance.choice(moves))
    return positions[:count]


def chess_boards(count: int) -> list[chess.Board]:
    """So many positions of random games of chess."""
    chance = random.Random(SEED)
    boards: list[chess.Board] = []
    while len(boards) < count:
        board = chess.Board()
        while board.ply() < 120 and not board.is_game_over():
            if board.ply() > 6 and chance.random() < 0.1:
                boards.append(board.copy(stack=False))
            board.push(chance.choice(list(board.legal_moves)))
    return boards[:count]
