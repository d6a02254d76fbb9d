"""Enters a recorded play by touch, with a phone for each seat, from the home page to the podium."""

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from difflib import unified_diff
from pathlib import Path

from playwright.sync_api import Page

from companion.games.seeds import load_plays
from tests.app_server import Server
from tests.browser import game_drivers
from tests.browser.engines import expect
from tests.browser.game_drivers import RecordedLine
from tests.browser.joining import PHONE_OPTIONS, MakePhone, PhoneOptions, expect_result, join_from_home_page
from tests.browser.touch_user import TouchUser, wait_on_all_phones
from tests.waiting import wait_until, wait_until_idle

FULLY_PLAYED_GAME = "deadline"
"""The game that the required tests play to its end; ``tests/long/touch`` does so with the others."""
SERVICE_WORKER_ENDPOINT = "pwa.service_worker"
"""Requested by the browser itself, at any time, to find a newer worker."""
ENTERED_RESPONSE = ("table.enter", 200)


class ResponseCounter:
    """Counts the responses of a server by route and status."""

    def __init__(self, log: Path) -> None:
        self._log = log
        self.counts: Counter[tuple[str, int]] = Counter()

    @contextmanager
    def count_until_logged(self) -> Iterator[None]:
        """Count the responses during the block, then wait until the response to an entry is in the log."""
        start = self._log.stat().st_size
        yield
        wait_until(lambda: ENTERED_RESPONSE in self._list_since(start), "an entry in the server's log")
        answers = self._list_since(start)
        self.counts.update(answer for answer in answers if answer[0] != SERVICE_WORKER_ENDPOINT)

    def _list_since(self, start: int) -> list[tuple[str, int]]:
        """Return (route, status) of each response that the log has after this position."""
        with self._log.open("rb") as log:
            log.seek(start)
            entries = [json.loads(line) for line in log if line.startswith(b"{") and line.endswith(b"\n")]
        return [(entry["route"], entry["status"]) for entry in entries if entry["message"] == "answered"]


SEAT_FIELD_NAMES = ("seat", "board", "owner")
"""The fields of a recorded move that name an affected seat."""
VISIBLE_MARKS_JS = """seats => {
  const boxOf = element => element.getBoundingClientRect();
  const ringOf = mark => [mark, ...mark.querySelectorAll("*")].map(e => getComputedStyle(e))
    .map(style => [style.outline, style.boxShadow, style.borderColor]).join();
  const isRinged = mark => {
    const ringed = ringOf(mark);
    mark.removeAttribute("data-last");
    const bare = ringOf(mark);
    mark.setAttribute("data-last", "");
    return ringed !== bare;
  };
  const clips = element => getComputedStyle(element).overflow !== "visible";
  const onGlass = mark => {
    const box = boxOf(mark);
    let [left, top, right, bottom] = [box.left, box.top, box.right, box.bottom];
    const cut = by => {
      [left, top] = [Math.max(left, by.left), Math.max(top, by.top)];
      [right, bottom] = [Math.min(right, by.right), Math.min(bottom, by.bottom)];
    };
    cut({ left: 0, top: 0, right: innerWidth, bottom: innerHeight });
    for (let over = mark.parentElement; over; over = over.parentElement) if (clips(over)) cut(boxOf(over));
    if (right <= left || bottom <= top || (right - left) * (bottom - top) * 2 < box.width * box.height)
      return false;
    const above = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return !above?.closest("dialog, #answer, #waiting") || above.contains(mark);
  };
  const isOfThem = mark => {
    const of = mark.id === "dice" ? undefined : mark.closest("[id^=board-]")?.id.slice("board-".length)
      ?? mark.closest("#seats li")?.className.match(/(?:^| )c(\\d)/)[1];
    return of === undefined || seats.includes(Number(of));
  };
  return [...document.querySelectorAll("#table [data-last]")]
    .filter(mark => mark.checkVisibility({ visibilityProperty: true }) && onGlass(mark) && isRinged(mark))
    .map(isOfThem);
}"""
"""Returns for each visible mark of the last change whether it is at one of these seats, or at no seat."""


def is_change_marked(page: Page, step: RecordedLine) -> bool:
    """Return whether the page marks this move, and only at affected seats. True if the game is over."""
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
"""Returns the table's HTML with all choices, without anything that may differ between two phones."""

LOAD_TIME_JS = "performance.timeOrigin"
HAS_NEWS_JS = """() => [...document.querySelectorAll("#news .told, #end-title")]
  .some(e => e.checkVisibility({ visibilityProperty: true }) && e.innerText)"""
TURN_AND_BOARD_SHARE_JS = """() => {
  const { top, bottom } = document.querySelector("#board")?.getBoundingClientRect() ?? new DOMRect();
  const height = Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0));
  return [document.querySelector("#turn").dataset.turn, height / innerHeight];
}"""


@dataclass
class TouchPlay:
    """A play that was entered by touch, with the number of page loads, and faults."""

    users: list[TouchUser]
    entries: int
    loads: int = 0
    """The number of phones that have loaded another document."""
    boards: list[tuple[str, float]] = field(default_factory=list)
    """For each entry: whose turn it was, and the board's share of the first phone's screen."""
    unmarked: list[str] = field(default_factory=list)
    """The entries that some phone did not announce, or did not mark on the board."""

    def record_missing_marks(self, phone_number: int, step: RecordedLine) -> None:
        for phone, page in enumerate(user.page for user in self.users):
            wait_until_idle(page)
            if not page.evaluate(HAS_NEWS_JS) or ("move" in step and not is_change_marked(page, step)):
                self.unmarked.append(f"{step} of phone {phone_number} on phone {phone}")


def play_and_check(
    phone: MakePhone, server: Server, slug: str, play_name: str, entries: int | None
) -> None:
    """Enter a play's first ``entries`` (None: all) by touch. Assert few requests and a large board."""
    answered = ResponseCounter(server.log)
    play = play_by_touch(phone, slug, play_name, answered, entries=entries)
    assert play.loads == 0
    assert play.unmarked == []
    assert [share for turn, share in play.boards if turn != "over" and share < 0.55] == []
    assert answered.counts["table.enter", 200] == play.entries + 2, "one request an entry"
    answered.counts.pop(("table_stream.stream_table", 200), 0)  # a silent stream is reopened
    answered.counts.pop(("exports.board_picture", 200), 0)  # pictures of other boards at the end
    previews = {"table.check_move"} if hasattr(game_drivers.load_driver(slug), "HAS_PREVIEW") else set()
    assert {route for route, _ in answered.counts} <= {"table.enter"} | previews


def play_by_touch(
    phone: MakePhone,
    slug: str,
    name: str,
    answered: ResponseCounter,
    kinds: PhoneOptions = PHONE_OPTIONS,
    entries: int | None = None,
) -> TouchPlay:
    """Enter the first ``entries`` (None: all) of a recorded play by touch, and return the measurements.

    ``kinds`` has Playwright's options for each phone. Halfway, the phone of the last entry undoes it, and
    the next phone redoes it.
    """
    record = load_plays(slug)[name]
    log = game_drivers.get_entries(slug, record)[:entries]
    users = join_from_home_page(phone, slug, record, kinds, reduced_motion="reduce")
    play = TouchPlay(users, len(log))
    loaded = [user.page.evaluate(LOAD_TIME_JS) for user in users]
    for user in users:
        expect(user.page.locator("#line")).to_have_class("line live")
    version = int(users[0].page.locator("#table").get_attribute("data-version") or 0)
    middle = next(n for n in range(len(log) // 2, len(log)) if "kind" not in log[n])
    for number, line in enumerate(log):
        seat = max(line.get("seat", 0), 0)
        steps = [(seat, line)]
        if number == middle:
            steps += [(seat, {"kind": "undo"}), ((seat + 1) % len(users), {"kind": "redo"})]
        for phone_number, step in steps:
            version += 1
            play.boards.append(users[0].page.evaluate(TURN_AND_BOARD_SHARE_JS))
            with answered.count_until_logged():
                game_drivers.enter_move(users[phone_number], slug, step)
                wait_on_all_phones(users, version, step)
            play.record_missing_marks(phone_number, step)
        if number == middle:
            check_pages_are_current(users)
    for user in users if entries is None else ():
        expect_result(user.page, record)
        expect(user.page.locator("#board")).to_be_hidden()
    check_pages_are_current(users)
    play.loads = sum(user.page.evaluate(LOAD_TIME_JS) != at for user, at in zip(users, loaded, strict=True))
    return play


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
