"""The app on the other profile."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion.server.app import migrate
from tests.conftest import settings, standing
from tests.long.postgres import Postgres


@pytest.fixture
def on_postgres(postgres: Postgres, tmp_path: Path) -> Iterator[Flask]:
    """In this process; what another test wrote is still there."""
    url = {"SQLALCHEMY_DATABASE_URI": postgres.url}
    with standing({**settings(tmp_path / "none"), **url}) as made:
        migrate(made)
        yield made
