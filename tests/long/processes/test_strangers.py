"""What strangers send is kept or refused on PostgreSQL as on SQLite."""

import pytest
from flask import Flask

from tests.hostile.fuzz import fuzz
from tests.hostile.test_beside import test_a_move_beside_an_entry_without_one_is_not_written
from tests.hostile.test_imports import (
    test_a_file_that_the_database_cannot_keep_is_refused_and_leaves_no_table,
    test_a_moment_at_the_end_of_the_range_comes_in,
    test_a_table_that_fails_while_its_log_is_written_is_not_there,
)

__all__ = [
    "test_a_file_that_the_database_cannot_keep_is_refused_and_leaves_no_table",
    "test_a_moment_at_the_end_of_the_range_comes_in",
    "test_a_move_beside_an_entry_without_one_is_not_written",
    "test_a_table_that_fails_while_its_log_is_written_is_not_there",
]


@pytest.fixture
def app(on_postgres: Flask) -> Flask:
    return on_postgres


def test_a_fuzz_finds_nothing(app: Flask) -> None:
    statuses, faults = fuzz(app, 2000, seed=4)
    assert not faults
    assert set(statuses) >= {200, 303, 400, 403, 404, 405}
