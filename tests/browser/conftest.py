"""A real server and a real browser. Skipped, with the reason, where there is none."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Page,
    Playwright,
    ViewportSize,
    expect,
)

from tests.browser.engines import ENGINE, engine_named, engine_of
from tests.conftest import NOTHING_SKIPPED
from tests.leaks import search_log
from tests.ports import free_port

ROOT = Path(__file__).resolve().parents[2]
LARGER = """
  const larger = new CSSStyleSheet();
  larger.replaceSync(":root { font-size: %d%% }");
  document.adoptedStyleSheets = [larger];
"""
PHONE: ViewportSize = {"width": 390, "height": 844}
PATIENCE_MS = 30_000
"""For all that must come, on a busy machine, too. How soon it comes is measured by `make bench`."""

expect.set_options(timeout=PATIENCE_MS)


class Server:
    """The companion as it is really served; it can be killed.

    What it logs of its answers stands in the file ``log``.
    """

    checkout = ROOT

    def __init__(self, folder: Path, database: str = "", **environment: str) -> None:
        self.log = folder / "companion.log"
        self.port = int(environment.get("COMPANION_PORT") or free_port())
        host = environment.get("COMPANION_HOST", "0.0.0.0")
        self.address = f"http://{'127.0.0.1' if host == '0.0.0.0' else host}:{self.port}"
        self.environment = {
            **os.environ,
            "COMPANION_DATABASE": database or f"sqlite:///{folder / 'companion.sqlite3'}",
            "COMPANION_SECRET": "browser tests",
            "COMPANION_PORT": str(self.port),
            "COMPANION_HOST": "127.0.0.1",
            "COMPANION_RATE_LIMITS": "0",
            "COMPANION_LOG": "info",
            "COMPANION_DATA": str(folder),
            **environment,
        }
        self.start()

    def start(self, **environment: str) -> None:
        """Start it, anew or for the first time."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "companion"], cwd=self.checkout, stdout=log, stderr=log,
                env={**self.environment, **environment}, start_new_session=True,
            )  # fmt: skip
        for _ in range(200):
            try:
                urllib.request.urlopen(f"{self.address}/healthz", timeout=1).close()
                return
            except OSError:
                time.sleep(0.1)
        self.kill()
        raise RuntimeError("the server did not start")

    def kill(self) -> None:
        """As hard as it gets: the whole process group, signal 9. Once it is dead, nothing happens."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, 9)
            self.process.wait()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("served")
    made = Server(folder)
    yield made
    made.kill()
    search_log(made.log, folder / "companion.sqlite3")


@pytest.fixture(scope="session")
def browser(request: pytest.FixtureRequest, playwright: Playwright) -> Iterator[Browser]:
    """Of the engine that a test is parametrised with, else of the one that ``COMPANION_ENGINE`` names."""
    engine = engine_named(getattr(request, "param", ENGINE))
    if not engine.is_here():
        asked = f"apt-get install {' '.join(engine.PACKAGES)}"
        if NOTHING_SKIPPED:
            pytest.fail(f"nothing may be skipped: {asked}")
        pytest.skip(f"its browser is not on this machine: {asked}")
    with engine.launch(playwright) as made:
        yield made


class Phones:
    """Makes phones: each has cookies and storage of its own; what their scripts stumbled over is kept.

    They come to the addresses in turn. What all have in common is told by options of a context.
    """

    def __init__(self, browser: Browser, *addresses: str, **common: Any) -> None:
        self._browser, self._addresses, self._common = browser, itertools.cycle(addresses), common
        self._contexts: list[BrowserContext] = []
        self.errors: list[str] = []

    def __call__(self, text: int = 100, **options: Any) -> Page:
        """A phone with the options of a browser's context, and its text as large as that percentage."""
        usual = {
            **engine_of(self._browser).PHONE, "viewport": PHONE, "locale": "en",
            "base_url": next(self._addresses), **self._common,
        }  # fmt: skip
        context = self._browser.new_context(**{**usual, **options})
        self._contexts.append(context)
        if text != 100:
            context.add_init_script(LARGER % text)
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: self.errors.append(error.stack or str(error)))
        return page

    def put_away(self) -> None:
        """Close them all."""
        for context in self._contexts:
            context.close()
        self._contexts.clear()


@pytest.fixture
def phone(
    request: pytest.FixtureRequest, browser: Browser, server: Server
) -> Iterator[Callable[..., Page]]:
    """Makes phones. A script error fails the test.

    Where nothing depends on what a phone keeps, ``no_worker`` spares it the service worker, whose
    beginning is more work than the page itself.
    """
    spared = {"service_workers": "block"} if request.node.get_closest_marker("no_worker") else {}
    phones = Phones(browser, server.address, **spared)
    yield phones
    phones.put_away()
    assert phones.errors == []
