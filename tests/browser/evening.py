"""A recorded play as an evening: a phone for every seat, from "Open" to the podium by thumbs alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from difflib import unified_diff
from typing import Any

from playwright.sync_api import Error, Page, Request, expect

from companion.games.seeds import plays
from tests.browser import hands
from tests.browser.thumbs import Thumb

Make = Callable[..., Page]
Line = Mapping[str, Any]

SHOWN = """table => {
  const copy = table.cloneNode(true), fields = table.querySelectorAll("input, select");
  copy.querySelectorAll("input, select").forEach((field, n) => {
    if (field.name === "key") field.setAttribute("value", "");
    else field.setAttribute("data-stands", fields[n].type === "radio" || fields[n].type === "checkbox"
      ? fields[n].checked : fields[n].value);
  });
  copy.querySelectorAll("details").forEach(fold => fold.removeAttribute("open"));
  for (const element of copy.querySelectorAll("*")) {
    const sorted = [...element.attributes].sort((one, other) => one.name < other.name ? -1 : 1);
    sorted.forEach(each => element.removeAttributeNode(each));
    sorted.forEach(each => element.setAttributeNode(each));
  }
  return copy.outerHTML.replace(/></g, ">\\n<").split("\\n");
}"""
"""The table as it stands, with what is chosen; without the keys, which are new each time, and the folds,
which are everybody's own."""


@dataclass
class Evening:
    """What an evening cost."""

    slug: str
    name: str
    entries: int = 0
    turns: int = 0
    taps: int = 0
    flicks: int = 0
    loads: int = 0
    thumbs: list[Thumb] = field(default_factory=list)


def spend(phone: Make, slug: str, name: str) -> Evening:
    """Play a recorded play from the home page to the podium; AssertionError where it cannot go on.

    Halfway the last entry is taken back on the phone that made it and put back on the next one.
    """
    record = plays(slug)[name]
    evening = Evening(slug, name)
    evening.thumbs = gather(phone, slug, record)
    log = hands.log_of(slug, record)
    for thumb in evening.thumbs:
        count_loads(evening, thumb.page)
        thumb.taps = thumb.flicks = 0
    version = int(evening.thumbs[0].page.locator("#table").get_attribute("data-version") or 0)
    half = next(n for n in range(len(log) // 2, len(log)) if "kind" not in log[n])
    for number, line in enumerate(log):
        seat = max(line.get("seat", 0), 0)
        steps = [(seat, line)]
        if number == half:
            following = (seat + 1) % len(evening.thumbs)
            steps += [(seat, {"kind": "undo"}), (following, {"kind": "redo"})]
        for who, step in steps:
            version += 1
            hands.enter(evening.thumbs[who], slug, step)
            for thumb in evening.thumbs:
                arrive(thumb.page, version, step)
            if number == half:
                all_show_what_is(evening)
        if number % max(len(log) // 4, 1) == 1:
            all_show_what_is(evening)
    all_show_what_is(evening)
    for thumb in evening.thumbs:
        expect(thumb.page.locator("#end-title")).to_be_attached()
        for seat, points in enumerate(record["end"]["points"]):
            expect(thumb.page.locator(f".podium .c{seat} b")).to_have_text(str(points))
    evening.entries = len(log)
    evening.turns = turns(log)
    evening.taps = sum(thumb.taps for thumb in evening.thumbs)
    evening.flicks = sum(thumb.flicks for thumb in evening.thumbs)
    return evening


def turns(log: list[Line]) -> int:
    """How often somebody else was next to enter something."""
    seats = [line.get("seat") for line in log]
    return sum(one != other for one, other in zip([None, *seats], seats, strict=False))


def gather(phone: Make, slug: str, record: Mapping[str, Any]) -> list[Thumb]:
    """A phone for every seat, arrived at a new table; what the box prints is told before it begins."""
    names = record["seats"]
    thumbs = [Thumb(phone(reduced_motion="reduce")) for _ in names]
    host = thumbs[0]
    code = open_table(host, slug, record)
    for seat, thumb in enumerate(thumbs[1:], 1):
        thumb.page.goto("/")
        thumb.write("input[name=code]", code)
        thumb.tap("form[action='/join'] button")
        thumb.tap(f"input[name=seat][value='{seat}']")
        thumb.tap("button:text('Sit down')")
        thumb.page.wait_for_selector("#table")
    printed = hands.tell_the_box(host, slug, record)
    for thumb in thumbs:
        arrive(thumb.page, printed, {})
        expect(thumb.page.locator("#line")).to_have_class("line live")
    return thumbs


def open_table(host: Thumb, slug: str, record: Mapping[str, Any]) -> str:
    """From the home page; the code."""
    host.page.goto("/")
    host.tap(f"a[href='/open/{slug}']")
    host.tap(f"a[href*='seats={len(record['seats'])}']:text-is('{len(record['seats'])}')")
    for seat, name in enumerate(record["seats"]):
        host.write(f"input[name=name] >> nth={seat}", name)
    host.choose("select[name=first]", str(record.get("first", 0)))
    for option, value in record.get("options", {}).items():
        if value is True:
            host.tap(f"input[name='option.{option}']")
    host.tap("button:text('Open the table')")
    host.page.wait_for_selector("#table")
    return host.page.url.rsplit("/", 1)[1]


def count_loads(evening: Evening, page: Page) -> None:
    """From now on every document asked for by the page itself counts."""

    def asked(request: Request) -> None:
        if request.is_navigation_request() and request.frame == page.main_frame:
            evening.loads += 1

    page.on("request", asked)


def arrive(page: Page, version: int, line: Line) -> None:
    """The phone shows this version; told with what stands on it if it does not."""
    try:
        page.wait_for_selector(f"#table[data-version='{version}']", state="attached")
    except Error as error:
        shown = page.locator("#answer").inner_text() or page.locator(".prompt").inner_text()
        raise AssertionError(f"not at version {version} after {line}: {shown}") from error


def all_show_what_is(evening: Evening) -> None:
    """Every phone shows what a page loaded now would show it."""
    for thumb in evening.thumbs:
        fresh = thumb.page.context.new_page()
        fresh.goto(thumb.page.url)
        wanted = fresh.locator("#table").evaluate(SHOWN)
        fresh.close()
        shown = thumb.page.locator("#table").evaluate(SHOWN)
        assert shown == wanted, "\n".join(unified_diff(wanted, shown, "loaded", "shown", n=1))
