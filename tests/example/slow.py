"""A slow referee of Three Quarries: it plays the whole log with lists of single stones.

Written from the rules at hand and nothing else, so that it shares no mistake with ``rules.py``.
"""

from __future__ import annotations

from collections.abc import Iterable

from tests.example.moves import Build, Take

Made = tuple[int, Take | Build]


class SlowTable:
    """The stones one by one: a list for each quarry's rest and each hand."""

    def __init__(self, seats: int, log: Iterable[Made]) -> None:
        self.quarries = ["ochre"] * 16 + ["rose"] * 16 + ["black"] * 16
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.levels = [0] * seats
        for seat, move in log:
            self.play(seat, move)

    def allows(self, seat: int, move: Take | Build) -> bool:
        """Whether the rules let the seat make the move."""
        if isinstance(move, Take):
            return move.colour in self.quarries and len(self.hands[seat]) < 10
        return self.hands[seat].count(move.colour) >= self.levels[seat] + 1

    def play(self, seat: int, move: Take | Build) -> None:
        """Make a move that is allowed."""
        if isinstance(move, Take):
            self.quarries.remove(move.colour)
            self.hands[seat].append(move.colour)
            return
        self.levels[seat] += 1
        for _ in range(self.levels[seat]):
            self.hands[seat].remove(move.colour)
            self.quarries.append(move.colour)
