"""A phone that comes by http trusts its house, and comes back by https: with its seat, and for good."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Playwright, expect

from companion.games.seeds import plays
from tests.browser import hands
from tests.browser.arriving import Make, all_arrive, arrive, open_from_page, sit
from tests.browser.hands.cheops_catan import FOUNDED, press, press_all
from tests.browser.own_phone import switched_on
from tests.browser.tables import open_like, play_some
from tests.browser.thumbs import Thumb
from tests.long.phone.offline_phone import OPEN_OFFLINE, has_copy, has_pocket
from tests.long.phone.test_along import NAMES
from tests.long.processes.home.served import ServedHouse
from tests.long.processes.home.trusting import chromium_trusts
from tests.waiting import until

BEGUN = len(FOUNDED) - 1
"""Entries, after which the first roll is due."""
ANDROID = "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/150.0.0.0 Mobile Safari/537.36"
WORKER = "navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[ServedHouse]:
    served = ServedHouse(tmp_path)
    yield served
    served.kill()


@contextmanager
def used(playwright: Playwright, folder: Path, house: ServedHouse) -> Iterator[Thumb]:
    """Ana's phone, which finds the house by its name."""
    with switched_on(playwright, folder, house.name, user_agent=ANDROID) as thumb:
        yield thumb


def by_http(house: ServedHouse) -> str:
    return f"http://{house.name}:{house.port}"


def by_https(house: ServedHouse) -> str:
    return f"https://{house.name}:{house.port}"


def trusts(folder: Path, ana: Thumb) -> None:
    """Hand what the page offers to the phone's own settings."""
    with ana.page.expect_download() as download:
        ana.tap("details[open] a[href='/trust/house.crt']")
    download.value.save_as(folder / "house.crt")
    chromium_trusts(folder, folder / "house.crt")


def test_a_phone_that_is_made_ready_has_its_seat_and_its_taps_and_goes_on_in_the_cellar(
    house: ServedHouse, playwright: Playwright, phone: Make, tmp_path: Path
) -> None:
    has_pocket()
    guest = Thumb(phone(base_url=house.address))
    with used(playwright, tmp_path / "ana", house) as ana:
        open_from_page(ana, "cheops_catan", NAMES, by_http(house))
        press_all(ana, FOUNDED[:-1])
        code = ana.page.url.rsplit("/", 1)[1]
        sit(guest, code, 1, house.address)
        ana.tap("#menu a[href$='/seats']")
        ana.tap("#drawer a:text('Play offline')")
        expect(ana.page.locator("#not-ready")).to_be_visible()
        looks: list[object] = []
        ana.page.on("requestfailed", lambda each: looks.append(each))
        until(lambda: ana.page.title() and len(looks) > 1, "a second look whether the house is trusted")
        expect(ana.page.locator("#ready")).to_be_hidden()
        assert not ana.page.evaluate("isSecureContext || 'serviceWorker' in navigator")
        trusts(tmp_path / "ana", ana)
        shown = ana.page.url
    with used(playwright, tmp_path / "ana", house) as ana:
        never = f"{by_http(house)}/t/{code}/enter"
        ana.page.context.route(never, lambda route: route.abort())
        ana.page.goto(f"{by_http(house)}/t/{code}")
        press(ana, "Roll 0 6")
        expect(ana.page.locator("#waiting p")).to_have_count(1)
        ana.page.goto(shown)  # as it was left: it leads on by itself to the table by https
        ana.page.wait_for_url(f"{by_https(house)}/t/{code}")
        assert ana.page.evaluate("isSecureContext")
        assert ana.page.evaluate(WORKER)
        all_arrive([ana, guest], BEGUN + 1)
        expect(ana.page.locator("#waiting")).to_be_hidden()
        expect(ana.page.locator("#line")).to_have_class("line live")
        ana.tap("a.back[href='/']")
        ana.tap("#menu a:text('Play offline')")
        ana.tap("#take")
        ana.page.wait_for_selector(OPEN_OFFLINE)
        ana.page.goto(f"{by_https(house)}/t/{code}")
        arrive(ana.page, BEGUN + 1)
        has_copy(ana.page, BEGUN + 1)
        house.kill()
        press_all(ana, [f"Income 0 {gold}" for gold in (1, 2, 1, 2)], BEGUN + 2)
        ana.page.reload()
        arrive(ana.page, BEGUN + 5)
        expect(ana.page.locator("#waiting p")).to_have_count(4)
        house.start()
        expect(ana.page.locator("#waiting")).to_be_hidden()
        all_arrive([ana, guest], BEGUN + 5)


def test_after_a_finished_game_it_is_said_once(
    house: ServedHouse, playwright: Playwright, phone: Make, tmp_path: Path
) -> None:
    record = plays("giza")["three_pyramids"]
    log = hands.log_of("giza", record)
    host = phone(base_url=house.address)
    code = open_like(host, "giza", record)
    play_some(host, code, log, 0, len(log) - 1)
    with used(playwright, tmp_path / "ana", house) as ana:
        sit(ana, code, 1, by_http(house))
        expect(ana.page.locator("#cellars")).to_have_count(0)
        play_some(host, code, log, len(log) - 1, len(log))
        expect(ana.page.locator("#cellars")).to_be_visible()
        ana.page.reload()
        expect(ana.page.locator("#end-title")).to_be_visible()
        expect(ana.page.locator("#cellars")).to_be_hidden()
    host.goto(f"/t/{code}")
    expect(host.locator("#end-title")).to_be_visible()
    expect(host.locator("#cellars")).to_be_hidden()  # a phone that has https needs no word


def test_nobody_else_may_bring_taps(house: ServedHouse, playwright: Playwright, tmp_path: Path) -> None:
    tap = '[["tap-ABCDEF-1-key", "{}"]]'
    with used(playwright, tmp_path / "ana", house) as ana:
        ana.page.goto(f"{by_http(house)}/trust")
        trusts(tmp_path / "ana", ana)
    with used(playwright, tmp_path / "ana", house) as ana:
        ana.page.clock.install()
        ana.page.goto(f"{by_https(house)}/trust#{tap}")
        expect(ana.page.locator("#ready")).to_be_visible()
        ana.page.clock.fast_forward("00:30")
        assert ana.page.evaluate("localStorage.length") == 0
        assert ana.page.url.startswith(f"{by_https(house)}/trust")


def test_taking_along_by_http_leads_to_being_made_ready(
    house: ServedHouse, playwright: Playwright, tmp_path: Path
) -> None:
    has_pocket()
    with used(playwright, tmp_path / "ana", house) as ana:
        ana.page.goto(f"{by_http(house)}/pocket/")
        ana.tap("#plain a:text('Play offline')")
        ana.page.wait_for_url(f"{by_http(house)}/trust?next=/pocket/")
