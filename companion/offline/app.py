"""The companion with no server: an app of nothing but tables, over a store that a browser keeps."""

from __future__ import annotations

import gc
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from flask import Flask, Response
from jinja2 import ModuleLoader

from companion.offline import pages
from companion.offline.bridge import PREFIX, Bridge
from companion.offline.store import BrowserStore
from companion.services import services_of
from companion.tables.table_store import TableStore
from companion.web.common.app_factory import create_table_app

COMPILED_TEMPLATES = Path(__file__).resolve().parent / "templates"
"""What was made of the templates ahead, by ``make offline``; a checkout has none."""


def create_offline_app(store: TableStore) -> Flask:
    """The app."""
    app = create_table_app(store)
    app.jinja_env.globals |= {"offline_prefix": PREFIX, "server_copy_of": pages.server_copy_of}
    if COMPILED_TEMPLATES.is_dir():
        app.jinja_env.loader = ModuleLoader(str(COMPILED_TEMPLATES))
    app.register_blueprint(pages.bp)
    app.after_request(_ask_page_to_refresh)
    return app


def open_offline_app(
    texts: Mapping[str, str], assets: dict[str, str] | None = None, has_server: bool = True
) -> Bridge:
    """Return the bridge to an app that holds the stored texts. ``assets`` are the files that pages
    ask for, by their names; ``has_server`` is false where it came from a static site.
    """
    offline_app = _prepared.pop() if _prepared else OfflineApp()
    offline_app.app.jinja_env.globals["has_server"] = has_server
    offline_app.store.fill(texts)
    if assets is not None:
        services = replace(services_of(offline_app.app), asset_urls=assets)
        offline_app.app.extensions["companion"] = services
    offline_app.bridge.open(offline_app.app, texts)
    return offline_app.bridge


class OfflineApp:
    """An app over a store that its bridge keeps, with nothing in it yet."""

    def __init__(self) -> None:
        self.bridge = Bridge()
        self.store = BrowserStore(self.bridge.keep)
        self.app = create_offline_app(self.store)


_prepared: list[OfflineApp] = []


def prepare_for_snapshot() -> None:
    """Build the app that is opened next, so that an image of this Python contains it.

    The garbage collector no longer looks through it, which would take as long as several entries.
    """
    _prepared.append(OfflineApp())
    gc.collect()
    gc.freeze()


def _ask_page_to_refresh(response: Response) -> Response:
    """What a server's stream would bring after a form, the page asks for."""
    if response.status_code == 204:
        happens = response.headers.get("HX-Trigger")
        response.headers["HX-Trigger"] = f"{happens}, table:stale" if happens else "table:stale"
    return response
