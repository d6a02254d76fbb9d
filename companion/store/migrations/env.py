"""How Alembic reaches the app's database: within the app's context, with its metadata."""

from alembic import context

from companion.store import db


def run_migrations_online() -> None:
    """Apply the migrations over a connection of the app's own engine."""
    with db.engine.connect() as connection:
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
run_migrations_online()
