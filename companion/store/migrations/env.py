"""Runs Alembic over the given_connection connection, or over one of the app's engine."""

from contextlib import nullcontext

from alembic import context

from companion.store.models import db

given_connection = context.config.attributes.get("connection")
with nullcontext(given_connection) if given_connection else db.engine.connect() as connection:
    context.configure(
        connection=connection, target_metadata=db.metadata, render_as_batch=True, compare_type=True
    )
    with context.begin_transaction():
        context.run_migrations()
