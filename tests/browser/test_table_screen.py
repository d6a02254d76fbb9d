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
from tests.people import Phone, hosting
from tests.recorded_plays import enter, line_to_json, open_play

SHARES = sorted((ROOT / "static" / "css" / "pages" / "screen").glob("*.css"))
PLAYS = {
    "giza": {"three_pyramids": 18, "last_tile": 6},
    "cheops_dice": {"three_at_the_table": 2},
    "deadline": {"six_seats": 2},
    "cheops_treasure": {"tablets_full": 72, "pyramid_empty": 116},
    "cheops_catan": {"pyramid_complete": 66},
}
"""For each game: recorded plays and numbers of entries that together show everything on a table screen."""
COUNTS = (("cheops_treasure", "tally_pair_and_x"), ("giza", "tally_tie"))
ALLOWED = {".framed #news > .missing", ".told.longer"}
"""Selectors that match on no screen of this test: a count with a missing number, and long news."""
NAMES = ["Ana", "Benoît", "Chloé", "Dan", "Éva", "Florian"]

UNMATCHED = """([css, pages]) => {
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

FILLED_SHARE = """selector => {
  const boxes = [...document.querySelectorAll(selector)]
    .filter(each => each.checkVisibility()).map(each => each.getBoundingClientRect());
  const [left, top] = ["left", "top"].map(side => Math.min(...boxes.map(box => box[side])));
  const [right, bottom] = ["right", "bottom"].map(side => Math.max(...boxes.map(box => box[side])));
  return [(right - left) / innerWidth, (bottom - top) / innerHeight, bottom / innerHeight];
}"""
"""Returns the share of the screen's width and height that elements cover, and their lower edge."""


def screens_of(app: Flask, slug: str) -> Iterator[str]:
    """Yield the pages of a table screen: in the lobby, with each number of seats, and during the game."""
    host = Phone(app)
    yield screen_of(app, code_in(host.client.post(f"/open/{slug}")))
    low, high = GAMES_BY_SLUG[slug].meta.seats
    for seats in range(low, high + 1):
        yield screen_of(app, hosting(app, slug, NAMES[:seats]).code)
    for name, step in PLAYS[slug].items():
        yield from screens_of_play(app, slug, name, step)


def screens_of_play(app: Flask, slug: str, name: str, step: int) -> Iterator[str]:
    """Yield its pages after these numbers of entries of a recorded play, and at its end."""
    host, screen, log = Phone(app), Phone(app), load_plays(slug)[name]["log"]
    for at in (step, len(log) - 1):
        host.code = code_in(host.client.post(f"/watch/{slug}/{name}", data={"step": str(at)}))
        screen.watch(host.code)
        yield screen.get_page().text
    enter(host, line_to_json(log[-1], len(log)))
    yield screen.get_page().text


def screens_of_a_count(app: Flask, slug: str, name: str) -> Iterator[str]:
    """Yield its pages for a count without the box's printed numbers, and for the rematch."""
    screen, play = Phone(app), load_plays(slug)[name]
    host = open_play(app, slug, play)
    screen.watch(host.code)
    for number, line in enumerate(play["log"]):
        if line.get("kind") != "setting":
            enter(host, line_to_json(line, number))
            yield screen.get_page().text
    host.client.post(f"/t/{host.code}/rematch", data={"first": "0"})
    yield screen.client.post(f"/t/{host.code}/rematch", follow_redirects=True).text


def code_in(answer: TestResponse) -> str:
    return answer.headers["Location"].rsplit("/", 1)[1]


def screen_of(app: Flask, code: str) -> str:
    """Return the page of a device that watches a table."""
    screen = Phone(app)
    screen.watch(code)
    return screen.get_page().text


def examples_of_rules(app: Flask, slug: str) -> Iterator[str]:
    """Yield the pages of the rules with an example board."""
    phone = hosting(
        app, slug, ["Kim", "Lou"] if GAMES_BY_SLUG[slug].meta.seats[0] < 3 else ["Kim", "Lou", "Mia"]
    )
    for name in load_examples(slug):
        yield phone.get_page(f"/rules/{judge_example(slug, name).section}?example={name}").text


def find_unmatched(page: Page, css: str, pages: Iterable[str]) -> list[str]:
    selectors: list[str] = page.evaluate(UNMATCHED, [css, list(pages)])
    return selectors


def test_every_selector_for_table_screens_matches_something(app: Flask, browser: Browser) -> None:
    page = browser.new_page()
    screens = {slug: list(screens_of(app, slug)) for slug in PLAYS}
    sheets = {f"{slug}_screen.css": pages for slug, pages in screens.items()}
    sheets |= {f"{slug}_static_board.css": list(examples_of_rules(app, slug)) for slug in PLAYS}
    unmatched = {}
    for name, pages in sheets.items():
        if (file := ROOT / "static" / "games" / name).exists():
            unmatched[name] = find_unmatched(page, file.read_text(encoding="utf-8"), pages)
    everything = [text for pages in screens.values() for text in pages]
    for count in COUNTS:
        everything += screens_of_a_count(app, *count)
    parts = "".join(part.read_text(encoding="utf-8") for part in SHARES)
    unmatched["every table screen"] = find_unmatched(page, parts, everything)
    page.close()
    assert {name: left for name, selectors in unmatched.items() if (left := set(selectors) - ALLOWED)} == {}


@pytest.mark.parametrize("slug", PLAYS)
def test_the_board_fills_the_table_screen(phone: MakePhone, slug: str) -> None:
    screen = open_table_screen(phone, slug, 0.5)
    across, high, low = screen.evaluate(FILLED_SHARE, "#board :is(.tile, .cell, .site, .scene, .sum, svg)")
    assert across > 0.8
    assert high > 0.45
    assert low > 0.85


def test_the_end_fills_the_table_screen(phone: MakePhone) -> None:
    screen = open_table_screen(phone, "giza", 1)
    across, high, low = screen.evaluate(FILLED_SHARE, ".steps, .end > :not(.stage)")
    assert min(across, high, low) > 0.95
    assert screen.evaluate(FILLED_SHARE, ".steps")[1] > 0.6
    assert screen.evaluate(FILLED_SHARE, ".standings li:first-child b")[1] > 0.05


def open_table_screen(phone: MakePhone, slug: str, part: float) -> Page:
    """Return a table screen that shows a recorded play up to a share of its entries."""
    host, screen = phone(), phone(viewport={"width": 1280, "height": 800})
    name = next(iter(PLAYS[slug]))
    log = load_plays(slug)[name]["log"]
    entries = round(len(log) * part)
    step = min(entries, len(log) - 1)
    code = host.request.post(f"/watch/{slug}/{name}", form={"step": str(step)}).url.rsplit("/", 1)[1]
    screen.request.post(f"/j/{code}", form={"seat": "watch"})
    enter_recorded(host, code, log, step, entries)
    screen.goto(f"/t/{code}")
    return screen
