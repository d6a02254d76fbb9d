"""Places from a chain of criteria. What is not known is an interval, and only what holds for every
value in it is said."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, pairwise, permutations

from companion.engine.game import Criterion
from companion.engine.unknowns import Amount, Bounds, BoundsByUnknown, Unknown, unknowns_in

MAX_SEARCH_STEPS = 2000
"""How finely the places are searched; past that the ranking says less, never more."""

Chain = tuple[Amount, ...]
"""One seat's amounts, criterion by criterion, turned so that more is better."""


@dataclass(frozen=True, slots=True)
class RankingStep:
    """One criterion that had seats to part: who was level before it and how it ordered them."""

    criterion: Criterion
    seats: tuple[int, ...]
    groups: tuple[tuple[int, ...], ...]
    """The same seats, best first; more than one in a group are still level, or not to be told apart yet."""

    @property
    def separates(self) -> bool:
        """Whether it put anybody before anybody."""
        return len(self.groups) > 1


@dataclass(frozen=True, slots=True)
class Ranking:
    """Places of all seats (1 is first; level seats share a place) and how they came about."""

    places: tuple[int, ...]
    """The best place each seat can still have: its place, where ``possible`` leaves no other."""
    winners: tuple[int, ...]
    """Empty while it is not certain who wins, and where nobody does."""
    steps: tuple[RankingStep, ...]
    certain: bool
    """False while a value that decides is not known."""
    possible: tuple[tuple[int, int], ...]
    """Best and worst place of each seat, over all that the unknown values may be."""
    ahead: tuple[tuple[int, int], ...]
    """Pairs whose first seat comes before the second, whatever the unknown values are."""
    level: tuple[tuple[int, int], ...]
    """Pairs that share a place, whatever the unknown values are."""
    cannot_win: tuple[int, ...]
    """Seats that cannot win, whatever their place."""
    nobody_wins: bool
    missing: tuple[Unknown, ...]
    """Unknown values that a score rests on or that an open order waits for."""
    deciding: tuple[Unknown, ...]
    """Those of them that an open order waits for."""
    unmet_criteria: tuple[Criterion, ...] = ()
    """What is needed to win, where nobody has it."""

    def place(self, seat: int) -> int | None:
        """A seat's place; None while it is not certain, and for one that is first but cannot win."""
        best, worst = self.possible[seat]
        return best if best == worst and not (best == 1 and seat in self.cannot_win) else None

    @property
    def winners_are_certain(self) -> bool:
        """Whether it is certain who wins, be it nobody."""
        return bool(self.winners) or self.nobody_wins

    def won(self, seat: int) -> bool | None:
        """Whether a seat wins; None while that is not certain."""
        if seat in self.cannot_win or self.possible[seat][0] > 1:
            return False
        return True if self.possible[seat] == (1, 1) else None


def rank(criteria: Sequence[Criterion], seats: int) -> Ranking:
    """Order the seats by the criteria in turn; seats level after the last one share their place.

    A value may rest on unknown numbers (``Amount``); None is a number of which nothing is known. Whoever is
    said to win, to be ahead or to have a place does so for every value of the unknowns within their bounds.
    """
    columns = [_amounts(criterion, seats) for criterion in criteria]
    chains = [tuple(column[seat] for column in columns) for seat in range(seats)]
    box = {u: (u.low, u.high) for u in unknowns_in(a for column in columns for a in column)}
    pairs = {
        (one, other): _outcomes(chains[one], chains[other], box)
        for one, other in permutations(range(seats), 2)
    }
    possible = tuple(
        _places(seat, chains, box) if box else _span([pairs[pair] for pair in pairs if pair[1] == seat])
        for seat in range(seats)
    )
    cannot_win = {s for c in criteria if c.required_to_win for s in range(seats) if c.values[s] == 0}
    may_win = tuple(s for s in range(seats) if possible[s][0] == 1 and s not in cannot_win)
    deciding = [unknown for pair in pairs.values() if not pair.sure for unknown in pair.unknowns]
    scored = [
        amount
        for criterion, column in zip(criteria, columns, strict=True)
        for amount in column
        if not criterion.tie_break
    ]
    return Ranking(
        places=tuple(best for best, _ in possible),
        winners=may_win if all(possible[seat] == (1, 1) for seat in may_win) else (),
        steps=_steps(criteria, columns, box, seats),
        certain=all(best == worst for best, worst in possible),
        possible=possible,
        ahead=tuple(pair for pair, compared in pairs.items() if compared.sure and compared.ahead),
        level=tuple(p for p, compared in pairs.items() if compared.sure and compared.level and p[0] < p[1]),
        cannot_win=tuple(sorted(cannot_win)),
        nobody_wins=not may_win,
        missing=tuple(dict.fromkeys((*unknowns_in(scored), *deciding))),
        deciding=tuple(dict.fromkeys(deciding)),
        unmet_criteria=tuple(
            c for c in criteria if c.required_to_win and all(value == 0 for value in c.values)
        ),
    )


def _amounts(criterion: Criterion, seats: int) -> list[Amount]:
    amounts = []
    for seat in range(seats):
        value = criterion.values[seat]
        if value is None:
            value = Amount(0, ((Unknown("value", criterion.code, seat, whole=False), 1),))
        amount = value if isinstance(value, Amount) else Amount(value)
        amounts.append(amount if criterion.most_wins else Amount().add(amount, -1))
    return amounts


@dataclass(frozen=True, slots=True)
class Comparison:
    """How one seat may stand to another while the unknowns stay in a box."""

    ahead: bool
    level: bool
    behind: bool
    unknowns: tuple[Unknown, ...] = ()
    """What it hangs on, where more than one may come about."""

    @property
    def sure(self) -> bool:
        """Only one of the three can come about."""
        return self.ahead + self.level + self.behind == 1


def _outcomes(one: Chain, other: Chain, box: BoundsByUnknown) -> Comparison:
    """What may come about between two seats.

    Where a gap is never below zero (or never above), the seats are level only where it is exactly zero:
    with each of its unknowns at one end. So those are fixed there, and the next criterion is asked.
    """
    ahead = behind = False
    asked: list[Amount] = []
    for mine, theirs in zip(one, other, strict=True):
        gap = mine.add(theirs, -1)
        low, high = gap.bounds(box)
        if low > 0 or high < 0:
            return Comparison(ahead or low > 0, False, behind or high < 0, unknowns_in(asked))
        asked.append(gap)
        if low < 0 < high:
            return Comparison(True, True, True, unknowns_in(asked))
        ahead, behind = ahead or high > 0, behind or low < 0
        ends = {unknown: box[unknown][(count > 0) != (low == 0)] for unknown, count in gap.rests_on}
        box = {**box, **{unknown: (end, end) for unknown, end in ends.items()}}
    return Comparison(ahead, True, behind, unknowns_in(asked))


def _rivals(seat: int, chains: Sequence[Chain], box: BoundsByUnknown) -> list[Comparison]:
    """How each of the others may stand to a seat."""
    return [_outcomes(chain, chains[seat], box) for s, chain in enumerate(chains) if s != seat]


def _span(rivals: Sequence[Comparison]) -> tuple[int, int]:
    """Bounds for a place: how many are surely ahead, how many may be."""
    return 1 + sum(rival.sure and rival.ahead for rival in rivals), 1 + sum(rival.ahead for rival in rivals)


def _places(seat: int, chains: Sequence[Chain], box: BoundsByUnknown) -> tuple[int, int]:
    """The best and the worst place of a seat over the whole box.

    Pairs alone do not tell: with a number that lifts one rival and sinks another, a seat may be second
    whatever it is. So a box that leaves a place open is looked at in two corners, then cut in two.
    """
    best, worst = len(chains) + 1, 0
    boxes = deque([box])
    for _ in range(MAX_SEARCH_STEPS):
        if not boxes:
            break
        part = boxes.popleft()
        rivals = _rivals(seat, chains, part)
        low, high = _span(rivals)
        corners = [] if low == high else _corners(seat, chains, part)
        seen = [_span(_rivals(seat, chains, corner))[0] for corner in corners] or [low]
        best, worst = min(best, *seen), max(worst, *seen)
        if low < best or high > worst:
            boxes.extend(_halves(part, rivals))
    spans = [_span(_rivals(seat, chains, part)) for part in boxes]
    return min([best, *(low for low, _ in spans)]), max([worst, *(high for _, high in spans)])


def _corners(seat: int, chains: Sequence[Chain], box: BoundsByUnknown) -> list[BoundsByUnknown]:
    """Where the others do best against a seat, all in all, and where they do worst."""
    lead = Amount()
    for chain in chains:
        for theirs, mine in zip(chain, chains[seat], strict=True):
            lead = lead.add(theirs).add(mine, -1)
    pull = dict(lead.rests_on)
    most = {unknown: ends[pull.get(unknown, 0) > 0] for unknown, ends in box.items()}
    least = {unknown: ends[pull.get(unknown, 0) < 0] for unknown, ends in box.items()}
    return [{unknown: (end, end) for unknown, end in side.items()} for side in (most, least)]


def _halves(box: BoundsByUnknown, rivals: Sequence[Comparison]) -> tuple[BoundsByUnknown, BoundsByUnknown]:
    """A box cut across the widest unknown that an open order hangs on."""
    open_ones = [unknown for rival in rivals if not rival.sure for unknown in rival.unknowns]
    widest = max(open_ones, key=lambda unknown: box[unknown][1] - box[unknown][0])
    low, high = box[widest]
    middle = (low + high) // 2 if widest.whole else Fraction(low + high) / 2
    next_up = middle + 1 if widest.whole else middle
    return {**box, widest: (low, middle)}, {**box, widest: (next_up, high)}


def _steps(
    criteria: Sequence[Criterion], amounts: Sequence[Sequence[Amount]], box: BoundsByUnknown, seats: int
) -> tuple[RankingStep, ...]:
    """Each criterion with the seats that were level before it, for certain, and how it parted them."""
    level = [tuple(range(seats))]
    steps: list[RankingStep] = []
    for criterion, column in zip(criteria, amounts, strict=True):
        asked = [group for group in level if len(group) > 1]
        steps += [RankingStep(criterion, group, _parted(group, column, box)) for group in asked]
        level = [
            group
            for step in steps[len(steps) - len(asked) :]
            for group in step.groups
            if all(_gap(a, b, column, box) == (0, 0) for a, b in combinations(group, 2))
        ]
    return tuple(steps)


def _parted(
    group: Sequence[int], column: Sequence[Amount], box: BoundsByUnknown
) -> tuple[tuple[int, ...], ...]:
    """The seats in groups, best first, cut wherever all before are ahead of all after, for certain."""
    order = sorted(group, key=lambda seat: sum(column[seat].bounds(box)), reverse=True)
    cuts = [
        at
        for at in range(1, len(order))
        if all(_gap(a, b, column, box)[0] > 0 for a in order[:at] for b in order[at:])
    ]
    return tuple(tuple(sorted(order[start:stop])) for start, stop in pairwise([0, *cuts, len(order)]))


def _gap(one: int, other: int, column: Sequence[Amount], box: BoundsByUnknown) -> Bounds:
    return column[one].add(column[other], -1).bounds(box)
