"""A few rounds of every fault; ``make faults`` does many."""

from collections.abc import Callable

import pytest

from tests.long.processes.faults.__main__ import FAULTS

FEW = {"midway": 4, "kills": 6}
"""Each way to fall silent once; the fifth kill is the database's."""


@pytest.mark.usefixtures("postgres")
@pytest.mark.parametrize(
    ("name", "fault"), [(name, fault) for name, (_, faults) in FAULTS.items() for fault in faults]
)
def test_a_fault_loses_and_doubles_nothing(name: str, fault: Callable[[int], str]) -> None:
    assert fault(FEW.get(name, 4))
