"""What a seat can do now: each kind of move, with all that can be entered of it, and why the rest cannot.

Nothing here knows a game: it is read off ``awaiting``, the list of what is legal, and what ``check`` says
to the moves that somebody might try.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from companion.engine.game import Game, Move, Refusal
from companion.engine.play import awaiting_of, check_move, legal_moves


@dataclass(frozen=True, slots=True)
class Objection:
    """Why attempts at a kind of move are refused, all with the same code."""

    refusals: tuple[Refusal, ...]
    attempts: tuple[Move, ...]
    """What each of them refuses."""

    @property
    def refusal(self) -> Refusal:
        """The first of them, which speaks for all."""
        return self.refusals[0]


@dataclass(frozen=True, slots=True)
class Possibility:
    """One kind of move as a seat finds it now."""

    kind: type
    moves: tuple[Move, ...]
    """What can be entered of it; of a kind that is typed in, no more than what was tried."""
    objections: tuple[Objection, ...]
    """Why other attempts cannot be entered, what is said most often first."""


def what_can_be_done(game: Game[Any], state: Any, seat: int) -> tuple[Possibility, ...]:
    """Every kind of move of the game, in the game's order, as this seat finds it now."""
    listed = _by_kind(legal_moves(game, state, seat))
    awaiting = awaiting_of(game, state, seat)
    attempts = game.attempts(state, seat) if awaiting else ()
    tried = _by_kind(move for move in attempts if awaiting and type(move) in awaiting.moves)
    for kind in set(game.moves) - set(listed) - set(tried):
        tried[kind] = [move for move in game.examples if type(move) is kind]
    return tuple(_possibility(game, state, seat, kind, listed[kind], tried[kind]) for kind in game.moves)


def _possibility(
    game: Game[Any], state: Any, seat: int, kind: type, listed: list[Move], tried: list[Move]
) -> Possibility:
    refused: dict[str, list[tuple[Refusal, Move]]] = {}
    typed = []
    for move in tried:
        refusal = check_move(game, state, seat, move)
        if refusal is None:
            typed.append(move)
        else:
            refused.setdefault(refusal.code, []).append((refusal, move))
    often = sorted(refused.values(), key=len, reverse=True)
    objections = tuple(Objection(*zip(*found, strict=True)) for found in often)
    return Possibility(kind, tuple(listed or typed), objections)


def _by_kind(moves: Iterable[Move]) -> defaultdict[type, list[Move]]:
    found: defaultdict[type, list[Move]] = defaultdict(list)
    for move in moves:
        found[type(move)].append(move)
    return found
