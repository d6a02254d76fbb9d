"""Sends random requests to every route and checks the responses.

- Forms of the pages, and entries and files of recorded plays, are changed at random.

- Headers are broken, and some bodies stop half-way.

- Every response must be one that the app gives on purpose.

- A refused request must not change any row.
"""

import io
import itertools
import json
import logging
import random
import traceback
from collections import Counter
from copy import deepcopy
from typing import Any
from urllib.parse import urlencode

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.exceptions import RequestTimeout
from werkzeug.test import TestResponse

from companion.services import services_of
from companion.store import db
from companion.store.sql_store import Statement
from companion.web.common import security
from tests.forms import Form, parse_forms
from tests.hostile.table_states import API, STATES

JUNK_VALUES: tuple[Any, ...] = (
    None, True, False, -1, 0, 1, 7, 8, 99, 2**31 - 1, 2**31, 2**63, 10**30, 1.5, "", " ", "\0", "\ud800",
    "é", "−3", "1", "x" * 70, "y" * 3000, [], {}, [[[[[]]]]], {"a": {"b": []}}, [None], "__class__",
    "{{7*7}}", "'; --", "%s", "NaN",
)  # fmt: skip
JUNK_TEXTS = tuple(str(v).encode("utf-8", "replace").decode() for v in JUNK_VALUES)
HEADER_NAMES = (
    "Origin", "Cookie", "Accept-Language", "If-None-Match", "If-Match", "If-Modified-Since", "Range",
    "Content-Type", "Content-Length", "Transfer-Encoding", "Authorization", "User-Agent", "Host",
    "HX-Request", "HX-Target", "HX-Current-URL", "Referer", "Accept", "Accept-Encoding",
    "Idempotency-Key", "Last-Event-ID", "Sec-Fetch-Site", "X-Forwarded-For", "Content-Encoding", "Expect",
)  # fmt: skip
BROKEN_HEADER_VALUES = (
    "http://[", "http://]", "http://[zz]", "[::1", "//", "bytes=-", "bytes=9-1", "W/", '"', "Bearer",
    "multipart/form-data", "multipart/form-data; boundary=", "application/json; charset=utf-99", "-1",
    "99999999999999999999", "t-AAAAAA", "=;=;", "fr;q=zz", "a" * 9000, "é\xff", "null",
)  # fmt: skip


def mutate(chance: random.Random, told: Any) -> Any:
    """Return a copy of the data. Usually one of its values is wrong, missing or repeated."""
    told = deepcopy(told)
    for _ in range(chance.choice((0, 1, 1, 1, 2, 5))):
        _break_one_value(chance, told)
    return told


def _break_one_value(chance: random.Random, node: Any) -> None:
    while isinstance(node, dict | list) and node:
        key = chance.choice(list(node)) if isinstance(node, dict) else chance.randrange(len(node))
        inner = node[key]
        if isinstance(inner, dict | list) and inner and chance.random() < 0.7:
            node = inner
            continue
        how = chance.random()
        if how < 0.7:
            node[key] = deepcopy(chance.choice(JUNK_VALUES))
        elif how < 0.85:
            del node[key]
        elif isinstance(node, list):
            node.append(deepcopy(inner))
        else:
            node[chance.choice(JUNK_TEXTS)[:20]] = deepcopy(chance.choice(JUNK_VALUES))
        return


def mutate_pairs(chance: random.Random, pairs: list[tuple[str, str]]) -> list[tuple[str, str]]:
    pairs = list(pairs)
    for _ in range(chance.choice((0, 1, 1, 2, 4))):
        how = chance.random()
        if pairs and how < 0.6:
            place = chance.randrange(len(pairs))
            pairs[place] = (pairs[place][0], chance.choice(JUNK_TEXTS))
        elif pairs and how < 0.8:
            del pairs[chance.randrange(len(pairs))]
        elif pairs:
            name, value = chance.choice(pairs)
            pairs.append((name + chance.choice(("", "[]", ".0", " seat", ".a.b")), value))
    return pairs


def make_body(chance: random.Random, told: Any) -> bytes:
    """Return the data as JSON. Sometimes the text is cut off or is not JSON."""
    text = json.dumps(mutate(chance, told)).encode()
    how = chance.random()
    if how < 0.03:
        return text[: chance.randrange(len(text) + 1)]
    return chance.randbytes(chance.randrange(60)) if how < 0.05 else text


def random_headers(chance: random.Random) -> dict[str, str]:
    """Return a few broken or false headers by name. Usually the dict is empty."""
    if chance.random() < 0.6:
        return {}
    return {
        chance.choice(HEADER_NAMES): chance.choice(BROKEN_HEADER_VALUES)
        for _ in range(chance.randrange(1, 4))
    }


REQUESTS_PER_ROUND = 4000
"""Then all tables are deleted and new ones are opened."""
TABLES_PER_ROUND = 16
CONTENT_TYPES = (
    "application/x-www-form-urlencoded", "application/json", "multipart/form-data; boundary=x",
    "text/plain",
)  # fmt: skip
ERROR_KEYS = {
    "kind", "code", "message", "rule", "section", "at", "overridable", "besides", "fields", "version",
}  # fmt: skip
SentRequest = tuple[str, str, dict[str, Any]]
"""(method, path, arguments for werkzeug's client)."""


class FuzzedTable:
    """A table in one of its states, with a client for each of several links to it."""

    def __init__(self, app: Flask, chance: random.Random, state: str) -> None:
        self.state = state
        host, self.file = STATES[state](app, chance)
        self.slug, self.code = self.file["game"], host.code
        watch = host.call("POST", "/viewers").json["secret"]
        secrets = (host.make_authorization()["Authorization"].removeprefix("Bearer "), watch, "")
        self.phones = [(self._make_client(app, secret), secret) for secret in secrets]

    def _make_client(self, app: Flask, secret: str) -> FlaskClient:
        client = app.test_client()
        if secret:
            client.set_cookie(f"t-{self.code}", secret)
        return client


class Fuzzer:
    """Sends random requests to the tables of an app, and checks each response."""

    def __init__(self, app: Flask, chance: random.Random) -> None:
        self.app, self.chance = app, chance
        self.routes = [(rule.rule, sorted(rule.methods or ())) for rule in app.url_map.iter_rules()]
        self.forms: dict[str, list[Form]] = {}
        names = [table.name for table in db.metadata.sorted_tables]
        counts = [f'(SELECT count(*) FROM "{name}")' for name in names]
        counts.append("(SELECT count(*) FROM link WHERE revoked_at IS NOT NULL)")
        self._counts = Statement(f"SELECT {', '.join(counts)}")

    def open_tables(self) -> None:
        with self.app.app_context():
            for table in reversed(db.metadata.sorted_tables):
                db.session.execute(table.delete())
            db.session.commit()
            db.session.remove()
        services_of(self.app).tables.clear()
        self.forms.clear()
        states = itertools.cycle(STATES)
        self.tables = [FuzzedTable(self.app, self.chance, next(states)) for _ in range(TABLES_PER_ROUND)]
        self.kept = self.rows()

    def rows(self) -> Any:
        with self.app.app_context():
            return tuple(self._counts.rows()[0])

    def send_one(self) -> tuple[SentRequest, int, str]:
        """Send one random request. Return the request, its status, and what is wrong with the response."""
        table = self.chance.choice(self.tables)
        client, secret = self.chance.choices(table.phones, (6, 1, 1))[0]
        ways = (
            self._make_entry,
            self._make_form_entry,
            self._make_form,
            self._make_import,
            self._make_route_request,
            self._make_partial_request,
        )
        chosen = self.chance.choices(ways, (12, 10, 10, 2, 16, 2))[0]
        method, path, given = chosen(table, client)
        bearer = {"Authorization": f"Bearer {secret}"} if path.startswith(API) and secret else {}
        given["headers"] = {**bearer, **given.get("headers", {}), **random_headers(self.chance)}
        logging.getLogger("fuzz").error("Error handling request %s %s", method, path)  # as a server says
        try:
            answer = client.open(path, method=method, **given)
            with answer:
                return (method, path, given), answer.status_code, self._find_fault(path, answer)
        except Exception:
            return (method, path, given), 500, traceback.format_exc()

    def _find_fault(self, path: str, answer: TestResponse) -> str:
        if security.APP_HEADER not in answer.headers:
            return f"{answer.status_code} of somebody else"
        sheds = answer.status_code == 503 and "Retry-After" in answer.headers
        if answer.status_code >= 500 and not sheds:
            return f"{answer.status_code}: {answer.text[:300]}"
        rows = self.rows()
        if answer.status_code < 400:
            self.kept = rows
            return ""
        if rows != self.kept:
            was, self.kept = self.kept, rows
            return f"refused with {answer.status_code}, and rows went from {was} to {rows}"
        if answer.request.method == "HEAD" or path.startswith("/static"):
            return ""
        if not path.startswith(f"{API}/"):
            return "" if "X-Answer" in answer.headers else f"{answer.status_code} of no shape"
        told = answer.get_json(silent=True)
        return "" if told and set(told["error"]) == ERROR_KEYS else f"{answer.status_code} of no shape"

    def _make_line(self, table: FuzzedTable) -> dict[str, Any]:
        if not table.file["log"]:
            return {"kind": "note", "text": "x"}
        line = self.chance.choice(table.file["log"])
        told = {"kind": line["kind"], "seat": line["seat"], "move": line["move"], "of": line["of"]}
        data = line["data"]
        told |= {key: data[key] for key in ("option", "value", "text") if key in data}
        if "move" in data:
            told["data"] = data["move"]
        if self.chance.random() < 0.2:
            told |= {"kind": self.chance.choice(("undo", "redo", "amend", "ruling", "count", "note"))}
            told["of"] = self.chance.randrange(len(table.file["log"]) + 2)
        return {key: value for key, value in told.items() if value is not None}

    def _make_entry(self, table: FuzzedTable, client: FlaskClient) -> SentRequest:
        body = {**self._make_line(table), "key": f"key-{self.chance.randrange(10**9):09d}"}
        where = self.chance.choice(("entries", "entries", "ask"))
        if where == "ask":
            body = {key: body[key] for key in ("seat", "move", "data") if key in body}
        given = {"data": make_body(self.chance, body), "content_type": "application/json"}
        return "POST", f"{API}/tables/{table.code}/{where}", given

    def _make_form_entry(self, table: FuzzedTable, client: FlaskClient) -> SentRequest:
        line = {**self._make_line(table), "key": f"key-{self.chance.randrange(10**9):09d}"}
        pairs = [(name, str(value)) for name, value in line.items() if name != "data"]
        for name, value in (line.get("data") or {}).items():
            if isinstance(value, list):
                pairs.append((f"{name}[]", " ".join(map(str, value))))
            else:
                pairs.append((name, str(value)))
        return self._make_post(f"/t/{table.code}/{self.chance.choice(('enter', 'enter', 'ask'))}", pairs)

    def _make_post(self, path: str, pairs: list[tuple[str, str]]) -> SentRequest:
        data = urlencode(mutate_pairs(self.chance, pairs))
        given: dict[str, Any] = {"data": data, "content_type": "application/x-www-form-urlencoded"}
        if self.chance.random() < 0.5:
            given["headers"] = {"HX-Request": "true"}
        return "POST", path, given

    def _make_form(self, table: FuzzedTable, client: FlaskClient) -> SentRequest:
        slug = table.slug
        page = self.chance.choice((
            f"/t/{table.code}", f"/t/{table.code}/box", f"/t/{table.code}/seats", f"/t/{table.code}/log",
            f"/t/{table.code}/scores", f"/t/{table.code}/change/1", f"/j/{table.code}", "/", "/groups",
            f"/open/{slug}", f"/open/{slug}?mode=tally", f"/editions/{slug}",
            "/import",
        ))  # fmt: skip
        if page not in self.forms:
            drawn = client.get(page, follow_redirects=True)
            self.forms[page] = parse_forms(drawn.text) if drawn.status_code == 200 else []
        posts = [form for form in self.forms[page] if form.method.lower() == "post" and form.buttons]
        if not posts:
            return self._make_route_request(table, client)
        form = self.chance.choice(posts)
        return self._make_post(form.action or page.partition("?")[0], form.make_random_pairs(self.chance))

    def _make_import(self, table: FuzzedTable, client: FlaskClient) -> SentRequest:
        told = {**table.file, "log": table.file["log"][: self.chance.choice((0, 2, 8, 40))]}
        body = make_body(self.chance, told)
        if self.chance.random() < 0.5:
            return "POST", "/import", {"data": {"text": body.decode("utf-8", "replace")}}
        given = {"data": body, "content_type": "application/json"}
        return "POST", f"{API}/tables/import", given

    def _make_route_request(self, table: FuzzedTable, client: FlaskClient) -> SentRequest:
        rule, methods = self.chance.choice(self.routes)
        method = self.chance.choice([*methods, "GET", "GET", "POST", "DELETE", "PUT", "PATCH"])
        path = self._fill_path(rule, table)
        if method not in ("GET", "HEAD"):
            return method, path, {"data": make_body(self.chance, {"seat": 0, "name": "x", "first": 0})}
        if self.chance.random() < 0.3:
            names = ("for", "seat", "before", "seen", "mode", "limit", "step")
            path += "?" + urlencode({self.chance.choice(names): self.chance.choice(JUNK_TEXTS)})
        return method, path, {}

    def _make_partial_request(self, table: FuzzedTable, client: FlaskClient) -> SentRequest:
        """Return a request of which only a part arrives: reading its body times out, or the connection
        ends.
        """
        ways = (
            self._make_route_request,
            self._make_entry,
            self._make_form_entry,
            self._make_form,
            self._make_import,
        )
        method, path, given = self.chance.choice(ways)(table, client)
        sent = given.get("data") or b"name=x"
        body = sent if isinstance(sent, bytes) else str(sent).encode()
        whole = len(body) + self.chance.choice((1, 4096, 10**6))
        half = PartialBody(body, self.chance.random() < 0.5)
        kind = self.chance.choice((given.get("content_type", CONTENT_TYPES[0]), *CONTENT_TYPES))
        told = {"input_stream": half, "environ_overrides": {"CONTENT_LENGTH": str(whole)}}
        return method, path, {**told, "content_type": kind, "headers": given.get("headers", {})}

    def _fill_path(self, rule: str, table: FuzzedTable) -> str:
        """Return a path of this route. Its parameters usually name this table."""
        known = {"code": table.code, "slug": table.slug, "name": "x", "filename": "app.js"}
        parts = []
        for part in rule.split("/"):
            name = part.strip("<>").rpartition(":")[2]
            junk = self.chance.choice(("0", "1", "7", "99", "x", "%00", "é", "ABCDEF"))
            likely = known.get(name, junk) if self.chance.random() < 0.8 else junk
            parts.append(likely if part.startswith("<") else part)
        return "/".join(parts)


class PartialBody(io.BytesIO):
    """A request body of which a part arrives. Then reading times out (``worker.TimedBody``), or the body
    ends.
    """

    def __init__(self, come: bytes, late: bool) -> None:
        super().__init__(come)
        self._late = late

    def read(self, size: int | None = -1) -> bytes:
        return super().read(-1 if size is None else size) or self._end_body()

    def readinto(self, buffer: Any, /) -> int:
        come = self.read(len(buffer))
        buffer[: len(come)] = come
        return len(come)

    def _end_body(self) -> bytes:
        if self._late:
            raise RequestTimeout
        return b""


def fuzz(app: Flask, requests: int, seed: int) -> tuple[Counter[int], list[str]]:
    """Send this many requests. Return how often each status came, and a sentence for each fault."""
    statuses: Counter[int] = Counter()
    faults: dict[str, str] = {}

    world = Fuzzer(app, random.Random(seed))
    for number in range(requests):
        if number % REQUESTS_PER_ROUND == 0:
            world.open_tables()
        asked, status, what = world.send_one()
        statuses[status] += 1
        if what and what[-160:] not in faults:
            faults[what[-160:]] = f"{asked}\n{what}"
            print(faults[what[-160:]], flush=True)
    return statuses, list(faults.values())
