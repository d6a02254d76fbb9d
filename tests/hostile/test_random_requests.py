"""Random requests to every route cause no server error, and refused ones change no row.

``tests/api/test_document.py`` also sends requests that follow the OpenAPI document.
"""

import io
import random
import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from werkzeug.exceptions import RequestTimeout
from werkzeug.routing import Rule
from werkzeug.test import EnvironBuilder, run_wsgi_app

from companion.editions.service import create_edition
from companion.engine.json_data import to_json
from companion.games.cheops_dice.parts import load_practice_pages
from companion.games.seeds import load_plays
from companion.lan.host import get_lan_hosting
from companion.limits import AddressQuota
from companion.services import streams_of
from companion.web.common.http import LEGACY_COOKIES
from companion.web.common.security import APP_HEADER
from tests.all_games import few_or_many, on_each_database
from tests.every_page import make_path
from tests.forms import Form, parse_forms
from tests.hostile.table_states import STATES, count_rows
from tests.hostile.test_other_sites import READ_FIELD_NAMES
from tests.people import Phone

JUNK_VALUES = (
    b"\xff", b"x\xf0\x9f", b"\xed\xa0\x80", "\uffff\U0010ffff".encode(), "😀".encode(),
    "\u202eABC\u200b".encode(), "ＡＢＣ".encode(), b"a\0b", b"a\r\nb", b"\x1b[2J\x7f\x85", b"\"';=, ",
    b"%%ff%u0041%", b"1" * 4400, "٣".encode() * 4400, b"[a](http://[::1", b"{{7*7}}", b"a.b" * 2000, b"",
    b"-1", b"99", b"99999999999999999999", b"NaN", b"[[[[[]]]]]", b"__class__", b"bytes=9-1", b"W/",
    b"multipart/form-data; boundary=", b"application/json; charset=utf-99",
)  # fmt: skip
HEADER_NAMES = (
    "Accept", "Accept-Encoding", "Accept-Language", "Authorization", "Content-Encoding", "Forwarded",
    "HX-Current-URL", "HX-Prompt", "HX-Request", "HX-Request-Type", "HX-Target", "HX-Trigger",
    "Idempotency-Key", "If-Match", "If-Modified-Since", "If-None-Match", "If-Range", "Last-Event-ID",
    "Range", "Referer", "User-Agent", "X-Forwarded-For", "X-Forwarded-Host", "X-Here", "X-Request-Id",
    "X-Shown",
)  # fmt: skip
BLOCKING_HEADER_NAMES = (
    "Content-Length", "Content-Type", "Cookie", "Expect", "Host", "Origin", "Sec-Fetch-Site",
    "Transfer-Encoding",
)  # fmt: skip
"""If these are junk, most routes refuse the request and read nothing else."""
FIELD_NAMES = [name.encode() for name in READ_FIELD_NAMES]
COOKIE_NAMES = [
    name.encode() for name in ("companion", "zone", "let-go", *chain.from_iterable(LEGACY_COOKIES.values()))
]
PAGES_WITH_FORMS = (
    "/t/{code}", "/t/{code}/box", "/t/{code}/seats", "/t/{code}/scores", "/t/{code}/change/1", "/j/{code}",
    "/", "/groups", "/open/{slug}", "/open/{slug}?mode=tally", "/editions/{slug}", "/import",
)  # fmt: skip
FORM_TYPE, JSON_TYPE = "application/x-www-form-urlencoded", "application/json"
HEADER_VALUE_PATTERN = re.compile(r"[\t\x20-\x7e\x80-\xff]*")
SPACE_PATTERN = re.compile(rb"[\x00-\x20\x7f]")
HARMLESS_METHODS = ("HEAD", "OPTIONS")
MULTIPART_TYPE = "multipart/form-data; boundary=x"
junk_bytes = st.sampled_from(JUNK_VALUES) | st.binary(max_size=30)
few_fields = st.lists(st.tuples(st.sampled_from(FIELD_NAMES) | junk_bytes, junk_bytes), max_size=3)
all_fields = junk_bytes.map(lambda junk: [(name, junk) for name in FIELD_NAMES])
few_headers = st.dictionaries(st.sampled_from(HEADER_NAMES + BLOCKING_HEADER_NAMES), junk_bytes, max_size=2)
PART_STRATEGIES: list[st.SearchStrategy[Any]] = [
    st.sampled_from(sorted(STATES)),
    st.integers(0, 999).map(random.Random),
    st.sampled_from([True, True, True, False]),
    few_fields | all_fields,
    few_fields | all_fields,
    st.just({}) | junk_bytes.map(lambda junk: dict.fromkeys(COOKIE_NAMES, junk)),
    few_headers | junk_bytes.map(lambda junk: dict.fromkeys(HEADER_NAMES, junk)),
    st.sampled_from([FORM_TYPE, FORM_TYPE, JSON_TYPE, MULTIPART_TYPE]),
    st.sampled_from([False, False, False, True]),
]
"""Strategies for the parts of a request after its path."""


@dataclass(frozen=True)
class RequestParts:
    """The random parts of a request to a route."""

    path: Mapping[str, bytes]
    """Junk instead of a parameter in the path."""
    state: str
    chance: random.Random
    knows_secret: bool
    query: list[tuple[bytes, bytes]]
    fields: list[tuple[bytes, bytes]]
    cookies: Mapping[bytes, bytes]
    headers: Mapping[str, bytes]
    content_type: str
    is_cut: bool


class PartialBody(io.BytesIO):
    """A request body of which only a part arrives. Then reading times out."""

    def read(self, size: int | None = -1) -> bytes:
        if part := super().read(size):
            return part
        raise RequestTimeout

    def readinto(self, buffer: Any, /) -> int:
        part = self.read(len(buffer))
        buffer[: len(part)] = part
        return len(part)


class OpenTable(NamedTuple):
    """An open table: its host's phone, values for the parameters of all routes, and its forms by page."""

    phone: Phone
    values: Mapping[str, str]
    forms: Mapping[str, list[Form]]
    """By action."""


class Routes:
    """The routes of an app that has a table in each state and records of each kind."""

    def __init__(self, app: Flask, tmp_path: Path) -> None:
        get_lan_hosting(app).stop = None
        app.instance_path = str(tmp_path)
        streams_of(app).quota = AddressQuota(10**6, 10**6)
        self.app, self._tables = app, dict[str, OpenTable]()
        self.rows = count_rows(app)

    def get_table(self, state: str, chance: random.Random) -> OpenTable:
        if state not in self._tables:
            self._tables[state] = self._open_table(state, chance)
            self.rows = count_rows(self.app)
        return self._tables[state]

    def _open_table(self, state: str, chance: random.Random) -> OpenTable:
        phone, file = STATES[state](self.app, chance)
        group = phone.client.post("/groups", data={"name": "Us"}).headers["Location"].rpartition("/")[2]
        with self.app.app_context():
            pad = [to_json(sheet) for sheet in load_practice_pages()[:1]]
            edition = create_edition("cheops_dice", "Pad", pad, "Ana")
        values = {
            "code": phone.code, "slug": file["game"], "edition": edition, "group": group, "letter": "A",
            "secret": phone.make_authorization()["Authorization"].removeprefix("Bearer "), "seat": "1",
            "name": next(iter(load_plays(file["game"]))), "seq": "1", "person": "1", "table": "1",
            "section": "turn", "mark": "0", "key": "x", "filename": "js/main.js", "play": "t1",
        }  # fmt: skip
        forms: dict[str, list[Form]] = {}
        for path in (page.format(**values) for page in PAGES_WITH_FORMS):
            page = phone.client.get(path, follow_redirects=True)
            for form in parse_forms(page.text) if page.status_code == 200 else ():
                if form.buttons:
                    forms.setdefault(form.action or path, []).append(form)
        return OpenTable(phone, values, forms)

    def find_fault(self, method: str, rule: Rule, parts: RequestParts) -> str:
        """Send this request, and return what is wrong with the response; "" if nothing is wrong."""
        table = self.get_table(parts.state, parts.chance)
        junk = {name: f"\v{name}\v" for name in parts.path}
        path = make_path(rule, {**table.values, **junk}).encode()
        for name, value in parts.path.items():
            path = path.replace(f"\v{name}\v".encode(), value)
        pieces, status, headers = run_wsgi_app(self.app, make_environ(method, path, table, parts))
        if not headers.get("Content-Type", "").startswith("text/event-stream"):
            b"".join(pieces)
        if close := getattr(pieces, "close", None):
            close()
        before, self.rows = self.rows, count_rows(self.app)
        if method not in ("GET", *HARMLESS_METHODS) and table.phone.get_page("/for").status_code != 200:
            del self._tables[parts.state]
        is_ours = APP_HEADER in headers or rule.endpoint == "static"
        if status >= "500" or not is_ours or streams_of(self.app).hub.stream_count():
            return status
        if (status >= "400" or method in HARMLESS_METHODS) and before != self.rows:
            return f"{status}, but rows went from {before} to {self.rows}"
        return next((name for name, value in headers if not HEADER_VALUE_PATTERN.fullmatch(value)), "")


def make_environ(method: str, path: bytes, table: OpenTable, parts: RequestParts) -> dict[str, Any]:
    secret = table.values["secret"] if parts.knows_secret else ""
    cookies = {f"t-{table.values['code']}".encode(): secret.encode(), **parts.cookies}
    query = join_fields(parts.query)
    body = make_body(parts, table.forms.get(path.decode("latin-1"), []))
    environ: dict[str, Any] = {
        **EnvironBuilder(method=method).get_environ(), "CONTENT_TYPE": parts.content_type,
        "PATH_INFO": path.decode("latin-1"),
        "QUERY_STRING": SPACE_PATTERN.sub(lambda m: b"%%%02X" % m[0][0], query).decode("latin-1"),
        "HTTP_AUTHORIZATION": f"Bearer {secret}", "wsgi.input": io.BytesIO(body),
        "HTTP_COOKIE": b"; ".join(b"%s=%s" % pair for pair in cookies.items()).decode("latin-1"),
        "CONTENT_LENGTH": str(len(body)),
    }  # fmt: skip
    if parts.is_cut:
        environ |= {"wsgi.input": PartialBody(body), "CONTENT_LENGTH": str(len(body) + 4096)}
    for name, value in parts.headers.items():
        key = name.upper().replace("-", "_")
        environ[key if key.startswith("CONTENT_") else f"HTTP_{key}"] = value.decode("latin-1")
    return environ


def make_body(parts: RequestParts, forms: list[Form]) -> bytes:
    """Return a body with the fields of one of these forms, some of them with junk or another name."""
    pairs = parts.chance.choice(forms).make_random_pairs(parts.chance) if forms else []
    fields = [(name.encode(), value.encode()) for name, value in pairs]
    for name, value in parts.fields:
        if fields and parts.chance.random() < 0.7:
            place = parts.chance.randrange(len(fields))
            fields[place] = (fields[place][0], value)
        else:
            fields.append((name, value))
    if parts.content_type == MULTIPART_TYPE:
        part = b'--x\r\nContent-Disposition: form-data; name="%s"; filename="x"\r\n\r\n%s\r\n'
        return b"".join(part % pair for pair in fields) + b"--x--\r\n"
    if parts.content_type == JSON_TYPE:
        return b"{%s}" % b", ".join(b'"%s": "%s"' % pair for pair in fields)
    return join_fields(fields)


def join_fields(fields: list[tuple[bytes, bytes]]) -> bytes:
    return b"&".join(b"%s=%s" % pair for pair in fields)


def check_route(routes: Routes, method: str, rule: Rule, max_examples: int) -> None:
    path = st.dictionaries(st.sampled_from(sorted(rule.arguments) or [""]), junk_bytes, max_size=1)

    @given(parts=st.builds(RequestParts, path, *PART_STRATEGIES))
    @settings(max_examples=max_examples, suppress_health_check=list(HealthCheck))
    def send(parts: RequestParts) -> None:
        assert routes.find_fault(method, rule, parts) == "", f"{method} {rule}"

    send()


@on_each_database
@few_or_many
@pytest.mark.filterwarnings("ignore:Exception ignored in. <function SpooledTemporaryFile")
def test_random_requests_cause_no_error_and_refused_ones_change_nothing(
    app: Flask, tmp_path: Path, many: bool
) -> None:
    routes = Routes(app, tmp_path)
    for rule in app.url_map.iter_rules():
        for method in sorted(rule.methods or ()):
            check_route(routes, method, rule, 1 if method in HARMLESS_METHODS else 100 if many else 3)
