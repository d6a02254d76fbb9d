"""P24: from a tap on one real page until three others have drawn it, against boardgame.io's own client."""

from __future__ import annotations

import json
import tempfile
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from bench.harness import Result, part
from bench.served import PEER, boardgame, companion
from companion.games import GAMES
from companion.games.seeds import plays
from tests.browser import hands
from tests.browser.arriving import all_arrive, through_the_home_page
from tests.browser.engines.chromium import CHROMIUM, FLAGS
from tests.browser.phones import Phones

PHONES = 4
CLOCK = """
window.taps = [];
window.drawn = {};
const now = () => performance.timeOrigin + performance.now();
addEventListener("click", () => taps.push(now()), true);
window.shows = version => requestAnimationFrame(() => setTimeout(() => drawn[version] ??= now()));
addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
  const table = document.getElementById("table");
  if (table) shows(table.dataset.version);
}).observe(document.documentElement, { subtree: true, attributeFilter: ["data-version"] }));
"""
"""When each tap was made, and when each version was first painted; one clock for all pages of a machine."""


def measure(quick: bool) -> Iterator[Result]:
    """The bar of what people see."""
    peer = boardgame()
    if CHROMIUM is None or peer is None:
        yield Result("P24", "no Chromium or no npm here", "–", "≤ 2.5", None)
        return
    entries = 12 if quick else 60
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as place:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        with peer:
            theirs = _of_the_peer(browser, peer.port, entries)
        with companion(Path(place)) as ours:
            for game in GAMES:
                slug = game.meta.slug
                took = _of_a_game(browser, f"http://127.0.0.1:{ours.port}", slug, entries)
                yield _against(slug, took, theirs)
        browser.close()


def _against(slug: str, took: list[float], theirs: list[float]) -> Result:
    middle, slow = (part(took, share) / part(theirs, share) for share in (0.5, 0.95))
    told = ", ".join(f"{part(took, share):.0f} ms" for share in (0.5, 0.95))
    what = f"{slug}: tap → drawn on the last of the other pages, p50 and p95 ÷ boardgame.io's client"
    value = f"{middle:.2f} and {slow:.2f} ({told})"
    return Result("P24", what, value, "≤ 2.5", max(middle, slow) <= 2.5)


def _of_a_game(browser: Browser, address: str, slug: str, most: int) -> list[float]:
    """Milliseconds of the first entries of a recorded play, by thumbs."""
    record = plays(slug)[hands.play_of(slug)]
    phones = Phones(browser, address)
    thumbs = through_the_home_page(partial(_timed, phones), slug, record)
    version = int(thumbs[0].page.locator("#table").get_attribute("data-version") or 0)
    took = []
    for line in hands.log_of(slug, record)[:most]:
        mover = thumbs[max(line.get("seat", 0), 0)]
        hands.enter(mover, slug, line)
        version += 1
        all_arrive(thumbs, version, line)
        took.append(_last(mover.page, [thumb.page for thumb in thumbs], version))
    phones.put_away()
    return took


def _of_the_peer(browser: Browser, port: int, moves: int) -> list[float]:
    """The same of boardgame.io's client, whose page draws the same numbers of a Catan table."""
    handler = partial(_Quiet, directory=PEER)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as files:
        threading.Thread(target=files.serve_forever, daemon=True).start()
        phones = Phones(browser, f"http://localhost:{files.server_port}")
        pages = [_timed(phones) for _ in range(PHONES)]
        for player, page in enumerate(pages):
            page.goto(f"/page.html?server={port}&player={player}")
            page.wait_for_selector("#table[data-version]")
        took = []
        for number in range(moves):
            mover = pages[number % PHONES]
            version = int(mover.locator("#table").get_attribute("data-version") or 0) + 1
            mover.tap("button")
            for page in pages:
                page.wait_for_selector(f"#table[data-version='{version}']")
            took.append(_last(mover, pages, version))
        phones.put_away()
        files.shutdown()
    return took


def _timed(phones: Phones, **options: Any) -> Page:
    page = phones(**options)
    page.add_init_script(CLOCK)
    return page


def _last(mover: Page, pages: list[Page], version: int) -> float:
    """Milliseconds from the last tap until the last of the other pages had drawn a version."""
    drawn = f"drawn[{json.dumps(str(version))}]"
    for page in pages:
        while not page.evaluate(drawn):
            page.wait_for_timeout(5)
    tapped: float = mover.evaluate("taps.at(-1)")
    return max(float(page.evaluate(drawn)) for page in pages if page is not mover) - tapped


class _Quiet(SimpleHTTPRequestHandler):
    """Serves the peer's page and says nothing."""

    def log_message(self, *_: object) -> None:
        pass
