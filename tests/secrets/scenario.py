"""Plays scenarios that are the same byte for byte each time, to compare two that differ in one secret.

For this, random numbers, clock and addresses are always the same.
"""

import difflib
import itertools
import re
import secrets
import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask
from werkzeug.routing import Rule

from companion.games import GAMES_BY_SLUG
from companion.games.examples import judge_example, load_examples
from companion.services import tables
from companion.tables.links import get_table_by_code
from companion.web.common.http import move_to_form
from tests.conftest import make_settings, open_app
from tests.every_page import make_path
from tests.people import Phone

ResponseTriple = tuple[int, tuple[tuple[str, str], ...], bytes]
"""Status, headers, body."""
VOLATILE_PATTERN = re.compile(r"Expires=[^;]*|(?<!=)\.[\w-]{6}\.[\w-]{27}(?=;)")
"""Expiry times of cookies and timestamps of signed sessions."""
Responses = dict[str, ResponseTriple]
"""Responses by a text that says who sent which request."""
RecordedLine = Mapping[str, Any]
"""An entry as in a recorded play, with the seat whose phone enters it."""

NAMES = ["Ana", "Bo", "Cy"]
SECRET_SEAT = 2
"""The seat that owns the secret. No other seat may see it."""
ROLES = ("host", "seat", "viewer", "old", "stranger")
VARIABLE_ENDPOINTS = {"monitoring.metrics", "host.show_host_page"}
"""Contain durations, and nothing of a table."""


@dataclass(frozen=True)
class Scenario:
    """The entries and options of a table. ``put_secret`` adds a secret that no entry has to the state."""

    slug: str
    log: tuple[RecordedLine, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    put_secret: Callable[[Any], Any] = lambda state: state
    probes: tuple[RecordedLine, ...] = ()


Pair = tuple[Scenario, Scenario]
"""Two scenarios that differ in one secret of ``SECRET_SEAT``, and in nothing that anybody else may know."""

HOST_ONLY_ENDPOINTS = {"host.back_up_now", "host.download_backup", "restore_page.restore_backup"}
"""Only the computer that runs the server may do this. Its owner can read the whole database."""


class ScenarioTable:
    """A table at which a scenario was played, with phones for each role and the secret's owner."""

    def __init__(self, app: Flask, scenario: Scenario) -> None:
        self.app, self.scenario = app, scenario
        self.keys = (f"key-{n:08d}" for n in itertools.count(1))
        self.host = Phone(app)
        founded: Any = self.host.client.post("/api/v1/groups", json={"name": "Friday"}).json
        self.group = founded["group"]
        body = {"game": scenario.slug, "seats": NAMES, "options": scenario.options, "group": self.group}
        opened: Any = self.host.client.post("/api/v1/tables", json=body).json
        self.code = self.host.use_link(opened)
        with app.app_context():
            self.id = get_table_by_code(tables().store, self.code).id
        seat, owner, viewer, old = (Phone(app) for _ in range(4))
        old.sit(self.code, 1)
        seat.client.post(self.host.make_invitation(1))
        seat.code = self.code
        owner.sit(self.code, SECRET_SEAT)
        viewer.watch(self.code)
        self.phones = {
            "host": self.host, "seat": seat, "viewer": viewer, "old": old,
            "stranger": Phone(app, self.code), "owner": owner,
        }  # fmt: skip
        for role in ("host", "seat"):
            self._enter_for_the_owner(role)
            for number in range(len(NAMES)):  # what a guided seat is told is told to nobody else
                self.request(role, f"/t/{self.code}/guide", "POST", data={"seat": number, "on": "yes"})
        self.heard: Responses = {}
        self.streams: dict[str, Iterator[bytes]] = {}
        for line in scenario.log:
            answer = self.enter("host", line)
            assert answer[0] == 201, answer
        self.streams |= {role: self._open_stream(role) for role in ("host", "seat", "viewer")}

    def request(self, role: str, path: str, method: str = "GET", **more: Any) -> ResponseTriple:
        """Send a request from the phone of a role. Return (status, headers, body or first event)."""
        phone = self.phones[role]
        cookie = phone.client.get_cookie(f"t-{self.code}")
        headers = dict(more.pop("headers", {}))
        if cookie and path.startswith("/api/"):
            headers["Authorization"] = f"Bearer {cookie.value}"
        answer = phone.client.open(path, method=method, headers=headers, **more)
        if answer.mimetype == "text/event-stream":
            stream = answer.iter_encoded()
            body = next(stream)
            answer.close()
        else:
            body = answer.data
        fields = [
            (name, VOLATILE_PATTERN.sub("", value))
            for name, value in sorted(answer.headers.items())
            if name != "Date"
        ]
        return answer.status_code, tuple(fields), body

    def enter(self, role: str, line: RecordedLine, **more: Any) -> ResponseTriple:
        known = ("seat", "kind", "of", "move", "allowed", "seen")
        entry = {key: line[key] for key in known if key in line} | {"key": next(self.keys)} | more
        entry["data"] = {key: value for key, value in line.items() if key not in known}
        answer = self.request(role, f"/api/v1/tables/{self.code}/entries", "POST", json=entry)
        if answer[0] == 201 and b'"confirmed":true' not in answer[2].replace(b" ", b""):
            for who, stream in self.streams.items():
                self.heard[f"{who} hears {self.version}"] = (200, (), next(stream))
        return answer

    def _open_stream(self, role: str) -> Iterator[bytes]:
        path = f"/t/{self.code}/stream?shown="
        self._enter_for_the_owner(role)
        stream = self.phones[role].client.get(path, buffered=False).iter_encoded()
        assert b"stream:open" in next(stream)
        return stream

    def _enter_for_the_owner(self, role: str) -> None:
        self.phones[role].client.set_cookie(f"for-{self.code}", str(SECRET_SEAT))

    @property
    def version(self) -> int:
        with self.app.app_context():
            return tables().store.latest_entry(self.id)[0]

    def send_move(
        self, role: str, method: str, path: str, line: RecordedLine, **more: object
    ) -> ResponseTriple:
        """Send a move and the fields ``more``: as JSON to the API, else as a query (GET) or a form."""
        data = {key: value for key, value in line.items() if key not in ("seat", "move")}
        if path.startswith("/api/"):
            body = {"seat": line["seat"], "move": line["move"], "data": data, **more}
            return self.request(role, path, method, json=body)
        form = {**move_to_form(line["move"], line["seat"], data), **more}
        return self.request(role, path, method, **{"query_string" if method == "GET" else "data": form})

    def read_all_routes(self) -> Responses:
        responses: Responses = {}
        for rule in sorted(self.app.url_map.iter_rules(), key=str):
            if rule.endpoint in VARIABLE_ENDPOINTS or "GET" not in (rule.methods or ()):
                continue
            for path in self._list_paths(rule, self.group):
                for role in ROLES:
                    if role in ("host", "seat", "viewer"):
                        self._enter_for_the_owner(role)
                    for query, headers in self._iterate_queries_and_headers(rule, role):
                        part = " part" if headers else ""
                        response = self.request(role, path + query, headers=headers)
                        responses[f"{role} GET {path}{query}{part}"] = response
                    if role == "host" and "code" not in rule.arguments:
                        break
        return responses | self.heard

    def _iterate_queries_and_headers(self, rule: Rule, role: str) -> Iterator[tuple[str, dict[str, str]]]:
        yield "", {}
        if rule.rule.endswith("/stream"):
            yield "?shown=", {}
        if "code" in rule.arguments and role in ("host", "seat", "viewer"):
            query = f"?seat={SECRET_SEAT}"
            yield query, {}
            if not rule.rule.startswith("/api/"):
                yield query, {"HX-Request": "true"}

    def send_all_writes(self) -> Responses:
        """Send an empty body to each writing route, from each role. Return the responses."""
        responses: Responses = {}
        rules = (rule for rule in self.app.url_map.iter_rules() if rule.endpoint not in HOST_ONLY_ENDPOINTS)
        for rule in sorted(rules, key=str):
            for method in sorted({"POST", "PUT", "DELETE"} & set(rule.methods or ())):
                for path in self._list_paths(rule, "no"):
                    for role in reversed(ROLES):
                        json: dict[str, Any] = {"json": {}} if path.startswith("/api/") else {}
                        responses[f"{role} {method} {path}"] = self.request(role, path, method, **json)
        return responses

    def list_checking_routes(self) -> list[tuple[str, str]]:
        """Return (method, path) of each route that checks a changed entry but stores nothing."""
        routes, version = [], self.version
        for rule in sorted(self.app.url_map.iter_rules(), key=str):
            if "code" not in rule.arguments or rule.rule.endswith("/leave"):
                continue
            for method in sorted({"GET", "POST", "PUT"} & set(rule.methods or ())):
                path = self._list_paths(rule, "no")[0]
                line = self.scenario.log[0]
                answers = []
                for of in (1, 1, 99):
                    status, _, body = self.ask_to_change("seat", method, path, line, of)
                    # a page may echo what was sent, so only its status counts
                    answers.append((status, b"" if method == "GET" else re.sub(rb"\d+", b"", body)))
                if self.version > version:
                    undo = {"kind": "undo", "key": next(self.keys)}
                    self.request("host", f"/t/{self.code}/enter", "POST", data=undo)
                    version = self.version
                elif answers[0] == answers[1] != answers[2]:
                    routes.append((method, path))
        return routes

    def ask_to_change(
        self, role: str, method: str, path: str, line: RecordedLine, of: int
    ) -> ResponseTriple:
        """Send the move ``line`` to this route, as the change of the entry with the number ``of``."""
        return self.send_move(role, method, path, line, kind="amend", of=of, key=next(self.keys))

    def _list_paths(self, rule: Rule, group: str) -> list[str]:
        known: dict[str, list[str]] = {
            "code": [self.code],
            "seat": [str(seat) for seat in range(len(NAMES))],
            "seq": [str(seq) for seq in range(self.version + 2)],
            "group": [group],
            "slug": [self.scenario.slug],
            "section": ["no", *list(GAMES_BY_SLUG[self.scenario.slug].words.rule_sections())[:1]],
            **{name: ["1"] for name in ("table", "person")},
            "play": ["t1"],
            **{name: ["no"] for name in ("secret", "mark", "edition", "key", "letter", "name", "filename")},
        }
        names = sorted(rule.arguments)
        assert set(names) <= set(known), f"{rule}: say what stands for {set(names) - set(known)}"
        return [
            make_path(rule, dict(zip(names, values, strict=True)))
            for values in itertools.product(*(known[name] for name in names))
        ]


def run_scenario(
    scenario: Scenario,
    empty_database: Path,
    place: Path,
    send_requests: Callable[[ScenarioTable], Responses],
) -> Responses:
    shutil.copy(empty_database, place / "scenario.sqlite3")
    chance = itertools.count(1)
    for name in load_examples(scenario.slug):
        judge_example(scenario.slug, name)  # cached for all tests, so not with the replaced game
    with pytest.MonkeyPatch.context() as world:
        world.setattr(secrets, "token_urlsafe", lambda size: f"{next(chance):0{size}d}")
        world.setattr(secrets, "choice", lambda some: some[next(chance) % len(some)])
        world.setattr("companion.tables.writing.time", SimpleNamespace(time=lambda: 1_700_000_000))
        world.setattr("companion.tables.opening.utc_now", lambda: datetime(2026, 1, 2, 20, 15))
        game = GAMES_BY_SLUG[scenario.slug]
        game_with_secret = replace(game, setup=lambda setup: scenario.put_secret(game.setup(setup)))
        world.setitem(GAMES_BY_SLUG, scenario.slug, game_with_secret)
        with open_app(make_settings(place / "scenario.sqlite3")) as app:
            return send_requests(ScenarioTable(app, scenario))


def find_differences(one: Responses, other: Responses) -> dict[str, str]:
    assert list(one) == list(other)
    return {key: _format_difference(one[key], other[key]) for key in one if one[key] != other[key]}


def _format_difference(*responses: ResponseTriple) -> str:
    texts = (f"{status} {headers}\n{body.decode(errors='replace')}" for status, headers, body in responses)
    first, second = (text.splitlines() for text in texts)
    return "\n".join(difflib.unified_diff(first, second, n=0))
