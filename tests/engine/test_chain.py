"""A chain's older lengths stay as they were, whatever is added to or taken from newer ones."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.engine.chain import Chain


@given(st.lists(st.tuples(st.integers(0, 30), st.booleans()), max_size=40))
def test_a_chain_is_a_tuple_that_grows(steps: list[tuple[int, bool]]) -> None:
    made: list[tuple[Chain[int], tuple[int, ...]]] = [(Chain(), ())]
    for number, (which, more) in enumerate(steps):
        chain, items = made[which % len(made)]
        if more:
            made.append((chain.plus(number), (*items, number)))
        elif items:
            made.append((chain.less(), items[:-1]))
    for chain, items in made:
        assert tuple(chain) == items
        assert len(chain) == len(items)
        assert chain.last() == (items[-1] if items else None)


def test_adding_shares_what_lies_before() -> None:
    one: Chain[str] = Chain()
    two = one.plus("a")
    assert two.plus("b")._items is two._items
    assert two.plus("c")._items is not two._items
