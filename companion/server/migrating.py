"""The configuration of Alembic, which migrates the database."""

from alembic.config import Config

from companion.server.monitoring import MIGRATIONS_FOLDER


def make_alembic_config() -> Config:
    """Return Alembic's configuration. ``attributes["connection"]`` can be that of another database."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS_FOLDER).replace("%", "%%"))
    return config
