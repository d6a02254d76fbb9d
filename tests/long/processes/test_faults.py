"""A few rounds of every fault; ``make faults`` does many."""

from collections.abc import Callable

import pytest

from tests.long.processes.faults import FAULTS, kills_on_postgresql, kills_on_sqlite

FEW: dict[Callable[[int], str], int] = {kills_on_sqlite: 6, kills_on_postgresql: 6}
"""The fifth kill is the database's; of all others four, so that the line falls silent in each way once."""


@pytest.mark.usefixtures("postgres")
@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_loses_and_doubles_nothing(fault: Callable[[int], str]) -> None:
    assert fault(FEW.get(fault, 4))
