"""Every pair of tables that differ in one secret: the gate compares one of each game."""

from pathlib import Path

import pytest

from tests.secrets.test_two_tables import (
    PAIRS,
    Compare,
    comparing,
    test_everything_shown_is_the_same,
    test_probing_and_taking_back_tell_nothing,
    test_wanting_to_count_opens_nothing,
)

__all__ = [
    "test_everything_shown_is_the_same",
    "test_probing_and_taking_back_tell_nothing",
    "test_wanting_to_count_opens_nothing",
]


@pytest.fixture(params=PAIRS)
def compare(request: pytest.FixtureRequest, empty_database: Path, tmp_path: Path) -> Compare:
    return comparing(PAIRS[request.param], empty_database, tmp_path)
