"""Pages and fragments."""

from datetime import UTC, datetime

from flask import Flask

from companion.web import (
    calculator,
    editions,
    errors,
    exports,
    form_keys,
    front,
    groups,
    home,
    lobby,
    rematch,
    seats,
    security,
    shell,
    swaps,
    table,
    table_stream,
    template_globals,
    transcriber,
)
from companion.web.assets import asset_url
from companion.web.errors import render_http_error
from companion.web.fragments import FragmentCache, assembled, fragment
from companion.web.template_layout import TemplateLayout

__all__ = ["init_app", "render_http_error"]


def init_app(app: Flask) -> None:
    """Register the pages."""
    for room in (
        errors, form_keys, security, swaps, template_globals, shell, front, home, lobby, table,
        table_stream, rematch, seats, calculator, editions, transcriber, exports, groups,
    ):  # fmt: skip
        app.register_blueprint(room.bp)
    app.jinja_env.globals["cached_fragment"] = FragmentCache().cached_fragment
    app.jinja_env.globals["fragment"], app.jinja_env.globals["assembled"] = fragment, assembled
    app.jinja_env.globals["asset"] = asset_url
    app.jinja_env.globals["seat_symbols"] = template_globals.SEAT_SYMBOLS
    app.jinja_env.filters["clock"] = clock
    app.jinja_env.filters["moment"] = moment
    app.jinja_env.add_extension(TemplateLayout)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True


def clock(seconds: int) -> str:
    """A moment of the log as hours and minutes in UTC; the page's script shows the phone's own time."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%H:%M UTC")


def moment(seconds: int) -> str:
    """A moment of the log for machines."""
    return datetime.fromtimestamp(seconds, UTC).isoformat()
