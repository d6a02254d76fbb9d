"""A database that came up through all migrations has the form that the code's models describe."""

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from flask import Flask

from companion.store import db

COMPARED = {"compare_type": True, "compare_server_default": True}


def test_the_migrations_lead_to_what_the_models_say(app: Flask) -> None:
    with app.app_context(), db.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts=COMPARED)
        assert compare_metadata(context, db.Model.metadata) == []
