"""What a phone shows of every game, as pictures: ``python -m tests.browser.screenshots [folder] [game …]``.

The table in each of its states, cropped to the glass, and a contact sheet of them for each game:
390 × 844 by day in English, 320 × 690 by night in French. Beside them every other screen, half-way through
the first recorded play.
"""

from __future__ import annotations

import re
import sys
import tempfile
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from companion.games import GAMES
from companion.games.seeds import plays
from tests.browser import hands
from tests.browser.conftest import CHROMIUM, FLAGS, PHONE, Server
from tests.browser.table_states import table_states
from tests.browser.test_every_screen import open_like, screens

LOOKS: dict[str, dict[str, Any]] = {
    "day": {"viewport": PHONE, "locale": "en", "color_scheme": "light"},
    "night": {"viewport": {"width": 320, "height": 690}, "locale": "fr", "color_scheme": "dark"},
}
WIDTH = 300
"""Of a picture on a contact sheet."""


def main(folder: Path, slugs: list[str]) -> None:
    """Take them all: a folder a game, a file a screen and look; a sheet a game, and ``boards.jpg``."""
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        server = Server(Path(place))
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            for slug in slugs:
                (folder / slug).mkdir(parents=True, exist_ok=True)
                taken = [
                    picture
                    for look in LOOKS
                    for picture in _game(browser, server.address, slug, look, folder / slug)
                ]
                _contact_sheet(browser, taken, folder / f"{slug}.jpg")
            boards = [folder / slug / "table-in-turn.day.png" for slug in slugs]
            _contact_sheet(browser, boards, folder / "boards.jpg")
        finally:
            browser.close()
            server.kill()


def _game(browser: Browser, address: str, slug: str, look: str, folder: Path) -> Iterator[Path]:
    """Every screen of a game; yields the pictures of its table."""
    context = browser.new_context(
        has_touch=True, is_mobile=True, base_url=address, reduced_motion="reduce", **LOOKS[look]
    )
    page = context.new_page()
    record = plays(slug)[hands.play_of(slug)]
    code, log = open_like(page, slug, record), record["log"]
    for state in table_states(page, slug, code, log):
        picture = folder / f"table-{state}.{look}.png"
        page.wait_for_timeout(300)
        page.screenshot(path=picture)
        yield picture
    for path in screens(page, slug, code, "no-such-link"):
        page.goto(path)
        name = re.sub(r"\W+", "-", re.sub(r"/[A-Z0-9]{6}\b", "", path)).strip("-") or "home"
        page.screenshot(path=folder / f"{name}.{look}.png")
    context.close()


def _contact_sheet(browser: Browser, pictures: list[Path], target: Path) -> None:
    """Lay pictures side by side, a look a row."""
    rows = {look: [p for p in pictures if f".{look}." in p.name] for look in LOOKS}
    most = max(map(len, rows.values()))
    page = browser.new_page(viewport={"width": most * (WIDTH + 8), "height": 100})
    images = "<br>".join(
        "".join(
            f'<img src="data:image/png;base64,{b64encode(p.read_bytes()).decode()}">' for p in row
        )
        for row in rows.values()
    )
    page.set_content(
        f"<style>body {{ margin: 0; font-size: 0; background: #888 }}"
        f"img {{ width: {WIDTH}px; margin: 4px; vertical-align: top }}</style>{images}"
    )
    page.screenshot(path=target, type="jpeg", quality=70, full_page=True)
    page.close()


if __name__ == "__main__":
    given = sys.argv[1:]
    main(
        Path(given[0] if given else "screenshots"), given[1:] or [game.meta.slug for game in GAMES]
    )
