"""Pages and fragments."""

from flask import Blueprint, Flask

from companion.language.i18n import amount, clock
from companion.sentences.phrases import names_of
from companion.web.device import language, shell
from companion.web.plumbing import errors, form_keys, security, swaps, template_globals
from companion.web.plumbing.assets import asset_url
from companion.web.plumbing.errors import render_http_error, render_unavailable
from companion.web.plumbing.fragments import fragment, has_template, hole, kept
from companion.web.plumbing.request import cut_secrets
from companion.web.plumbing.template_layout import TemplateLayout
from companion.web.plumbing.templating import pure
from companion.web.shelf import home, opening, plays
from companion.web.table import (
    explaining,
    exports,
    guiding,
    joining,
    lobby,
    rematch,
    seats,
    setting_up,
    table,
)

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
    app.jinja_env.globals |= {"fragment": fragment, "kept": kept, "hole": hole}
    app.jinja_env.globals["has_template"] = has_template
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
