"""Games by keyboard, and whole games by touch."""

import pytest
from playwright.sync_api import Page, expect

from companion.games import GAMES
from companion.games.seeds import load_plays
from tests.browser import game_drivers
from tests.browser.joining import MakePhone, open_with_one_phone, set_acting_seat, wait_for_version
from tests.browser.play_by_touch import play_and_check
from tests.browser.tables import join_as_recorded
from tests.browser.test_play_by_touch import PARTLY_PLAYED_GAMES
from tests.browser.touch_user import CLOSED_FOLDS_SELECTOR, CLOSED_SHEET_JS
from tests.waiting import wait_until_idle

ENTERED_ENTRIES = 16
IS_REACHABLE_JS = "e => e.checkVisibility() && e.tabIndex >= 0 && !e.disabled"
IS_BOX_JS = "e => e.matches('input[type=checkbox], input[type=radio]')"
each_slug = pytest.mark.parametrize("slug", [game.meta.slug for game in GAMES])


class KeyboardUser:
    """A simulated user with a keyboard, who opens the sheet or fold that hides a control."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def tap(self, selector: str) -> None:
        """Press Space on a checkbox or radio button, and Enter on any other control."""
        control = self.page.locator(selector)
        control.first.wait_for(state="attached")
        visible = control.locator("visible=true")
        control = (visible if visible.count() else control).first
        if sheet := control.evaluate(CLOSED_SHEET_JS):
            self.tap(f"[commandfor={sheet}]")
        for fold in control.locator(CLOSED_FOLDS_SELECTOR).all():
            fold.press("Enter")
        assert control.evaluate(IS_REACHABLE_JS), f"not reachable by keyboard: {selector}"
        if not control.evaluate("e => e.type === 'radio' && e.checked"):
            control.press("Space" if control.evaluate(IS_BOX_JS) else "Enter")

    def write(self, selector: str, text: str) -> None:
        self.page.locator(selector).first.fill(text)

    def choose(self, selector: str, value: str) -> None:
        self.page.locator(selector).first.select_option(value)


def wait_until_settled(page: Page) -> None:
    """Wait until the page is idle and the focus no longer moves, which takes a frame."""
    wait_until_idle(page)
    page.evaluate("new Promise(requestAnimationFrame)")


@each_slug
def test_a_game_can_be_played_with_the_keyboard(phone: MakePhone, slug: str) -> None:
    """After each entry a control has the focus."""
    record = load_plays(slug)[game_drivers.get_play_name(slug)]
    page = phone(reduced_motion="reduce")
    join_as_recorded(page, slug, record)
    page.wait_for_selector("#line.live")
    user = KeyboardUser(page)
    for version, line in enumerate(game_drivers.get_entries(slug, record)[:ENTERED_ENTRIES], 1):
        set_acting_seat(user, line["seat"])
        game_drivers.enter_move(user, slug, line)
        wait_for_version(page, version, line)
        wait_until_settled(page)
        assert page.evaluate("document.activeElement !== document.body"), line


def test_arrow_keys_move_the_focus_over_the_board(phone: MakePhone) -> None:
    page = open_with_one_phone(phone, "giza", ["Ana", "Bo"]).page
    page.keyboard.press("ArrowDown")
    expect(page.locator("#prompt")).to_be_focused()
    page.locator("#site-0-0").focus()
    for key, site in (("Right", "0-1"), ("Left", "0-0")):
        page.keyboard.press(f"Arrow{key}")
        expect(page.locator(f"#site-{site}")).to_be_focused()


@pytest.mark.parametrize("slug", PARTLY_PLAYED_GAMES)
def test_a_game_is_played_without_loading_a_page(phone: MakePhone, slug: str) -> None:
    play_and_check(phone, slug, game_drivers.get_play_name(slug))
