"""Random taps on several phones, online and offline: no page breaks, and no entry is lost or made twice."""

import asyncio
import contextlib
import random
from functools import partial
from typing import Any
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Error, Page, Response, expect

from companion.games.seeds import load_plays
from tests.all_games import short_or_long
from tests.browser import game_drivers
from tests.browser.joining import PHONE_OPTIONS, MakePhone, join_seat, open_table
from tests.browser.phones import MARK_HASTY_JS
from tests.browser.touch_user import TouchUser
from tests.long.touch.test_by_keyboard import each_slug
from tests.waiting import wait_until, wait_until_idle

REPORT_ENTRIES_JS = """() => {
  let control = null, canBeTapped = false;
  addEventListener("pointerdown", ({ target }) => {
    control = target.closest?.("button, a, label, input, select, summary, #tomb.choosing");
    const sheet = [...document.querySelectorAll("dialog[open]")].at(-1);
    const isEnabled = control?.dataset.target ? control.matches(".lit") : !control?.disabled;
    canBeTapped = Boolean(control) && isEnabled && (!sheet || sheet.contains(control));
  }, true);
  const { setItem, removeItem } = Storage.prototype;
  Storage.prototype.setItem = function (name, text) {
    if (name.startsWith("tap-")) window.stored(name.split("-").at(-1), canBeTapped, control?.outerHTML);
    return setItem.call(this, name, text);
  };
  Storage.prototype.removeItem = function (name) {
    const isUndone = control?.matches("#take-back, #waiting p button, #contested button");
    if (name.startsWith("tap-") && isUndone) window.undone(name.split("-").at(-1));
    return removeItem.call(this, name);
  };
}"""
"""Reports each queued entry with the tapped control, and each one that the user takes back."""
FIND_TAP_TARGETS_JS = """() => {
  const root = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.querySelector("#table");
  const controls = root?.querySelectorAll(".lit, #strips rect, button, label, a[hx-get], summary") ?? [];
  return [...controls].flatMap(control => {
    const { left, top, width, height } = control.getBoundingClientRect();
    const point = [left + width / 2, top + height / 2];
    const isVisible = width && control.contains(document.elementFromPoint(...point));
    return isVisible ? Array(control.closest("#move-form, dialog, .lit") ? 3 : 1).fill(point) : [];
  });
}"""
"""Returns points of controls, those of the move form more often."""
GET_SHOWN_JS = """() => [document.querySelector("#now")?.dataset.version,
  ...["#seats", "#news", "#end"].map(name => document.querySelector(name)?.textContent.trim()),
  ...[...document.querySelectorAll("#board .quiet")].map(each => each.textContent)]"""
"""Returns what the page shows of the table, without choices."""
STORED_KEYS_JS = "() => Object.keys(localStorage).map(name => name.split('-').at(-1))"
TOUCH_TIMEOUT_SECONDS = 10
"""Chromium never confirms a touch during a navigation."""
TAPS_PER_TABLE, OFFLINE_TAPS = 400, 25


class RandomUsers:
    """Simulated users who tap at random. Entries are identified by their keys."""

    def __init__(self, phone: MakePhone, slug: str, chance: random.Random) -> None:
        self.slug, self.chance = slug, chance
        self.names = load_plays(slug)[game_drivers.get_play_name(slug)]["seats"]
        self.stored, self.settled = set[str](), set[str]()
        self.entered: dict[str, str] = {}
        """The log numbers of entries, by key."""
        self.errors: list[str] = []
        self.users = [TouchUser(phone(**kind)) for _, kind in zip(self.names, PHONE_OPTIONS, strict=False)]
        for user in self.users:
            user.page.context.expose_binding("stored", self._record_stored)
            user.page.context.expose_binding("undone", lambda _, key: self.settled.add(key))
            user.page.context.add_init_script(MARK_HASTY_JS)
            user.page.context.add_init_script(f"({REPORT_ENTRIES_JS})()")
            user.page.on("response", self._record_response)
            user.page.on("dialog", lambda dialog: dialog.dismiss())

    def _record_stored(self, _source: object, key: str, can_be_tapped: bool, control: str) -> None:
        self.stored.add(key)
        if not can_be_tapped:
            self.errors.append(f"an entry by a tap on {control}")

    def _record_response(self, response: Response) -> None:
        if response.status >= 500:
            self.errors.append(f"{response.status} {response.url}")
        if response.request.method != "POST" or not response.url.endswith("/enter"):
            return
        key = parse_qs(response.request.post_data or "").get("key", [""])[0]
        number = response.headers.get("x-entry")
        if number and self.entered.setdefault(key, number) != number:
            self.errors.append(f"twice in the log: {number}")
        elif response.status in (400, 403, 404, 409, 422):
            self.settled.add(key)

    def play_table(self, taps: int) -> None:
        """Open a table, tap this many times, and check that all phones show the same as fresh pages."""
        code = open_table(self.users[0], self.slug, self.names, one_phone=len(self.names) > 3)
        for seat, user in enumerate(self.users[1:], 1):
            join_seat(user, code, seat)
        table = self.users[0].page.url
        offline_until: dict[Page, int] = {}
        for number in range(taps):
            page = self.chance.choice(self.users).page
            if number > offline_until.get(page, 0):
                offline = self.chance.random() < 0.03
                page.context.set_offline(offline)
                offline_until[page] = number + OFFLINE_TAPS * offline
                if not offline and not is_at_table(page, table):
                    with contextlib.suppress(Error):  # the page may be navigating
                        page.goto(table)
            self._tap(page)
        for user in self.users:
            self._check_phone(user, table)

    def _tap(self, page: Page) -> None:
        """Tap a control or a random point, sometimes twice."""
        screen = page.viewport_size or {"width": 0, "height": 0}
        points = run_script(page, FIND_TAP_TARGETS_JS) if self.chance.random() < 0.7 else []
        anywhere = [self.chance.uniform(0, screen["width"]), self.chance.uniform(0, screen["height"])]
        x, y = self.chance.choice(points or [anywhere])
        for _ in range(self.chance.choice((1, 1, 2))):
            touch_point(page, x, y)
        page.wait_for_timeout(self.chance.choice((0, 20, 150)))

    def _check_phone(self, user: TouchUser, table: str) -> None:
        """Let the phone send its entries, and compare its page with a fresh one."""
        page = user.page
        page.context.set_offline(False)
        page.bring_to_front()
        if not is_at_table(page, table):
            page.goto(table)
        if is_at_table(page, table):
            drop_button = page.locator("#contested .drop-all")
            expect(page.locator("#line.live").or_(drop_button).first).to_be_visible()
            if drop_button.is_visible():
                page.keyboard.press("Escape")  # a sheet left open by the last tap covers it
                user.tap("#contested .drop-all")
            expect(page.locator("#line")).to_have_class("line live")
            expect(page.locator("#waiting")).to_be_hidden()
            wait_until_idle(page)
            wait_until(partial(is_current, page, table), "the state of a fresh page")
        self.settled.update(run_script(page, STORED_KEYS_JS))


def is_at_table(page: Page, table: str) -> bool:
    return page.url.startswith(table) and bool(
        run_script(page, "Boolean(document.querySelector('#table'))")
    )


def is_current(page: Page, table: str) -> bool:
    """Return whether the page shows the same as a fresh one, or has left the table, as for a rematch."""
    fresh = page.context.new_page()
    fresh.goto(table)
    expected = run_script(fresh, GET_SHOWN_JS)
    fresh.close()
    return run_script(page, GET_SHOWN_JS) == expected or not is_at_table(page, table)


def touch_point(page: Page, x: float, y: float) -> None:
    async def tap() -> None:
        session = await page.context._impl_obj.new_cdp_session(page._impl_obj)
        for kind, points in (("touchStart", [{"x": x, "y": y}]), ("touchEnd", [])):
            await session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        await session.detach()

    with contextlib.suppress(TimeoutError, Error):
        page._sync(asyncio.wait_for(tap(), TOUCH_TIMEOUT_SECONDS))


def run_script(page: Page, script: str) -> Any:
    """Return the result of a script. Run the script again if the page navigates meanwhile."""
    for _ in range(3):
        with contextlib.suppress(Error):
            return page.evaluate(script)
        page.wait_for_load_state()
    return page.evaluate(script)


@each_slug
@short_or_long
@pytest.mark.parametrize("seed", [1])
def test_random_taps_lose_and_double_no_entry(phone: MakePhone, slug: str, many: bool, seed: int) -> None:
    users = RandomUsers(phone, slug, random.Random(f"{slug} {seed}"))
    for _ in range(5 if many else 1):
        users.play_table(TAPS_PER_TABLE if many else 150)
    assert users.errors == []
    assert users.entered.keys() <= users.stored | users.settled
    assert users.stored <= users.entered.keys() | users.settled, "a lost entry"
