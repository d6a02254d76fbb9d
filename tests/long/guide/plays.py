"""Simulates whole plays in which seats follow different policies, to measure the guide's advice."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from companion.engine.game import Game, Move, Setup
from companion.engine.guide import get_guidance, rank_moves
from companion.engine.log import Entry
from companion.engine.possible_moves import list_legal_moves
from companion.engine.ranking import rank_seats
from companion.engine.replay import Replay, apply_entry
from companion.engine.replay import replay_log as new_table


class SimulatedTable(ABC):
    """A simulated play, including pieces that the app does not see. A policy chooses each seat's moves."""

    game: ClassVar[Game[Any]]
    options: ClassVar[dict[str, Any]] = {}

    def __init__(self, policies: Sequence[str], first: int, chance: random.Random) -> None:
        self.policies, self.chance = policies, chance
        self.setup = Setup.of(self.game.meta, len(policies), self.options, first)
        self.replay = new_table(self.game, self.setup)
        self.seats = range(len(policies))
        self.lessons: list[set[str]] = [set() for _ in policies]
        self.entries: list[Entry] = []
        self.chosen: list[tuple[Replay, int]] = []
        """The table before each choice of a seat that follows the guide, and the seat."""

    @property
    def state(self) -> Any:
        return self.replay.state

    def list_legal_moves(self, seat: int) -> list[Move]:
        return list_legal_moves(self.game, self.state, seat)

    def get_points(self, state: Any) -> list[int]:
        lines = self.game.scoring.lines(self.setup, self.game.score_sheets(state))
        return [sum(line.points or 0 for line in seat) for seat in lines]

    def compute_gain(self, seat: int, before: Sequence[int], state: Any) -> int:
        """Return the gain of a seat since the points ``before``, less the largest gain of a rival."""
        gains = [now - then for now, then in zip(self.get_points(state), before, strict=True)]
        return gains[seat] - max(gains[one] for one in self.seats if one != seat)

    def choose(self, seat: int, allowed: Sequence[Move]) -> Move:
        if self.policies[seat] in ("guide", "newcomer"):
            self.chosen.append((self.replay, seat))
        policy: Callable[[int, Sequence[Move]], Move] = getattr(self, self.policies[seat])
        return policy(seat, allowed)

    def at_random(self, seat: int, allowed: Sequence[Move]) -> Move:
        return self.chance.choice(allowed)

    def guide(self, seat: int, allowed: Sequence[Move]) -> Move:
        lessons = self.game.lessons
        new = [one for one in lessons if one.name not in self.lessons[seat] and not one.is_rare]
        return rank_moves(self.replay, seat, seat, allowed, new)[0][1]

    def newcomer(self, seat: int, allowed: Sequence[Move]) -> Move:
        """Return the first legal move that the guide shows on its page, as a newcomer would choose it."""
        proposal = get_guidance(self.replay, seat, seat).proposal
        if proposal is None:
            return self.guide(seat, allowed)
        listed = [] if proposal.then else [choice.move for choice in proposal.choices]
        move = next((move for move in (*listed, proposal.move) if move in allowed), None)
        return move or self.guide(seat, allowed)

    def one_ahead(self, seat: int, allowed: Sequence[Move]) -> Move:
        """Return the move that gains the most points, less the largest gain of a rival."""
        state, now = self.state, self.get_points(self.state)
        return self.choose_best(
            allowed, lambda move: self.compute_gain(seat, now, self.game.apply(state, seat, move))
        )

    def choose_best(self, moves: Sequence[Move], value: Callable[[Move], float]) -> Move:
        return max(moves, key=lambda move: (value(move), self.chance.random()))

    def enter(self, seat: int, move: Move) -> None:
        self.lessons[seat].add(self.game.lesson_name(move))
        self.entries.append(Entry(len(self.entries) + 1, "move", seat, move))
        self.replay = apply_entry(self.replay, self.entries[-1])

    @abstractmethod
    def play(self) -> None:
        """Make moves until the game ends."""

    def list_winners(self) -> tuple[int, ...]:
        sheets = self.game.score_sheets(self.state)
        return rank_seats(self.game.scoring.criteria(self.setup, sheets), len(self.seats)).winners


def measure_policy(
    table: type[SimulatedTable], seats: int, other: str, plays: int, seed: object, me: str = "guide"
) -> float:
    """Simulate plays of ``table`` with one seat that follows ``me``, and return the share of its wins.

    The others follow ``other``. Policies are names of methods of ``table``. Each seat follows ``me`` in
    turn. A shared win counts in part.
    """
    wins = 0.0
    for number in range(plays):
        own, first = number % seats, number // seats % seats
        policies = [me if seat == own else other for seat in range(seats)]
        one = table(policies, first, random.Random(f"{seed} {number}"))
        one.play()
        winners = one.list_winners()
        wins += (own in winners) / max(1, len(winners))
    return wins / plays
