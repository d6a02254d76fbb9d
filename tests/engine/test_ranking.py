"""Places from a chain of criteria, each step told."""

from __future__ import annotations

from fractions import Fraction

from companion.engine.game import Criterion
from companion.engine.ranking import rank


def chain(*values: tuple[int | Fraction | None, ...]) -> list[Criterion]:
    return [Criterion(f"step {n}", "end", given) for n, given in enumerate(values)]


def test_most_points_win() -> None:
    found = rank(chain((5, 9, 7)), 3)
    assert (found.places, found.winners, len(found.steps)) == ((3, 1, 2), (1,), 1)


def test_a_tie_goes_on_to_the_next_step_among_the_tied_only() -> None:
    found = rank(chain((9, 9, 7), (1, 4, 99)), 3)
    assert found.places == (2, 1, 3)
    assert found.steps[1].seats == (0, 1)
    assert found.steps[1].groups == ((1,), (0,))


def test_level_to_the_end_is_shared_and_the_next_place_is_left_out() -> None:
    found = rank(chain((9, 9, 7), (4, 4, 0)), 3)
    assert (found.places, found.winners) == ((1, 1, 3), (0, 1))


def test_a_value_nobody_knows_orders_nobody() -> None:
    found = rank(chain((None, 9)), 2)
    assert (found.places, found.certain) == ((1, 1), False)


def test_least_can_win_and_fractions_compare_exactly() -> None:
    least = Criterion("moves", "end", (Fraction(1, 3), Fraction(3333, 10000)), most_wins=False)
    assert rank([least], 2).winners == (1,)


def test_who_lacks_what_is_needed_cannot_win() -> None:
    needed = Criterion("announced", "end", (0, 0), needed=True)
    found = rank([needed, *chain((0, 0))], 2)
    assert (found.places, found.winners) == ((1, 1), ())
