"""Pages in a browser at one table: time from a tap to the last other page, and CPU time of an open page."""

import statistics
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from bench.harness import Figure
from bench.servers import BOARDGAME_FOLDER, Process, start_boardgame, start_companion
from companion.games import GAMES
from companion.games.seeds import load_plays
from tests.app_server import serve_in_thread
from tests.browser import game_drivers
from tests.browser.engines.chromium import CHROMIUM_PATH, LAUNCH_FLAGS
from tests.browser.joining import join_from_home_page
from tests.browser.phones import Phones
from tests.waiting import wait_until

RECORD_TIMES_JS = """
window.taps = [];
window.drawn = {};
addEventListener("click", () => taps.push(Date.now()), true);
window.shows = version => requestAnimationFrame(() => setTimeout(() => drawn[version] ??= Date.now()));
addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
  const table = document.getElementById("table");
  if (table) shows(table.dataset.version);
}).observe(document.documentElement, { subtree: true, attributeFilter: ["data-version"] }));
"""
"""Records the times of taps and of the first painting of each version, in milliseconds."""
CPU_COUNTER_NAMES = ("TaskDuration", "ScriptDuration")
"""Chromium's counters of CPU seconds: the main thread of a page, and its scripts."""
PageTap = tuple[Page, Callable[[], object]]
"""The page that enters something, and the function that taps there."""


def measure(quick: bool) -> Iterator[Figure]:
    """Play each game by touch, with a browser page for each seat. Yield three figures for each game.

    They are the delay from a tap to the last other page, divided by boardgame.io's, and the milliseconds of
    CPU time that one page, and its scripts, use for an entry. With ``quick``, play fewer entries.
    """
    if CHROMIUM_PATH is None or (peer := start_boardgame()) is None:
        print("Pages need Chromium and boardgame.io.")
        return
    max_entries = 6 if quick else 60
    delays, work, scripts = {}, {}, {}
    with peer, start_companion() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM_PATH, args=LAUNCH_FLAGS)
        peer_delay, *_ = _play_boardgame_io(browser, peer, max_entries)
        for slug in (game.meta.slug for game in GAMES):
            delay, work[slug], scripts[slug] = _play_game(browser, server, slug, max_entries)
            delays[slug] = delay / peer_delay
        browser.close()
    yield Figure("entry drawn on the last page ÷ boardgame.io's client", delays)
    yield Figure("CPU time that an open page uses for an entry, ms", work)
    yield Figure("time that scripts of an open page use for an entry, ms", scripts)


def _play_game(browser: Browser, server: Process, slug: str, max_entries: int) -> list[float]:
    record = load_plays(slug)[game_drivers.get_play_name(slug)]
    phones = Phones(browser, server.address)
    users = join_from_home_page(partial(_open_page_that_records_times, phones), slug, record)
    entries = [
        (user.page, partial(game_drivers.enter_move, user, slug, line))
        for line in game_drivers.get_entries(slug, record)[:max_entries]
        for user in (users[max(line.get("seat", 0), 0)],)
    ]
    medians = _measure_taps([user.page for user in users], entries)
    phones.close()
    return medians


def _play_boardgame_io(browser: Browser, peer: Process, max_entries: int) -> list[float]:
    """Tap ``max_entries`` times on four pages of boardgame.io. Return the result of ``_measure_taps``."""
    files = ThreadingHTTPServer(("127.0.0.1", 0), partial(_QuietFileHandler, directory=BOARDGAME_FOLDER))
    with serve_in_thread(files):
        phones = Phones(browser, f"http://localhost:{files.server_port}")
        pages = [_open_page_that_records_times(phones) for _ in range(4)]
        for player, page in enumerate(pages):
            page.goto(f"/page.html?server={peer.port}&player={player}")
            page.wait_for_selector("#table[data-version]")
        entering_pages = [pages[number % len(pages)] for number in range(max_entries)]
        medians = _measure_taps(
            pages,
            [(entering_page, partial(entering_page.tap, "button")) for entering_page in entering_pages],
        )
        phones.close()
    return medians


def _open_page_that_records_times(phones: Phones, **options: Any) -> Page:
    page = phones(**options)
    page.add_init_script(RECORD_TIMES_JS)
    return page


def _measure_taps(pages: list[Page], entries: Iterable[PageTap]) -> list[float]:
    """Make these entries by taps on the pages. Return three medians over the entries, in milliseconds.

    They are the delay from a tap to the last other page, the CPU time of one page, and of its scripts.
    """
    session = pages[-1].context.new_cdp_session(pages[-1])
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    first = int(pages[0].locator("#table").get_attribute("data-version") or 0) + 1
    costs = []
    for version, (entering_page, tap) in enumerate(entries, first):
        before = _read_cpu_counters(session)
        tap()
        expression = f"drawn['{version}']"
        for page in pages:
            wait_until(partial(page.evaluate, expression))
        last = max(page.evaluate(expression) for page in pages if page is not entering_page)
        spent = [end - start for start, end in zip(before, _read_cpu_counters(session), strict=True)]
        costs.append([last - entering_page.evaluate("taps.at(-1)"), *(1000 * seconds for seconds in spent)])
    return [statistics.median(cost) for cost in zip(*costs, strict=True)]


def _read_cpu_counters(session: CDPSession) -> list[float]:
    metrics = {
        metric["name"]: metric["value"] for metric in session.send("Performance.getMetrics")["metrics"]
    }
    return [metrics[name] for name in CPU_COUNTER_NAMES]


class _QuietFileHandler(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass
