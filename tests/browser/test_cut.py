"""Four phones, two of them cut off: on SQLite in one process, and spread over two on PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Server
from tests.browser.cut import four_phones_two_cut_off
from tests.lines import Line
from tests.scaled.conftest import postgres as postgres
from tests.scaled.conftest import two as two

Make = Callable[..., Page]


@pytest.mark.long
def test_one_process_on_sqlite(phone: Make, server: Server) -> None:
    line = Line(server.port)
    addresses = [server.address, line.address, line.address, server.address]
    try:
        four_phones_two_cut_off([phone() for _ in addresses], addresses, line)
    finally:
        line.close()


def test_two_processes_on_postgresql(phone: Make, two: tuple[Server, Server]) -> None:
    line = Line(two[1].port)
    addresses = [two[0].address, line.address, line.address, two[1].address]
    try:
        four_phones_two_cut_off([phone() for _ in addresses], addresses, line)
    finally:
        line.close()
