"""The JSON API and its description."""

from flask import Flask


def init_app(app: Flask) -> None:
    """Register the API."""
