"""The same on PostgreSQL: an older database comes up."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.operating.test_births import came_of_age
from tests.operating.test_duplicates import one_keeps_the_seat


@pytest.fixture
def app(on_postgres: Flask) -> Flask:
    return on_postgres


def test_tables_of_an_older_database_get_a_birth(app: Flask) -> None:
    came_of_age(app)


def test_of_several_phones_on_a_seat_one_keeps_it(app: Flask) -> None:
    one_keeps_the_seat(app)
