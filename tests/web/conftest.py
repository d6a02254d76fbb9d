"""Searches all responses of this folder for leaked secrets, and offers an app with rate limits."""

from collections.abc import Iterator

import pytest
from flask import Flask

from tests.conftest import make_settings, open_app
from tests.leaks import check_for_leaked_secrets

__all__ = ["check_for_leaked_secrets"]


@pytest.fixture
def limited_app(app: Flask) -> Iterator[Flask]:
    """Yield another app for the database of ``app``, which limits the rate of requests."""
    file = app.config["SQLALCHEMY_DATABASE_URI"].removeprefix("sqlite:///")
    with open_app({**make_settings(file), "RATELIMIT_ENABLED": True}) as limited_app:
        yield limited_app
