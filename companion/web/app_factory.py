"""Create the Flask app with the table pages; ``server/app.py`` adds groups, editions and the API."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote_from_bytes

from flask import Blueprint, Flask, Request, Response
from werkzeug.exceptions import HTTPException

from companion.language.i18n import format_number, format_time, gettext_markup, isolate
from companion.sentences.phrases import localized_names
from companion.services import Services
from companion.tables.errors import Malformed, TableError, http_error
from companion.tables.table_store import TableStore
from companion.tables.tables import Tables
from companion.web.common import errors, jinja_environment, security
from companion.web.common.assets import YEAR_SECONDS, asset_url, has_asset, static_folder
from companion.web.common.errors import render_error
from companion.web.common.http import redirect_htmx, strip_link_punctuation
from companion.web.common.jinja_environment import (
    FORM_KEY_PLACEHOLDER,
    SEAT_SYMBOLS,
    JinjaEnvironment,
    StripWhitespace,
    cached_macro,
)
from companion.web.common.page_fragments import slot
from companion.web.device import pwa
from companion.web.home import home, recorded_plays
from companion.web.table import exports, guide, help_pages, joining, lobby, log, seats, table

_PACKAGE_FOLDER = Path(__file__).resolve().parents[1]
ROOT = _PACKAGE_FOLDER if (_PACKAGE_FOLDER / "templates").is_dir() else _PACKAGE_FOLDER.parent
"""The folder that contains ``templates`` and ``static``."""
_ASCII_CHARACTERS = bytes(range(128)).decode()
TABLE_MODULES = (
    errors, security, jinja_environment, pwa, home, joining, lobby, table, log, help_pages, guide, seats,
    recorded_plays, exports,
)  # fmt: skip
"""The modules with the pages of a table. An app without groups and editions has only these."""
DEFAULT_SETTINGS: Mapping[str, Any] = {
    "PUBLIC_ADDRESS": "",
    "SECRET_KEY": "of one device alone, which keeps its own cookies",
    "RELEASE": "",
    "MAX_CACHED_TABLES": 50,
}


def create_table_app(store: TableStore, settings: Mapping[str, Any] | None = None) -> Flask:
    """Return an app for one device with the tables of ``store``. It has no streams and no rate limits."""
    app = create_bare_app()
    app.config.from_mapping({**DEFAULT_SETTINGS, **(settings or {})})
    app.extensions["companion"] = Services(Tables(store, app.config["MAX_CACHED_TABLES"]))
    register_pages(app)
    app.register_error_handler(HTTPException, render_http_error)
    return app


def create_bare_app(instance_path: str | None = None) -> Flask:
    """Return an app with our templates and static files, but without pages."""
    app = Flask(
        "companion", template_folder=str(ROOT / "templates"), static_folder=str(static_folder(ROOT)),
        instance_path=instance_path,
    )  # fmt: skip
    app.config.update(
        SESSION_COOKIE_NAME="companion", SESSION_COOKIE_SAMESITE="Lax", SESSION_REFRESH_EACH_REQUEST=False,
        PERMANENT_SESSION_LIFETIME=YEAR_SECONDS,
    )  # fmt: skip
    app.request_class = _Request
    app.jinja_environment = JinjaEnvironment
    app.jinja_options = {
        "cache_size": -1, "extensions": [StripWhitespace], "trim_blocks": True, "lstrip_blocks": True,
    }  # fmt: skip
    app.url_map.strict_slashes = False
    return app


def register_pages(app: Flask, *more: Blueprint) -> None:
    """Register the blueprints of ``TABLE_MODULES`` and those in ``more``. Set up Jinja and languages."""
    for blueprint in (*(module.bp for module in TABLE_MODULES), *more):
        app.register_blueprint(blueprint)
    app.url_value_preprocessor(strip_link_punctuation)
    app.after_request(redirect_htmx)
    app.jinja_env.globals |= {
        "_": gettext_markup,
        "ngettext": gettext_markup,
        "slot": slot,
        "has_asset": has_asset,
        "localized_names": localized_names,
        "new_key": lambda: FORM_KEY_PLACEHOLDER,
        "asset": asset_url,
        "offline_prefix": "",  # the path of the offline app's pages
        "has_server": True,  # whether there is a server to reconnect to
        "seat_symbols": SEAT_SYMBOLS,
    }
    for template_filter in (format_time, format_number, isolate, cached_macro):
        app.add_template_filter(template_filter)
    json_options = {"sort_keys": False, "ensure_ascii": False, "separators": (",", ":")}
    app.jinja_env.policies["json.dumps_kwargs"] = json_options


class _Request(Request):
    """A request whose query string is pure ASCII: all other bytes are percent-encoded."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not self.query_string.isascii():
            self.query_string = quote_from_bytes(self.query_string, safe=_ASCII_CHARACTERS).encode()


def render_http_error(
    error: HTTPException, render: Callable[[TableError], Response] = render_error, field_name: str = "form"
) -> Any:
    """Convert an HTTP error to a ``TableError``, and return the response that ``render`` makes of it.

    A redirect is returned unchanged. Error 400 becomes an error of the form's field ``field_name``.
    """
    if error.code is None or error.code < 400:
        return error
    wrong = {field_name: ["Not readable."]}
    answer = render(Malformed(wrong) if error.code == 400 else http_error(error.code))
    for name, value in error.get_headers():
        if name.lower() in ("allow", "retry-after"):
            answer.headers[name] = value
    return answer
