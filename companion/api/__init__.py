"""The JSON API and its description."""

from flask import Flask

from companion.api import document, editions, exports, groups, shelf, tables
from companion.api.faults import http_fault
from companion.api.operations import bp

__all__ = ["document", "editions", "exports", "groups", "http_fault", "init_app", "shelf", "tables"]


def init_app(app: Flask) -> None:
    """Register the API."""
    app.register_blueprint(bp)
