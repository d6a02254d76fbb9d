"""A year of a family (``make year``): what it took, and whether everything is there at its end."""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import expect, sync_playwright

from tests.browser.arriving import arrive
from tests.browser.engines import engine_named
from tests.browser.phones import Phones
from tests.browser.thumbs import Thumb
from tests.long.chance.year.family import Family
from tests.long.chance.year.house import House
from tests.long.phone.pocketed import take_along

FIRST, SECOND, THIRD, FOURTH, THIS = "83134c7", "60782f2", "4bc558b", "f10ca6a", ""
"""The first release, those that brought the lobby, the ticks and the guide, and this one."""
MOST_BYTES = 60 * 1024**2
"""Of the database of three hundred tables."""


def live(family: Family) -> None:
    """Three hundred tables under five releases, with all that happens on the way."""
    family.house.install(FIRST)
    family.found_a_group()
    family.play(60)
    family.house.install(SECOND)
    family.play(30)
    family.restore(15)
    family.house.install(THIRD)
    family.play(45)
    before = family.house.back_up("by-the-third")
    family.house.install(FOURTH)
    family.house.restore(before)
    family.play(40)
    family.lose_a_phone()
    family.house.install(THIS)
    family.play(45)
    family.restore(15)
    family.move()
    family.play(50)


def look_at_the_end(family: Family) -> None:
    """A browser with Bea's cookies: her seat, the group with its history, her language, the pocket."""
    bea, last = family.phones[1], family.tables[-1]
    table = next(t for t in reversed(family.tables) if bea in t.seated and not t.over)
    with sync_playwright() as playwright, engine_named("chromium").launch(playwright) as browser:
        phones = Phones(browser, family.at)
        thumb = Thumb(phones())
        thumb.page.context.add_cookies(bea.cookies(family.at))
        thumb.page.goto("/")
        expect(thumb.page.locator("html")).to_have_attribute("lang", "fr")
        thumb.tap("a[href='/groups']")
        thumb.tap(f"a[href='/g/{family.group}']")
        expect(thumb.page.locator("h1")).to_have_text("Friday")
        expect(thumb.page.locator("main")).to_contain_text(last.code)
        thumb.page.goto(f"/t/{table.code}")
        arrive(thumb.page, table.version)
        expect(thumb.page.locator("#play")).to_be_attached()
        take_along(thumb)
        family.house.stop()
        thumb.page.goto("/")
        expect(thumb.page.locator("html")).to_have_attribute("lang", "fr")
        thumb.tap("a[href='/pocket/open/giza']")
        phones.put_away()
        assert phones.errors == []


def main() -> int:
    """Live a year and say what it took."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        family = Family(House(Path(folder)))
        try:
            live(family)
            family.everything_is_there()
            heaviest = max(phone.heaviest for phone in family.phones)
            size = family.house.database.stat().st_size
            copies = sorted(file.name for file in family.house.folder.glob("**/*.sqlite3*"))
            look_at_the_end(family)
        finally:
            family.house.stop()
    print(
        f"{family.opened} tables, {len(family.tables)} left after the restores; heaviest cookies"
        f" {heaviest} bytes, database {size / 1024**2:.1f} MB, {len(copies)} files beside it;"
        f" {time.monotonic() - began:.0f} s"
    )
    assert size < MOST_BYTES
    return 0


if __name__ == "__main__":
    sys.exit(main())
