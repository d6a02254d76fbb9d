"""A slow referee of Three Quarries: it plays the whole log with lists of single stones.

Written from the rules at hand and nothing else, so that it shares no mistake with ``rules.py``.
"""

from __future__ import annotations

from collections.abc import Iterable

from tests.example.moves import Build, Favour, Take

Entered = Favour | Take | Build
Made = tuple[int, Entered]


class SlowTable:
    """The stones one by one: a list for each quarry's rest and each hand."""

    def __init__(self, seats: int, log: Iterable[Made]) -> None:
        self.quarries = ["ochre"] * 16 + ["rose"] * 16 + ["black"] * 16
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.levels = [0] * seats
        self.favours: dict[int, str | None] = {}
        for seat, move in log:
            self.play(seat, move)

    def allows(self, seat: int, move: Entered) -> bool:
        """Whether the rules let the seat make the move."""
        if len(self.favours) < len(self.hands) or isinstance(move, Favour):
            return isinstance(move, Favour) and seat not in self.favours
        if isinstance(move, Take):
            return move.colour in self.quarries and len(self.hands[seat]) < 10
        return self.hands[seat].count(move.colour) >= self.levels[seat] + 1

    def play(self, seat: int, move: Entered) -> None:
        """Make a move that is allowed."""
        if isinstance(move, Favour):
            self.favours[seat] = move.colour
            return
        if isinstance(move, Take):
            self.quarries.remove(move.colour)
            self.hands[seat].append(move.colour)
            return
        self.levels[seat] += 1
        for _ in range(self.levels[seat]):
            self.hands[seat].remove(move.colour)
            self.quarries.append(move.colour)

    def favoured(self, seat: int) -> int:
        """How many stones of its colour a seat holds."""
        return sum(stone == self.favours.get(seat) for stone in self.hands[seat])
