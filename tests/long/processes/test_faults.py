"""A few rounds of every fault; ``make faults`` does many."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.long.processes.faults.__main__ import FAULTS
from tests.long.processes.faults.outcome import Outcome

FEW = {"midway": 8, "kills": 6}
"""Each way to fall silent twice; the fifth kill is the database's."""


@pytest.mark.usefixtures("postgres")
@pytest.mark.parametrize(
    ("name", "fault"), [(name, fault) for name, faults in FAULTS.items() for fault in faults]
)
def test_a_fault_loses_and_doubles_nothing(name: str, fault: Callable[[int], Outcome]) -> None:
    rounds = FEW.get(name, 4)
    assert fault(rounds).rounds == rounds
