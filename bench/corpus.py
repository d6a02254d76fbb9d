"""Frozen positions of each game: random legal play from fixed seeds, spread over its whole length."""

from __future__ import annotations

import random
from typing import Any

import chess

from companion.engine.game import Game, Setup
from companion.engine.play import legal_moves

Position = tuple[Any, int]
"""A state and a seat the table waits for."""
MOST_MOVES = 300


def positions(game: Game[Any], count: int, seed: int = 20261121) -> list[Position]:
    """So many positions in which somebody has something to enter."""
    chance = random.Random(seed)
    options = {o.name: next(iter(o.presets.values())) for o in game.meta.options if o.presets}
    low, high = game.meta.seats
    found: list[Position] = []
    while len(found) < count:
        state = game.setup(Setup.of(game.meta, chance.randint(low, high), options))
        for _ in range(MOST_MOVES):
            if game.ending(state) is not None:
                break
            seat = chance.choice(game.awaiting(state).seats)
            moves = legal_moves(game, state, seat)
            if not moves:
                continue
            if chance.random() < 0.15:
                found.append((state, seat))
            state = game.apply(state, seat, chance.choice(moves))
    return found[:count]


def chess_boards(count: int, seed: int = 20261121) -> list[chess.Board]:
    """So many chess positions of random games, for the anchor."""
    chance = random.Random(seed)
    found: list[chess.Board] = []
    while len(found) < count:
        board = chess.Board()
        for ply in range(120):
            if board.is_game_over():
                break
            if ply > 6 and chance.random() < 0.1:
                found.append(board.copy(stack=False))
            board.push(chance.choice(list(board.legal_moves)))
    return found[:count]
