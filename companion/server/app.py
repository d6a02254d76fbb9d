"""The application factory of the server, and database migrations."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from alembic import command
from flask import Flask, Response, request
from flask_compress import Compress
from sqlalchemy.exc import DBAPIError, TimeoutError
from werkzeug.exceptions import HTTPException
from werkzeug.middleware.proxy_fix import ProxyFix
from whitenoise import WhiteNoise

from companion import api
from companion.api.operations import error_response
from companion.lan import address_change, host_page
from companion.lan.data_folder import data_folder
from companion.lan.host import LanHosting
from companion.limits import limiter
from companion.limits.rate_limits import count_attempt, stream_quota
from companion.live.hub import Relay
from companion.live.streams import Streams
from companion.server import monitoring, restoring
from companion.server.config import load_settings
from companion.server.restoring import make_alembic_config
from companion.services import Services
from companion.store.backups import back_up, database_file
from companion.store.connections import engine_options, migration_lock, to_store_error
from companion.store.models import db
from companion.store.sql_store import SqlTableStore
from companion.tables import concurrency
from companion.tables.concurrency import LOCK_TIMEOUT_SECONDS
from companion.tables.errors import Unavailable
from companion.tables.tables import Tables
from companion.web.app_factory import ROOT, create_bare_app, register_pages, render_http_error
from companion.web.common.assets import offline_bundle_folder, static_max_age
from companion.web.common.errors import render_error
from companion.web.common.security import APP_HEADER
from companion.web.device import device_tables, offline_mode
from companion.web.home import editions, groups
from companion.web.home.groups_and_editions import DatabaseGroupsAndEditions
from companion.web.table import table_stream

RETRY_AFTER_SECONDS = 2
"""Seconds after which a phone repeats a request that was answered 503."""


def create_app(overrides: Mapping[str, Any] | None = None) -> Flask:
    """Return the app with all its pages and the API. ``overrides`` replace settings, mostly in tests."""
    app = create_bare_app(instance_path=str(data_folder()))
    app.config.from_mapping(load_settings(Path(app.instance_path)))
    app.config["OFFLINE_BUNDLE"] = str(offline_bundle_folder(ROOT))
    app.config.from_mapping(overrides or {})
    app.config.setdefault(
        "SQLALCHEMY_ENGINE_OPTIONS",
        engine_options(app.config["SQLALCHEMY_DATABASE_URI"], app.config["DATABASE_TIMEOUT"]),
    )
    db.init_app(app)
    sqlite = app.config["SQLALCHEMY_DATABASE_URI"].startswith("sqlite")
    store, lan_host = SqlTableStore(), LanHosting(app.config["LISTEN_HOST"])
    app.extensions["lan_host"] = lan_host
    streams = Streams(store, stream_quota(app.config))
    tables = Tables(store, app.config["MAX_CACHED_TABLES"], streams, count_attempt, one_writer=sqlite)
    app.extensions["companion"] = Services(
        tables, streams, DatabaseGroupsAndEditions(), lan_host.url_for_phones
    )
    if not sqlite:  # other processes may serve the same tables
        streams.relay = Relay(app, tables, streams.receive_update, streams.publish_newest_versions)
        app.before_request(streams.relay.start)
    restoring.init_request_lock(app)
    app.before_request(_refuse_if_overloaded)
    app.teardown_request(lambda _: concurrency.stop_wait_timer())
    Compress(app)
    modules = (
        host_page, restoring, table_stream, device_tables, editions, address_change, groups, offline_mode,
    )  # fmt: skip
    register_pages(app, *(module.bp for module in modules))
    app.register_blueprint(api.bp)
    limiter.init_app(app)
    app.after_request(_add_retry_after)  # before the limiter's headers
    monitoring.init_app(app)
    app.register_error_handler(HTTPException, _render_http_error)
    for fault in (DBAPIError, TimeoutError):
        app.register_error_handler(fault, _render_database_error)
    if proxies := app.config["PROXIES"]:
        vars(app)["wsgi_app"] = ProxyFix(app.wsgi_app, proxies, proxies, proxies)
    static = WhiteNoise(
        app.wsgi_app, root=app.static_folder, prefix="static/", max_age=static_max_age(ROOT),
        allow_all_origins=False,
        add_headers_function=lambda headers, *_: headers.add_header(APP_HEADER, "1"),
        autorefresh=app.config.get("TESTING", False),
    )  # fmt: skip
    if Path(app.config["OFFLINE_BUNDLE"]).is_dir():
        static.add_files(app.config["OFFLINE_BUNDLE"], prefix="static/pocket/")
    vars(app)["wsgi_app"] = static
    return app


def _refuse_if_overloaded() -> None:
    """Let other requests run first. Raise Unavailable if this request writes and had to wait too long."""
    concurrency.start_wait_timer()
    concurrency.yield_control()
    is_write = request.method not in ("GET", "HEAD", "OPTIONS")
    if is_write and concurrency.waited_seconds() > LOCK_TIMEOUT_SECONDS:
        raise Unavailable("table.busy")


def _add_retry_after(response: Response) -> Response:
    if response.status_code == 503:
        response.headers.setdefault("Retry-After", str(RETRY_AFTER_SECONDS))
    return response


def _render_http_error(error: HTTPException) -> Any:
    below_api = request.path.startswith("/api/")
    return render_http_error(error, error_response, "_request") if below_api else render_http_error(error)


def _render_database_error(error: DBAPIError | TimeoutError) -> Any:
    render = error_response if request.path.startswith("/api/") else render_error
    return render(to_store_error(error))


def migrate(app: Flask) -> None:
    """Migrate the database to the newest revision, in one process at a time. Back up SQLite first.

    Raise OSError or sqlite3.Error if the backup fails; nothing is changed then.
    """
    with app.app_context(), migration_lock(db.engine, app.config["DATABASE_TIMEOUT"]):
        revision = monitoring.read_database_revision()
        revisions = [script.revision for script in monitoring.load_migration_scripts().walk_revisions()]
        if revision and revision not in revisions:
            raise SystemExit("The database was made by a newer companion: start that one.")
        if revision != revisions[0]:
            file = database_file(app.config["SQLALCHEMY_DATABASE_URI"])
            if revision and file:
                back_up(file, before=revision)
            command.upgrade(make_alembic_config(), "head")
    with app.app_context():
        db.engine.dispose()
