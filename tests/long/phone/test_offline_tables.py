"""A phone with the offline bundle plays without a server, and its worker is stopped between taps."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser import game_drivers
from tests.browser.game_drivers.giza import lay_tile, play_tile
from tests.browser.joining import expect_result, set_acting_seat, start_as_recorded
from tests.browser.play_by_touch import check_pages_are_current
from tests.browser.touch_user import TouchUser, wait_for_version
from tests.long.phone.offline_phone import (
    kill_worker,
    offline_without_server,
    open_offline_lobby,
    start_offline_table,
)


@pytest.fixture(scope="module")
def offline_phone(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[TouchUser]:
    with offline_without_server(browser, tmp_path_factory.mktemp("taken")) as user:
        user.page.context.set_offline(True)
        yield user


def test_a_response_contains_the_changes_of_its_entry(offline_phone: TouchUser) -> None:
    start_offline_table(offline_phone)
    requests: list[tuple[str, str]] = []
    offline_phone.page.on("request", lambda request: requests.append((request.method, request.url)))
    played = [("+5", "0-0"), ("+4", "1-0"), ("+4", "0-0"), ("-5", "1-1"), ("+3", "0-0")]
    for version, (tile, site) in enumerate(played, 1):
        lay_tile(offline_phone, tile, site, version)
    assert requests.count(("POST", f"{offline_phone.page.url}/enter")) == len(played)
    assert requests.count(("GET", offline_phone.page.url)) < len(played), "now and then, not for each"
    check_pages_are_current([offline_phone])


def test_giza_works_offline(offline_phone: TouchUser) -> None:
    open_offline_lobby(offline_phone, "giza", 2)
    offline_phone.name_seat(0, "Ana")
    offline_phone.name_seat(1, "Bo")
    offline_phone.tap("#plan a[href$='/set-up']")
    offline_phone.tap("#step-boards .tick")
    kill_worker(offline_phone)
    offline_phone.tap("#step-pile .tick")
    expect(offline_phone.page.locator("#step-boards[data-done], #step-pile[data-done]")).to_have_count(2)
    offline_phone.tap("#drawer button:has-text('✕')")
    expect(offline_phone.page.locator("#plan a[href$='/set-up']")).to_contain_text("2 of 5 done")
    expect(offline_phone.page.locator("select[name=first] option").nth(1)).to_contain_text("Bo")
    offline_phone.start_game()
    table = offline_phone.page.url
    offline_phone.tap("#menu [action*='/guide?'] button")
    expect(offline_phone.page.locator("#guide")).to_contain_text("Lay a stone")
    kill_worker(offline_phone)
    lay_tile(offline_phone, "+2", "0-0", 1)
    expect(offline_phone.page.locator("#guide")).to_contain_text("Lay a treasure")
    kill_worker(offline_phone)
    play_tile(offline_phone, "-4", 0, 0)
    expect(offline_phone.page.locator("#answer .answer")).to_contain_text(
        "Lay a smaller number on a +2 stone"
    )
    offline_phone.tap("#head form:has([value=undo]) button:not([commandfor])")
    wait_for_version(offline_phone.page, 2)
    kill_worker(offline_phone)
    offline_phone.tap("button[commandfor=menu]")
    offline_phone.tap("#menu a:text('Log')")
    expect(offline_phone.page.locator("#drawer")).to_contain_text("+2")
    offline_phone.tap("#drawer button:has-text('✕')")
    offline_phone.page.wait_for_url(table)
    wait_for_version(offline_phone.page, 2)
    expect(offline_phone.page.locator("#line")).to_have_class("line live")


def test_a_recorded_play_works_offline(offline_phone: TouchUser) -> None:
    offline_phone.page.goto("/")
    offline_phone.tap("a[href='/pocket/plays']:has(svg)")
    offline_phone.tap("a[href='/pocket/watch/giza/three_pyramids']")
    offline_phone.tap("#next")
    expect(offline_phone.page.locator("#words")).to_contain_text("Ana laid a +5 stone")
    offline_phone.tap("#ways form button")
    wait_for_version(offline_phone.page, 1)
    lay_tile(offline_phone, "scarab", "3-0", 2)
    expect(offline_phone.page.locator("#news")).to_contain_text("Same move as in the recording.")
    offline_phone.tap("#news a")
    expect(offline_phone.page.locator("#words .at")).to_contain_text("2/26")


@game_drivers.each_slug
def test_a_whole_game_works_offline(offline_phone: TouchUser, slug: str) -> None:
    """The worker is stopped before every seventh tap, from the home page to the podium."""
    record = game_drivers.load_record(slug)
    open_offline_lobby(offline_phone, slug, len(record["seats"]))
    for seat, name in enumerate(record["seats"]):
        offline_phone.name_seat(seat, name)
    start_as_recorded(offline_phone, slug, record)
    offline_phone.wait_for_start()
    version = int(offline_phone.page.locator("#table").get_attribute("data-version") or 0)
    for number, line in enumerate(game_drivers.get_entries(slug, record)):
        if number % 7 == 3:
            kill_worker(offline_phone)
        if slug != "cheops_catan":  # its events contain their seat
            set_acting_seat(offline_phone, line.get("seat", -1))
        game_drivers.enter_move(offline_phone, slug, line)
        version += 1
        wait_for_version(offline_phone.page, version, line)
    expect_result(offline_phone.page, record)
    kill_worker(offline_phone)
    offline_phone.page.reload()
    wait_for_version(offline_phone.page, version)
