"""A recorded play as an evening: a phone for every seat, from "Open" to the podium by thumbs alone."""

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from difflib import unified_diff
from pathlib import Path

from playwright.sync_api import Page

from companion.games.seeds import plays
from tests.app_server import Server
from tests.browser import game_drivers
from tests.browser.costs import Costs
from tests.browser.engines import expect
from tests.browser.game_drivers import Line
from tests.browser.joining import PHONES, Kinds, MakePhone, join_from_home_page, wait_on_all_phones
from tests.browser.touch_user import TouchUser
from tests.waiting import wait_until, wait_until_idle

OF_THE_BROWSER = "pwa.service_worker"
"""Asked for by the browser itself, which looks for a newer one whenever it likes."""
ENTERED = ("table.enter", 200)


class ResponseCounter:
    """Counts a server's answers while ``counting``."""

    def __init__(self, log: Path) -> None:
        self._log = log
        self.counts: Counter[tuple[str, int]] = Counter()

    @contextmanager
    def counting(self) -> Iterator[None]:
        """Count what is answered meanwhile, and until an entry is: phones may hear of it before the log."""
        start = self._log.stat().st_size
        yield
        wait_until(lambda: ENTERED in self._since(start), "an entry in the server's log")
        answers = self._since(start)
        self.counts.update(answer for answer in answers if answer[0] != OF_THE_BROWSER)

    def _since(self, start: int) -> list[tuple[str, int]]:
        """Routes and statuses of what was logged behind that byte."""
        with self._log.open("rb") as log:
            log.seek(start)
            told = [json.loads(line) for line in log if line.startswith(b"{") and line.endswith(b"\n")]
        return [(line["route"], line["status"]) for line in told if line["message"] == "answered"]


WHOSE = ("seat", "board", "owner")
"""What in a recorded line names a seat that it changes something of."""
MARKS = """seats => {
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
"""Of each mark that can be seen, whether it is of these seats, or of nobody's: dice lie on any board."""


def is_marked(page: Page, step: Line) -> bool:
    """Something on the glass is marked, and nothing that has to do with other seats; else it is over."""
    if page.locator("#turn[data-turn=over]").count():
        return True
    seats = [step[name] for name in WHOSE if step.get(name) is not None]
    marks: list[bool] = page.evaluate(MARKS, seats)
    return bool(marks) and all(marks)


SHOWN = """table => {
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
"""The table as it stands, with what is chosen; without the keys, which are new each time, the folds,
which are everybody's own, the hint of a house that phones without https are shown once, and what a phone
marks as unable to work offline or without https."""

BEGAN = "performance.timeOrigin"
"""When the document on the glass was loaded."""
TELLS = """() => [...document.querySelectorAll("#news .told, #end-title")]
  .some(e => e.checkVisibility({ visibilityProperty: true }) && e.innerText)"""
BOARD = """() => {
  const { top, bottom } = document.querySelector("#board")?.getBoundingClientRect() ?? new DOMRect();
  const height = Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0));
  return [document.querySelector("#turn").dataset.turn, height / innerHeight];
}"""
"""Whose turn it is, and the board's share of the glass."""


@dataclass
class TouchPlay:
    """What an evening cost."""

    slug: str
    name: str
    users: list[TouchUser]
    entries: int
    turns: int
    loads: int = 0
    """Phones whose document is not the one they began with."""
    boards: list[tuple[str, float]] = field(default_factory=list)
    """Of the first phone: usually 390 × 844, and it reads English by day."""
    costs: Costs = field(default_factory=Costs)
    """Taps, by the move that they entered."""
    untold: list[str] = field(default_factory=list)
    """Entries that a phone did not tell in words, or mark on the board."""

    @property
    def taps(self) -> int:
        return sum(user.taps for user in self.users)

    @property
    def flicks(self) -> int:
        return sum(user.flicks for user in self.users)

    def least_board(self) -> float:
        """The smallest share of the glass that the board had; it is the same whoever is awaited."""
        return min((share for turn, share in self.boards if turn != "over"), default=1.0)

    def __str__(self) -> str:
        plain, flicks = self.costs.turn(game_drivers.get_turn(self.slug)), self.flicks / self.turns
        return (
            f"{self.slug} {self.name}: {self.entries} entries, {self.taps / self.turns:.1f} taps a turn, "
            f"{plain:.1f} a plain turn, {flicks:.2f} flicks, board {self.least_board():.0%}, "
            f"{len(self.untold)} not told or marked"
        )

    def look(self, member: int, step: Line) -> None:
        for phone, page in enumerate(user.page for user in self.users):
            wait_until_idle(page)
            if not page.evaluate(TELLS) or ("move" in step and not is_marked(page, step)):
                self.untold.append(f"{step} of phone {member} on phone {phone}")


def play_and_check(
    phone: MakePhone, server: Server, slug: str, play: str, entries: int | None = None
) -> None:
    """Spend an evening like this recorded play of a game: what it may load, ask and cover."""
    answered = ResponseCounter(server.log)
    evening = play_through(phone, slug, play, answered, entries=entries)
    assert evening.loads == 0
    assert evening.untold == []
    assert evening.least_board() >= 0.55
    assert answered.counts["table.enter", 200] == evening.entries + 2, "one request an entry"
    answered.counts.pop(("table_stream.stream_table", 200), 0)  # what fell silent is asked for again
    answered.counts.pop(("exports.board_picture", 200), 0)  # at the end the others' boards are pictures
    assert {route for route, _ in answered.counts} <= {"table.enter"} | game_drivers.get_questions(slug)


def play_through(
    phone: MakePhone,
    slug: str,
    name: str,
    answered: ResponseCounter,
    kinds: Kinds = PHONES,
    entries: int | None = None,
) -> TouchPlay:
    """Play a recorded play from the home page to the podium, or so many of its first entries;
    AssertionError where it cannot go on.

    ``answered`` counts what the server answers while entries are made and told. Halfway the last entry
    is taken back on the phone that made it and put back on the next one.
    """
    record = plays(slug)[name]
    log = game_drivers.get_entries(slug, record)[:entries]
    users = join_from_home_page(phone, slug, record, kinds, reduced_motion="reduce")
    evening = TouchPlay(slug, name, users, len(log), turns(log))
    began = [user.page.evaluate(BEGAN) for user in users]
    for user in users:
        expect(user.page.locator("#line")).to_have_class("line live")
        user.taps = user.flicks = 0
    version = int(users[0].page.locator("#table").get_attribute("data-version") or 0)
    half = next(n for n in range(len(log) // 2, len(log)) if "kind" not in log[n])
    for number, line in enumerate(log):
        seat = max(line.get("seat", 0), 0)
        steps = [(seat, line)]
        if number == half:
            steps += [(seat, {"kind": "undo"}), ((seat + 1) % len(users), {"kind": "redo"})]
        for member, step in steps:
            version += 1
            evening.boards.append(users[0].page.evaluate(BOARD))
            before = evening.taps
            with answered.counting():
                game_drivers.enter(users[member], slug, step)
                wait_on_all_phones(users, version, step)
            evening.costs.add(step.get("move", ""), evening.taps - before)
            evening.look(member, step)
            if number == half:
                check_up_to_date(users)
        if number == 1:
            check_up_to_date(users)
    for user in users if entries is None else ():
        expect(user.page.locator("#end-title")).to_be_attached()
        for seat, points in enumerate(record["end"].get("points", ())):
            expect(user.page.locator(f".standings .c{seat} a > b")).to_have_text(
                str(points).replace("-", "\N{MINUS SIGN}")
            )
    check_up_to_date(users)
    evening.loads = sum(user.page.evaluate(BEGAN) != then for user, then in zip(users, began, strict=True))
    return evening


def turns(log: list[Line]) -> int:
    """How often somebody else was next to enter something."""
    seats = [line.get("seat") for line in log]
    return sum(one != other for one, other in zip([None, *seats], seats, strict=False))


def check_up_to_date(users: list[TouchUser]) -> None:
    for user in users:
        fresh = user.page.context.new_page()
        fresh.goto(user.page.url)
        wait_until_idle(fresh)
        wait_until_idle(user.page)
        wanted = fresh.locator("#table").evaluate(SHOWN)
        fresh.close()
        shown = user.page.locator("#table").evaluate(SHOWN)
        assert shown == wanted, "\n".join(unified_diff(wanted, shown, "loaded", "shown", n=1))
