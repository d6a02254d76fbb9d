"""Asking whether a move may be made: the generic refusals, then the game's own check."""

from __future__ import annotations

from typing import Any

from companion.engine.game import Awaiting, Game, Move, Refusal
from companion.engine.log import UnreadableMove
from companion.engine.words import MoveName, Seat


def check_move(game: Game[Any], state: Any, seat: int, move: Move) -> Refusal | None:
    """The first reason why ``seat`` may not make ``move`` now, or None when it may."""
    kind = type(move)
    if kind is UnreadableMove:
        return Refusal("table.unreadable_entry", "log")
    if kind not in game.moves:
        return Refusal("table.unknown_move", "turn", {"move": MoveName(kind.__name__)})
    if game.ending(state) is not None:
        return Refusal("table.over", "end")
    awaiting = game.awaiting(state)
    if seat not in awaiting.seats and seat not in awaiting.also:
        values = {"seat": Seat(seat), "seats": tuple(map(Seat, awaiting.seats))}
        return Refusal("table.not_your_turn", "turn", values)
    if kind not in awaiting.moves:
        expected = tuple(MoveName(each.__name__) for each in awaiting.moves[:1])
        return Refusal("table.not_now", "turn", {"move": MoveName(kind.__name__), "moves": expected})
    return game.check(state, seat, move)


def awaiting_of(game: Game[Any], state: Any, seat: int) -> Awaiting | None:
    """What the table waits for, where this seat may enter some of it."""
    if game.ending(state) is not None:
        return None
    awaiting = game.awaiting(state)
    return awaiting if seat in (*awaiting.seats, *awaiting.also) else None


def legal_moves(game: Game[Any], state: Any, seat: int) -> list[Move]:
    """The candidates that pass the check: what the page lights up for this seat."""
    awaiting = awaiting_of(game, state, seat)
    if awaiting is None:
        return []
    if game.exact:
        return list(game.candidates(state, seat))
    return [
        move
        for move in game.candidates(state, seat)
        if type(move) in awaiting.moves and game.check(state, seat, move) is None
    ]
