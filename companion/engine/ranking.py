"""Rank the seats by criteria. Unknown values are intervals, and every result holds for all of them.

>>> rank_seats([Criterion("points", "count", (7, 9, 9))], seats=3).places
(3, 1, 1)
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, pairwise, permutations

from companion.engine.game import Criterion
from companion.engine.unknowns import Amount, Bounds, BoundsByUnknown, Unknown, collect_unknowns

MAX_SEARCH_STEPS = 2000
"""The limit of the search for places. Beyond it the ranking is less precise, but still correct."""

SeatAmounts = tuple[Amount, ...]
"""One seat's amount for each criterion, negated where the lowest wins."""


@dataclass(frozen=True, slots=True)
class RankingStep:
    """One criterion, and how it ordered the seats that were level by the criteria before it."""

    criterion: Criterion
    seats: tuple[int, ...]
    groups: tuple[tuple[int, ...], ...]
    """The same seats in groups, best first. Seats in one group are level or not yet ordered."""

    @property
    def separates(self) -> bool:
        """Whether the criterion placed any seat before another."""
        return len(self.groups) > 1


@dataclass(frozen=True, slots=True)
class Ranking:
    """The places of all seats (1 is first; level seats share a place), and the steps that led to them."""

    places: tuple[int, ...]
    """The best possible place of each seat, 1 for the first."""
    winners: tuple[int, ...]
    """Empty if the winner is not certain, or if nobody wins."""
    steps: tuple[RankingStep, ...]
    certain: bool
    """False if the order depends on an unknown value."""
    possible: tuple[tuple[int, int], ...]
    """The best and the worst possible place of each seat."""
    ahead: tuple[tuple[int, int], ...]
    """Pairs of seats: the first is ahead of the second, whatever the unknown values are."""
    level: tuple[tuple[int, int], ...]
    """Pairs of seats that share a place, whatever the unknown values are."""
    cannot_win: tuple[int, ...]
    """Seats that cannot win, even if they are first."""
    nobody_wins: bool
    missing: tuple[Unknown, ...]
    """The unknown numbers on which a score or an undecided order depends."""
    deciding: tuple[Unknown, ...]
    """The unknown numbers on which an undecided order depends."""
    unmet_criteria: tuple[Criterion, ...] = ()
    """Criteria that are required to win and that no seat meets."""

    def place(self, seat: int) -> int | None:
        """Return a seat's place (1: first). None if uncertain, or for a first place that is no win."""
        best, worst = self.possible[seat]
        return best if best == worst and not (best == 1 and seat in self.cannot_win) else None

    @property
    def winners_are_certain(self) -> bool:
        """Whether it is certain who wins, or that nobody does."""
        return bool(self.winners) or self.nobody_wins

    def won(self, seat: int) -> bool | None:
        """Return whether a seat wins, or None if that is not certain."""
        if seat in self.cannot_win or self.possible[seat][0] > 1:
            return False
        return True if self.possible[seat] == (1, 1) else None


def rank_seats(criteria: Sequence[Criterion], seats: int) -> Ranking:
    """Return the ranking of the seats by the criteria in turn. Level seats share a place.

    The winners, leads and places hold for all values that each ``Unknown`` may have (``low`` to ``high``).
    """
    columns = [_get_amounts(criterion, seats) for criterion in criteria]
    chains = [tuple(column[seat] for column in columns) for seat in range(seats)]
    bounds = {u: (u.low, u.high) for u in collect_unknowns(a for column in columns for a in column)}
    pairs = {
        (one, other): _compare_seats(chains[one], chains[other], bounds)
        for one, other in permutations(range(seats), 2)
    }
    possible = tuple(
        _find_place_range(seat, chains, bounds)
        if bounds
        else _estimate_place_range([pairs[pair] for pair in pairs if pair[1] == seat])
        for seat in range(seats)
    )
    required = [criterion for criterion in criteria if criterion.required_to_win]
    cannot_win = {seat for seat in range(seats) if any(c.values[seat] == 0 for c in required)}
    may_win = tuple(s for s in range(seats) if possible[s][0] == 1 and s not in cannot_win)
    deciding = [unknown for pair in pairs.values() if not pair.is_certain for unknown in pair.unknowns]
    scored = [a for c, column in zip(criteria, columns, strict=True) if not c.tie_break for a in column]
    certain = {pair: compared for pair, compared in pairs.items() if compared.is_certain}
    return Ranking(
        places=tuple(best for best, _ in possible),
        winners=may_win if all(possible[seat] == (1, 1) for seat in may_win) else (),
        steps=_make_ranking_steps(criteria, columns, bounds, seats),
        certain=all(best == worst for best, worst in possible),
        possible=possible,
        ahead=tuple(pair for pair, compared in certain.items() if compared.ahead),
        level=tuple(pair for pair, compared in certain.items() if compared.level and pair[0] < pair[1]),
        cannot_win=tuple(sorted(cannot_win)),
        nobody_wins=not may_win,
        missing=tuple(dict.fromkeys((*collect_unknowns(scored), *deciding))),
        deciding=tuple(dict.fromkeys(deciding)),
        unmet_criteria=tuple(criterion for criterion in required if not any(criterion.values)),
    )


def _get_amounts(criterion: Criterion, seats: int) -> list[Amount]:
    amounts = []
    for seat in range(seats):
        value = criterion.values[seat]
        if value is None:
            value = Amount(0, ((Unknown("value", criterion.code, seat, whole=False), 1),))
        amount = value if isinstance(value, Amount) else Amount(value)
        amounts.append(amount if criterion.most_wins else Amount().add(amount, -1))
    return amounts


@dataclass(frozen=True, slots=True)
class SeatComparison:
    """How two seats may compare in a ranking: whether the first may be ahead, level or behind.

    While numbers are unknown, more than one of these may be possible.
    """

    ahead: bool
    level: bool
    behind: bool
    unknowns: tuple[Unknown, ...] = ()
    """The unknowns that decide, if more than one order is possible."""

    @property
    def is_certain(self) -> bool:
        """Whether only one order of the two seats is possible."""
        return self.ahead + self.level + self.behind == 1


def _compare_seats(one: SeatAmounts, other: SeatAmounts, bounds: BoundsByUnknown) -> SeatComparison:
    """Return how ``one`` may compare with ``other``, given the bounds of the unknown numbers.

    If a difference is never negative (or never positive), it is zero only for certain values of its unknown
    numbers. The next criterion matters only then, so it is compared with these values.
    """
    ahead = behind = False
    gaps: list[Amount] = []
    for mine, theirs in zip(one, other, strict=True):
        gap = mine.add(theirs, -1)
        low, high = gap.bounds(bounds)
        if low > 0 or high < 0:
            return SeatComparison(ahead or low > 0, False, behind or high < 0, collect_unknowns(gaps))
        gaps.append(gap)
        if low < 0 < high:
            return SeatComparison(True, True, True, collect_unknowns(gaps))
        ahead, behind = ahead or high > 0, behind or low < 0
        ends = {unknown: bounds[unknown][(count > 0) != (low == 0)] for unknown, count in gap.rests_on}
        bounds = {**bounds, **{unknown: (end, end) for unknown, end in ends.items()}}
    return SeatComparison(ahead, True, behind, collect_unknowns(gaps))


def _compare_with_rivals(
    seat: int, chains: Sequence[SeatAmounts], bounds: BoundsByUnknown
) -> list[SeatComparison]:
    return [_compare_seats(chain, chains[seat], bounds) for s, chain in enumerate(chains) if s != seat]


def _estimate_place_range(rivals: Sequence[SeatComparison]) -> tuple[int, int]:
    """Return the best and the worst place of a seat, given how each rival compares with that seat."""
    certain = sum(rival.is_certain and rival.ahead for rival in rivals)
    return 1 + certain, 1 + sum(rival.ahead for rival in rivals)


def _find_place_range(seat: int, chains: Sequence[SeatAmounts], bounds: BoundsByUnknown) -> tuple[int, int]:
    """Return the best and the worst possible place of a seat.

    To compare pairs is not enough, because an unknown number may help one rival and hurt another.
    """
    best, worst = len(chains) + 1, 0
    boxes = deque([bounds])
    for _ in range(MAX_SEARCH_STEPS):
        if not boxes:
            break
        part = boxes.popleft()
        rivals = _compare_with_rivals(seat, chains, part)
        low, high = _estimate_place_range(rivals)
        corners = [] if low == high else _fix_unknowns_at_extremes(seat, chains, part)
        places = [
            _estimate_place_range(_compare_with_rivals(seat, chains, corner))[0] for corner in corners
        ] or [low]
        best, worst = min(best, *places), max(worst, *places)
        if low < best or high > worst:
            boxes.extend(_halve_bounds(part, rivals))
    spans = [_estimate_place_range(_compare_with_rivals(seat, chains, part)) for part in boxes]
    return min([best, *(low for low, _ in spans)]), max([worst, *(high for _, high in spans)])


def _fix_unknowns_at_extremes(
    seat: int, chains: Sequence[SeatAmounts], bounds: BoundsByUnknown
) -> list[BoundsByUnknown]:
    """Return the bounds with all numbers fixed, in two ways: best and worst for the rivals of a seat."""
    lead = Amount()
    for chain in chains:
        for theirs, mine in zip(chain, chains[seat], strict=True):
            lead = lead.add(theirs).add(mine, -1)
    pull = dict(lead.rests_on)
    most = {unknown: ends[pull.get(unknown, 0) > 0] for unknown, ends in bounds.items()}
    least = {unknown: ends[pull.get(unknown, 0) < 0] for unknown, ends in bounds.items()}
    return [{unknown: (end, end) for unknown, end in side.items()} for side in (most, least)]


def _halve_bounds(
    bounds: BoundsByUnknown, rivals: Sequence[SeatComparison]
) -> tuple[BoundsByUnknown, BoundsByUnknown]:
    """Return the bounds in two halves, cut at the widest unknown number on which an order depends."""
    open_ones = [unknown for rival in rivals if not rival.is_certain for unknown in rival.unknowns]
    widest = max(open_ones, key=lambda unknown: bounds[unknown][1] - bounds[unknown][0])
    low, high = bounds[widest]
    middle = (low + high) // 2 if widest.whole else Fraction(low + high) / 2
    next_up = middle + 1 if widest.whole else middle
    return {**bounds, widest: (low, middle)}, {**bounds, widest: (next_up, high)}


def _make_ranking_steps(
    criteria: Sequence[Criterion], amounts: Sequence[Sequence[Amount]], bounds: BoundsByUnknown, seats: int
) -> tuple[RankingStep, ...]:
    level = [tuple(range(seats))]
    steps: list[RankingStep] = []
    for criterion, column in zip(criteria, amounts, strict=True):
        new_steps = [
            RankingStep(criterion, group, _split_into_ordered_groups(group, column, bounds))
            for group in level
            if len(group) > 1
        ]
        level = [
            group
            for step in new_steps
            for group in step.groups
            if all(_find_gap_bounds(a, b, column, bounds) == (0, 0) for a, b in combinations(group, 2))
        ]
        steps += new_steps
    return tuple(steps)


def _split_into_ordered_groups(
    group: Sequence[int], column: Sequence[Amount], bounds: BoundsByUnknown
) -> tuple[tuple[int, ...], ...]:
    """Return the seats in groups, best first. Each group is certainly ahead of the next one."""
    order = sorted(group, key=lambda seat: sum(column[seat].bounds(bounds)), reverse=True)
    cuts = [
        at
        for at in range(1, len(order))
        if all(_find_gap_bounds(a, b, column, bounds)[0] > 0 for a in order[:at] for b in order[at:])
    ]
    return tuple(tuple(sorted(order[start:stop])) for start, stop in pairwise([0, *cuts, len(order)]))


def _find_gap_bounds(one: int, other: int, column: Sequence[Amount], bounds: BoundsByUnknown) -> Bounds:
    return column[one].add(column[other], -1).bounds(bounds)
