"""The same on PostgreSQL: tables of an older database get a birth each."""

from __future__ import annotations

from pathlib import Path

from companion.app import create_app, migrate
from companion.store import db
from tests.conftest import settings
from tests.operating.test_births import came_of_age
from tests.scaled.conftest import Postgres


def test_tables_of_an_older_database_get_a_birth(postgres: Postgres, tmp_path: Path) -> None:
    chosen = {**settings(tmp_path / "none"), "SQLALCHEMY_DATABASE_URI": postgres.url}
    app = create_app(chosen)
    migrate(app)
    came_of_age(app)
    with app.app_context():
        db.engine.dispose()
