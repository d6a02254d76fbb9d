"""Pages and fragments."""

from flask import Blueprint, Flask

from companion.language.i18n import amount, clock, init_i18n
from companion.sentences.phrases import names_of
from companion.web.common import errors, security, template_globals
from companion.web.common.assets import asset_url, has_asset
from companion.web.common.page_fragments import slot
from companion.web.common.request import cut_secrets, load_what_does_not_fit
from companion.web.common.template_layout import TemplateLayout
from companion.web.common.templating import pure
from companion.web.device import shell
from companion.web.home import home, opening, plays
from companion.web.table import (
    explaining,
    exports,
    guiding,
    joining,
    lobby,
    rematch,
    seat_requests,
    seats,
    setting_up,
    table,
)

TABLE_ROOMS = (
    errors, security, template_globals, shell, home, opening, joining, lobby, table, explaining, guiding,
    setting_up, rematch, seats, seat_requests, plays, exports,
)  # fmt: skip
"""The pages of an app that has nothing but tables, wherever they are kept."""


def init_app(app: Flask, *more: Blueprint) -> None:
    """Register the pages of the tables, and those of ``more`` rooms."""
    for blueprint in (*(room.bp for room in TABLE_ROOMS), *more):
        app.register_blueprint(blueprint)
    app.url_value_preprocessor(cut_secrets)
    app.after_request(load_what_does_not_fit)
    init_i18n(app)
    app.jinja_env.globals |= {
        "slot": slot,
        "has_asset": has_asset,
        "names_of": names_of,
        "new_key": template_globals.new_key,
        "asset": asset_url,
        "offline_prefix": "",  # where the pages of a phone without a line lie
        "has_server": True,  # whom a phone without a line comes back to
        "seat_symbols": template_globals.SEAT_SYMBOLS,
    }
    app.jinja_env.filters |= {"clock": clock, "amount": amount, "pure": pure}
    written = {"sort_keys": False, "ensure_ascii": False, "separators": (",", ":")}
    app.jinja_env.policies["json.dumps_kwargs"] = written
    app.jinja_env.add_extension(TemplateLayout)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
