"""The configuration of Alembic, which migrates the database."""

from alembic.config import Config

from companion.server.monitoring import MIGRATIONS_FOLDER


def make_alembic_config() -> Config:
    """Return Alembic's configuration for ``attributes["connection"]``, or else for the app's database."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS_FOLDER).replace("%", "%%"))
    return config
