"""The pages of the app and their fragments."""

from flask import Blueprint, Flask

from companion.language.i18n import format_number, format_time, init_i18n
from companion.sentences.phrases import localized_names
from companion.web.common import errors, security, template_globals
from companion.web.common.assets import asset_url, has_asset
from companion.web.common.jinja_environment import cached_macro
from companion.web.common.page_fragments import slot
from companion.web.common.request import redirect_htmx, strip_link_punctuation
from companion.web.common.template_whitespace import StripWhitespace
from companion.web.device import pwa
from companion.web.home import home, opening, recorded_plays
from companion.web.table import (
    exports,
    guide,
    help_pages,
    joining,
    lobby,
    rematch,
    seat_requests,
    seats,
    setting_up,
    table,
)

TABLE_MODULES = (
    errors, security, template_globals, pwa, home, opening, joining, lobby, table, help_pages, guide,
    setting_up, rematch, seats, seat_requests, recorded_plays, exports,
)  # fmt: skip
"""The modules with the pages of a table. An app without groups and editions has only these."""


def init_app(app: Flask, *more: Blueprint) -> None:
    """Register the blueprints of the table pages, then ``more``, and set up Jinja."""
    for blueprint in (*(module.bp for module in TABLE_MODULES), *more):
        app.register_blueprint(blueprint)
    app.url_value_preprocessor(strip_link_punctuation)
    app.after_request(redirect_htmx)
    init_i18n(app)
    app.jinja_env.globals |= {
        "slot": slot,
        "has_asset": has_asset,
        "localized_names": localized_names,
        "new_key": template_globals.new_key,
        "asset": asset_url,
        "offline_prefix": "",  # the path of the offline app's pages
        "has_server": True,  # whether there is a server to reconnect to
        "seat_symbols": template_globals.SEAT_SYMBOLS,
    }
    app.jinja_env.filters |= {
        "format_time": format_time,
        "format_number": format_number,
        "cached_macro": cached_macro,
    }
    json_options = {"sort_keys": False, "ensure_ascii": False, "separators": (",", ":")}
    app.jinja_env.policies["json.dumps_kwargs"] = json_options
    app.jinja_env.add_extension(StripWhitespace)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
