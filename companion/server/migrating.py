"""The configuration of Alembic, which migrates the database."""

from alembic.config import Config

from companion.server.monitoring import MIGRATIONS_FOLDER


def make_alembic_config() -> Config:
    """Return the configuration for Alembic's commands, which migrate the database of the current app.

    To migrate another database, put a connection to it into ``attributes["connection"]`` of the result.
    """
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS_FOLDER).replace("%", "%%"))
    return config
