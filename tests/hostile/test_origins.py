"""Every route that changes something refuses requests from other sites, and then writes nothing."""

from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

import pytest
from flask import Flask

from companion.lan.host import get_lan_hosting
from tests.every_page import make_path
from tests.hostile.table_states import read_all_rows
from tests.people import Phone, open_as_host

FOREIGN_HEADERS: tuple[dict[str, str], ...] = (
    {"Origin": "http://evil.example"},
    {"Origin": "http://localhost:8001"},
    {"Origin": "http://evil.example", "Sec-Fetch-Site": "same-origin"},
    {"Origin": "null"},
    {"Origin": "null", "Sec-Fetch-Site": "cross-site"},
    {"Origin": "null", "Sec-Fetch-Site": "same-site"},
    {"Origin": "null", "Sec-Fetch-Site": "none"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    *({"Origin": origin} for origin in ("http://[", "http://]", "http://[zz]", "http://[::1", "\xff")),
)
OWN_HEADERS: tuple[dict[str, str], ...] = (
    {},
    {"Origin": "http://localhost"},
    {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"},
    {"Origin": "null", "Sec-Fetch-Site": "same-origin"},
    {"Sec-Fetch-Site": "same-origin"},
    {"Sec-Fetch-Site": "none"},
)
OTHER_SITE_SENTENCE = "This came from another site"


def iterate_changing_routes(app: Flask, phone: Phone) -> Iterator[tuple[str, str]]:
    """Yield (method, path) of every page route that changes something at this phone's table."""
    values = {"code": phone.code, "seat": "1", "seq": "1", "secret": "x", "edition": "x", "group": "x",
              "letter": "A", "person": "1", "table": "1", "slug": "giza", "name": "close-game",
              "play": "t1"}  # fmt: skip
    for rule in app.url_map.iter_rules():
        for method in sorted((rule.methods or set()) - {"GET", "HEAD", "OPTIONS"}):
            if not rule.rule.startswith("/api/"):
                yield method, make_path(rule, values)


@pytest.fixture
def phone(app: Flask, tmp_path: Path) -> Phone:
    """Return the phone of a host in a lobby, as this role has the most rights."""
    get_lan_hosting(app).stop = None
    app.instance_path = str(tmp_path)
    return open_as_host(app, "giza", ["Ana", "Bo"])


def test_a_cross_site_request_changes_nothing(app: Flask, phone: Phone) -> None:
    before, routes = read_all_rows(app), list(iterate_changing_routes(app, phone))
    assert len(routes) > 2 * len(FOREIGN_HEADERS)
    for (method, address), headers in zip(routes, cycle(FOREIGN_HEADERS), strict=False):
        answer = phone.client.open(address, method=method, headers=headers)
        assert answer.status_code == 403, (method, address, headers)
        assert OTHER_SITE_SENTENCE.encode() in answer.data, (method, address, headers)
    assert read_all_rows(app) == before


def test_same_site_requests_are_accepted(app: Flask, phone: Phone) -> None:
    routes = iterate_changing_routes(app, phone)
    for (method, address), headers in zip(routes, cycle(OWN_HEADERS), strict=False):
        answer = phone.client.open(address, method=method, headers=headers)
        assert OTHER_SITE_SENTENCE.encode() not in answer.data, (method, address, headers)
