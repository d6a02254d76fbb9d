"""The app for offline mode, which runs in the phone's browser (Pyodide)."""

import gc
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from flask import Flask, Response
from jinja2 import ModuleLoader

from companion.offline import pages
from companion.offline.bridge import URL_PREFIX, Bridge
from companion.offline.store import BrowserStore
from companion.services import services_of
from companion.tables.table_store import TableStore
from companion.web.app_factory import create_table_app

COMPILED_TEMPLATES_FOLDER = Path(__file__).resolve().parent / "templates"
"""Folder of the templates that ``make offline`` compiled. It does not exist in a checkout."""


def create_offline_app(store: TableStore) -> Flask:
    """Return the Flask app for offline mode with the tables of this store."""
    app = create_table_app(store)
    app.jinja_env.globals |= {
        "offline_prefix": URL_PREFIX,
        "find_uploaded_table": pages.find_uploaded_table,
    }
    if COMPILED_TEMPLATES_FOLDER.is_dir():
        app.jinja_env.loader = ModuleLoader(str(COMPILED_TEMPLATES_FOLDER))
    app.register_blueprint(pages.bp)
    app.after_request(_ask_page_to_refresh)
    return app


def open_offline_app(
    texts: Mapping[str, str], assets: dict[str, str] | None = None, has_server: bool = True
) -> Bridge:
    """Start the offline app with the browser's stored texts. ``assets`` has the URLs of static files."""
    offline_app = _prepared_apps.pop() if _prepared_apps else OfflineApp()
    offline_app.app.jinja_env.globals["has_server"] = has_server
    offline_app.store.fill(texts)
    if assets is not None:
        services = replace(services_of(offline_app.app), asset_urls=assets)
        offline_app.app.extensions["companion"] = services
    offline_app.bridge.connect(offline_app.app, texts)
    return offline_app.bridge


class OfflineApp:
    """An app with an empty store, and the bridge that collects the changes for the browser to store."""

    def __init__(self) -> None:
        self.bridge = Bridge()
        self.store = BrowserStore(self.bridge.record_change)
        self.app = create_offline_app(self.store)


_prepared_apps: list[OfflineApp] = []


def prepare_for_snapshot() -> None:
    """Create an app in advance, so that a snapshot of Python's memory contains it.

    The garbage collector ignores the app's objects from now on, which makes entries faster.
    """
    _prepared_apps.append(OfflineApp())
    gc.collect()
    gc.freeze()


def _ask_page_to_refresh(response: Response) -> Response:
    """Make the page reload its fragments after a form, because no stream sends them in offline mode."""
    if response.status_code == 204:
        events = response.headers.get("HX-Trigger")
        response.headers["HX-Trigger"] = f"{events}, table:stale" if events else "table:stale"
    return response
