"""An entry on a phone that plays offline, in headless Chromium that runs four times slower.

Chromium's own throttling leaves workers as they are. So all its processes are stopped three quarters of the
time, every few milliseconds.
"""

from __future__ import annotations

import os
import re
import signal
import statistics
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlencode

from playwright.sync_api import Browser, Page, sync_playwright

from bench.harness import Checkouts, Figure
from bench.servers import companion
from companion.games import GAMES
from tests.browser.engines.chromium import CHROMIUM, FLAGS
from tests.long.phone.offline_phone import phone_with_bundle
from tests.offline.conftest import BUILT
from tests.offline.forms import entry_form
from tests.recorded_plays import watched_play

SLICE = 0.002
"""Seconds that a slowed browser runs at a time."""
TAGS = re.compile(r'id="(now|turn)"[^>]*data-tag="([^"]+)"')
ASK = """async ([path, form, shown]) => {
  const before = performance.now();
  const headers = shown ? { "HX-Request": "true", "X-Shown": shown } : {};
  const answer = await fetch(path, { method: "POST", body: new URLSearchParams(form), headers });
  return [answer.url, await answer.text(), performance.now() - before];
}"""
"""Address, text and milliseconds of the answer to a form, of a page that shows this."""


def measure(_quick: bool, _: Checkouts) -> Iterator[Figure]:
    """Enter a recorded play of each game twice: at full speed, then slowed."""
    if not (BUILT / "manifest.json").is_file() or CHROMIUM is None:
        print("An offline tap needs Chromium and the offline bundle (make offline).")
        return
    delays = {}
    with companion() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        with phone_with_bundle(browser, server.address) as user:
            for slug in (game.meta.slug for game in GAMES):
                _play(user.page, slug)
                with _slowed(browser):
                    delays[slug] = statistics.mean(_play(user.page, slug))
        browser.close()
    yield Figure("entry offline on a CPU slowed four times, ms", delays)


def _play(page: Page, slug: str) -> list[float]:
    """Milliseconds of each line of a play at a new table, entered and drawn."""
    play = watched_play(slug)
    options = play.get("options", {}).items()
    form = [("start", 1), ("one_phone", "on"), ("first", play.get("first", 0))]
    form += [("name", name) for name in play["seats"]]
    form += [(f"option.{name}", "on") for name, value in options if value is True]
    settings = [
        {"kind": "setting", "option": name, "value": value} for name, value in options if value is not True
    ]
    address, text, _ = page.evaluate(ASK, [f"/pocket/open/{slug}", urlencode(form), ""])
    delays, shown = [], dict(TAGS.findall(text))
    for number, line in enumerate([*settings, *play["log"]]):
        tag = f"{shown['now']}.{shown['turn']}"
        _, text, delay = page.evaluate(ASK, [f"{address}/enter", entry_form(line, number), tag])
        assert f'data-version="{number + 1}"' in text, text
        shown |= TAGS.findall(text)
        delays.append(delay)
    return delays


@contextmanager
def _slowed(browser: Browser) -> Iterator[None]:
    """Stop all processes of a browser three quarters of the time."""
    processes = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    [group] = [os.getpgid(process["id"]) for process in processes if process["type"] == "browser"]
    over = threading.Event()

    def stop_and_go() -> None:
        ran = stood = 0.0
        went = time.perf_counter()
        while not over.wait(SLICE):
            os.killpg(group, signal.SIGSTOP)
            stopped = time.perf_counter()
            ran += stopped - went
            time.sleep(max(0.0, 3 * ran - stood))  # what was too long or short is made up for
            os.killpg(group, signal.SIGCONT)
            went = time.perf_counter()
            stood += went - stopped

    thread = threading.Thread(target=stop_and_go)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
