"""Counts the taps or keys that a simulated user needs for each kind of move."""

from collections import defaultdict
from statistics import mean

Steps = tuple[tuple[str, ...], ...]
"""The moves of a plain turn, in order. Each item lists the alternatives for one move."""


class Costs:
    """Stores how many taps or keys each move of a play needed, by the name of the move."""

    def __init__(self) -> None:
        self._of: dict[str, list[int]] = defaultdict(list)

    def add(self, move: str, cost: int) -> None:
        self._of[move].append(cost)

    def turn(self, steps: Steps) -> float:
        """Return the mean number of taps or keys for a turn with these moves."""
        took = [[cost for move in step for cost in self._of.get(move, ())] for step in steps]
        return sum(mean(costs) for costs in took if costs)

    def most(self) -> int:
        return max(cost for costs in self._of.values() for cost in costs)
