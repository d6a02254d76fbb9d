"""Every open phone hears of each entry at once."""

from flask import Flask

from companion.live.hub import Hub
from companion.live.stream import announce, announce_people, bp


def init_app(app: Flask) -> None:
    """Register the streams."""
    app.extensions["hub"] = Hub()
    app.extensions["announce"] = announce
    app.extensions["announce_people"] = announce_people
    app.register_blueprint(bp)
