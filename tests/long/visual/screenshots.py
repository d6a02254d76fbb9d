"""Takes screenshots of games: ``python -m tests.long.visual.screenshots [folder] [game …]``."""

import re
import sys
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser

from companion.games import GAMES_BY_SLUG
from tests.browser import game_drivers
from tests.browser.phones import PHONE_VIEWPORT, Phones
from tests.browser.tables import enter_recorded, open_as_recorded
from tests.long.browser_and_server import browser_and_server
from tests.long.visual.test_every_screen import list_screens
from tests.long.visual.test_table_states import iterate_states
from tests.waiting import wait_until_idle

PHONE_LOOKS: dict[str, dict[str, Any]] = {
    "day": {"viewport": PHONE_VIEWPORT, "locale": "en", "color_scheme": "light"},
    "night": {"viewport": {"width": 320, "height": 690}, "locale": "fr", "color_scheme": "dark"},
}
TABLE_SCREENS: dict[str, dict[str, Any]] = {
    "wide": {"viewport": {"width": 1280, "height": 800}, "locale": "en", "color_scheme": "light"},
    "high": {"viewport": {"width": 768, "height": 1024}, "locale": "fr", "color_scheme": "dark"},
}


def main(folder: Path, slugs: list[str]) -> None:
    """Write the screenshots of each game to a folder of its own."""
    with browser_and_server() as (browser, server):
        for slug in slugs:
            (folder / slug).mkdir(parents=True, exist_ok=True)
            for look in PHONE_LOOKS:
                _take_screenshots(browser, server.address, slug, look, folder / slug)
            _take_table_screens(browser, server.address, slug, folder / slug)


def _take_screenshots(browser: Browser, address: str, slug: str, look: str, folder: Path) -> None:
    phones = Phones(browser, address)
    page = phones(reduced_motion="reduce", **PHONE_LOOKS[look])
    record = game_drivers.load_record(slug)
    code, log = open_as_recorded(page, slug, record), record["log"]
    for state in iterate_states(page, slug, code, log):
        wait_until_idle(page)
        page.screenshot(path=folder / f"table-{state}.{look}.png")
    for path in list_screens(page, slug, code, "no-such-link"):
        page.goto(path)
        name = re.sub(r"\W+", "-", re.sub(r"/[A-Z0-9]{6}\b", "", path)).strip("-") or "home"
        page.screenshot(path=folder / f"{name}.{look}.png")
    phones.close()


def _take_table_screens(browser: Browser, address: str, slug: str, folder: Path) -> None:
    host = browser.new_context(base_url=address).new_page()
    record = game_drivers.load_record(slug)
    code, log = open_as_recorded(host, slug, record), record["log"]
    watching = {}
    for look, size in TABLE_SCREENS.items():
        watching[look] = browser.new_context(base_url=address, reduced_motion="reduce", **size).new_page()
        watching[look].request.post(f"/j/{code}", form={"seat": "watch"})
    half = len(log) // 2
    for state, start, stop in (("in-turn", 0, half), ("over", half, len(log))):
        enter_recorded(host, code, log, start, stop)
        for look, page in watching.items():
            page.goto(f"/t/{code}")
            page.screenshot(path=folder / f"screen-{state}.{look}.png")
    for page in (host, *watching.values()):
        page.context.close()


if __name__ == "__main__":
    arguments = sys.argv[1:]
    main(Path(arguments[0] if arguments else "screenshots"), arguments[1:] or list(GAMES_BY_SLUG))
