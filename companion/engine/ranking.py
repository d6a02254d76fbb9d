"""Places from a chain of criteria, each step told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.engine.game import Comparable, Criterion


@dataclass(frozen=True, slots=True)
class Step:
    """One criterion that had seats to part: who was level before it and how it ordered them."""

    criterion: Criterion
    seats: tuple[int, ...]
    groups: tuple[tuple[int, ...], ...]
    """The same seats, best first; more than one in a group are still level."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """Places of all seats (1 is first; level seats share a place) and how they came about."""

    places: tuple[int, ...]
    winners: tuple[int, ...]
    steps: tuple[Step, ...]
    certain: bool
    """False while a value that decides is not known."""


def rank(criteria: Sequence[Criterion], seats: int) -> Ranking:
    """Order the seats by the criteria in turn; seats level after the last one share their place.

    A value of None counts as not known: it orders nobody, and the ranking says it is not certain.
    """
    groups: list[tuple[int, ...]] = [tuple(range(seats))]
    steps: list[Step] = []
    certain = True
    for criterion in criteria:
        finer: list[tuple[int, ...]] = []
        for group in groups:
            if len(group) == 1:
                finer.append(group)
                continue
            if any(criterion.values[seat] is None for seat in group):
                certain = False
                finer.append(group)
                continue
            parted = _part(group, criterion)
            steps.append(Step(criterion, group, parted))
            finer.extend(parted)
        groups = finer
    places = [0] * seats
    place = 1
    for group in groups:
        for seat in group:
            places[seat] = place
        place += len(group)
    barred = {s for c in criteria if c.needed for s in range(seats) if c.values[s] == 0}
    winners = tuple(seat for seat in groups[0] if seat not in barred) if groups else ()
    return Ranking(tuple(places), winners, tuple(steps), certain)


def _part(group: tuple[int, ...], criterion: Criterion) -> tuple[tuple[int, ...], ...]:
    by_value: dict[Comparable, list[int]] = {}
    for seat in group:
        by_value.setdefault(criterion.values[seat], []).append(seat)
    ordered = sorted(by_value, key=lambda value: value or 0, reverse=criterion.most_wins)
    return tuple(tuple(by_value[value]) for value in ordered)
