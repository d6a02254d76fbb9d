"""Every open phone hears of each entry at once."""

from flask import Flask

from companion.live.hub import Hub
from companion.live.stream import announce, announce_people, bp

__all__ = ["announce", "announce_people", "init_app"]


def init_app(app: Flask) -> None:
    """Register the streams."""
    app.extensions["hub"] = Hub()
    app.register_blueprint(bp)
