"""The JSON API and its description."""

from flask import Flask

from companion.api import (
    document,
    editions,
    entries,
    exports,
    games,
    groups,
    lobby,
    seats,
    setting_up,
    tables,
)
from companion.api.errors import http_error_response, unavailable_response
from companion.api.operations import bp

__all__ = [
    "document",
    "editions",
    "entries",
    "exports",
    "games",
    "groups",
    "http_error_response",
    "init_app",
    "lobby",
    "seats",
    "setting_up",
    "tables",
    "unavailable_response",
]


def init_app(app: Flask) -> None:
    """Register the API."""
    app.register_blueprint(bp)
