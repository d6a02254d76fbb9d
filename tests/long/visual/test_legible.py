"""All text is legible and all controls can be tapped, in any orientation and script."""

import re

from playwright.sync_api import expect

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


@game_drivers.each_slug
def test_in_landscape_board_and_move_form_are_side_by_side(phone: MakePhone, slug: str) -> None:
    page = phone(viewport={"width": 667, "height": 375}, locale="de")
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


def test_typing_replaces_the_value_wherever_the_field_is_tapped(phone: MakePhone) -> None:
    ana = TouchUser(phone())
    ana.page.goto("/editions/giza/new")
    fields = ana.page.locator("main .number input >> visible=true").all()
    assert len(fields) >= 3
    for number, (share, field) in enumerate(zip((0.06, 0.5, 0.94), fields, strict=False), 10):
        box = field.bounding_box()
        assert box
        field.tap(position={"x": box["width"] * share, "y": box["height"] / 2})
        expect(field).to_be_focused()
        ana.page.keyboard.type(f"{number}")
        expect(field).to_have_value(f"{number}")


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
