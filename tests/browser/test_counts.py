"""The forms of a count: the sum that a phone shows, and a game that becomes a count on an open page."""

from collections import defaultdict
from typing import Any
from urllib.parse import parse_qsl

from marshmallow import EXCLUDE
from werkzeug.datastructures import MultiDict

from companion.engine.game import Game, Setup
from companion.games.plays import parse_recorded_play
from companion.tables.errors import Malformed
from companion.tables.queries import total_points
from companion.tables.schemas import parse_form, parse_value
from tests.all_games import each_game
from tests.browser import game_drivers
from tests.browser.engines import expect
from tests.browser.joining import MakePhone
from tests.browser.play_by_touch import check_pages_are_current
from tests.browser.tables import get_secret, open_as_recorded, open_page_as_recorded
from tests.browser.touch_user import TouchUser
from tests.recorded_plays import get_longest_play
from tests.waiting import wait_until_idle

SHEET_COUNTS = defaultdict(lambda: 30, deadline=60)
"""By game: how many sheets are filled in. Few random sheets of Deadline are valid."""
MIN_DIFFERENT_SUMS = 4
FILL_SHEETS_JS = """sheets => {
  let state = 70;
  const chance = below => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return Math.floor(state / 4294967296 * below);
  };
  const form = document.querySelector("#board-0 > form");
  const is_number = "[type=number], [inputmode], [type=range]";
  window.fetch = () => new Promise(() => {}); // the sum needs no server
  const tell = field => {
    const limits = field.closest("[data-low]")?.dataset ?? {};
    const low = Number(field.min || limits.low || 0);
    const high = Number(field.max || limits.high || 12);
    field.value = `${low + chance(Math.min(high - low + 1, chance(2) ? 8 : 60))}`;
    field.dispatchEvent(new Event("change", { bubbles: true }));
  };
  const fill = () => {
    form.reset();
    for (const stack of form.querySelectorAll("input[hidden][name^=stacks]")) stack.value = "";
    for (const choice of form.querySelectorAll("fieldset.segments:not(:has(:checked))")) {
      const ways = choice.querySelectorAll("[type=radio]");
      ways[chance(ways.length)]?.click();
    }
    const numbers = [...form.querySelectorAll(".told-here [data-key]")];
    numbers.filter(one => one.checkVisibility() && chance(3)).forEach(tell);
    const all = form.querySelectorAll(".told-here :is(label, button[type=button], input)");
    for (let taps = 5 + chance(30); taps; taps--) {
      const one = all[chance(all.length)];
      if (!one.checkVisibility({ visibilityProperty: true })) continue;
      if (one.matches(is_number)) tell(one);
      else if (!one.querySelector(is_number)) one.click();
    }
    const { textContent } = form.querySelector(".counted-sum");
    return [textContent, `${new URLSearchParams(new FormData(form))}`];
  };
  return Array.from({ length: sheets }, fill);
}"""
"""Fills in the first seat's sheet in steps; returns the sum shown and the values to send."""


@each_game
def test_the_sum_on_the_phone_is_that_of_the_rules(phone: MakePhone, game: Game[Any]) -> None:
    page = phone()
    record = {"game": game.meta.slug, "seats": ["Ana", "Bo", "Cy"], "mode": "tally", "log": []}
    setup = parse_recorded_play(record).setup
    page.goto(f"/t/{open_as_recorded(page, game.meta.slug, record)}")
    expect(page.locator("#board-0 .counted-sum")).to_have_text("–")  # "Next" asks about an empty sheet
    different = set[str]()
    for shown, sent in page.evaluate(FILL_SHEETS_JS, SHEET_COUNTS[game.meta.slug]):
        try:
            sheet = parse_value(game.scoring.sheet_type, parse_form(MultiDict(parse_qsl(sent))), EXCLUDE)
        except Malformed:
            continue
        if shown != "–" and game.scoring.check_sheet(setup, 0, sheet) is None:
            assert shown.replace("+", "?") == _format_sum(game, setup, sheet), sheet
            different.add(shown)
    assert len(different) >= MIN_DIFFERENT_SUMS


def _format_sum(game: Game[Any], setup: Setup, sheet: Any) -> str:
    """Return the points of a sheet as a phone shows them. Unknown points have a question mark."""
    alone = game.scoring.partial_lines or (lambda setup, sheet: game.scoring.lines(setup, (sheet,))[0])
    lines = alone(setup, sheet)
    points = sum(line.points or 0 for line in lines)
    return f"{points}{'?' if total_points(lines) is None else ''}".replace("-", "−")


@game_drivers.each_slug
def test_a_page_whose_game_becomes_a_count_shows_what_a_loaded_page_shows(
    phone: MakePhone, slug: str
) -> None:
    user, record = TouchUser(phone()), get_longest_play(slug)
    code = open_page_as_recorded(user.page, slug, record, len(record["log"]) - 2)
    user.page.wait_for_selector("#line.live")
    count = {"kind": "count", "key": "count-00000"}
    headers = {"Authorization": f"Bearer {get_secret(user.page, code)}"}
    assert user.page.request.post(f"/api/v1/tables/{code}/entries", data=count, headers=headers).ok
    expect(user.page.locator("#board-0 .counted-sum")).not_to_have_text("–")
    wait_until_idle(user.page)
    check_pages_are_current([user])
