"""The application factory."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping
from pathlib import Path
from typing import Any

from flask import Flask, request
from flask.sessions import SessionInterface
from flask.templating import Environment
from flask_compress import Compress
from flask_migrate import Migrate, upgrade
from werkzeug.exceptions import HTTPException
from werkzeug.middleware.proxy_fix import ProxyFix
from whitenoise import WhiteNoise

from companion import api, live, monitoring, web
from companion.config import data_folder, load_settings
from companion.i18n import init_i18n
from companion.rate_limits import limiter
from companion.store import db, engine_options
from companion.tables.cache import TableCache
from companion.web.assets import static_age, static_folder
from companion.web.security import OURS

_PACKAGE = Path(__file__).resolve().parent
MIGRATIONS = _PACKAGE / "store" / "migrations"


def create_app(overrides: Mapping[str, Any] | None = None) -> Flask:
    """The companion as a WSGI app. ``overrides`` replace settings, for tests mostly."""
    home = _PACKAGE if (_PACKAGE / "templates").is_dir() else _PACKAGE.parent
    app = Flask(
        "companion",
        template_folder=str(home / "templates"),
        static_folder=str(static_folder(home)),
        instance_path=str(data_folder(home)),
    )
    app.session_interface = _NoSessions()
    app.jinja_environment = _Templates
    app.config.from_mapping(load_settings(Path(app.instance_path)))
    app.config.from_mapping(overrides or {})
    app.config.setdefault(
        "SQLALCHEMY_ENGINE_OPTIONS",
        engine_options(app.config["SQLALCHEMY_DATABASE_URI"], app.config["DATABASE_PATIENCE"]),
    )
    db.init_app(app)
    Migrate(app, db, directory=str(MIGRATIONS))
    init_i18n(app)
    sqlite = app.config["SQLALCHEMY_DATABASE_URI"].startswith("sqlite")
    app.extensions["table_cache"] = TableCache(app.config["HELD_TABLES"], one_writer=sqlite)
    limiter.init_app(app)
    Compress(app)
    for room in (live, web, api):
        room.init_app(app)
    monitoring.init_app(app, str(MIGRATIONS))
    app.register_error_handler(HTTPException, _http_fault)
    if proxies := app.config["PROXIES"]:
        app.wsgi_app = ProxyFix(app.wsgi_app, proxies, proxies, proxies)  # type: ignore[method-assign]
    static = WhiteNoise(
        app.wsgi_app,
        root=app.static_folder,
        prefix="static/",
        max_age=static_age(home),
        allow_all_origins=False,
        add_headers_function=_as_ours,
        autorefresh=app.config.get("TESTING", False),
    )
    static.serve = _serve_by_tag
    app.wsgi_app = static  # type: ignore[method-assign]
    return app


class _Templates(Environment):
    """Templates that share one dictionary of global names: Jinja's own chains them anew for each, and
    goes through the chain at every include and import."""

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return {**self.globals, **d} if d else self.globals


class _NoSessions(SessionInterface):
    """What a device may do is in its links' own cookies: nothing is signed or opened for a session."""

    def open_session(self, *_: object) -> None:
        return None


def _as_ours(headers: Any, path: str, url: str) -> None:
    headers[OURS] = "1"


def _serve_by_tag(file: Any, environ: Any, start_response: Any) -> Any:
    """A static file's address changes with it; a tag is enough for those who ask again."""

    def start(status: str, headers: list[tuple[str, str]]) -> None:
        start_response(status, [header for header in headers if header[0] != "Last-Modified"])

    return WhiteNoise.serve(file, environ, start)


def _http_fault(error: HTTPException) -> Any:
    """Faults of HTTP itself, told as JSON below /api/ and as a page elsewhere."""
    if error.code is None or error.code < 400:
        return error
    below_api = request.path.startswith("/api/")
    answer = api.http_error_response(error) if below_api else web.render_http_error(error)
    for name, value in error.get_headers():
        if name.lower() in ("allow", "retry-after"):
            answer.headers[name] = value
    return answer


def migrate(app: Flask) -> None:
    """Bring the database to the newest form."""
    with app.app_context():
        upgrade(str(MIGRATIONS))
