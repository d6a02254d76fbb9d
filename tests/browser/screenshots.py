"""Every screen of every game as a picture: ``python -m tests.browser.screenshots [folder] [game …]``.

390 × 844, both themes; each game stands half-way through its first recorded play, and at its end.
"""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from companion.games import GAMES
from companion.games.seeds import plays
from tests.browser.conftest import CHROMIUM, FLAGS, PHONE, Server
from tests.browser.test_every_screen import open_like, play_some, screens


def main(folder: Path, slugs: list[str]) -> None:
    """Take them all; one folder a game, one file a screen and theme."""
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        server = Server(Path(place))
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            for slug in slugs:
                for scheme in ("light", "dark"):
                    _game(browser, server.address, slug, scheme, folder / slug)
        finally:
            browser.close()
            server.kill()


def _game(browser: Browser, address: str, slug: str, scheme: Any, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    context = browser.new_context(
        viewport=PHONE, has_touch=True, is_mobile=True, locale="en", base_url=address, color_scheme=scheme,
        reduced_motion="reduce",
    )  # fmt: skip
    page = context.new_page()
    record = next(p for p in plays(slug).values() if p.get("mode", "referee") == "referee")
    code, log = open_like(page, slug, record), record["log"]
    play_some(page, code, log, 0, len(log) // 2)
    for path in screens(page, slug, code, "no-such-link"):
        _shoot(page, path, folder, scheme)
    play_some(page, code, log, len(log) // 2, len(log))
    _shoot(page, f"/t/{code}", folder, scheme, "end")
    context.close()


def _shoot(page: Page, path: str, folder: Path, scheme: str, name: str = "") -> None:
    page.goto(path)
    name = name or re.sub(r"\W+", "-", re.sub(r"/[A-Z0-9]{5}\b", "", path)).strip("-") or "home"
    page.screenshot(path=folder / f"{name}.{scheme}.png", full_page=True)


if __name__ == "__main__":
    given = sys.argv[1:]
    main(
        Path(given[0] if given else "screenshots"), given[1:] or [game.meta.slug for game in GAMES]
    )
