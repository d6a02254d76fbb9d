"""Pages and fragments."""

from datetime import UTC, datetime

from flask import Flask

from companion.web import (
    calculator,
    edge,
    editions,
    exports,
    groups,
    home,
    seats,
    shell,
    table,
    transcriber,
)
from companion.web.drawn import Drawn
from companion.web.edge import http_page

__all__ = ["http_page", "init_app"]


def init_app(app: Flask) -> None:
    """Register the pages."""
    for room in (
        edge,
        shell,
        home,
        table,
        seats,
        calculator,
        editions,
        transcriber,
        exports,
        groups,
    ):
        app.register_blueprint(room.bp)
    app.jinja_env.globals["kept"] = Drawn().kept
    app.jinja_env.filters["clock"] = clock
    app.jinja_env.filters["moment"] = moment
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True


def clock(seconds: int) -> str:
    """A moment of the log as hours and minutes in UTC; the page's script shows the phone's own time."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%H:%M UTC")


def moment(seconds: int) -> str:
    """A moment of the log for machines."""
    return datetime.fromtimestamp(seconds, UTC).isoformat()
