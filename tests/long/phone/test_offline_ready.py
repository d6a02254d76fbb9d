"""A phone that comes by http trusts its house, and comes back by https: with its seat, and for good."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Playwright, expect

from companion.games.seeds import plays
from tests.browser import game_drivers
from tests.browser.game_drivers.cheops_catan import FOUNDING, press, press_all
from tests.browser.joining import MakePhone, join_seat, open_from_page, wait_for_version, wait_on_all_phones
from tests.browser.phone_profile import launch_phone
from tests.browser.tables import enter_recorded, open_as_recorded
from tests.browser.touch_user import TouchUser
from tests.long.phone.offline_phone import OPEN_OFFLINE, require_bundle, wait_for_copy
from tests.long.phone.test_offline_copies import NAMES
from tests.long.processes.lan.lan_server import LanServer
from tests.long.processes.lan.trust_stores import trust_in_chromium
from tests.waiting import wait_until

BEGUN = len(FOUNDING) - 1
"""Entries, after which the first roll is due."""
ANDROID = "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/150.0.0.0 Mobile Safari/537.36"
WORKER = "navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[LanServer]:
    served = LanServer(tmp_path)
    yield served
    served.kill()


@contextmanager
def used(playwright: Playwright, folder: Path, house: LanServer) -> Iterator[TouchUser]:
    """Ana's phone, which finds the house by its name."""
    with launch_phone(playwright, folder, house.name, user_agent=ANDROID) as user:
        yield user


def by_http(house: LanServer) -> str:
    return f"http://{house.name}:{house.port}"


def by_https(house: LanServer) -> str:
    return f"https://{house.name}:{house.port}"


def trusts(folder: Path, ana: TouchUser) -> None:
    """Hand what the page offers to the phone's own settings."""
    with ana.page.expect_download() as download:
        ana.tap("details[open] a[href='/trust/house.crt']")
    download.value.save_as(folder / "house.crt")
    trust_in_chromium(folder, folder / "house.crt")


def test_a_phone_that_is_made_ready_has_its_seat_and_its_taps_and_goes_on_in_the_cellar(
    house: LanServer, playwright: Playwright, phone: MakePhone, tmp_path: Path
) -> None:
    require_bundle()
    guest = TouchUser(phone(base_url=house.address))
    with used(playwright, tmp_path / "ana", house) as ana:
        open_from_page(ana, "cheops_catan", NAMES, by_http(house))
        press_all(ana, FOUNDING[:-1])
        code = ana.page.url.rsplit("/", 1)[1]
        join_seat(guest, code, 1, house.address)
        ana.tap("#menu a[href$='/seats']")
        ana.tap("#drawer a:text('Play offline')")
        expect(ana.page.locator("#not-ready")).to_be_visible()
        looks: list[object] = []
        ana.page.on("requestfailed", lambda each: looks.append(each))
        wait_until(
            lambda: ana.page.title() and len(looks) > 1, "a second look whether the house is trusted"
        )
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
        wait_on_all_phones([ana, guest], BEGUN + 1)
        expect(ana.page.locator("#waiting")).to_be_hidden()
        expect(ana.page.locator("#line")).to_have_class("line live")
        ana.tap("a.back[href='/']")
        ana.tap("#menu a:text('Play offline')")
        ana.tap("#take")
        ana.page.wait_for_selector(OPEN_OFFLINE)
        ana.page.goto(f"{by_https(house)}/t/{code}")
        wait_for_version(ana.page, BEGUN + 1)
        wait_for_copy(ana.page, BEGUN + 1)
        house.kill()
        press_all(ana, [f"Income 0 {gold}" for gold in (1, 2, 1, 2)], BEGUN + 2)
        ana.page.reload()
        wait_for_version(ana.page, BEGUN + 5)
        expect(ana.page.locator("#waiting p")).to_have_count(4)
        house.start()
        expect(ana.page.locator("#waiting")).to_be_hidden()
        wait_on_all_phones([ana, guest], BEGUN + 5)


def test_after_a_finished_game_it_is_said_once(
    house: LanServer, playwright: Playwright, phone: MakePhone, tmp_path: Path
) -> None:
    record = plays("giza")["three_pyramids"]
    log = game_drivers.get_entries("giza", record)
    host = phone(base_url=house.address)
    code = open_as_recorded(host, "giza", record)
    enter_recorded(host, code, log, 0, len(log) - 1)
    with used(playwright, tmp_path / "ana", house) as ana:
        join_seat(ana, code, 1, by_http(house))
        expect(ana.page.locator("#offline-ready-hint")).to_have_count(0)
        enter_recorded(host, code, log, len(log) - 1, len(log))
        expect(ana.page.locator("#offline-ready-hint")).to_be_visible()
        ana.page.reload()
        expect(ana.page.locator("#end-title")).to_be_visible()
        expect(ana.page.locator("#offline-ready-hint")).to_be_hidden()
    host.goto(f"/t/{code}")
    expect(host.locator("#end-title")).to_be_visible()
    expect(host.locator("#offline-ready-hint")).to_be_hidden()  # a phone that has https needs no word


def test_nobody_else_may_bring_taps(house: LanServer, playwright: Playwright, tmp_path: Path) -> None:
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
    house: LanServer, playwright: Playwright, tmp_path: Path
) -> None:
    require_bundle()
    with used(playwright, tmp_path / "ana", house) as ana:
        ana.page.goto(f"{by_http(house)}/pocket/")
        ana.tap("#plain a:text('Play offline')")
        ana.page.wait_for_url(f"{by_http(house)}/trust?next=/pocket/")
