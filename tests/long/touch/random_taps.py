"""Thumbs that tap anywhere.

On several phones, with the line and without it, at random points and on what is lit, beside sheets, at
edges, twice in a row, while other phones' entries arrive and own ones wait. Nothing is to be entered
without a tap on a control that was enabled and on top, or other than that control said under the finger,
nor what a person would not have meant: the same again as what waits, unless the page asked for it, or,
without a line, what may only be asked for as long as nothing waits. Each entry stands in the log once,
was refused, or was taken back by a tap; no server answers 500, and no phone differs from a fresh load.
"""

import asyncio
import contextlib
import random
from dataclasses import dataclass, field
from functools import partial
from typing import Any
from urllib.parse import parse_qs

from playwright.sync_api import Error, Page, Response, expect

from companion.games.seeds import plays
from tests.browser import game_drivers
from tests.browser.joining import PHONES, MakePhone, join_seat, open_table
from tests.browser.phones import HASTY
from tests.browser.touch_user import TouchUser
from tests.waiting import wait_until, wait_until_idle

WATCH = """() => {
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
"""Of every entry that a phone keeps, it tells what was under the finger, and whether the entry says
that and what was chosen as the finger landed: a piece goes where the glass showed a place that waited
for it, a stone no farther than one unit from the finger."""
AIMS = """() => {
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
SHEET = """() => {
  const sheet = [...document.querySelectorAll("dialog[open]")].at(-1);
  return sheet && sheet.getBoundingClientRect().top;
}"""
SHOWS = """() => {
  const [part, parts] = ["", "All"].map(all => document[`querySelector${all}`].bind(document));
  return {
    now: { ...part("#now")?.dataset }, turn: { ...part("#turn")?.dataset },
    said: ["#seats", "#news", "#end"].map(name => part(name)?.textContent.trim()),
    board: [...parts("#board [id]")].map(each => each.id),
    quiet: [...parts("#board .quiet")].map(each => each.textContent),
  };
}"""
"""What the server drew of the table, whatever is chosen on it."""
WAITING = "() => Object.keys(localStorage).map(name => name.split('-').at(-1))"
"""The keys of what waits or was refused; what else is kept there is no key."""
IS_AT_TABLE = "() => Boolean(document.querySelector('#table')) && !document.body.dataset.back"
PAUSES = (0, 0, 20, 60, 150, 400)
LOST_AFTER = 10
"""Seconds after which nobody waits any more for the browser to say that it felt a tap."""
ANEW = 400
"""Taps at one table; then another is opened, so that beginnings and lobbies are tapped on, too."""


GOES_ON: dict[str, dict[str, set[str] | None]] = {
    "giza": {},
    "deadline": {"Build": {"Declare"}},
    "cheops_dice": {},
    "cheops_treasure": {"Place": {"Take", "Deal"}, "Take": {"Draw", "Deal"}, "Deal": {"Draw"}},
    "cheops_catan": {
        **dict.fromkeys(["Income", "Build", "Knight"]),
        "Roll": {"Income", "Build", "Lay", "Knight", "Harbour", "Give", "Purchase", "ShowPoint"},
    },
}
"""Without a line, what may still be entered after a move that waits: the rest of a turn, or with ``None``
whatever was legal before."""


@dataclass
class Figures:
    """What came of the taps at the tables of one game."""

    slug: str
    taps: int = 0
    kept: dict[str, dict[str, Any]] = field(default_factory=dict)
    """By its key, every entry that a phone kept to be sent."""
    entered: dict[str, str] = field(default_factory=dict)
    """By its key, the number in the log of each that stands there."""
    settled: set[str] = field(default_factory=set)
    """The keys of those that were refused, taken back by a tap, or wait on at the end."""
    wrong: list[str] = field(default_factory=list)

    def keep(self, _source: object, told: dict[str, Any]) -> None:
        """Take in what a phone tells of an entry: of its tap, not of what is noted on it later."""
        self.kept.setdefault(told["key"], told)

    def hear(self, answer: Response) -> None:
        if answer.status >= 500:
            self.wrong.append(f"{answer.status} {answer.url}")
        if answer.request.method != "POST" or not answer.url.endswith("/enter"):
            return
        key = parse_qs(answer.request.post_data or "").get("key", [""])[0]
        number = answer.headers.get("x-entry")
        if number and self.entered.setdefault(key, number) != number:
            self.wrong.append(f"twice in the log: {self.kept.get(key)}")
        elif answer.status in (400, 403, 404, 409, 422):
            self.settled.add(key)

    def judge(self) -> list[str]:
        """Everything that should not have been."""
        wrong = list(self.wrong)
        for key in self.entered:
            told = self.kept.get(key)
            if told is None:
                wrong.append(f"nobody tapped for {key}")
            elif "&kind=note&" in told["body"]:
                continue  # what was not taken over is told to all
            elif not told["once"] and not (
                told["onTop"] and told["lit"] and told["same"] and self._goes_on(told)
            ):
                wrong.append(f"not meant: {told}")
        lost = self.kept.keys() - self.entered.keys() - self.settled
        return wrong + [f"lost: {self.kept[key]}" for key in lost]

    def _goes_on(self, told: dict[str, Any]) -> bool:
        """Whether it was to be entered while others waited."""
        says, *waits = [_said_in(body) for body in (told["body"], *reversed(told["waits"]))]
        if says in waits:
            return False
        if not (told["away"] and waits and "move" in says):
            return True
        after = GOES_ON[self.slug].get(waits[0].get("move", [""])[0], set())
        return after is None or says["move"][0] in after


def _said_in(body: str) -> dict[str, list[str]]:
    return {name: said for name, said in parse_qs(body).items() if name not in ("key", "seen")}


class RandomUsers:
    """People whose thumbs tap anywhere, at one table after the other."""

    def __init__(self, phone: MakePhone, slug: str, figures: Figures, chance: random.Random) -> None:
        self.names = plays(slug)[game_drivers.get_play_name(slug)]["seats"]
        self.slug, self.figures, self.chance = slug, figures, chance
        self.users = []
        for _, kind in zip(self.names, PHONES, strict=False):
            page = phone(**kind)
            page.context.expose_binding("tapped", figures.keep)
            page.context.expose_binding("takenBack", lambda _, key: figures.settled.add(key))
            page.context.add_init_script(HASTY)
            page.context.add_init_script(f"({WATCH})()")
            page.on("response", figures.hear)
            page.on("dialog", lambda asked: asked.dismiss())
            self.users.append(TouchUser(page))
        self.table = ""

    def sit_down(self) -> None:
        """A new table, every seat without a phone entered for by the first."""
        code = open_table(self.users[0], self.slug, self.names, one_phone=len(self.names) > 3)
        for seat, user in enumerate(self.users[1:], 1):
            join_seat(user, code, seat)
        self.table = self.users[0].page.url

    def tap_on(self, taps: int) -> None:
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
            self._tap(user, away=bool(away.get(page)))
            self._stay(page, online=not away.get(page, 0))
        for page in away:
            page.context.set_offline(False)

    def _tap(self, user: TouchUser, *, away: bool) -> None:
        """Somewhere; without a line on controls, and every other time once more on what is there then."""
        page, chance = user.page, self.chance
        glass = page.viewport_size or {"width": 0, "height": 0}
        x, y = chance.uniform(0, glass["width"]), chance.uniform(0, glass["height"])
        way = 0.5 if away else chance.random()
        if way < 0.1:
            x, y = (x, chance.choice((1, glass["height"] - 1))) if way < 0.05 else (1, y)
        elif way < 0.7:
            aims = _asked(page, AIMS) or [[x, y]]
            x, y = chance.choice(aims)
        elif way < 0.85 and (sheet := _asked(page, SHEET)):
            y = chance.uniform(0, max(1, sheet - 1))
        for again in range(1 + (chance.random() < (0.5 if away else 0.25))):
            if again:
                page.wait_for_timeout(chance.choice((0, 400)))
            _touch(page, x, y, slowly=chance.random() < 0.25)
            self.figures.taps += 1
        page.wait_for_timeout(chance.choice(PAUSES))

    def _stay(self, page: Page, *, online: bool) -> None:
        """Whoever tapped on what leads away comes back."""
        if not online or self._is_here(page):
            return
        with contextlib.suppress(Error):  # it may be on its way elsewhere, and is looked at again
            page.goto(self.table)

    def _is_here(self, page: Page) -> bool:
        """Whether it shows this table, and neither another page nor a rematch to which it went along."""
        return page.url.startswith(self.table) and bool(_asked(page, IS_AT_TABLE))

    def _has_gone_or_shows(self, page: Page, wanted: dict[str, Any]) -> bool:
        shows = _asked(page, SHOWS)["now"].get("version") == wanted["now"]["version"]
        return shows or not self._is_here(page)

    def look(self) -> None:
        """Every phone at rest shows what a page loaded now would; whose seat was freed has gone."""
        for user in self.users:
            page = user.page
            page.context.set_offline(False)
            page.bring_to_front()
            if not self._is_here(page):
                page.goto(self.table)
        here = [user for user in self.users if self._is_here(user.page)]
        for user in here:
            _settle(user)
        for n, user in enumerate(here):
            fresh = user.page.context.new_page()
            fresh.goto(self.table)
            wanted = _asked(fresh, SHOWS)
            fresh.close()
            wait_until(partial(self._has_gone_or_shows, user.page, wanted), f"what phone {n} is to show")
            if not self._is_here(user.page):
                continue  # along to the rematch
            wait_until_idle(user.page)
            shown = _asked(user.page, SHOWS)
            differs = {name: (shown[name], each) for name, each in wanted.items() if shown[name] != each}
            if differs:
                self.figures.wrong.append(f"phone {n} differs: {str(differs)[:600]}")


def _touch(page: Page, x: float, y: float, *, slowly: bool) -> None:
    """A tap, or one that stays for a while. Where the page goes elsewhere just then, Chromium never says
    that it felt it.
    """

    async def tap() -> None:
        glass = await page.context._impl_obj.new_cdp_session(page._impl_obj)
        for kind, points in (("touchStart", [{"x": x, "y": y}]), ("touchEnd", [])):
            await glass.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
            await asyncio.sleep(0.07 if slowly and points else 0)
        await glass.detach()

    with contextlib.suppress(TimeoutError, Error):
        page._sync(asyncio.wait_for(tap(), LOST_AFTER))


def _settle(user: TouchUser) -> None:
    """The line is back and nothing waits; where others went on meanwhile, somebody decides."""
    held = user.page.locator("#contested .drop-all")
    expect(user.page.locator("#line.live").or_(held).first).to_be_visible()
    if held.is_visible():
        user.page.keyboard.press("Escape")  # a sheet that the last tap left open lies over it
        user.tap("#contested .drop-all")
    expect(user.page.locator("#line")).to_have_class("line live")
    expect(user.page.locator("#waiting")).to_be_hidden()


def _asked(page: Page, what: str) -> Any:
    """The page's answer; again where it was just on its way elsewhere."""
    for _ in range(3):
        try:
            return page.evaluate(what)
        except Error:
            page.wait_for_load_state()
    return page.evaluate(what)


def tap_randomly(phone: MakePhone, slug: str, taps: int, seed: int) -> Figures:
    """So many taps at tables of a game; what came of them."""
    figures = Figures(slug)
    crowd = RandomUsers(phone, slug, figures, random.Random(f"{slug} {seed}"))
    while figures.taps < taps:
        crowd.sit_down()
        crowd.tap_on(min(ANEW, taps - figures.taps))
        crowd.look()
        for user in crowd.users:
            figures.settled.update(_asked(user.page, WAITING))
    return figures
