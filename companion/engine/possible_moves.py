"""What a seat may do: whether a move may be made, all that can be entered now, and what else.

Nothing here knows a game or assumes anything: the referee is asked.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
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
    if seat not in awaiting.seats and seat not in awaiting.optional_seats:
        values = {"seat": Seat(seat), "seats": tuple(map(Seat, awaiting.seats))}
        return Refusal("table.not_your_turn", "turn", values)
    if kind not in awaiting.moves:
        expected = tuple(MoveName(each.__name__) for each in awaiting.moves[:1])
        return Refusal("table.not_now", "turn", {"move": MoveName(kind.__name__), "moves": expected})
    return game.check(state, seat, move)


def awaiting_for_seat(game: Game[Any], state: Any, seat: int) -> Awaiting | None:
    """What the table waits for, where this seat may enter some of it."""
    if game.ending(state) is not None:
        return None
    awaiting = game.awaiting(state)
    return awaiting if seat in (*awaiting.seats, *awaiting.optional_seats) else None


def legal_moves(game: Game[Any], state: Any, seat: int) -> list[Move]:
    """The candidates that pass the check: what the page lights up for this seat."""
    awaiting = awaiting_for_seat(game, state, seat)
    if awaiting is None:
        return []
    if game.candidates_are_legal:
        return list(game.candidates(state, seat))
    return [
        move
        for move in game.candidates(state, seat)
        if type(move) in awaiting.moves and game.check(state, seat, move) is None
    ]


@dataclass(frozen=True, slots=True)
class RefusedAttempts:
    """Why attempts at a kind of move are refused, all with the same code."""

    refusals: tuple[Refusal, ...]
    attempts: tuple[Move, ...]
    """What each of them refuses."""

    @property
    def refusal(self) -> Refusal:
        """The first of them, which speaks for all."""
        return self.refusals[0]


@dataclass(frozen=True, slots=True)
class MoveChoices:
    """One kind of move as a seat finds it now."""

    kind: type
    moves: tuple[Move, ...]
    """What can be entered of it; of a kind that is typed in, no more than what was tried."""
    objections: tuple[RefusedAttempts, ...]
    """Why other attempts cannot be entered, what is said most often first."""


def get_move_choices(game: Game[Any], state: Any, seat: int) -> tuple[MoveChoices, ...]:
    """Every kind of move of the game, in the game's order, as this seat finds it now."""
    listed = _by_kind(legal_moves(game, state, seat))
    awaiting = awaiting_for_seat(game, state, seat)
    attempts = game.plausible_moves(state, seat) if awaiting else ()
    tried = _by_kind(move for move in attempts if awaiting and type(move) in awaiting.moves)
    for kind in set(game.moves) - set(listed) - set(tried):
        tried[kind] = [move for move in game.examples if type(move) is kind]
    return tuple(_possibility(game, state, seat, kind, listed[kind], tried[kind]) for kind in game.moves)


def _possibility(
    game: Game[Any], state: Any, seat: int, kind: type, listed: list[Move], tried: list[Move]
) -> MoveChoices:
    refused: dict[str, list[tuple[Refusal, Move]]] = {}
    typed = []
    for move in tried:
        refusal = check_move(game, state, seat, move)
        if refusal is None:
            typed.append(move)
        else:
            refused.setdefault(refusal.code, []).append((refusal, move))
    often = sorted(refused.values(), key=len, reverse=True)
    objections = tuple(RefusedAttempts(*zip(*alike, strict=True)) for alike in often)
    return MoveChoices(kind, tuple(listed or typed), objections)


def _by_kind(moves: Iterable[Move]) -> defaultdict[type, list[Move]]:
    by_kind: defaultdict[type, list[Move]] = defaultdict(list)
    for move in moves:
        by_kind[type(move)].append(move)
    return by_kind
