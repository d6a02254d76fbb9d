"""The JSON API and its OpenAPI document."""

from flask import Flask

from companion.api import document, entries, files, games, groups, seats, tables
from companion.api.operations import bp

OPERATION_MODULES = (document, entries, files, games, groups, seats, tables)
"""The modules whose import registers operations."""


def init_app(app: Flask) -> None:
    """Register the blueprint of the API with an app."""
    app.register_blueprint(bp)
