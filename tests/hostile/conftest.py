"""The app on each of the two profiles."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion.app import migrate
from tests.conftest import settings, standing
from tests.postgres import Postgres, postgres

__all__ = ["Postgres", "postgres"]


@pytest.fixture(params=["SQLite", "PostgreSQL"])
def on_each(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Flask]:
    """The app on SQLite, and on PostgreSQL in one process."""
    if request.param == "SQLite":
        yield request.getfixturevalue("app")
        return
    url = request.getfixturevalue("postgres").url
    with standing({**settings(tmp_path / "unused"), "SQLALCHEMY_DATABASE_URI": url}) as app:
        migrate(app)
        yield app
