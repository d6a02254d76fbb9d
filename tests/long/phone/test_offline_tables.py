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
def user(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[TouchUser]:
    with offline_without_server(browser, tmp_path_factory.mktemp("taken")) as opened:
        opened.page.context.set_offline(True)
        yield opened


def test_a_response_contains_the_changes_of_its_entry(user: TouchUser) -> None:
    start_offline_table(user)
    requests: list[tuple[str, str]] = []
    user.page.on("request", lambda request: requests.append((request.method, request.url)))
    played = [("+5", "0-0"), ("+4", "1-0"), ("+4", "0-0"), ("-5", "1-1"), ("+3", "0-0")]
    for version, (tile, site) in enumerate(played, 1):
        lay_tile(user, tile, site, version)
    assert requests.count(("POST", f"{user.page.url}/enter")) == len(played)
    assert requests.count(("GET", user.page.url)) < len(played), "now and then, not for each"
    check_pages_are_current([user])


def test_giza_works_offline(user: TouchUser) -> None:
    open_offline_lobby(user, "giza", 2)
    user.name_seat(0, "Ana")
    user.name_seat(1, "Bo")
    user.tap("#plan a[href$='/set-up']")
    user.tap("#step-boards .tick")
    kill_worker(user)
    user.tap("#step-pile .tick")
    expect(user.page.locator("#step-boards[data-done], #step-pile[data-done]")).to_have_count(2)
    user.tap("#drawer button:has-text('✕')")
    expect(user.page.locator("#plan a[href$='/set-up']")).to_contain_text("2 of 5 done")
    expect(user.page.locator("select[name=first] option").nth(1)).to_contain_text("Bo")
    user.start_game()
    table = user.page.url
    user.tap("#menu [action*='/guide?'] button")
    expect(user.page.locator("#guide")).to_contain_text("Lay a stone")
    kill_worker(user)
    lay_tile(user, "+2", "0-0", 1)
    expect(user.page.locator("#guide")).to_contain_text("Lay a treasure")
    kill_worker(user)
    play_tile(user, "-4", 0, 0)
    expect(user.page.locator("#answer .answer")).to_contain_text("Lay a smaller number on a +2 stone")
    user.tap("#head form:has([value=undo]) button:not([commandfor])")
    wait_for_version(user.page, 2)
    kill_worker(user)
    user.tap("button[commandfor=menu]")
    user.tap("#menu a:text('Log')")
    expect(user.page.locator("#drawer")).to_contain_text("+2")
    user.tap("#drawer button:has-text('✕')")
    user.page.wait_for_url(table)
    wait_for_version(user.page, 2)
    expect(user.page.locator("#line")).to_have_class("line live")


def test_a_recorded_play_works_offline(user: TouchUser) -> None:
    user.page.goto("/")
    user.tap("a[href='/pocket/plays']:has(svg)")
    user.tap("a[href='/pocket/watch/giza/three_pyramids']")
    user.tap("#next")
    expect(user.page.locator("#words")).to_contain_text("Ana laid a +5 stone")
    user.tap("#ways form button")
    wait_for_version(user.page, 1)
    lay_tile(user, "scarab", "3-0", 2)
    expect(user.page.locator("#news")).to_contain_text("Same move as in the recording.")
    user.tap("#news a")
    expect(user.page.locator("#words .at")).to_contain_text("2/26")


def test_a_whole_game_works_offline(user: TouchUser) -> None:
    slug = "deadline"
    record = game_drivers.load_record(slug)
    open_offline_lobby(user, slug, len(record["seats"]))
    for seat, name in enumerate(record["seats"]):
        user.name_seat(seat, name)
    start_as_recorded(user, slug, record)
    user.wait_for_start()
    version = int(user.page.locator("#table").get_attribute("data-version") or 0)
    for number, line in enumerate(game_drivers.get_entries(slug, record)):
        if number % 7 == 3:
            kill_worker(user)
        set_acting_seat(user, line.get("seat", -1))
        game_drivers.enter_move(user, slug, line)
        version += 1
        wait_for_version(user.page, version, line)
    expect_result(user.page, record)
    kill_worker(user)
    user.page.reload()
    wait_for_version(user.page, version)
