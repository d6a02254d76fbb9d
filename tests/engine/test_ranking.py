"""Rankings by a list of criteria, of which some values are unknown."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations, product
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.game import Criterion
from companion.engine.ranking import rank_seats
from companion.engine.unknowns import Amount, Unknown, collect_unknowns


def test_the_lowest_value_may_win_and_fractions_are_compared_exactly() -> None:
    least = Criterion("moves", "end", (Fraction(1, 3), Fraction(3333, 10000)), most_wins=False)
    assert rank_seats([least], 2).winners == (1,)


SPHINX_HEAD = Unknown("sphinx", "head", low=-99, high=99)


def make_points(*values: int | Amount | None) -> Criterion:
    return Criterion("points", "end", values)


def test_no_tie_break_decides_while_points_are_unknown() -> None:
    ranking = rank_seats(
        [make_points(15, None, 4), Criterion("treasures", "end", (0, 0, 2), tie_break=True)], 3
    )
    assert ranking.winners == ()
    assert ranking.possible == ((1, 2), (1, 3), (2, 3))
    assert ranking.ahead == ((0, 2),)
    assert [step.groups for step in ranking.steps] == [((0, 1, 2),)]
    assert not ranking.certain


def test_an_unknown_tie_break_is_missing_only_if_seats_are_level() -> None:
    drawing = Criterion("symmetry", "end", (None, 1), tie_break=True)
    assert rank_seats([make_points(3, 2), drawing], 2).missing == ()
    assert [unknown.of for unknown in rank_seats([make_points(2, 2), drawing], 2).missing] == ["symmetry"]


def test_an_unknown_that_all_seats_share_decides_nothing() -> None:
    ranking = rank_seats([make_points(*(Amount(known, ((SPHINX_HEAD, 1),)) for known in (9, 7, 7)))], 3)
    assert (ranking.places, ranking.winners, ranking.certain) == ((1, 2, 2), (0,), True)
    assert ranking.level == ((1, 2),)
    assert (ranking.missing, ranking.deciding) == ((SPHINX_HEAD,), ())


BOUNDS_STRATEGY = st.tuples(st.integers(-3, 3), st.integers(0, 3)).map(lambda pair: (pair[0], sum(pair)))
COUNTS_STRATEGY = st.lists(st.sampled_from((-2, -1, 0, 0, 1, 2)), min_size=3, max_size=3)


@st.composite
def make_criteria_with_unknowns(draw: st.DrawFn) -> tuple[list[Criterion], int]:
    """Generate (criteria, number of seats) with up to three unknowns, which several seats may share."""
    seats = draw(st.integers(2, 4))
    unknowns = [
        Unknown(name, low=low, high=high)
        for name, (low, high) in zip("xyz", draw(st.tuples(*[BOUNDS_STRATEGY] * 3)), strict=True)
    ]
    criteria = []
    for number in range(draw(st.integers(1, 3))):
        values = []
        for _ in range(seats):
            counts = draw(COUNTS_STRATEGY) if number < 2 else [0, 0, 0]
            rests_on = tuple((u, n) for u, n in zip(unknowns, counts, strict=True) if n)
            values.append(Amount(draw(st.integers(-4, 4)), rests_on))
        criteria.append(Criterion(f"step {number}", "end", tuple(values), draw(st.booleans())))
    if draw(st.booleans()):
        announced = tuple(draw(st.lists(st.integers(0, 1), min_size=seats, max_size=seats)))
        criteria.insert(0, Criterion("announced", "end", announced, required_to_win=True))
    return criteria, seats


def iterate_possible_criteria(criteria: list[Criterion]) -> Iterator[list[Criterion]]:
    unknowns = collect_unknowns(v for c in criteria for v in c.values if isinstance(v, Amount))
    for values in product(*(range(int(u.low), int(u.high) + 1) for u in unknowns)):
        by_unknown = dict(zip(unknowns, values, strict=True))
        yield [
            replace(c, values=tuple(
                v.known + sum(n * by_unknown[u] for u, n in v.rests_on) if isinstance(v, Amount) else v
                for v in c.values
            ))
            for c in criteria
        ]  # fmt: skip


@given(make_criteria_with_unknowns())
@settings(max_examples=200, deadline=None)
def test_a_ranking_claims_exactly_what_holds_for_every_value_of_the_unknowns(
    table: tuple[list[Criterion], int],
) -> None:
    criteria, seats = table
    ranking = rank_seats(criteria, seats)
    possible = [compute_places(known, seats) for known in iterate_possible_criteria(criteria)]
    spans = tuple((min(p[s] for p in possible), max(p[s] for p in possible)) for s in range(seats))
    assert ranking.possible == spans
    assert ranking.places == tuple(best for best, _ in spans)
    pairs = list(permutations(range(seats), 2))
    assert ranking.ahead == tuple((a, b) for a, b in pairs if all(p[a] < p[b] for p in possible))
    assert ranking.level == tuple((a, b) for a, b in pairs if a < b and all(p[a] == p[b] for p in possible))
    required = [c for c in criteria if c.required_to_win]
    won = {
        tuple(s for s in range(seats) if p[s] == 1 and all(c.values[s] for c in required)) for p in possible
    }
    assert ranking.winners == (won.pop() if len(won) == 1 else ())
    assert ranking.nobody_wins == (won <= {()} and not ranking.winners)
    for step in ranking.steps:
        for better, worse in combinations(step.groups, 2):
            assert {(a, b) for a in better for b in worse} <= set(ranking.ahead)


def compute_places(criteria: list[Criterion], seats: int) -> tuple[int, ...]:
    def get_sort_key(seat: int) -> list[Any]:
        values: list[tuple[Any, bool]] = [(c.values[seat], c.most_wins) for c in criteria]
        return [value if most_wins else -value for value, most_wins in values]

    keys = list(map(get_sort_key, range(seats)))
    return tuple(1 + sum(other > key for other in keys) for key in keys)
