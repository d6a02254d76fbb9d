"""A long fuzz: ``python -m tests.hostile.fuzz [REQUESTS] [--seed 1] [--only SQLite|PostgreSQL]
[--minutes 10]``.

Every route and method, with forms that the pages themselves draw and the entries and files of recorded
plays, all mutated by chance, and broken headers, as host, watching screen and stranger, on both profiles
in turn. Nothing may answer 5xx, no refusal may write, and each refusal has the one shape. Exits 1 and
prints what was asked where that does not hold.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.app import migrate
from companion.games import GAMES
from companion.games.seeds import plays
from companion.store import db
from companion.store.raw_sql import Statement
from tests.conftest import settings, standing
from tests.exports.test_exports import file_of
from tests.forms import Form, forms_of
from tests.hostile.junk import TEXTS, body_of, headers, mutated_pairs
from tests.scaled.conftest import Postgres

ROUND = 2000
"""Requests to one set of tables; then all is deleted and begun anew."""
TABLES = 12
API = "/api/v1"
SHAPE = {"kind", "code", "message", "rule", "section", "at", "overridable", "fields", "version"}
PAGES = (
    "", "/log", "/scores", "/box", "/seats", "/rules", "/share", "/change/1", "/change/3", "/leave",
    "/transcribe", "/play.csv", "/table.json", "/events", "/stream", "/stream?shown=0",
)  # fmt: skip
ASKED = tuple[str, str, dict[str, Any]]
"""Method, address, and what goes with it, as werkzeug's client takes it."""


class Table:
    """A table that a recorded play has reached, and three who ask for it."""

    def __init__(self, app: Flask, chance: random.Random) -> None:
        self.slug = chance.choice([game.meta.slug for game in GAMES])
        name, self.record = chance.choice(list(plays(self.slug).items()))
        self.file = file_of(
            self.slug, name, chance.choice((0, 3, len(self.record["log"]) // 2, None))
        )
        client = app.test_client()
        made = client.post(f"{API}/tables/import", json=self.file).json
        assert made is not None
        self.code, host = made["code"], made["secret"]
        watch: Any = client.post(
            f"{API}/tables/{self.code}/viewers", headers={"Authorization": f"Bearer {host}"}
        ).json
        self.phones = [(self._phone(app, secret), secret) for secret in (host, watch["secret"], "")]

    def _phone(self, app: Flask, secret: str) -> FlaskClient:
        client = app.test_client()
        if secret:
            client.set_cookie(f"t-{self.code}", secret)
        return client


class World:
    """An app with some tables, and what is asked of it by chance."""

    def __init__(self, app: Flask, chance: random.Random) -> None:
        self.app, self.chance = app, chance
        self.routes = [(rule.rule, sorted(rule.methods or ())) for rule in app.url_map.iter_rules()]
        self.forms: dict[str, list[Form]] = {}
        names = [table.name for table in db.metadata.sorted_tables]
        counts = [f'(SELECT count(*) FROM "{name}")' for name in names]
        counts.append("(SELECT count(*) FROM link WHERE revoked_at IS NOT NULL)")
        self._counts = Statement(f"SELECT {', '.join(counts)}")

    def begin(self) -> None:
        """Delete everything, and lay new tables."""
        with self.app.app_context():
            for table in reversed(db.metadata.sorted_tables):
                db.session.execute(table.delete())
            db.session.commit()
            db.session.remove()
        self.app.extensions["table_cache"].clear()
        self.forms.clear()
        self.tables = [Table(self.app, self.chance) for _ in range(TABLES)]
        self.kept = self.rows()

    def rows(self) -> Any:
        """How many rows there are of each kind."""
        with self.app.app_context():
            return tuple(self._counts.rows()[0])

    def one(self) -> tuple[ASKED, int, str]:
        """One request: what was asked, its status, and what is wrong with the answer, if anything is."""
        table = self.chance.choice(self.tables)
        client, secret = self.chance.choices(table.phones, (6, 1, 1))[0]
        ways = (self._entry, self._form_entry, self._form, self._import, self._page, self._route)
        method, path, given = self.chance.choices(ways, (6, 5, 5, 1, 4, 4))[0](table, client)
        bearer = {"Authorization": f"Bearer {secret}"} if path.startswith(API) and secret else {}
        given["headers"] = {**bearer, **given.get("headers", {}), **headers(self.chance)}
        try:
            answer = client.open(path, method=method, **given)
            with answer:
                wrong = self._judged(path, answer)
                return (method, path, given), answer.status_code, wrong
        except Exception:
            return (method, path, given), 500, traceback.format_exc()

    def _judged(self, path: str, answer: TestResponse) -> str:
        if answer.status_code >= 500:
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
        return "" if told and set(told["error"]) == SHAPE else f"{answer.status_code} of no shape"

    def _line(self, table: Table) -> dict[str, Any]:
        if not table.file["log"]:
            return {"kind": "note", "text": "x"}
        line = self.chance.choice(table.file["log"])
        told = {"kind": line["kind"], "seat": line["seat"], "move": line["move"], "of": line["of"]}
        data = line["data"]
        told |= {key: data[key] for key in ("option", "value", "text") if key in data}
        if "move" in data:
            told["data"] = data["move"]
        if self.chance.random() < 0.2:
            told |= {
                "kind": self.chance.choice(("undo", "redo", "amend", "ruling", "count", "note"))
            }
            told["of"] = self.chance.randrange(len(table.file["log"]) + 2)
        return {key: value for key, value in told.items() if value is not None}

    def _entry(self, table: Table, client: FlaskClient) -> ASKED:
        body = {**self._line(table), "key": f"key-{self.chance.randrange(10**9):09d}"}
        where = self.chance.choice(("entries", "entries", "ask"))
        if where == "ask":
            body = {key: body[key] for key in ("seat", "move", "data") if key in body}
        given = {"data": body_of(self.chance, body), "content_type": "application/json"}
        return "POST", f"{API}/tables/{table.code}/{where}", given

    def _form_entry(self, table: Table, client: FlaskClient) -> ASKED:
        line = {**self._line(table), "key": f"key-{self.chance.randrange(10**9):09d}"}
        pairs = [(name, str(value)) for name, value in line.items() if name != "data"]
        for name, value in (line.get("data") or {}).items():
            if isinstance(value, list):
                pairs.append((f"{name}[]", " ".join(map(str, value))))
            else:
                pairs.append((name, str(value)))
        return self._posted(
            f"/t/{table.code}/{self.chance.choice(('enter', 'enter', 'ask'))}", pairs
        )

    def _posted(self, path: str, pairs: list[tuple[str, str]]) -> ASKED:
        data = urlencode(mutated_pairs(self.chance, pairs))
        given: dict[str, Any] = {"data": data, "content_type": "application/x-www-form-urlencoded"}
        if self.chance.random() < 0.5:
            given["headers"] = {"HX-Request": "true"}
        return "POST", path, given

    def _form(self, table: Table, client: FlaskClient) -> ASKED:
        """A form that some page draws."""
        slug = table.slug
        page = self.chance.choice((
            f"/t/{table.code}", f"/t/{table.code}/box", f"/t/{table.code}/seats", f"/t/{table.code}/log",
            f"/t/{table.code}/scores", f"/t/{table.code}/change/1", f"/j/{table.code}", "/", "/groups",
            f"/open/{slug}", f"/open/{slug}?mode=tally", f"/calculator/{slug}", f"/editions/{slug}",
            "/import",
        ))  # fmt: skip
        if page not in self.forms:
            drawn = client.get(page, follow_redirects=True)
            self.forms[page] = forms_of(drawn.text) if drawn.status_code == 200 else []
        posts = [
            form for form in self.forms[page] if form.method.lower() == "post" and form.buttons
        ]
        if not posts:
            return self._page(table, client)
        form = self.chance.choice(posts)
        return self._posted(form.action or page.partition("?")[0], form.any_tap(self.chance))

    def _import(self, table: Table, client: FlaskClient) -> ASKED:
        told = {**table.file, "log": table.file["log"][: self.chance.choice((0, 2, 8, 40))]}
        body = body_of(self.chance, told)
        if self.chance.random() < 0.5:
            return "POST", "/import", {"data": {"text": body.decode("utf-8", "replace")}}
        given = {"data": body, "content_type": "application/json"}
        return "POST", f"{API}/tables/import", given

    def _page(self, table: Table, client: FlaskClient) -> ASKED:
        path = f"/t/{table.code}{self.chance.choice(PAGES)}"
        if self.chance.random() < 0.3:
            names = ("for", "seat", "before", "seen", "mode", "limit", "step")
            path += "?" + urlencode({self.chance.choice(names): self.chance.choice(TEXTS)})
        return self.chance.choice(("GET", "GET", "GET", "HEAD")), path, {}

    def _route(self, table: Table, client: FlaskClient) -> ASKED:
        """Any route with any method."""
        rule, methods = self.chance.choice(self.routes)
        known = {"code": table.code, "slug": table.slug, "name": "x", "filename": "app.js"}
        parts = []
        for part in rule.split("/"):
            name = part.strip("<>").rpartition(":")[2]
            junk = self.chance.choice(("0", "1", "7", "99", "x", "%00", "é", table.code))
            likely = known.get(name, junk) if self.chance.random() < 0.8 else junk
            parts.append(likely if part.startswith("<") else part)
        method = self.chance.choice([*methods, "GET", "POST", "DELETE", "PUT", "PATCH"])
        given = {"data": body_of(self.chance, {"seat": 0, "name": "x", "first": 0})}
        return method, "/".join(parts), given if method != "GET" else {}


def fuzz(app: Flask, requests: int, seed: int, minutes: float) -> tuple[Counter[int], list[str]]:
    """So many requests, or as many as the time allows: how many of each status, and what was wrong."""
    until = time.monotonic() + 60 * minutes
    chance = random.Random(seed)
    world = World(app, chance)
    statuses: Counter[int] = Counter()
    faults: dict[str, str] = {}
    for number in range(requests):
        if number % ROUND == 0:
            world.begin()
        if time.monotonic() > until:
            break
        asked, status, wrong = world.one()
        statuses[status] += 1
        if wrong and wrong[-160:] not in faults:
            faults[wrong[-160:]] = f"{asked}\n{wrong}"
            print(faults[wrong[-160:]], flush=True)
    return statuses, list(faults.values())


def on_sqlite(requests: int, seed: int, minutes: float) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/fuzz.sqlite3"
        return _told("SQLite", url, requests, seed, minutes)


def on_postgresql(requests: int, seed: int, minutes: float) -> list[str]:
    postgres = Postgres()
    try:
        return _told("PostgreSQL", postgres.url, requests, seed, minutes)
    finally:
        postgres.stop()


def _told(name: str, url: str, requests: int, seed: int, minutes: float) -> list[str]:
    began = time.monotonic()
    with standing({**settings(Path("unused")), "SQLALCHEMY_DATABASE_URI": url}) as app:
        migrate(app)
        statuses, faults = fuzz(app, requests, seed, minutes)
    spread = json.dumps({str(status): statuses[status] for status in sorted(statuses)})
    took = time.monotonic() - began
    print(
        f"{name}: {statuses.total()} requests (seed {seed}) in {took:.0f} s, {len(faults)} faults; {spread}"
    )
    return faults


def main() -> None:
    """Half of the requests on each profile."""
    parser = argparse.ArgumentParser()
    parser.add_argument("requests", type=int, nargs="?", default=300_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=("SQLite", "PostgreSQL"))
    parser.add_argument("--minutes", type=float, default=600, help="for each profile")
    given = parser.parse_args()
    ways = {"SQLite": on_sqlite, "PostgreSQL": on_postgresql}
    chosen = [ways[given.only]] if given.only else list(ways.values())
    each = given.requests // len(chosen)
    faults = [fault for way in chosen for fault in way(each, given.seed, given.minutes)]
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
