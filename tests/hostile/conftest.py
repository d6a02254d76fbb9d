"""The app on each of the two profiles."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion.app import create_app, migrate
from companion.live.relay import Relay
from companion.store import db
from tests.conftest import settings
from tests.scaled.conftest import Postgres, postgres

__all__ = ["Postgres", "postgres"]


@pytest.fixture(params=["SQLite", "PostgreSQL"])
def on_each(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Flask]:
    """The app on SQLite, and on PostgreSQL in one process."""
    if request.param == "SQLite":
        yield request.getfixturevalue("app")
        return
    monkeypatch.setattr(Relay, "start", lambda self: None)
    url = request.getfixturevalue("postgres").url
    app = create_app({**settings(tmp_path / "unused"), "SQLALCHEMY_DATABASE_URI": url})
    migrate(app)
    yield app
    with app.app_context():
        db.session.remove()
        db.engine.dispose()
