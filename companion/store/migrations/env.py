"""Runs Alembic over the given connection, or over one of the app's engine."""

from alembic import context
from sqlalchemy.engine import Connection

from companion.store import db


def migrate(connection: Connection) -> None:
    """Run the migrations over a connection, within the app context."""
    context.configure(
        connection=connection,
        target_metadata=db.metadata,
        render_as_batch=True,
        compare_type=True,
    )
    with context.begin_transaction():
        context.run_migrations()


if context.is_offline_mode():
    raise SystemExit("Migrations run against a database only.")
if given := context.config.attributes.get("connection"):
    migrate(given)
else:
    with db.engine.connect() as own:
        migrate(own)
