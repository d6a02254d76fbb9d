"""Simulates whole plays in which seats follow different policies, to measure the guide's advice."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
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
        self.counts: Counter[str] = Counter()
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

    def compute_lead(self, seat: int, points: Sequence[int]) -> int:
        return points[seat] - max(points[one] for one in self.seats if one != seat)

    def compute_gain(self, seat: int, before: Sequence[int], state: Any) -> int:
        """Return the gain of a seat since the points ``before``, less the largest gain of a rival."""
        gains = [now - then for now, then in zip(self.get_points(state), before, strict=True)]
        return self.compute_lead(seat, gains)

    def choose(self, seat: int, allowed: Sequence[Move]) -> Move:
        if self.policies[seat] in ("guide", "newcomer"):
            self.chosen.append((self.replay, seat))
        policy: Callable[[int, Sequence[Move]], Move] = getattr(self, self.policies[seat])
        return policy(seat, allowed)

    def at_random(self, seat: int, allowed: Sequence[Move]) -> Move:
        return self.chance.choice(allowed)

    def guide(self, seat: int, allowed: Sequence[Move]) -> Move:
        lessons = self.game.lessons(self.setup)
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


@dataclass
class MeasuredResult:
    """The number of plays and wins of one seat's policy, and the points of that seat and of its rivals."""

    plays: int = 0
    wins: float = 0
    """A shared win counts in part."""
    mine: int = 0
    theirs: float = 0
    counts: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        won, mine, theirs = self.wins / self.plays, self.mine / self.plays, self.theirs / self.plays
        return f"{won:.1%} of {self.plays}, {mine:.1f} : {theirs:.1f} points, {dict(self.counts)}"


def measure_policy(
    table: type[SimulatedTable], seats: int, other: str, plays: int, seed: object, me: str = "guide"
) -> MeasuredResult:
    """Simulate plays of ``table`` with one seat that follows ``me``. The others follow ``other``.

    ``me`` and ``other`` are policies: names of methods of ``table``. Each seat follows ``me`` in turn.
    """
    result = MeasuredResult()
    for number in range(plays):
        own, first = number % seats, number // seats % seats
        policies = [me if seat == own else other for seat in range(seats)]
        one = table(policies, first, random.Random(f"{seed} {number}"))
        one.play()
        winners, points = one.list_winners(), one.get_points(one.state)
        result.plays += 1
        result.wins += (own in winners) / max(1, len(winners))
        result.mine += points[own]
        result.theirs += sum(points[seat] for seat in range(seats) if seat != own) / (seats - 1)
        result.counts += one.counts
    return result
