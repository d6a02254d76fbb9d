"""A phone that took the companion along, on a line that can be cut, and one that did not."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.app_server import Server
from tests.browser.joining import MakePhone
from tests.browser.touch_user import TouchUser
from tests.cuttable_proxy import CuttableProxy
from tests.long.phone.offline_phone import phone_with_bundle


@pytest.fixture(scope="module")
def line(server: Server) -> Iterator[CuttableProxy]:
    opened = CuttableProxy(server.port)
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def taken(browser: Browser, line: CuttableProxy) -> Iterator[TouchUser]:
    """Has the companion along, and a line that can be cut."""
    with phone_with_bundle(browser, line.address) as user:
        yield user


@pytest.fixture
def ana(offline_phone: TouchUser, line: CuttableProxy) -> Iterator[TouchUser]:
    yield offline_phone
    line.speak()
    line.mend()


@pytest.fixture
def bo(phone: MakePhone) -> TouchUser:
    return TouchUser(phone())
