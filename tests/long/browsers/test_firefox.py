"""Firefox: whole games, and playing offline."""

import pytest
from playwright.sync_api import Browser, expect

from companion.games import GAMES
from tests.app_server import Server
from tests.browser import game_drivers
from tests.browser.game_drivers.giza import lay_tile, play_tile
from tests.browser.joining import MakePhone, open_from_page, wait_for_version
from tests.browser.phones import Phones
from tests.browser.play_by_touch import play_and_check
from tests.browser.touch_user import TouchUser
from tests.long.phone.offline_phone import download_bundle, require_bundle, start_offline_table

pytestmark = pytest.mark.parametrize("browser", ["firefox"], indirect=True)
PLAY_NAMES = {game.meta.slug: game_drivers.get_play_name(game.meta.slug) for game in GAMES}
PLAY_NAMES["cheops_dice"] = "pyramid_and_arch"  # a play for two: each phone takes a third of the time


@pytest.mark.parametrize("slug", PLAY_NAMES)
def test_a_whole_game_is_played(phone: MakePhone, slug: str) -> None:
    play_and_check(phone, slug, PLAY_NAMES[slug])


def test_an_entry_is_queued_while_the_server_is_stopped(browser: Browser, own_server: Server) -> None:
    phones = Phones(browser, own_server.address)  # the phones log that there was no server
    user = TouchUser(phones())
    open_from_page(user, "giza", ["Ana", "Bo"])
    expect(user.page.locator("#line")).to_have_class("line live")
    own_server.kill()
    expect(user.page.locator("#line")).not_to_have_class("line live")
    play_tile(user, "+5", 0, 0)
    expect(user.page.locator("#waiting p")).to_have_count(1)
    own_server.start()
    wait_for_version(user.page, 1)
    expect(user.page.locator("#waiting")).to_be_hidden()
    phones.close()


def test_the_offline_app_works_without_a_server(browser: Browser, own_server: Server) -> None:
    require_bundle()
    phones = Phones(browser, own_server.address)
    user = TouchUser(phones())
    download_bundle(user)
    own_server.kill()
    start_offline_table(user)
    lay_tile(user, "+2", "0-0", 1)
    user.page.reload()
    wait_for_version(user.page, 1)
    phones.close()
