"""Enters a recorded play by touch, with a phone for each seat, from the home page to the podium."""

from collections import Counter
from collections.abc import Mapping
from difflib import unified_diff
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from companion.games.seeds import load_plays
from tests.browser import game_drivers
from tests.browser.game_drivers import Line
from tests.browser.joining import MakePhone, join_from_home_page, wait_on_all_phones
from tests.browser.touch_user import TouchUser
from tests.waiting import wait_until_idle

SEAT_FIELD_NAMES = ("seat", "board", "owner")
"""The fields of a recorded move that name an affected seat."""
VISIBLE_MARKS_JS = """seats => {
  const isVisible = mark => {
    const { left, top, right, bottom, width, height } = mark.getBoundingClientRect();
    const [shownWidth, shownHeight] =
      [Math.min(right, innerWidth) - Math.max(left, 0), Math.min(bottom, innerHeight) - Math.max(top, 0)];
    return mark.checkVisibility({ visibilityProperty: true })
      && shownWidth > 0 && shownHeight > 0 && shownWidth * shownHeight * 2 > width * height;
  };
  const belongsToSeats = mark => {
    const seat = mark.id === "dice" ? undefined : mark.closest("[id^=board-]")?.id.slice("board-".length)
      ?? mark.closest("#seats li")?.className.match(/(?:^| )c(\\d)/)[1];
    return seat === undefined || seats.includes(Number(seat));
  };
  return [...document.querySelectorAll("#table [data-last]")].filter(isVisible).map(belongsToSeats);
}"""
"""Returns for each visible mark of the last change whether it is at one of these seats, or at the dice."""


def is_marked(page: Page, step: Line) -> bool:
    """Return whether the page marks the last change on the affected seats only. Also True after the end."""
    if page.locator("#turn[data-turn=over]").count():
        return True
    seats = [step[name] for name in SEAT_FIELD_NAMES if step.get(name) is not None]
    marks: list[bool] = page.evaluate(VISIBLE_MARKS_JS, seats)
    return bool(marks) and all(marks)


TABLE_HTML_JS = """table => {
  const copy = table.cloneNode(true), fields = table.querySelectorAll("input, select");
  copy.querySelectorAll("input, select").forEach((field, n) => {
    if (field.name === "key") field.setAttribute("value", "");
    else field.setAttribute("data-stands", fields[n].type === "radio" || fields[n].type === "checkbox"
      ? fields[n].checked : fields[n].value);
  });
  copy.querySelectorAll("details").forEach(fold => fold.removeAttribute("open"));
  copy.querySelectorAll("#offline-ready-hint, .needs-connection").forEach(hint => hint.remove());
  copy.querySelectorAll("[data-needs]").forEach(control => control.removeAttribute("hidden"));
  const marks = ["data-unanswered", "aria-disabled", "aria-description"];
  for (const key of copy.querySelectorAll("[data-unanswered]"))
    marks.forEach(name => key.removeAttribute(name));
  const all = within => [...within.querySelectorAll("*")]
    .flatMap(element => [element, ...(element.content ? all(element.content) : [])]);
  for (const element of [copy, ...all(copy)]) {
    element.removeAttribute("data-htmx-powered");
    const sorted = [...element.attributes].sort((one, other) => one.name < other.name ? -1 : 1);
    sorted.forEach(each => element.removeAttributeNode(each));
    sorted.forEach(each => element.setAttributeNode(each));
  }
  return copy.outerHTML.replace(/></g, ">\\n<").split("\\n");
}"""
"""Returns the table's HTML with all choices, without what may differ between phones: keys of entries, open
folds, the offline hint, and marks of controls that do not work offline or without https.
"""

LOAD_TIME_JS = "performance.timeOrigin"
HAS_NEWS_JS = """() => [...document.querySelectorAll("#news .told, #end-title")]
  .some(e => e.checkVisibility({ visibilityProperty: true }) && e.innerText)"""
BOARD_SHARE_JS = """() => {
  const { top, bottom } = document.querySelector("#board")?.getBoundingClientRect() ?? new DOMRect();
  const height = Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0));
  return document.querySelector("#turn").dataset.turn === "over" ? 1 : height / innerHeight;
}"""
MIN_BOARD_SHARE = 0.55
"""The board's share of the first phone's screen (390 × 844, English, light) during a game."""


def play_and_check(phone: MakePhone, slug: str, play_name: str, entries: int | None = None) -> None:
    """Enter a recorded play by touch, and check after each entry that all phones show it.

    Check also page loads, requests and the board's size. ``entries`` limits the number of entries.
    Halfway, the phone of the last entry undoes it, and the next phone redoes it.
    """
    record = load_plays(slug)[play_name]
    log = game_drivers.get_entries(slug, record)[:entries]
    users = join_from_home_page(phone, slug, record, reduced_motion="reduce")
    loaded_at = [user.page.evaluate(LOAD_TIME_JS) for user in users]
    for user in users:
        expect(user.page.locator("#line")).to_have_class("line live")
    requests: list[str] = []
    for user in users:
        wait_until_idle(user.page)
        user.page.on("request", lambda request: requests.append(urlsplit(request.url).path))
    version = int(users[0].page.locator("#table").get_attribute("data-version") or 0)
    middle = next(n for n in range(len(log) // 2, len(log)) if "kind" not in log[n])
    for number, line in enumerate(log):
        seat = max(line.get("seat", 0), 0)
        steps = [(seat, line)]
        if number == middle:
            steps += [(seat, {"kind": "undo"}), ((seat + 1) % len(users), {"kind": "redo"})]
        for phone_number, step in steps:
            version += 1
            assert users[0].page.evaluate(BOARD_SHARE_JS) >= MIN_BOARD_SHARE
            game_drivers.enter_move(users[phone_number], slug, step)
            wait_on_all_phones(users, version, step)
            for user in users:
                wait_until_idle(user.page)
                assert user.page.evaluate(HAS_NEWS_JS), step
                assert "move" not in step or is_marked(user.page, step), step
            if number == middle:
                check_pages_are_current(users)
        if number == 1:
            check_pages_are_current(users)
    for user in users if entries is None else ():
        expect_podium(user.page, record)
    check_pages_are_current(users)
    assert [user.page.evaluate(LOAD_TIME_JS) for user in users] == loaded_at
    requested = Counter(PurePosixPath(path).name for path in requests)
    assert requested.pop("enter") == len(log) + 2, "one request an entry"
    for name in ("stream", "board.svg"):  # a silent stream is reopened; pictures of other boards at the end
        requested.pop(name, 0)
    assert requested.keys() <= game_drivers.get_choice_requests(slug)


def expect_podium(page: Page, record: Mapping[str, Any]) -> None:
    """Assert that the page shows the result of a recorded play."""
    expect(page.locator("#end-title")).to_be_attached()
    for seat, points in enumerate(record["end"].get("points", ())):
        shown = str(points).replace("-", "\N{MINUS SIGN}")
        expect(page.locator(f".standings .c{seat} a > b")).to_have_text(shown)


def check_pages_are_current(users: list[TouchUser]) -> None:
    for user in users:
        fresh = user.page.context.new_page()
        fresh.goto(user.page.url)
        wait_until_idle(fresh)
        wait_until_idle(user.page)
        expected = fresh.locator("#table").evaluate(TABLE_HTML_JS)
        fresh.close()
        shown = user.page.locator("#table").evaluate(TABLE_HTML_JS)
        assert shown == expected, "\n".join(unified_diff(expected, shown, "loaded", "shown", n=1))
