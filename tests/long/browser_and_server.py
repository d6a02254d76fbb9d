"""Starts a browser and a server for programs that run outside pytest."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.app_server import Server
from tests.browser.engines import load_engine


@contextmanager
def browser_and_server() -> Iterator[tuple[Browser, Server]]:
    with (
        tempfile.TemporaryDirectory() as folder,
        sync_playwright() as playwright,
        Server(Path(folder)) as server,
        load_engine("chromium").launch(playwright) as browser,
    ):
        yield browser, server
