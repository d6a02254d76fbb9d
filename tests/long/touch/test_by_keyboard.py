"""Games by keyboard, with controls that Tab can reach, and whole games by touch."""

import pytest
from playwright.sync_api import ElementHandle, Locator, Page

from companion.games import GAMES_BY_SLUG
from tests.app_server import Server
from tests.browser import game_drivers
from tests.browser.joining import (
    LARGE_TEXT_PHONES,
    PHONE_OPTIONS,
    SMALL_PHONES,
    MakePhone,
    set_acting_seat,
)
from tests.browser.play_by_touch import FULLY_PLAYED_GAME, ResponseCounter, play_by_touch
from tests.browser.tables import open_page_as_recorded
from tests.browser.touch_user import CLOSED_FOLDS_SELECTOR, CLOSED_SHEET_JS, wait_for_version
from tests.waiting import wait_until_idle

IS_REACHABLE_JS = "e => e.checkVisibility() && e.tabIndex >= 0 && !e.disabled"
IS_CHECKBOX_OR_RADIO_JS = "e => e.matches('input[type=checkbox], input[type=radio]')"
IS_FOCUSED_JS = "e => e.isConnected && e === document.activeElement"
NEXT_FRAME_JS = "new Promise(requestAnimationFrame)"
"""In the next frame the page's script moves the focus."""


class KeyboardUser:
    def __init__(self, page: Page) -> None:
        self.page = page

    def tap(self, selector: str) -> None:
        """Press Enter on a control, or Space on a checkbox or radio button."""
        control = self._move_focus(self._open_hidden(selector))
        if not control.evaluate("e => e.type === 'radio' && e.checked"):
            self.page.keyboard.press("Space" if control.evaluate(IS_CHECKBOX_OR_RADIO_JS) else "Enter")

    def write(self, selector: str, text: str) -> None:
        self._move_focus(self._open_hidden(selector))
        self.page.keyboard.press("Control+A")
        self.page.keyboard.type(text)

    def choose(self, selector: str, value: str) -> None:
        self._move_focus(self._open_hidden(selector)).select_option(value)

    def _open_hidden(self, selector: str) -> Locator:
        locator = self.page.locator(selector)
        locator.first.wait_for(state="attached")
        visible = locator.locator("visible=true")
        control = (visible if visible.count() else locator).first
        if sheet := control.evaluate(CLOSED_SHEET_JS):
            self.tap(f"[commandfor={sheet}]")
        for fold in control.locator(CLOSED_FOLDS_SELECTOR).all():
            self._move_focus(fold)
            self.page.keyboard.press("Enter")
        return control

    def _move_focus(self, locator: Locator, attempts: int = 3) -> ElementHandle:
        """Move the focus to this control. Try again if an update of the page has moved the focus."""
        control = locator.element_handle()
        assert control.evaluate(IS_REACHABLE_JS), f"not reachable by keyboard: {locator}"
        control.focus()
        if not control.evaluate(IS_FOCUSED_JS):
            assert attempts, f"{locator} does not keep the focus"
            wait_until_settled(self.page)
            return self._move_focus(locator, attempts - 1)
        return control


def wait_until_settled(page: Page) -> None:
    wait_until_idle(page)
    page.evaluate(NEXT_FRAME_JS)


FIRST_ENTRY_COUNT = 16


@game_drivers.each_slug
def test_a_game_can_be_played_with_the_keyboard(phone: MakePhone, slug: str) -> None:
    page, record = phone(reduced_motion="reduce"), game_drivers.load_record(slug)
    open_page_as_recorded(page, slug, record)
    page.wait_for_selector("#line.live")
    keys = KeyboardUser(page)
    for version, line in enumerate(game_drivers.get_entries(slug, record)[:FIRST_ENTRY_COUNT], 1):
        set_acting_seat(keys, line["seat"])
        game_drivers.enter_move(keys, slug, line)
        wait_for_version(page, version, line)
        wait_until_settled(page)
        assert page.evaluate("document.activeElement !== document.body"), f"nothing is focused after {line}"


SPECIAL_PHONES = {"giza": LARGE_TEXT_PHONES, "cheops_dice": SMALL_PHONES, "cheops_catan": LARGE_TEXT_PHONES}


@pytest.mark.parametrize("slug", sorted(GAMES_BY_SLUG.keys() - {FULLY_PLAYED_GAME}))
def test_a_game_can_be_played_to_its_end_by_touch(phone: MakePhone, server: Server, slug: str) -> None:
    name, counter = game_drivers.get_play_name(slug), ResponseCounter(server.log)
    play = play_by_touch(phone, slug, name, counter, SPECIAL_PHONES.get(slug, PHONE_OPTIONS))
    assert play.loads == 0
