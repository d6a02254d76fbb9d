"""Time of an entry in offline mode, in headless Chromium with a quarter of the CPU time.

Chromium's own throttling does not affect workers. So all its processes are stopped three quarters of the
time.
"""

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

from bench.harness import Figure
from bench.servers import start_companion
from companion.games import GAMES
from tests.browser.engines.chromium import CHROMIUM_PATH, LAUNCH_FLAGS
from tests.long.phone.offline_phone import phone_with_bundle
from tests.offline.conftest import BUNDLE_FOLDER
from tests.offline.forms import make_entry_form
from tests.recorded_plays import get_longest_play

RUN_SLICE_SECONDS = 0.002
"""Seconds that a slowed browser runs between two stops."""
FRAGMENT_TAG_PATTERN = re.compile(r'id="(now|turn)"[^>]*data-tag="([^"]+)"')
POST_FORM_JS = """async ([path, form, shown]) => {
  const before = performance.now();
  const headers = shown ? { "HX-Request": "true", "X-Shown": shown } : {};
  const answer = await fetch(path, { method: "POST", body: new URLSearchParams(form), headers });
  return [answer.url, await answer.text(), performance.now() - before];
}"""
"""Posts a form, and returns the URL, the text and the milliseconds of the response."""


def measure(_quick: bool) -> Iterator[Figure]:
    """Yield, for each game, the mean milliseconds of an entry in offline mode.

    The browser is slowed to a quarter of its speed. Yield nothing without Chromium or the offline bundle.
    """
    if not (BUNDLE_FOLDER / "manifest.json").is_file() or CHROMIUM_PATH is None:
        print("The offline figures need Chromium and the offline bundle (make offline).")
        return
    delays = {}
    with start_companion() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM_PATH, args=LAUNCH_FLAGS)
        with phone_with_bundle(browser, server.address) as user:
            for slug in (game.meta.slug for game in GAMES):
                _enter_play(user.page, slug)
                with _slow_down_browser(browser):
                    delays[slug] = statistics.mean(_enter_play(user.page, slug))
        browser.close()
    yield Figure("entry offline on a CPU slowed four times, ms", delays)


def _enter_play(page: Page, slug: str) -> list[float]:
    """Enter a recorded play at a new table. Return the milliseconds from each entry to its response."""
    play = get_longest_play(slug)
    options = play.get("options", {}).items()
    form = [("start", 1), ("one_phone", "on"), ("first", play.get("first", 0))]
    form += [("name", name) for name in play["seats"]]
    form += [(f"option.{name}", "on") for name, value in options if value is True]
    settings = [
        {"kind": "setting", "option": name, "value": value} for name, value in options if value is not True
    ]
    address, text, _ = page.evaluate(POST_FORM_JS, [f"/pocket/open/{slug}", urlencode(form), ""])
    delays, tags = [], dict(FRAGMENT_TAG_PATTERN.findall(text))
    for number, line in enumerate([*settings, *play["log"]]):
        tag = f"{tags['now']}.{tags['turn']}"
        _, text, delay = page.evaluate(
            POST_FORM_JS, [f"{address}/enter", make_entry_form(line, number), tag]
        )
        assert f'data-version="{number + 1}"' in text, text
        tags |= FRAGMENT_TAG_PATTERN.findall(text)
        delays.append(delay)
    return delays


@contextmanager
def _slow_down_browser(browser: Browser) -> Iterator[None]:
    """In the block, stop all processes of a browser for three quarters of the time."""
    processes = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    [group] = [os.getpgid(process["id"]) for process in processes if process["type"] == "browser"]
    stopped = threading.Event()

    def stop_repeatedly() -> None:
        run_seconds = stopped_seconds = 0.0
        continued_at = time.perf_counter()
        while not stopped.wait(RUN_SLICE_SECONDS):
            os.killpg(group, signal.SIGSTOP)
            stopped_at = time.perf_counter()
            run_seconds += stopped_at - continued_at
            time.sleep(max(0.0, 3 * run_seconds - stopped_seconds))  # corrects earlier deviations
            os.killpg(group, signal.SIGCONT)
            continued_at = time.perf_counter()
            stopped_seconds += continued_at - stopped_at

    thread = threading.Thread(target=stop_repeatedly)
    thread.start()
    try:
        yield
    finally:
        stopped.set()
        thread.join()
