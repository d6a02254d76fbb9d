"""What is kept, counted: whoever is refused leaves it as it was."""

from flask import Flask
from sqlalchemy import func, select

from companion.store import db


def rows(app: Flask) -> dict[str, int]:
    """How many rows each table of the database has."""
    with app.app_context():
        found = {
            table.name: db.session.scalar(select(func.count()).select_from(table)) or 0
            for table in db.metadata.sorted_tables
        }
        db.session.remove()
    return found
