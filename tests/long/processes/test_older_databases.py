"""The same on PostgreSQL: an older database comes up."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion.app import migrate
from tests.conftest import settings, standing
from tests.operating.test_births import came_of_age
from tests.operating.test_duplicates import one_keeps_the_seat
from tests.postgres import Postgres


@pytest.fixture
def app(postgres: Postgres, tmp_path: Path) -> Iterator[Flask]:
    chosen = {**settings(tmp_path / "none"), "SQLALCHEMY_DATABASE_URI": postgres.url}
    with standing(chosen) as app:
        migrate(app)
        yield app


def test_tables_of_an_older_database_get_a_birth(app: Flask) -> None:
    came_of_age(app)


def test_of_several_phones_on_a_seat_one_keeps_it(app: Flask) -> None:
    one_keeps_the_seat(app)
