"""The companion with no server: an app of nothing but tables, over a store that a browser keeps."""

from __future__ import annotations

import gc
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from flask import Flask, Response
from jinja2 import ModuleLoader

from companion.pocket import own_pages
from companion.pocket.bridge import PREFIX, Bridge
from companion.pocket.store import BrowserStore
from companion.services import services_of
from companion.tables.ports import TableStore
from companion.web.plumbing.pages_app import create_table_app

COMPILED = Path(__file__).resolve().parent / "templates"
"""What was made of the templates ahead, by ``make pocket``; a checkout has none."""


def create_pocket(store: TableStore) -> Flask:
    """The app."""
    app = create_table_app(store)
    app.jinja_env.globals |= {"pocket": PREFIX, "sent_home": own_pages.sent_home}
    if COMPILED.is_dir():
        app.jinja_env.loader = ModuleLoader(str(COMPILED))
    app.register_blueprint(own_pages.bp)
    app.after_request(_look_again)
    return app


def open_pocket(
    texts: Mapping[str, str], assets: dict[str, str] | None = None, has_server: bool = True
) -> Bridge:
    """The pocket with all that was kept in it. ``assets`` are the addresses of the files that its pages
    ask for, by their names; ``has_server`` is false where it came from a static site.
    """
    pocket = _ready.pop() if _ready else PocketApp()
    pocket.app.jinja_env.globals["has_server"] = has_server
    pocket.store.fill(texts)
    if assets is not None:
        services = replace(services_of(pocket.app), asset_urls=assets)
        pocket.app.extensions["companion"] = services
    pocket.bridge.open(pocket.app, texts)
    return pocket.bridge


class PocketApp:
    """An app over a store that its bridge keeps, with nothing in it yet."""

    def __init__(self) -> None:
        self.bridge = Bridge()
        self.store = BrowserStore(self.bridge.keep)
        self.app = create_pocket(self.store)


_ready: list[PocketApp] = []


def make_ready() -> None:
    """Build the pocket that is opened next: whoever starts from an image of this Python finds it built.

    Nothing of it is garbage: Python need not look through it again, which takes as long as several taps.
    """
    _ready.append(PocketApp())
    gc.collect()
    gc.freeze()


def _look_again(response: Response) -> Response:
    """What a server's stream would bring after a form, the page asks for."""
    if response.status_code == 204:
        happens = response.headers.get("HX-Trigger")
        response.headers["HX-Trigger"] = f"{happens}, table:stale" if happens else "table:stale"
    return response
