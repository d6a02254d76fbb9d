"""An older database gets a birth for each of its tables, and nothing of them is lost."""

from __future__ import annotations

from pathlib import Path

from flask import Flask
from flask_migrate import downgrade, upgrade
from sqlalchemy import text

from companion.app import MIGRATIONS, create_app
from companion.store import db
from tests.conftest import settings
from tests.people import Phone


def came_of_age(app: Flask) -> None:
    """Two tables with an entry each go back to the older form and come up again."""
    phones = [Phone(app), Phone(app)]
    for phone in phones:
        phone.open("giza", ["Ana", "Bo"])
        assert phone.enter(kind="note", text="tea").status_code == 200
    with app.app_context():
        downgrade(str(MIGRATIONS), "0004")
        upgrade(str(MIGRATIONS))
        births = db.session.execute(text('SELECT birth, brought_in FROM "table"')).fetchall()
        assert len({birth for birth, _ in births if birth}) == 2
        assert not any(brought_in for _, brought_in in births)
        db.session.remove()
    for phone in phones:
        assert phone.enter(kind="note", text="more tea").headers["X-Entry"] == "2"


def test_tables_of_an_older_database_get_a_birth(app: Flask) -> None:
    came_of_age(app)


def test_a_database_from_before_comes_up(tmp_path: Path) -> None:
    app = create_app(settings(tmp_path / "old.sqlite3"))
    with app.app_context():
        upgrade(str(MIGRATIONS), "0004")
        insert = (
            'INSERT INTO "table" (code, slug, mode, rules, first, options, opened_at) '
            "VALUES ('OLDIE', 'giza', 'referee', 1, 0, '{}', '2026-01-01 00:00:00')"
        )
        db.session.execute(text(insert))
        db.session.execute(text("INSERT INTO seat (table_id, number, name) VALUES (1, 0, 'Ana')"))
        db.session.commit()
        upgrade(str(MIGRATIONS))
        assert db.session.execute(text("SELECT name FROM seat")).scalar() == "Ana"
        assert db.session.execute(text('SELECT birth FROM "table"')).scalar()
        db.session.remove()
        db.engine.dispose()
