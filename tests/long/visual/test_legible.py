"""All text is legible and all controls can be tapped, in any orientation and script."""

import random
import re

import pytest
from playwright.sync_api import expect

from companion.games import GAMES
from tests import ROOT
from tests.browser import game_drivers
from tests.browser.accessibility import SMALL_TARGETS_JS
from tests.browser.joining import MakePhone
from tests.browser.tables import enter_recorded, open_as_recorded
from tests.browser.touch_user import TouchUser
from tests.long.visual.test_table_states import iterate_states

GET_LANDSCAPE_LAYOUT_JS = """() => {
  const [board, hand] = ["#board", "#move-form"].map(name => document.querySelector(name));
  const { height, right } = board.getBoundingClientRect();
  return {
    board: height / innerHeight,
    beside: hand.getBoundingClientRect().left >= right,
    cut: hand.scrollWidth > hand.clientWidth || hand.scrollHeight > hand.clientHeight,
  };
}"""


@pytest.mark.parametrize("width", [667, 844])
@game_drivers.each_slug
def test_in_landscape_board_and_move_form_are_side_by_side(phone: MakePhone, slug: str, width: int) -> None:
    page = phone(viewport={"width": width, "height": 375}, locale="de")
    record = game_drivers.load_record(slug)
    code = open_as_recorded(page, slug, record)
    states = iterate_states(page, slug, code, game_drivers.get_entries(slug, record))
    next(state for state in states if state == "in-turn")
    boxes = page.evaluate(GET_LANDSCAPE_LAYOUT_JS)
    assert boxes["board"] > 0.7
    assert (boxes["beside"], boxes["cut"]) == (True, False)


FONT_STYLES = ("monospace; letter-spacing: 1px", "serif; letter-spacing: -1.5px", "sans-serif")
SET_FONT_JS = """font => {
  const letters = new CSSStyleSheet();
  letters.replaceSync(`:root, :is(button, input, select) { font-family: ${font} }`);
  document.adoptedStyleSheets = [letters];
}"""


@game_drivers.each_slug
def test_controls_have_the_same_size_in_every_font(phone: MakePhone, slug: str) -> None:
    page = phone(locale="fr", viewport={"width": 320, "height": 690})
    record = game_drivers.load_record(slug)
    code = open_as_recorded(page, slug, record)
    for entries in (0, 3):
        enter_recorded(page, code, record["log"], 0, entries)
        page.goto(f"/t/{code}")
        for font in FONT_STYLES:
            page.evaluate(SET_FONT_JS, font)
            assert page.evaluate(SMALL_TARGETS_JS) == [], font


NAMES = ["Clémentine", "Maximilian", "Wilhelmina", "Konstantin", "Christophe", "Emmanuelle"]
MIN_TEXT_PIXELS = 10
FIND_CUT_TEXT_JS = """([names, smallest]) => {
  const board = document.querySelector("#board"), results = [];
  const texts = document.createTreeWalker(board, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const name = names.find(one => text.data.includes(one)), holder = text.parentElement;
    if (!name || !holder.checkVisibility() || holder.closest(".quiet")) continue;
    const letters = document.createRange();
    letters.setStart(text, text.data.indexOf(name));
    letters.setEnd(text, text.data.indexOf(name) + name.length);
    const box = letters.getBoundingClientRect();
    const cuts = part => {
      const { overflowX: across, overflowY: down } = getComputedStyle(part);
      const is = part.getBoundingClientRect();
      return (["hidden", "clip"].includes(across) && (box.left < is.left - 1 || box.right > is.right + 1))
        || (["hidden", "clip"].includes(down) && (box.top < is.top - 1 || box.bottom > is.bottom + 1));
    };
    const around = [];
    for (let part = holder; part !== board; part = part.parentElement) around.push(part);
    const whole = letters.getClientRects().length === 1 && !around.some(cuts)
      && box.left >= 0 && box.right <= innerWidth
      && parseFloat(getComputedStyle(holder).fontSize) >= smallest;
    results.push([name, whole]);
  }
  return results;
}"""


@game_drivers.each_slug
def test_long_names_are_fully_visible(phone: MakePhone, slug: str) -> None:
    meta = next(game.meta for game in GAMES if game.meta.slug == slug)
    for seats in range(meta.seats[0], meta.seats[1] + 1):
        ana = TouchUser(phone())
        ana.open_table(slug, NAMES[:seats])
        ana.page.wait_for_selector("#board")
        shown = ana.page.evaluate(FIND_CUT_TEXT_JS, [NAMES, MIN_TEXT_PIXELS])
        assert shown
        assert [name for name, whole in shown if not whole] == [], seats


MEASURE_WIDTH_JS = """html => {
  document.querySelector("main").insertAdjacentHTML("beforeend", html);
  return document.querySelector("main .measured").getBoundingClientRect().width;
}"""


def test_a_legend_for_screen_readers_takes_no_space(phone: MakePhone) -> None:
    page = phone()
    page.goto("/open/giza")
    html = '<fieldset class="thumb"><legend class="quiet measured">Which stone</legend></fieldset>'
    assert page.evaluate(MEASURE_WIDTH_JS, html) <= 1


TAP_SHARES = (0.06, 0.5, 0.94)


def test_typing_replaces_the_value_wherever_the_field_is_tapped(phone: MakePhone) -> None:
    chance = random.Random("giza")
    ana = TouchUser(phone())
    ana.page.goto("/editions/giza/new")
    fields = ana.page.locator("main .number input >> visible=true").all()
    assert len(fields) >= 3
    for held in (False, True):
        for field in fields:
            assert field.input_value() != "0"
            if held:
                ana.page.evaluate("document.activeElement.blur()")
            box = field.bounding_box()
            assert box
            across = box["width"] * chance.choice(TAP_SHARES)
            field.tap(position={"x": across, "y": box["height"] / 2})
            expect(field).to_be_focused()
            number = str(chance.randint(1, 60))
            ana.page.keyboard.type(number)
            expect(field).to_have_value(number)


TEMPLATE_NUMBER_PATTERN = re.compile(r"\{\{.*?\}\}")
INPUT_PATTERNS = sorted(
    {
        TEMPLATE_NUMBER_PATTERN.sub("2", pattern)
        for template in (ROOT / "templates").rglob("*.html")
        for pattern in re.findall(r'pattern="([^"]*)"', template.read_text(encoding="utf-8"))
    }
)


def test_every_pattern_of_a_field_is_valid(phone: MakePhone) -> None:
    assert INPUT_PATTERNS
    wrong = phone().evaluate(
        """patterns => patterns.filter(pattern => {
            try { new RegExp(`^(?:${pattern})$`, "v"); return false; } catch { return true; }
        })""",
        INPUT_PATTERNS,
    )
    assert wrong == []
