"""All kinds of bytes in every part of a request; the required tests send some of them."""

from collections.abc import Callable

import pytest

from tests.hostile.test_bytes import (
    JUNK,
    Routes,
    address_answers,
    form_answers,
    header_answers,
    query_answers,
    routes,
)

__all__ = ["routes"]


@pytest.mark.parametrize("junk", JUNK)
@pytest.mark.parametrize("answers", [address_answers, query_answers, header_answers, form_answers])
def test_no_bytes_cause_a_fault(
    routes: Routes, answers: Callable[[Routes, bytes], list[tuple[str, str]]], junk: str
) -> None:
    assert answers(routes, JUNK[junk]) == []
