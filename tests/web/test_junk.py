"""Junk in addresses: a clear answer, never a fault. In forms it is thrown by tests/hostile/test_junk.py."""

from flask import Flask

from tests.conftest import settings as settings_of
from tests.conftest import standing


def test_codes_cannot_be_tried_out(app: Flask) -> None:
    file = app.config["SQLALCHEMY_DATABASE_URI"].removeprefix("sqlite:///")
    limited = {**settings_of(file), "RATELIMIT_ENABLED": True, "JOIN_LIMIT": "3 per minute"}
    with standing(limited) as app:
        client = app.test_client()
        for path in ("/t/AAAA{}", "/t/AAAA{}/events", "/j/AAAA{}", "/api/v1/tables/AAAA{}"):
            for limiter in app.extensions["limiter"]:
                limiter.reset()
            answers = [client.get(path.format(last)).status_code for last in "23456"]
            assert answers == [404, 404, 404, 429, 429], path
