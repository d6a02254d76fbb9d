"""Taps at random on several phones, online and offline, while entries of other phones arrive.

Taps go to random points, highlighted controls, edges and points beside sheets; some are repeated at once.
Each entry must come from a tap on an enabled, visible control, and contain what the control showed. It is
in the log once, refused, or undone by a tap. At the end each phone shows the same as a fresh page.
"""

import asyncio
import contextlib
import random
from dataclasses import dataclass, field
from functools import partial
from typing import Any
from urllib.parse import parse_qs

from playwright.sync_api import Error, Page, Response, expect

from tests.browser import game_drivers
from tests.browser.joining import PHONE_OPTIONS, MakePhone
from tests.browser.phones import STOP_ADVANCING_CLOCK_JS
from tests.browser.touch_user import TouchUser
from tests.waiting import wait_until, wait_until_idle

REPORT_ENTRIES_JS = """() => {
  const CONTROL = "button, a, label, input, select, summary, #tomb.choosing";
  const saying = control => control && [control.name, control.value, control.htmlFor, control.id].join();
  const one = selector => document.querySelector(selector);
  const boxOf = selector => one(selector)?.getBoundingClientRect().toJSON();
  let down = null, sent = null;
  addEventListener("pointerdown", ({ target, clientX: x, clientY: y }) => {
    const control = target.closest?.(CONTROL);
    const sheet = [...document.querySelectorAll("dialog[open]")].at(-1);
    down = {
      control, says: saying(control),
      finger: { left: x, right: x, top: y, bottom: y },
      chosen: [...document.querySelectorAll(".entry :checked:not(option)")]
        .map(each => ({ form: each.form, says: [each.name, each.value] })),
      spot: one("[data-target][aria-pressed=true]")?.dataset.target,
      square: !one("[name=die]:checked") && boxOf("#places polygon"),
      onTop: control && (!sheet || sheet.contains(control)),
      lit: control?.dataset.target ? control.classList.contains("lit") : !control?.disabled,
    };
  }, true);
  addEventListener("submit", ({ target, submitter }) => {
    if (target.method !== "dialog") sent = submitter;
  }, true);
  const isNear = place => {
    const stone = boxOf("#tomb .ghost"), unit = one("#tomb").getScreenCTM().a;
    const apart = (low, high) => Math.max(place[low] - stone[high], stone[low] - place[high]);
    return apart("left", "right") <= unit + 1 && apart("top", "bottom") <= unit + 1;
  };
  const isSame = (body, { control, says, chosen, spot, square, finger }) => {
    const tells = ([name, value]) => body.getAll(name).includes(value);
    const piece = control.control ?? control;
    const own = control.id === "tomb" ? "stone turn" : piece.name;
    const others = chosen.filter(({ form, says: [name] }) => form === sent.form && name !== own);
    if (!others.every(each => tells(each.says))) return false;
    if (control === sent) return saying(sent) === says;
    if (control.id === "tomb") return sent.matches("#palette .main") && isNear(finger);
    if (!control.matches("label, input") || !tells([piece.name, piece.value])) return false;
    if (sent.matches("#palette .main")) return Boolean(square) && isNear(square);
    return Boolean(spot) && sent.dataset.target === spot;
  };
  const isTap = name => name.startsWith("tap-"), keyIn = name => name.split("-").at(-1);
  const put = Storage.prototype.setItem;
  Storage.prototype.setItem = function (name, text) {
    if (isTap(name)) {
      const { say, body, away } = JSON.parse(text);
      const { control, onTop, lit } = down ?? {};
      const table = name.split("-", 2).join("-");
      const waits = Object.keys(localStorage).filter(each => each.startsWith(table) && each < name).sort();
      window.tapped({
        key: keyIn(name), say, body, away, onTop: Boolean(onTop), lit: Boolean(lit),
        once: Boolean(control?.matches("#confirm-entry .primary")),
        waits: waits.map(each => JSON.parse(localStorage[each]).body),
        same: Boolean(control && sent && isSame(new URLSearchParams(body), down)),
        on: control?.outerHTML.slice(0, 160),
        chosen: down?.chosen.map(each => each.says), spot: down?.spot, sent: sent?.outerHTML.slice(0, 160),
        finger: down?.finger, square: down?.square, stone: boxOf("#tomb .ghost"),
      });
    }
    return put.call(this, name, text);
  };
  const remove = Storage.prototype.removeItem;
  Storage.prototype.removeItem = function (name) {
    const away = "#take-back, #waiting p button, #contested button";
    if (isTap(name) && down?.control?.matches(away)) window.takenBack(keyIn(name));
    return remove.call(this, name);
  };
}"""
"""Reports for each stored entry the control under the finger, and whether the entry contains its value."""
FIND_TAP_TARGETS_JS = """() => {
  const sheet = [...document.querySelectorAll("dialog[open]")].at(-1);
  const root = sheet ?? document.querySelector("#table") ?? document.body;
  const controls = root.querySelectorAll(".lit, #strips rect, button, label, a[hx-get], summary");
  return [...controls].flatMap(control => {
    const { left, top, width, height } = control.getBoundingClientRect();
    const point = [left + width / 2, top + height / 2];
    const isThere = width && control.contains(document.elementFromPoint(...point));
    const weight =
      control.matches(".lit, #strips rect") ? 6 : control.closest("#move-form, dialog") ? 3 : 1;
    return isThere ? Array(weight).fill(point) : [];
  });
}"""
GET_OPEN_DIALOG_TOP_JS = """() => {
  const sheet = [...document.querySelectorAll("dialog[open]")].at(-1);
  return sheet && sheet.getBoundingClientRect().top;
}"""
GET_SHOWN_TABLE_JS = """() => {
  const [part, parts] = ["", "All"].map(all => document[`querySelector${all}`].bind(document));
  return {
    now: { ...part("#now")?.dataset }, turn: { ...part("#turn")?.dataset },
    said: ["#seats", "#news", "#end"].map(name => part(name)?.textContent.trim()),
    board: [...parts("#board [id]")].map(each => each.id),
    quiet: [...parts("#board .quiet")].map(each => each.textContent),
  };
}"""
"""Returns the table's HTML from the server, without choices."""
STORED_KEYS_JS = "() => Object.keys(localStorage).map(name => name.split('-').at(-1))"
IS_AT_TABLE_JS = "() => Boolean(document.querySelector('#table')) && !document.body.dataset.back"
PAUSES_MS = (0, 0, 20, 60, 150, 400)
TOUCH_TIMEOUT_SECONDS = 10
"""The seconds after which a tap is given up that the browser does not confirm."""
TAPS_PER_TABLE = 400
"""Taps at one table before the next is opened, so that lobbies and first moves are tapped too."""


ALLOWED_AFTER_QUEUED: dict[str, dict[str, set[str] | None]] = {
    "giza": {},
    "deadline": {"Build": {"Declare"}},
    "cheops_dice": {},
    "cheops_treasure": {"Place": {"Take", "Deal"}, "Take": {"Draw", "Deal"}, "Deal": {"Draw"}},
    "cheops_catan": {
        **dict.fromkeys(["Income", "Build", "Knight"]),
        "Roll": {"Income", "Build", "Lay", "Knight", "Harbour", "Give", "Purchase", "ShowPoint"},
    },
}
"""The moves that are allowed offline after a queued move; ``None`` allows every move."""


@dataclass
class TapResults:
    slug: str
    taps: int = 0
    stored: dict[str, dict[str, Any]] = field(default_factory=dict)
    """The entries that phones stored, by key."""
    entered: dict[str, str] = field(default_factory=dict)
    """The log numbers of entries, by key."""
    settled: set[str] = field(default_factory=set)
    """The keys of entries that were refused, undone, or are queued at the end."""
    wrong: list[str] = field(default_factory=list)

    def record_entry(self, _source: object, report: dict[str, Any]) -> None:
        self.stored.setdefault(report["key"], report)

    def record_response(self, answer: Response) -> None:
        if answer.status >= 500:
            self.wrong.append(f"{answer.status} {answer.url}")
        if answer.request.method != "POST" or not answer.url.endswith("/enter"):
            return
        key = parse_qs(answer.request.post_data or "").get("key", [""])[0]
        number = answer.headers.get("x-entry")
        if number and self.entered.setdefault(key, number) != number:
            self.wrong.append(f"twice in the log: {self.stored.get(key)}")
        elif answer.status in (400, 403, 404, 409, 422):
            self.settled.add(key)

    def find_errors(self) -> list[str]:
        wrong = list(self.wrong)
        for key in self.entered:
            report = self.stored.get(key)
            if report is None:
                wrong.append(f"nobody tapped for {key}")
            elif "&kind=note&" in report["body"]:
                continue  # a note about entries that were not taken
            elif not report["once"] and not (
                report["onTop"] and report["lit"] and report["same"] and self._is_allowed(report)
            ):
                wrong.append(f"not meant: {report}")
        lost = self.stored.keys() - self.entered.keys() - self.settled
        return wrong + [f"lost: {self.stored[key]}" for key in lost]

    def _is_allowed(self, report: dict[str, Any]) -> bool:
        """Return whether the phone may accept this entry after the entries that were queued before it."""
        says, *waits = [_parse_values(body) for body in (report["body"], *reversed(report["waits"]))]
        if says in waits:
            return False
        if not (report["away"] and waits and "move" in says):
            return True
        after = ALLOWED_AFTER_QUEUED[self.slug].get(waits[0].get("move", [""])[0], set())
        return after is None or says["move"][0] in after


def _parse_values(body: str) -> dict[str, list[str]]:
    return {name: values for name, values in parse_qs(body).items() if name not in ("key", "seen")}


class RandomUsers:
    """Simulated users who tap at random, at one table after the other."""

    def __init__(self, phone: MakePhone, slug: str, results: TapResults, chance: random.Random) -> None:
        self.names = game_drivers.load_record(slug)["seats"]
        self.slug, self.results, self.chance = slug, results, chance
        self.users = []
        for _, kind in zip(self.names, PHONE_OPTIONS, strict=False):
            page = phone(**kind)
            page.context.expose_binding("tapped", results.record_entry)
            page.context.expose_binding("takenBack", lambda _, key: results.settled.add(key))
            page.context.add_init_script(STOP_ADVANCING_CLOCK_JS)
            page.context.add_init_script(f"({REPORT_ENTRIES_JS})()")
            page.on("response", results.record_response)
            page.on("dialog", lambda dialog: dialog.dismiss())
            self.users.append(TouchUser(page))
        self.table = ""

    def open_table(self) -> None:
        """Open a new table. The first phone enters moves for each seat without a phone."""
        code = self.users[0].open_table(self.slug, self.names, one_phone=len(self.names) > 3)
        for seat, user in enumerate(self.users[1:], 1):
            user.join_seat(code, seat)
        self.table = self.users[0].page.url

    def tap_many(self, taps: int) -> None:
        away: dict[Page, int] = {}
        for _ in range(taps):
            user = self.chance.choice(self.users)
            page = user.page
            if away.get(page, 0) > 0:
                away[page] -= 1
                if not away[page]:
                    page.context.set_offline(False)
            elif self.chance.random() < 0.015:
                page.context.set_offline(True)
                away[page] = 25
            self._tap_once(user, is_offline=bool(away.get(page)))
            if not away.get(page) and not self._is_at_table(page):
                with contextlib.suppress(Error):  # the page may be navigating, and is checked again
                    page.goto(self.table)
        for page in away:
            page.context.set_offline(False)

    def _tap_once(self, user: TouchUser, *, is_offline: bool) -> None:
        """Tap a random point or control, sometimes twice. Offline, tap only controls."""
        page, chance = user.page, self.chance
        screen = page.viewport_size or {"width": 0, "height": 0}
        x, y = chance.uniform(0, screen["width"]), chance.uniform(0, screen["height"])
        way = 0.5 if is_offline else chance.random()
        if way < 0.1:
            x, y = (x, chance.choice((1, screen["height"] - 1))) if way < 0.05 else (1, y)
        elif way < 0.7:
            aims = _evaluate_script(page, FIND_TAP_TARGETS_JS) or [[x, y]]
            x, y = chance.choice(aims)
        elif way < 0.85 and (sheet := _evaluate_script(page, GET_OPEN_DIALOG_TOP_JS)):
            y = chance.uniform(0, max(1, sheet - 1))
        for again in range(1 + (chance.random() < (0.5 if is_offline else 0.25))):
            if again:
                page.wait_for_timeout(chance.choice((0, 400)))
            _touch_point(page, x, y, slowly=chance.random() < 0.25)
            self.results.taps += 1
        page.wait_for_timeout(chance.choice(PAUSES_MS))

    def _is_at_table(self, page: Page) -> bool:
        return page.url.startswith(self.table) and bool(_evaluate_script(page, IS_AT_TABLE_JS))

    def _shows_or_has_left(self, page: Page, expected: dict[str, Any]) -> bool:
        version = _evaluate_script(page, GET_SHOWN_TABLE_JS)["now"].get("version")
        return version == expected["now"]["version"] or not self._is_at_table(page)

    def check_phones(self) -> None:
        """Check that each phone at the table shows the same as a newly loaded page."""
        for user in self.users:
            page = user.page
            page.context.set_offline(False)
            page.bring_to_front()
            if not self._is_at_table(page):
                page.goto(self.table)
        here = [user for user in self.users if self._is_at_table(user.page)]
        for user in here:
            _wait_until_settled(user)
        for n, user in enumerate(here):
            fresh = user.page.context.new_page()
            fresh.goto(self.table)
            expected = _evaluate_script(fresh, GET_SHOWN_TABLE_JS)
            fresh.close()
            wait_until(partial(self._shows_or_has_left, user.page, expected), f"what phone {n} is to show")
            if not self._is_at_table(user.page):
                continue  # it followed to the rematch
            wait_until_idle(user.page)
            shown = _evaluate_script(user.page, GET_SHOWN_TABLE_JS)
            differs = {name: (shown[name], each) for name, each in expected.items() if shown[name] != each}
            if differs:
                self.results.wrong.append(f"phone {n} differs: {str(differs)[:600]}")


def _touch_point(page: Page, x: float, y: float, *, slowly: bool) -> None:
    """Tap a point, with a long press if ``slowly``. Ignore that Chromium may never confirm the touch."""

    async def tap() -> None:
        screen = await page.context._impl_obj.new_cdp_session(page._impl_obj)
        for kind, points in (("touchStart", [{"x": x, "y": y}]), ("touchEnd", [])):
            await screen.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
            await asyncio.sleep(0.07 if slowly and points else 0)
        await screen.detach()

    with contextlib.suppress(TimeoutError, Error):
        page._sync(asyncio.wait_for(tap(), TOUCH_TIMEOUT_SECONDS))


def _wait_until_settled(user: TouchUser) -> None:
    """Wait until the phone is online and nothing is queued. Drop entries about which the phone asks."""
    drop_button = user.page.locator("#contested .drop-all")
    expect(user.page.locator("#line.live").or_(drop_button).first).to_be_visible()
    if drop_button.is_visible():
        user.page.keyboard.press("Escape")  # a sheet left open by the last tap covers it
        user.tap("#contested .drop-all")
    expect(user.page.locator("#line")).to_have_class("line live")
    expect(user.page.locator("#waiting")).to_be_hidden()


def _evaluate_script(page: Page, script: str) -> Any:
    for _ in range(3):
        try:
            return page.evaluate(script)
        except Error:
            page.wait_for_load_state()
    return page.evaluate(script)


def tap_randomly(phone: MakePhone, slug: str, taps: int, seed: int) -> TapResults:
    """Tap this many times at tables of a game, and return the results."""
    results = TapResults(slug)
    random_users = RandomUsers(phone, slug, results, random.Random(f"{slug} {seed}"))
    while results.taps < taps:
        random_users.open_table()
        random_users.tap_many(min(TAPS_PER_TABLE, taps - results.taps))
        random_users.check_phones()
        for user in random_users.users:
            results.settled.update(_evaluate_script(user.page, STORED_KEYS_JS))
    return results
