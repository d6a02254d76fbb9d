"""A chain's older lengths stay as they were, whatever is added to or taken from newer ones."""

from functools import partial

from hypothesis import given
from hypothesis import strategies as st

from companion.engine.entry_list import EntryList

STEPS = st.lists(st.tuples(st.integers(0, 30), st.sampled_from(("more", "less", "lean"))), max_size=50)


def beginning(items: tuple[int, ...], count: int) -> list[int]:
    return list(items[:count])


@given(STEPS)
def test_a_chain_is_a_tuple_that_grows(steps: list[tuple[int, str]]) -> None:
    made: list[tuple[EntryList[int], tuple[int, ...]]] = [(EntryList(), ())]
    for number, (which, step) in enumerate(steps):
        chain, items = made[which % len(made)]
        if step == "more":
            made.append((chain.appended(number), (*items, number)))
        elif step == "lean" and items:
            made.append((chain.trimmed(2, 1, partial(beginning, items)), items))
        elif items:
            made.append((chain.without_last(), items[:-1]))
    for chain, items in made:
        assert tuple(chain) == items
        assert len(chain) == len(items)
        assert chain.last() == (items[-1] if items else None)


def test_adding_shares_what_lies_before() -> None:
    one: EntryList[str] = EntryList()
    two = one.appended("a")
    assert two.appended("b")._items is two._items
    assert two.appended("c")._items is not two._items


def test_the_beginning_is_fetched_once_and_only_when_asked_for() -> None:
    asked: list[int] = []

    def fetch(count: int) -> list[str]:
        asked.append(count)
        return list("abcd")[:count]

    chain = EntryList(list("abcde"), 5).trimmed(2, 1, fetch)
    assert chain.last() == "e"
    assert chain.appended("f").last() == "f"
    assert asked == []
    assert chain.without_last().last() == "d"
    assert asked == [4]
    assert list(chain) == list(chain) == list("abcde")
    assert asked == [4, 4]


def test_somebody_else_may_look_while_the_beginning_is_fetched() -> None:
    first = True

    def fetch(count: int) -> list[str]:
        nonlocal first
        if first:
            first = False
            assert list(chain) == list("abcde")
        return list("abcd")[:count]

    chain = EntryList(list("abcde"), 5).trimmed(2, 1, fetch)
    assert list(chain) == list("abcde")
