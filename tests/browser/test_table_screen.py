"""Table screens: every CSS selector matches something, and boards and results fill the screen."""

from collections.abc import Iterable, Iterator

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page
from werkzeug.test import TestResponse

from companion.games import GAMES_BY_SLUG
from companion.games.examples import judge_example, load_examples
from companion.games.seeds import load_plays
from tests import ROOT
from tests.browser.joining import MakePhone
from tests.browser.tables import enter_recorded
from tests.people import Phone, open_as_host
from tests.recorded_plays import make_request_json, open_play, post_entry

SHARED_STYLESHEETS = sorted((ROOT / "static" / "css" / "pages" / "screen").glob("*.css"))
STEPS_TO_SHOW = {
    "giza": {"three_pyramids": 18, "last_tile": 6},
    "cheops_dice": {"three_at_the_table": 2},
    "deadline": {"six_seats": 2},
    "cheops_treasure": {"tablets_full": 72, "pyramid_empty": 116},
    "cheops_catan": {"pyramid_complete": 66},
}
"""For each game: recorded plays and numbers of entries that together show everything on a table screen."""
COUNTED_PLAYS_TO_SHOW = (("cheops_treasure", "tally_pair_and_x"), ("giza", "tally_tie"))
ALLOWED_UNMATCHED_SELECTORS = {".framed #news > .missing", ".told.longer"}
"""Selectors that match on no screen of this test: a count with a missing number, and long news."""
NAMES = ["Ana", "Benoît", "Chloé", "Dan", "Éva", "Florian"]

FIND_UNMATCHED_JS = """([css, pages]) => {
  const documents = pages.map(text => new DOMParser().parseFromString(text, "text/html"));
  const depth = text => text.split("(").length - text.split(")").length;
  const alternatives = list => list.split(",").reduce(
    ([last, ...others], part) =>
      depth(last) ? [`${last},${part}`, ...others] : [part, last, ...others], [""]).slice(0, -1);
  const unmatched = [];
  const look = (rules, outer) => {
    for (const rule of rules) {
      const own = rule.selectorText?.replace(/::[\\w-]+/g, "");
      const nested = outer && own && !own.includes("&") ? `& ${own}` : own;
      const selector = nested?.replaceAll("&", `:is(${outer})`) ?? outer;
      if (own)
        for (const one of alternatives(selector))
          if (!documents.some(page => page.querySelector(one))) unmatched.push(one.trim());
      look(rule.cssRules ?? [], selector);
    }
  };
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  look(sheet.cssRules, "");
  return unmatched;
}"""
"""Returns the selectors of a style sheet, including nested ones, that match nothing on these pages."""

FILLED_SHARE_JS = """selector => {
  const boxes = [...document.querySelectorAll(selector)]
    .filter(each => each.checkVisibility()).map(each => each.getBoundingClientRect());
  const [left, top] = ["left", "top"].map(side => Math.min(...boxes.map(box => box[side])));
  const [right, bottom] = ["right", "bottom"].map(side => Math.max(...boxes.map(box => box[side])));
  return [(right - left) / innerWidth, (bottom - top) / innerHeight, bottom / innerHeight];
}"""
"""Returns the share of the screen's width and height that elements cover, and their lower edge."""


def iterate_screens(app: Flask, slug: str) -> Iterator[str]:
    """Yield the pages of a table screen: the lobby with each number of seats, and the game."""
    host = Phone(app)
    yield get_screen_html(app, get_table_code(host.client.post(f"/open/{slug}")))
    low, high = GAMES_BY_SLUG[slug].meta.seats
    for seats in range(low, high + 1):
        yield get_screen_html(app, open_as_host(app, slug, NAMES[:seats]).code)
    for name, step in STEPS_TO_SHOW[slug].items():
        yield from iterate_play_screens(app, slug, name, step)


def iterate_play_screens(app: Flask, slug: str, name: str, step: int) -> Iterator[str]:
    """Yield the pages of a table screen after ``step`` entries, before the last entry, and at the end."""
    host, screen, log = Phone(app), Phone(app), load_plays(slug)[name]["log"]
    for at in (step, len(log) - 1):
        host.code = get_table_code(host.client.post(f"/watch/{slug}/{name}", data={"step": str(at)}))
        screen.watch(host.code)
        yield screen.get_page().text
    post_entry(host, make_request_json(log[-1], len(log)))
    yield screen.get_page().text


def iterate_table_screen_pages(app: Flask, slug: str, name: str) -> Iterator[str]:
    """Yield the pages of a table screen during a count without printed numbers, and at the rematch."""
    screen, play = Phone(app), load_plays(slug)[name]
    host = open_play(app, slug, play)
    screen.watch(host.code)
    for number, line in enumerate(play["log"]):
        if line.get("kind") != "setting":
            post_entry(host, make_request_json(line, number))
            yield screen.get_page().text
    host.client.post(f"/t/{host.code}/rematch", data={"first": "0"})
    yield screen.client.post(f"/t/{host.code}/rematch", follow_redirects=True).text


def get_table_code(answer: TestResponse) -> str:
    return answer.headers["Location"].rsplit("/", 1)[1]


def get_screen_html(app: Flask, code: str) -> str:
    screen = Phone(app)
    screen.watch(code)
    return screen.get_page().text


def iterate_rule_examples(app: Flask, slug: str) -> Iterator[str]:
    """Yield the pages of the game's rules that show an example board."""
    phone = open_as_host(app, slug, NAMES[: GAMES_BY_SLUG[slug].meta.seats[0]])
    for name in load_examples(slug):
        yield phone.get_page(f"/rules/{judge_example(slug, name).section}?example={name}").text


def find_unmatched_selectors(page: Page, css: str, pages: Iterable[str]) -> list[str]:
    selectors: list[str] = page.evaluate(FIND_UNMATCHED_JS, [css, list(pages)])
    return selectors


def test_every_selector_for_table_screens_matches_something(app: Flask, browser: Browser) -> None:
    page = browser.new_page()
    everything: list[str] = []
    unmatched = {}
    for slug in STEPS_TO_SHOW:
        screens = list(iterate_screens(app, slug))
        everything += screens
        for kind, pages in (("screen", screens), ("static_board", iterate_rule_examples(app, slug))):
            if (file := ROOT / "static" / "games" / f"{slug}_{kind}.css").exists():
                css = file.read_text(encoding="utf-8")
                unmatched[file.name] = find_unmatched_selectors(page, css, pages)
    for count in COUNTED_PLAYS_TO_SHOW:
        everything += iterate_table_screen_pages(app, *count)
    parts = "".join(part.read_text(encoding="utf-8") for part in SHARED_STYLESHEETS)
    unmatched["every table screen"] = find_unmatched_selectors(page, parts, everything)
    page.close()
    left = {name: set(selectors) - ALLOWED_UNMATCHED_SELECTORS for name, selectors in unmatched.items()}
    assert not any(left.values()), left


@pytest.mark.parametrize("slug", STEPS_TO_SHOW)
def test_the_board_fills_the_table_screen(phone: MakePhone, slug: str) -> None:
    screen = open_table_screen(phone, slug, 0.5)
    wide, high, low = screen.evaluate(FILLED_SHARE_JS, "#board :is(.tile, .cell, .site, .scene, .sum, svg)")
    assert wide > 0.8
    assert high > 0.45
    assert low > 0.85


def test_the_end_fills_the_table_screen(phone: MakePhone) -> None:
    screen = open_table_screen(phone, "giza", 1)
    wide, high, low = screen.evaluate(FILLED_SHARE_JS, ".steps, .end > :not(.stage)")
    assert min(wide, high, low) > 0.95
    assert screen.evaluate(FILLED_SHARE_JS, ".steps")[1] > 0.6
    assert screen.evaluate(FILLED_SHARE_JS, ".standings li:first-child b")[1] > 0.05


def open_table_screen(phone: MakePhone, slug: str, part: float) -> Page:
    """Return the page of a table screen at a recorded play, of which the share ``part`` was entered."""
    host, screen = phone(), phone(viewport={"width": 1280, "height": 800})
    name = next(iter(STEPS_TO_SHOW[slug]))
    log = load_plays(slug)[name]["log"]
    entries = round(len(log) * part)
    step = min(entries, len(log) - 1)
    code = host.request.post(f"/watch/{slug}/{name}", form={"step": str(step)}).url.rsplit("/", 1)[1]
    screen.request.post(f"/j/{code}", form={"seat": "watch"})
    enter_recorded(host, code, log, step, entries)
    screen.goto(f"/t/{code}")
    return screen
