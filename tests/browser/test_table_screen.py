"""Table screens: boards and results fill the screen."""

from playwright.sync_api import Page

from companion.games.seeds import load_plays
from tests.all_games import each_slug
from tests.browser.game_drivers import get_play_name
from tests.browser.joining import MakePhone
from tests.browser.tables import enter_recorded

FILLED_SHARE_JS = """selector => {
  const boxes = [...document.querySelectorAll(selector)]
    .filter(each => each.checkVisibility()).map(each => each.getBoundingClientRect());
  const [left, top] = ["left", "top"].map(side => Math.min(...boxes.map(box => box[side])));
  const [right, bottom] = ["right", "bottom"].map(side => Math.max(...boxes.map(box => box[side])));
  return [(right - left) / innerWidth, (bottom - top) / innerHeight, bottom / innerHeight];
}"""
"""Returns the share of the screen's width and height that elements cover, and their lower edge."""


@each_slug
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
    name = get_play_name(slug)
    log = load_plays(slug)[name]["log"]
    entries = round(len(log) * part)
    step = min(entries, len(log) - 1)
    code = host.request.post(f"/watch/{slug}/{name}", form={"step": str(step)}).url.rsplit("/", 1)[1]
    screen.request.post(f"/j/{code}", form={"seat": "watch"})
    enter_recorded(host, code, log, step, entries)
    screen.goto(f"/t/{code}")
    return screen
