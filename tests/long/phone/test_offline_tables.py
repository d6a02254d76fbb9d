"""A phone that took the companion along plays with no server at all, its worker killed between taps."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from companion.games import GAMES
from companion.games.seeds import plays
from tests.browser import game_drivers
from tests.browser.game_drivers.giza import lay, play
from tests.browser.joining import act_for, name_seat, start_as_recorded, wait_for_version
from tests.browser.play_by_touch import check_up_to_date
from tests.browser.touch_user import TouchUser
from tests.long.phone.offline_phone import (
    kill_worker,
    offline_without_server,
    open_offline_lobby,
    start_offline_table,
)


@pytest.fixture(scope="module")
def cellar(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[TouchUser]:
    with offline_without_server(browser, tmp_path_factory.mktemp("taken")) as user:
        user.page.context.set_offline(True)
        yield user


def test_what_an_entry_changed_comes_with_its_answer(cellar: TouchUser) -> None:
    start_offline_table(cellar)
    asked: list[tuple[str, str]] = []
    cellar.page.on("request", lambda request: asked.append((request.method, request.url)))
    played = [("+5", "0-0"), ("+4", "1-0"), ("+4", "0-0"), ("-5", "1-1"), ("+3", "0-0")]
    for version, (tile, site) in enumerate(played, 1):
        lay(cellar, tile, site, version)
    assert asked.count(("POST", f"{cellar.page.url}/enter")) == len(played)
    assert asked.count(("GET", cellar.page.url)) < len(played), "now and then, not for each"
    check_up_to_date([cellar])


def test_giza_in_a_cellar(cellar: TouchUser) -> None:
    open_offline_lobby(cellar, "giza", 2)
    name_seat(cellar, 0, "Ana")
    name_seat(cellar, 1, "Bo")
    cellar.tap("#plan a[href$='/set-up']")
    cellar.tap("#step-boards .tick")
    kill_worker(cellar)
    cellar.tap("#step-pile .tick")
    expect(cellar.page.locator("#step-boards[data-done], #step-pile[data-done]")).to_have_count(2)
    cellar.tap("#drawer button:has-text('✕')")
    expect(cellar.page.locator("#plan a[href$='/set-up']")).to_contain_text("2 of 5 done")
    expect(cellar.page.locator("select[name=first] option").nth(1)).to_contain_text("Bo")
    cellar.tap("#move-form button")
    cellar.page.wait_for_selector("#play", state="attached")
    table = cellar.page.url
    cellar.tap("#menu [action*='/guide?'] button")
    expect(cellar.page.locator("#guide")).to_contain_text("Lay a stone")
    kill_worker(cellar)
    lay(cellar, "+2", "0-0", 1)
    expect(cellar.page.locator("#guide")).to_contain_text("Lay a treasure")
    kill_worker(cellar)
    play(cellar, "-4", 0, 0)
    expect(cellar.page.locator("#answer .answer")).to_contain_text("Lay a smaller number on a +2 stone")
    cellar.tap("#head form:has([value=undo]) button:not([commandfor])")
    wait_for_version(cellar.page, 2)
    kill_worker(cellar)
    cellar.tap("button[commandfor=menu]")
    cellar.tap("#menu a:text('Log')")
    expect(cellar.page.locator("#drawer")).to_contain_text("+2")
    cellar.tap("#drawer button:has-text('✕')")
    cellar.page.wait_for_url(table)
    wait_for_version(cellar.page, 2)
    expect(cellar.page.locator("#line")).to_have_class("line live")


def test_a_recorded_play_in_a_cellar(cellar: TouchUser) -> None:
    cellar.page.goto("/")
    cellar.tap("a[href='/pocket/plays']:has(svg)")
    cellar.tap("a[href='/pocket/watch/giza/three_pyramids']")
    cellar.tap("#next")
    expect(cellar.page.locator("#words")).to_contain_text("Ana laid a +5 stone")
    cellar.tap("#ways form button")
    wait_for_version(cellar.page, 1)
    lay(cellar, "scarab", "3-0", 2)
    expect(cellar.page.locator("#news")).to_contain_text("Same move as in the recording.")
    cellar.tap("#news a")
    expect(cellar.page.locator("#words .at")).to_contain_text("2/26")


@pytest.mark.parametrize("slug", [game.meta.slug for game in GAMES])
def test_an_evening_in_a_cellar(cellar: TouchUser, slug: str) -> None:
    """From "Open" to the podium; the worker is ended before every seventh tap."""
    record = plays(slug)[game_drivers.get_play_name(slug)]
    open_offline_lobby(cellar, slug, len(record["seats"]))
    for seat, name in enumerate(record["seats"]):
        name_seat(cellar, seat, name)
    start_as_recorded(cellar, slug, record)
    cellar.page.wait_for_selector("#play", state="attached")
    version = int(cellar.page.locator("#table").get_attribute("data-version") or 0)
    for number, line in enumerate(game_drivers.get_entries(slug, record)):
        if number % 7 == 3:
            kill_worker(cellar)
        if slug != "cheops_catan":  # its events name their seat
            act_for(cellar, line.get("seat", -1))
        game_drivers.enter(cellar, slug, line)
        version += 1
        wait_for_version(cellar.page, version, line)
    expect(cellar.page.locator("#end-title")).to_have_count(1)
    for seat, points in enumerate(record["end"].get("points", ())):
        expect(cellar.page.locator(f".standings .c{seat} a > b")).to_have_text(str(points))
    kill_worker(cellar)
    cellar.page.reload()
    wait_for_version(cellar.page, version)
