"""The configuration of Alembic, which migrates the database."""

from __future__ import annotations

from alembic.config import Config

from companion.server.monitoring import MIGRATIONS


def migrations() -> Config:
    """Return Alembic's configuration. It uses ``attributes["connection"]``, or else the app's database."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return config
