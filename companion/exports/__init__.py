"""Ways out into other programs."""

from flask import Flask


def init_app(app: Flask) -> None:
    """Register the exports."""
