"""What the moves of a play took of those who made them: taps, or keys."""

from collections import defaultdict
from statistics import mean

Steps = tuple[tuple[str, ...], ...]
"""The moves of a plain turn, one after the other: in place of each, any of these."""


class Costs:
    """What each move took, by its name."""

    def __init__(self) -> None:
        self._of: dict[str, list[int]] = defaultdict(list)

    def add(self, move: str, cost: int) -> None:
        self._of[move].append(cost)

    def turn(self, steps: Steps) -> float:
        """What a plain turn took: the mean of each of its moves, added up."""
        took = [[cost for move in step for cost in self._of.get(move, ())] for step in steps]
        return sum(mean(costs) for costs in took if costs)

    def most(self) -> int:
        return max(cost for costs in self._of.values() for cost in costs)
