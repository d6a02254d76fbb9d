"""Real pages at one table: from a tap to the last other page, and the CPU of an open page."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from bench.harness import Checkouts, Figure
from bench.servers import PEER, Process, boardgame, companion
from companion.games import GAMES
from companion.games.seeds import plays
from tests.app_server import serve_in_thread
from tests.browser import game_drivers
from tests.browser.engines.chromium import CHROMIUM, FLAGS
from tests.browser.joining import join_from_home_page
from tests.browser.phones import Phones
from tests.waiting import wait_until

CLOCK = """
window.taps = [];
window.drawn = {};
addEventListener("click", () => taps.push(Date.now()), true);
window.shows = version => requestAnimationFrame(() => setTimeout(() => drawn[version] ??= Date.now()));
addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
  const table = document.getElementById("table");
  if (table) shows(table.dataset.version);
}).observe(document.documentElement, { subtree: true, attributeFilter: ["data-version"] }));
"""
"""When each tap was made, and when each version was first painted, in milliseconds."""
COUNTERS = ("TaskDuration", "ScriptDuration")
"""CPU seconds of a page's main thread, by Chromium: of all that it does, and of its scripts."""
Entry = tuple[Page, Callable[[], object]]
"""The page that enters, and what is tapped there."""


def measure(quick: bool, checkouts: Checkouts) -> Iterator[Figure]:
    """Play each game by thumbs on a page for every seat."""
    if CHROMIUM is None or (peer := boardgame()) is None:
        print("Pages need Chromium and boardgame.io.")
        return
    most = 6 if quick else 60
    delays, work, scripts = {}, {}, {}
    with peer, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        theirs, *_ = _of_the_peer(browser, peer, most)
        for beginning, checkout in checkouts.items():
            with companion(checkout) as server:
                for game in GAMES:
                    name = beginning + game.meta.slug
                    seconds, work[name], scripts[name] = _of_a_game(browser, server, game.meta.slug, most)
                    delays[name] = seconds / theirs
        browser.close()
    yield Figure("entry drawn on the last page ÷ boardgame.io's client", delays)
    yield Figure("CPU of an open page for an entry, ms", work)
    yield Figure("scripts of an open page for an entry, ms", scripts)


def _of_a_game(browser: Browser, server: Process, slug: str, most: int) -> list[float]:
    record = plays(slug)[game_drivers.get_play_name(slug)]
    phones = Phones(browser, server.address)
    users = join_from_home_page(partial(_timed, phones), slug, record)
    entries = [
        (user.page, partial(game_drivers.enter, user, slug, line))
        for line in game_drivers.get_entries(slug, record)[:most]
        for user in (users[max(line.get("seat", 0), 0)],)
    ]
    medians = _enter([user.page for user in users], entries)
    phones.close()
    return medians


def _of_the_peer(browser: Browser, peer: Process, most: int) -> list[float]:
    """The same of boardgame.io's client, whose page draws the same numbers of a Catan table."""
    files = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Files, directory=PEER))
    with serve_in_thread(files):
        phones = Phones(browser, f"http://localhost:{files.server_port}")
        pages = [_timed(phones) for _ in range(4)]
        for player, page in enumerate(pages):
            page.goto(f"/page.html?server={peer.port}&player={player}")
            page.wait_for_selector("#table[data-version]")
        movers = [pages[number % len(pages)] for number in range(most)]
        medians = _enter(pages, [(mover, partial(mover.tap, "button")) for mover in movers])
        phones.close()
    return medians


def _timed(phones: Phones, **options: Any) -> Page:
    page = phones(**options)
    page.add_init_script(CLOCK)
    return page


def _enter(pages: list[Page], entries: Iterable[Entry]) -> list[float]:
    """Medians in milliseconds: until the last other page has drawn an entry, and both counters."""
    session = pages[-1].context.new_cdp_session(pages[-1])
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    first = int(pages[0].locator("#table").get_attribute("data-version") or 0) + 1
    costs = []
    for version, (mover, tap) in enumerate(entries, first):
        before = _counters(session)
        tap()
        drawn = f"drawn['{version}']"
        for page in pages:
            wait_until(partial(page.evaluate, drawn))
        last = max(page.evaluate(drawn) for page in pages if page is not mover)
        spent = [now - then for then, now in zip(before, _counters(session), strict=True)]
        costs.append([last - mover.evaluate("taps.at(-1)"), *(1000 * seconds for seconds in spent)])
    return [statistics.median(cost) for cost in zip(*costs, strict=True)]


def _counters(session: CDPSession) -> list[float]:
    metrics = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
    return [metrics[name] for name in COUNTERS]


class _Files(SimpleHTTPRequestHandler):
    """Serves the peer's page, and logs nothing."""

    def log_message(self, *_: object) -> None:
        pass
