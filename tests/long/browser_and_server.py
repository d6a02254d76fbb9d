"""A browser and a server for programs that are started manually, outside pytest."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.app_server import Server
from tests.browser.engines import engine_named


@contextmanager
def browser_and_server() -> Iterator[tuple[Browser, Server]]:
    with (
        tempfile.TemporaryDirectory() as folder,
        sync_playwright() as playwright,
        Server(Path(folder)) as server,
        engine_named("chromium").launch(playwright) as browser,
    ):
        yield browser, server
