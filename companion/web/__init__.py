"""Pages and fragments."""

from flask import Blueprint, Flask

from companion.language.i18n import amount, clock
from companion.sentences.phrases import names_of
from companion.web import (
    errors,
    explaining,
    exports,
    form_keys,
    guiding,
    home,
    joining,
    language,
    lobby,
    opening,
    plays,
    rematch,
    seats,
    security,
    setting_up,
    shell,
    swaps,
    table,
    template_globals,
)
from companion.web.assets import asset_url
from companion.web.errors import render_http_error, render_unavailable
from companion.web.fragments import fragment, hole, kept
from companion.web.request import cut_secrets
from companion.web.template_layout import TemplateLayout
from companion.web.templating import pure

__all__ = ["TABLE_ROOMS", "init_app", "render_http_error", "render_unavailable"]

TABLE_ROOMS = (
    errors, form_keys, security, swaps, template_globals, shell, home, opening, joining, language,
    lobby, table, explaining, guiding, setting_up, rematch, seats, plays, exports,
)  # fmt: skip
"""The pages of an app that has nothing but tables, wherever they are kept."""


def init_app(app: Flask, *more: Blueprint) -> None:
    """Register the pages of the tables, and those of ``more`` rooms."""
    for blueprint in (*(room.bp for room in TABLE_ROOMS), *more):
        app.register_blueprint(blueprint)
    app.url_value_preprocessor(cut_secrets)
    app.jinja_env.globals["kept"], app.jinja_env.globals["hole"] = kept, hole
    app.jinja_env.globals["fragment"] = fragment
    app.jinja_env.globals["names_of"] = names_of
    app.jinja_env.globals["asset"] = asset_url
    app.jinja_env.globals["pocket"] = ""  # where the pages of a phone without a line lie
    app.jinja_env.globals["has_server"] = True  # whom a phone without a line comes back to
    app.jinja_env.globals["seat_symbols"] = template_globals.SEAT_SYMBOLS
    app.jinja_env.filters["clock"] = clock
    app.jinja_env.filters["amount"] = amount
    app.jinja_env.filters["pure"] = pure
    app.jinja_env.policies["json.dumps_kwargs"] = {
        "sort_keys": False,
        "ensure_ascii": False,
        "separators": (",", ":"),
    }
    app.jinja_env.add_extension(TemplateLayout)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
