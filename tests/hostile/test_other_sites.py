"""Other sites can neither change anything here, nor be where a browser is sent."""

import re
from collections import defaultdict
from collections.abc import Iterator
from html import unescape
from itertools import cycle
from pathlib import Path
from urllib.parse import quote

import pytest
from flask import Flask

from companion.lan.data_folder import ca_folder
from companion.lan.host import get_lan_hosting
from companion.lan.local_ca import LocalCA
from companion.web.common.http import local_path
from tests import ROOT
from tests.every_page import make_path
from tests.hostile.table_states import read_all_rows
from tests.javascript import call_function
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
def phone(app: Flask) -> Phone:
    """Return the phone of a host in a lobby, as this role has the most rights."""
    get_lan_hosting(app).stop = None
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


OWN_ORIGIN = "http://localhost"
FOREIGN_TARGETS = (
    "//e.example", "///e.example", "/\\e.example", "\\\\e.example", "\\/e.example", "/\t/e.example",
    "/\n/e.example", "/\r\\e.example", "\t//e.example", " //e.example", "\0//e.example", "/\t\\e.example",
    "https:e.example", "https:/e.example", "https://e.example", "http://e.example", "HTTPS://e.example",
    "http://localhost@e.example", "http://localhost:8001/", "http://[", "javascript:alert(1)",
    "data:text/html,x", "blob:http://localhost/x",
)  # fmt: skip
LOCAL_TARGETS = ("/", "/t/ABCDEF", "/t/ABCDEF/log?before=9", "/?group=x", "/e//x", "/é", "/%09/e.example",
         "/@e.example", "/x?next=//e.example", "/:80", "/.//e.example")  # fmt: skip
READ_FIELD_PATTERN = re.compile(r"request\.(?:args|form|values)(?:\.get(?:list)?\(|\[)\"(\w+)\"")
READ_FIELD_NAMES = sorted({
    name
    for module in Path(ROOT, "companion").rglob("*.py")
    for name in READ_FIELD_PATTERN.findall(module.read_text(encoding="utf-8"))
})  # fmt: skip
"""All fields that a route reads by name."""
TARGET_PATTERN = re.compile(
    r'(?:href|src|action|hx-get|hx-post|data-next|data-then|data-back|data-redrawn)="([^"]*)"'
)


@pytest.fixture(autouse=True)
def _create_local_ca(app: Flask, tmp_path: Path) -> None:
    app.instance_path = str(tmp_path)
    get_lan_hosting(app).local_ca = LocalCA.load_or_create(ca_folder(tmp_path))


@pytest.mark.parametrize("text", FOREIGN_TARGETS)
def test_a_foreign_path_redirects_to_the_home_page(text: str) -> None:
    assert local_path(text) == "/"


@pytest.mark.parametrize("text", LOCAL_TARGETS)
def test_a_local_path_is_kept(text: str) -> None:
    assert local_path(text) == text


def test_the_scripts_accept_the_same_paths() -> None:
    led = call_function(
        "page.js", "resolveLocalUrl", [[text, OWN_ORIGIN] for text in (*FOREIGN_TARGETS, *LOCAL_TARGETS)]
    )
    assert led[: len(FOREIGN_TARGETS)] == [f"{OWN_ORIGIN}/"] * len(FOREIGN_TARGETS)
    assert all(address.startswith(f"{OWN_ORIGIN}/") for address in led[len(FOREIGN_TARGETS) :])
    assert led[-1] == f"{OWN_ORIGIN}//e.example"


@pytest.mark.parametrize("text", ["/\\e.example", "https://e.example"])
def test_no_route_redirects_to_another_site(app: Flask, text: str) -> None:
    """Another site's address is in every field that a route reads, and in every part of its path."""
    assert {"next", "back", "group", "code"} <= set(READ_FIELD_NAMES)
    phone = open_as_host(app, "giza", ["Ana", "Bo"])
    fields, targets = dict.fromkeys(READ_FIELD_NAMES, text), set[str]()
    values = defaultdict(lambda: quote(text, safe=""), slug="giza", seat=1, seq=1, step=1)
    for rule in app.url_map.iter_rules():
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}:
            query, form = (fields, None) if method == "GET" else (None, fields)
            path = make_path(rule, values)
            answer = phone.client.open(path, method=method, query_string=query, data=form)
            with answer:
                targets |= {answer.headers.get(name, "") for name in ("Location", "HX-Redirect")}
                if answer.mimetype == "text/html":
                    targets |= {unescape(target) for target in TARGET_PATTERN.findall(answer.text)}
    led = sorted(target.removeprefix("https://localhost") for target in targets if "e.example" in target)
    here = call_function("page.js", "resolveLocalUrl", [[target, OWN_ORIGIN] for target in led])
    assert [target for target, led_to in zip(led, here, strict=True) if led_to == f"{OWN_ORIGIN}/"] == []
