"""WebKit, the engine of every browser on an iPhone: each game's page, drawers, and playing offline."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games import GAMES
from companion.games.seeds import load_plays
from tests import NOTHING_SKIPPED
from tests.app_server import Server
from tests.browser import game_drivers
from tests.long.browsers import webkit
from tests.long.browsers.webkit import WebKitPhone
from tests.long.phone.offline_phone import require_bundle
from tests.long.processes.players import call_api
from tests.recorded_plays import make_opening_json, make_request_json

pytestmark = pytest.mark.skipif(
    not webkit.is_installed() and not NOTHING_SKIPPED, reason=f"apt-get install {' '.join(webkit.PACKAGES)}"
)
LAID_TILES = (("+5", "0-0"), ("+4", "1-0"), ("+4", "0-0"), ("-5", "1-1"), ("+3", "0-0"))


@pytest.fixture
def phone(own_server: Server, tmp_path: Path) -> Iterator[WebKitPhone]:
    with webkit.open_phone(tmp_path, own_server.address) as phone:
        yield phone


def wait_for_version(phone: WebKitPhone, version: int) -> None:
    phone.wait_for(f"#table[data-version='{version}']")


def open_recorded(phone: WebKitPhone, slug: str, entries: int) -> int:
    """Open a table on this phone for all seats, after this share of a recorded play. Return the version."""
    record = load_plays(slug)[game_drivers.get_play_name(slug)]
    table = call_api(phone.address, "/tables", make_opening_json(slug, record))[1]
    path = f"/tables/{table['code']}/entries"
    for number, line in enumerate(record["log"][:entries]):
        assert call_api(phone.address, path, make_request_json(line, number), table["secret"])[0] == 201
    phone.open("/")
    for name, value in ((f"t-{table['code']}", table["secret"]), (f"for-{table['code']}", "all")):
        phone.driver.add_cookie({"name": name, "value": value})
    phone.open(f"/t/{table['code']}")
    wait_for_version(phone, entries)
    phone.wait_for("#line.live")
    return entries


def lay_tile(phone: WebKitPhone, number: int) -> None:
    """Lay a tile of Giza on its site by touch."""
    tile, site = LAID_TILES[number]
    if phone.is_visible("#palette > .all"):
        phone.tap("#palette > .all")
    phone.tap(f"#palette label:has([value='{tile}'])")
    phone.tap(f"#site-{site}")


@pytest.mark.parametrize("slug", [game.meta.slug for game in GAMES])
def test_each_game_is_shown_and_an_entry_can_be_undone(phone: WebKitPhone, slug: str) -> None:
    entries = open_recorded(phone, slug, 10)
    shown = phone.evaluate("document.querySelector('#board').innerText")
    phone.tap("#undo > form:not(.just-entered) > button")
    wait_for_version(phone, entries + 1)
    phone.tap("[commandfor=menu]")
    phone.tap("#menu form:has([value=redo]) button:not([commandfor])")
    wait_for_version(phone, entries + 2)
    assert phone.evaluate("document.querySelector('#board').innerText") == shown
    assert phone.list_script_errors() == []


def test_tiles_are_laid_and_the_page_may_be_reloaded_at_any_moment(phone: WebKitPhone) -> None:
    open_recorded(phone, "giza", 0)
    for number in range(len(LAID_TILES)):
        lay_tile(phone, number)
        if number % 2:
            wait_for_version(phone, number + 1)  # otherwise the entry may be unanswered
        phone.driver.refresh()
        wait_for_version(phone, number + 1)


@pytest.mark.parametrize("how", ["button", "back"])
def test_closing_a_drawer_restores_the_history(phone: WebKitPhone, how: str) -> None:
    open_recorded(phone, "giza", 0)
    phone.tap("[commandfor=menu]")
    phone.tap("#menu a[href$='/moves']")
    phone.wait_for("#drawer[open] h1")
    if how == "back":
        phone.driver.back()
    else:
        phone.tap("#drawer form[method=dialog] button")
    phone.wait_until_true("!document.querySelector('#drawer').open && !location.href.endsWith('/moves')")
    lay_tile(phone, 0)
    wait_for_version(phone, 1)


def test_an_entry_is_queued_while_the_server_is_stopped(phone: WebKitPhone, own_server: Server) -> None:
    open_recorded(phone, "giza", 0)
    own_server.kill()
    phone.wait_for("#line:not(.live)")
    lay_tile(phone, 0)
    phone.wait_for("#waiting p")
    own_server.start()
    wait_for_version(phone, 1)
    phone.wait_until_true("!document.querySelector('#waiting p')")


def test_the_offline_app_works_without_a_server(phone: WebKitPhone, own_server: Server) -> None:
    require_bundle()
    phone.open("/pocket/")
    phone.tap("#take")
    phone.wait_for("a[href='/pocket/open/giza']")
    own_server.kill()
    phone.open("/pocket/open/giza?seats=2")
    phone.tap("#opening .stays button")
    phone.wait_for("#place-0")
    phone.tap("#move-form button")
    phone.wait_for("#play")
    lay_tile(phone, 0)
    wait_for_version(phone, 1)
    phone.driver.refresh()
    wait_for_version(phone, 1)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_arabic_works_in_both_colour_schemes(own_server: Server, tmp_path: Path, scheme: str) -> None:
    with webkit.open_phone(tmp_path, own_server.address, "ar", dark=scheme == "dark") as phone:
        open_recorded(phone, "giza", 6)
        assert phone.evaluate("document.documentElement.dir") == "rtl"
        assert phone.evaluate(f"matchMedia('(prefers-color-scheme: {scheme})').matches")
        assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
