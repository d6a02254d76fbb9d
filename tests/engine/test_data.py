"""Dataclasses to plain data and back; strangers' data is refused, never a fault."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.data import AtMost, Between, DataError, OneOf, from_json, to_json


@dataclass(frozen=True, slots=True)
class Inner:
    side: Literal["left", "right"]


@dataclass(frozen=True, slots=True)
class Outer:
    number: Annotated[int, Between(0, 9)]
    colour: Annotated[str, OneOf(("red", "blue"))]
    inner: tuple[Inner, ...] = ()
    pair: tuple[int, int] = (0, 0)
    note: Annotated[str, AtMost(5)] | None = None
    seen: frozenset[int] = frozenset()
    by: Mapping[str, int] | None = None


EXAMPLE = Outer(3, "red", (Inner("left"),), (1, 2), "hello", frozenset((4, 5)), {"a": 1})


def test_there_and_back_through_json() -> None:
    assert from_json(Outer, json.loads(json.dumps(to_json(EXAMPLE)))) == EXAMPLE


@pytest.mark.parametrize(
    "wrong",
    [
        {"number": 10}, {"number": True}, {"number": "3"}, {"colour": "green"}, {"pair": [1]},
        {"note": "too long"}, {"extra": 1},
        {"inner": [{"side": "up"}]}, {"inner": 5}, {"by": {"a": "b"}},
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(DataError):
        from_json(Outer, {**to_json(EXAMPLE), **wrong})
    with pytest.raises(DataError):
        from_json(Outer, wrong)  # the other fields are missing


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
)


@given(JSON)
def test_junk_is_a_data_error_and_nothing_else(junk: object) -> None:
    try:
        from_json(Outer, junk)
    except DataError:
        return
    raise AssertionError("junk was taken for a value")
