"""A phone on http installs the local certificate authority, and keeps its seat when it changes to https."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Playwright, expect

from companion.games.seeds import load_plays
from tests.browser import game_drivers
from tests.browser.game_drivers.cheops_catan import press_button, press_buttons
from tests.browser.joining import MakePhone
from tests.browser.phones import launch_phone
from tests.browser.tables import enter_recorded, open_as_recorded
from tests.browser.touch_user import TouchUser, wait_for_version, wait_on_all_phones
from tests.long.phone.offline_phone import NAMES, OPEN_OFFLINE_SELECTOR, require_bundle, wait_for_copy
from tests.long.processes.lan.lan_server import LanServer, trust_in_chromium
from tests.waiting import wait_until

FOUNDING_ENTRY_COUNT = 9
ANDROID_AGENT = "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/150.0.0.0 Mobile Safari/537.36"
IS_CONTROLLED_JS = "navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)"


@pytest.fixture
def app_server(tmp_path: Path) -> Iterator[LanServer]:
    with LanServer(tmp_path) as server:
        yield server


@contextmanager
def open_anas_phone(playwright: Playwright, folder: Path, app_server: LanServer) -> Iterator[TouchUser]:
    with launch_phone(playwright, folder, app_server.name, user_agent=ANDROID_AGENT) as page:
        yield TouchUser(page)


def get_address(scheme: str, server: LanServer) -> str:
    return f"{scheme}://{server.name}:{server.port}"


def install_certificate(folder: Path, ana: TouchUser) -> None:
    """Download the certificate that the page offers, and add it to the phone's trust store."""
    with ana.page.expect_download() as download:
        ana.tap("details[open] a[href='/trust/house.crt']")
    download.value.save_as(folder / "house.crt")
    trust_in_chromium(folder, folder / "house.crt")


def test_a_phone_made_ready_keeps_seat_and_entries_and_plays_offline(
    app_server: LanServer, playwright: Playwright, phone: MakePhone, tmp_path: Path
) -> None:
    require_bundle()
    guest = TouchUser(phone(base_url=app_server.address))
    with open_anas_phone(playwright, tmp_path / "ana", app_server) as ana:
        ana.open_table_by_fetch("cheops_catan", NAMES, get_address("http", app_server))
        press_buttons(ana, ["Found 0"] * FOUNDING_ENTRY_COUNT)
        code = ana.page.url.rsplit("/", 1)[1]
        guest.join_seat(code, 1, app_server.address)
        ana.tap("#menu a[href$='/seats']")
        ana.tap("#drawer a:text('Play offline')")
        expect(ana.page.locator("#not-ready")).to_be_visible()
        looks: list[object] = []
        ana.page.on("requestfailed", lambda each: looks.append(each))
        wait_until(lambda: ana.page.title() and len(looks) > 1, "a second look at the certificate")
        expect(ana.page.locator("#ready")).to_be_hidden()
        assert not ana.page.evaluate("isSecureContext || 'serviceWorker' in navigator")
        install_certificate(tmp_path / "ana", ana)
        shown = ana.page.url
    with open_anas_phone(playwright, tmp_path / "ana", app_server) as ana:
        never = f"{get_address('http', app_server)}/t/{code}/enter"
        ana.page.context.route(never, lambda route: route.abort())
        ana.page.goto(f"{get_address('http', app_server)}/t/{code}")
        press_button(ana, "Roll 0 6")
        expect(ana.page.locator("#waiting p")).to_have_count(1)
        ana.page.goto(shown)  # as it was left: it redirects to the table on https
        ana.page.wait_for_url(f"{get_address('https', app_server)}/t/{code}")
        assert ana.page.evaluate("isSecureContext")
        assert ana.page.evaluate(IS_CONTROLLED_JS)
        wait_on_all_phones([ana, guest], FOUNDING_ENTRY_COUNT + 1)
        expect(ana.page.locator("#waiting")).to_be_hidden()
        expect(ana.page.locator("#line")).to_have_class("line live")
        ana.tap("a.back[href='/']")
        ana.tap("#menu a:text('Play offline')")
        ana.tap("#take")
        ana.page.wait_for_selector(OPEN_OFFLINE_SELECTOR)
        ana.page.goto(f"{get_address('https', app_server)}/t/{code}")
        wait_for_version(ana.page, FOUNDING_ENTRY_COUNT + 1)
        wait_for_copy(ana.page, FOUNDING_ENTRY_COUNT + 1)
        app_server.kill()
        press_buttons(ana, [f"Income 0 {gold}" for gold in (1, 2, 1, 2)], FOUNDING_ENTRY_COUNT + 2)
        ana.page.reload()
        wait_for_version(ana.page, FOUNDING_ENTRY_COUNT + 5)
        expect(ana.page.locator("#waiting p")).to_have_count(4)
        app_server.start()
        expect(ana.page.locator("#waiting")).to_be_hidden()
        wait_on_all_phones([ana, guest], FOUNDING_ENTRY_COUNT + 5)


def test_the_hint_is_shown_once_after_a_finished_game(
    app_server: LanServer, playwright: Playwright, phone: MakePhone, tmp_path: Path
) -> None:
    record = load_plays("giza")["three_pyramids"]
    log = game_drivers.get_entries("giza", record)
    host = phone(base_url=app_server.address)
    code = open_as_recorded(host, "giza", record)
    enter_recorded(host, code, log, 0, len(log) - 1)
    with open_anas_phone(playwright, tmp_path / "ana", app_server) as ana:
        ana.join_seat(code, 1, get_address("http", app_server))
        expect(ana.page.locator("#offline-ready-hint")).to_have_count(0)
        enter_recorded(host, code, log, len(log) - 1, len(log))
        expect(ana.page.locator("#offline-ready-hint")).to_be_visible()
        ana.page.reload()
        expect(ana.page.locator("#end-title")).to_be_visible()
        expect(ana.page.locator("#offline-ready-hint")).to_be_hidden()
    host.goto(f"/t/{code}")
    expect(host.locator("#end-title")).to_be_visible()
    expect(host.locator("#offline-ready-hint")).to_be_hidden()  # a phone on https needs no hint


def test_the_download_page_leads_to_the_certificate_and_a_link_imports_no_entries(
    app_server: LanServer, playwright: Playwright, tmp_path: Path
) -> None:
    require_bundle()
    tap = '[["tap-ABCDEF-1-key", "{}"]]'
    with open_anas_phone(playwright, tmp_path / "ana", app_server) as ana:
        ana.page.goto(f"{get_address('http', app_server)}/pocket/")
        ana.tap("#plain a:text('Play offline')")
        ana.page.wait_for_url(f"{get_address('http', app_server)}/trust?next=/pocket/")
        install_certificate(tmp_path / "ana", ana)
    with open_anas_phone(playwright, tmp_path / "ana", app_server) as ana:
        ana.page.clock.install()
        ana.page.goto(f"{get_address('https', app_server)}/trust#{tap}")
        expect(ana.page.locator("#ready")).to_be_visible()
        ana.page.clock.fast_forward("00:30")
        assert ana.page.evaluate("localStorage.length") == 0
        assert ana.page.url.startswith(f"{get_address('https', app_server)}/trust")
