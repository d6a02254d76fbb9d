"""Fixtures for phones with and without the offline bundle, whose connection a test can cut."""

from collections.abc import Iterator
from contextlib import closing

import pytest
from playwright.sync_api import Browser

from tests.app_server import Server
from tests.browser.joining import MakePhone
from tests.browser.touch_user import TouchUser
from tests.cuttable_proxy import CuttableProxy
from tests.long.phone.offline_phone import phone_with_bundle


@pytest.fixture(scope="module")
def proxy(server: Server) -> Iterator[CuttableProxy]:
    with closing(CuttableProxy(server.port)) as proxy:
        yield proxy


@pytest.fixture(scope="module")
def offline_phone(browser: Browser, proxy: CuttableProxy) -> Iterator[TouchUser]:
    with phone_with_bundle(browser, proxy.address) as user:
        yield user


@pytest.fixture
def ana(offline_phone: TouchUser, proxy: CuttableProxy) -> Iterator[TouchUser]:
    yield offline_phone
    proxy.end_silence()
    proxy.restore()


@pytest.fixture
def bo(phone: MakePhone) -> TouchUser:
    return TouchUser(phone())
