"""No bytes in a path, a query, a header or a form cause an internal error on any route."""

import re
from collections.abc import Iterable, Iterator, Mapping
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from werkzeug.routing import Rule
from werkzeug.test import EnvironBuilder, run_wsgi_app

from companion.editions.service import create_edition
from companion.engine.json_data import to_json
from companion.games.cheops_dice.parts import load_practice_pages
from companion.games.seeds import load_plays
from companion.lan.host import get_lan_hosting
from companion.limits import AddressQuota
from companion.services import streams_of
from companion.web.common.request import LEGACY_COOKIES
from tests.every_page import make_path
from tests.hostile.test_redirects import READ_FIELD_NAMES
from tests.people import open_as_host

JUNK_BYTES: Mapping[str, bytes] = {
    "no UTF-8": b"\xff",
    "cut off": b"x\xf0\x9f",
    "surrogate": b"\xed\xa0\x80",
    "noncharacter": "\uffff\U0010ffff".encode(),
    "emoji": "😀".encode(),
    "right to left": "\u202eABC\u200b".encode(),
    "wide": "ＡＢＣ".encode(),
    "NUL": b"a\0b",
    "line ends": b"a\r\nb",
    "controls": b"\x1b[2J\x7f\x85",
    "quotes": b"\"';=, ",
    "percent": b"%%ff%u0041%",
    "many digits": b"1" * 4400,
    "other digits": "٣".encode() * 4400,
    "brackets": b"[a](http://[::1",
    "braces": b"{{7*7}}",
    "long": b"a.b" * 2000,
    "empty": b"",
}
HEADER_NAMES = (
    "Cookie", "Accept-Language", "Accept", "Accept-Encoding", "Referer", "User-Agent", "If-None-Match",
    "If-Modified-Since", "If-Match", "If-Range", "Range", "Authorization", "Idempotency-Key",
    "Last-Event-ID",
    "HX-Request", "HX-Request-Type", "HX-Target", "HX-Trigger", "HX-Current-URL", "HX-Prompt", "X-Shown",
    "X-Here", "X-Forwarded-For", "X-Forwarded-Host", "Content-Encoding", "Forwarded", "X-Request-Id",
)  # fmt: skip
BLOCKING_HEADER_NAMES = (
    "Origin", "Host", "Sec-Fetch-Site", "Content-Type", "Content-Length", "Transfer-Encoding", "Expect",
)  # fmt: skip
"""Most routes refuse a request because of these, and read nothing else: each is sent alone."""
COOKIE_NAMES = {"companion", "zone", "let-go", *chain.from_iterable(LEGACY_COOKIES.values())}
NESTED_FORM_BODIES = (
    b"%s.%s=1", b"value.%s=%s", b"a.%s.b=%s", b"%s[]=%s", b"move %s=Play %s",
    b"value.0.%s=%s", b"value=%s%s",
)  # fmt: skip
JSON_TYPE = "application/json"
DELETING_ENDPOINT_PATTERN = re.compile("delete|leave|forget|free|clear|renew|revoke|end_|make_|remove")
FORM_TYPE = "application/x-www-form-urlencoded"
QUICK_JUNK_NAMES = ("no UTF-8", "NUL", "line ends", "many digits")
"""Kinds that the required tests send; ``make randomised`` sends all."""
each_junk = pytest.mark.parametrize(
    "junk",
    [
        pytest.param(junk, id=name, marks=() if name in QUICK_JUNK_NAMES else pytest.mark.long)
        for name, junk in JUNK_BYTES.items()
    ],
)


class Routes:
    """The routes of an app in which a record of every kind exists, so that each path can be filled."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.create_records()

    def create_records(self) -> None:
        self.phone = phone = open_as_host(self.app, "giza", ["Ana", "Bo"])
        phone.enter(seat=0, tile="+5", **{"move board site": "Play 0 0"})
        group = phone.client.post("/groups", data={"name": "Us"}).headers["Location"].rpartition("/")[2]
        with self.app.app_context():
            pad = [to_json(sheet) for sheet in load_practice_pages()[:1]]
            edition = create_edition("cheops_dice", "Pad", pad, "Ana")
        self.cookie = phone.make_authorization()["Authorization"].removeprefix("Bearer ")
        self.values = {
            "code": phone.code, "slug": "cheops_treasure", "edition": edition, "secret": self.cookie,
            "name": next(iter(load_plays("cheops_treasure"))), "group": group, "letter": "A", "seat": "1",
            "seq": "1", "person": "1", "table": "1", "section": "turn", "mark": "0", "key": "x",
            "filename": "js/main.js", "play": "t1",
        }  # fmt: skip

    def __iter__(self) -> Iterator[tuple[str, Rule]]:
        """Yield (method, path) of every route: first reading routes, then changing ones, and last those
        that delete.
        """
        rules = sorted(
            self.app.url_map.iter_rules(),
            key=lambda rule: bool(DELETING_ENDPOINT_PATTERN.search(rule.endpoint)),
        )
        yield from (("GET", rule) for rule in rules if "GET" in (rule.methods or ()))
        for rule in rules:
            for method in sorted((rule.methods or set()) - {"GET", "HEAD", "OPTIONS"}):
                if DELETING_ENDPOINT_PATTERN.search(rule.endpoint):
                    self.create_records()
                yield method, rule


@pytest.fixture
def routes(app: Flask, tmp_path: Path) -> Routes:
    get_lan_hosting(app).stop = None
    app.instance_path = str(tmp_path)
    streams_of(app).quota = AddressQuota(10**6, 10**6)
    return Routes(app)


def decode_latin1(raw: bytes) -> str:
    return raw.decode("latin-1")


def find_fault(
    routes: Routes, method: str, path: bytes, query: bytes = b"", body: bytes = b"", **given: str
) -> str:
    """Return what is wrong with the response; "" if nothing is wrong. ``given`` are keys of the WSGI
    environment.
    """
    cookie = routes.cookie
    environ: dict[str, Any] = {
        **EnvironBuilder(method=method, input_stream=BytesIO(body), content_type=FORM_TYPE).get_environ(),
        "PATH_INFO": decode_latin1(path), "QUERY_STRING": decode_latin1(query),
        "CONTENT_LENGTH": str(len(body)), "HTTP_AUTHORIZATION": f"Bearer {cookie}",
        "HTTP_COOKIE": f"t-{routes.phone.code}={cookie}", **given,
    }  # fmt: skip
    try:
        pieces, status, headers = run_wsgi_app(routes.app, environ)
        if not headers.get("Content-Type", "").startswith("text/event-stream"):
            b"".join(pieces)
        if close := getattr(pieces, "close", None):
            close()
        for name, value in headers:
            if not re.fullmatch(r"[\t\x20-\x7e\x80-\xff]*", value):
                return f"{name}: {value!r}"
    except Exception as error:
        return f"{type(error).__name__}: {error}"[:200]
    return status if status >= "500" else ""


def find_faults(asked: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    return [(what, answer) for what, answer in asked if answer]


@each_junk
def test_no_bytes_in_a_path_cause_an_error(routes: Routes, junk: bytes) -> None:
    """The bytes replace each value in the path, and follow it."""

    def answers() -> Iterator[tuple[str, str]]:
        for method, rule in routes:
            for before in (dict.fromkeys(routes.values, ""), routes.values):
                path = make_path(rule, {name: f"{value}\v" for name, value in before.items()})
                yield f"{method} {path}", find_fault(routes, method, path.encode().replace(b"\v", junk))

    assert find_faults(answers()) == []


@each_junk
def test_no_bytes_in_a_query_cause_an_error(routes: Routes, junk: bytes) -> None:
    """The bytes are the whole query, or the value or the name of each field. One path is unknown."""
    pairs = b"&".join(name.encode() + b"=" + junk for name in READ_FIELD_NAMES)

    def answers() -> Iterator[tuple[str, str]]:
        yield "no route", find_fault(routes, "GET", b"/nowhere/at/all", junk)
        for method, rule in routes:
            path = make_path(rule, routes.values)
            for query in (junk, pairs, junk + b"=" + junk):
                if method == "GET":
                    yield f"{method} {path}", find_fault(routes, method, path.encode(), query)

    assert find_faults(answers()) == []


@each_junk
def test_no_bytes_in_headers_and_cookies_cause_an_error(routes: Routes, junk: bytes) -> None:
    """The bytes are in all cookies of the phone, and in all headers that some route reads."""
    text = decode_latin1(junk)
    headers: dict[str, Any] = {f"HTTP_{name.upper().replace('-', '_')}": text for name in HEADER_NAMES}
    names = routes.phone.cookies().keys() | COOKIE_NAMES
    cookies = "; ".join([f"{name}={text}" for name in sorted(names)] + [f"{text}={text}", text])

    def answers() -> Iterator[tuple[str, str]]:
        for method, rule in routes:
            path = make_path(rule, routes.values)
            yield f"{method} {path}", find_fault(routes, method, path.encode(), **headers)
            yield f"{method} {path}", find_fault(routes, method, path.encode(), HTTP_COOKIE=cookies)

    assert find_faults(answers()) == []


@pytest.mark.parametrize("header", BLOCKING_HEADER_NAMES)
def test_no_bytes_in_a_header_that_most_routes_refuse_cause_an_error(routes: Routes, header: str) -> None:
    key = header.upper().replace("-", "_")
    key = key if key.startswith("CONTENT_") else f"HTTP_{key}"

    def answers() -> Iterator[tuple[str, str]]:
        for method, rule in routes:
            path = make_path(rule, routes.values)
            for name, junk in list(JUNK_BYTES.items())[::3]:
                given: dict[str, Any] = {key: decode_latin1(junk)}
                yield f"{method} {path} {name}", find_fault(routes, method, path.encode(), **given)

    assert find_faults(answers()) == []


@each_junk
def test_no_bytes_in_a_form_cause_an_error(routes: Routes, junk: bytes) -> None:
    """The bytes are a field's value or name, or in a nested field, a list or a button's value."""
    named = b"&".join(b"%s=%s" % (name.encode(), junk) for name in READ_FIELD_NAMES)
    nested = b"&".join(pattern % (junk, junk) for pattern in NESTED_FORM_BODIES)
    part = b'--x\r\nContent-Disposition: form-data; name="%s"; filename="%s"\r\n\r\n%s\r\n'
    parts = b"".join(part % (name, junk, junk) for name in (b"file", b"text", junk)) + b"--x--\r\n"
    bodies: tuple[tuple[bytes, str], ...] = (
        (named, FORM_TYPE),
        (nested, FORM_TYPE),
        (junk, FORM_TYPE),
        (parts, "multipart/form-data; boundary=x"),
    )
    bodies += ((junk, JSON_TYPE), (b'{"name": "%s", "%s": 1}' % (junk, junk), JSON_TYPE))

    def answers() -> Iterator[tuple[str, str]]:
        for method, rule in routes:
            path = make_path(rule, routes.values)
            if method != "GET":
                for body, kind in bodies:
                    yield (
                        f"{method} {path}",
                        find_fault(routes, method, path.encode(), body=body, CONTENT_TYPE=kind),
                    )

    assert find_faults(answers()) == []
