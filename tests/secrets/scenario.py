"""One evening at a table, played again to the byte: chance, clock and addresses are the same each time.

So two evenings that differ in one secret may be compared without forgiving anything.
"""

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

from companion.games import BY_SLUG
from companion.services import tables
from companion.tables.links import get_table_by_code
from companion.web.common.form_fields import move_to_form
from tests.conftest import open_app, settings
from tests.every_page import address_of
from tests.people import Phone

Answer = tuple[int, tuple[tuple[str, str], ...], bytes]
"""Status, headers, body."""
WHEN = re.compile(r"Expires=[^;]*|(?<!=)\.[\w-]{6}\.[\w-]{27}(?=;)")
"""When a cookie ends, and when a session was signed."""
Told = dict[str, Answer]
"""By who asked what, and when."""
Line = Mapping[str, Any]
"""One entry as a recorded play writes it, with the seat whose phone enters it."""

NAMES = ["Ana", "Bo", "Cy"]
OWNER = 2
"""The seat whose secret it is: nobody else may be told."""
ROLES = ("host", "seat", "viewer", "old", "stranger")
MEASURED = {"monitoring.metrics", "host.show_host_page"}
"""Durations are in them, and nothing of a table."""


@dataclass(frozen=True)
class Scenario:
    """What is played; ``begun`` changes the game's first state where the log cannot hold the secret."""

    slug: str
    log: tuple[Line, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    begun: Callable[[Any], Any] = lambda state: state
    probes: tuple[Line, ...] = ()


Pair = tuple[Scenario, Scenario]
"""Two evenings that differ in one secret of ``OWNER``, and in nothing that anybody else may know."""

OF_THE_MACHINE = {"host.back_up_now", "host.download_backup", "restore_page.restore_backup"}
"""What only the machine that serves may do. Whoever sits at it can read the whole database."""


class Table:
    """A table at which an evening was played, with a phone for each role and one for the owner."""

    def __init__(self, app: Flask, evening: Scenario) -> None:
        self.app, self.evening = app, evening
        self.keys = (f"key-{n:08d}" for n in itertools.count(1))
        self.host = Phone(app)
        founded: Any = self.host.client.post("/api/v1/groups", json={"name": "Friday"}).json
        self.group = founded["group"]
        body = {"game": evening.slug, "seats": NAMES, "options": evening.options, "group": self.group}
        opened: Any = self.host.client.post("/api/v1/tables", json=body).json
        self.code = self.host.use_link(opened)
        with app.app_context():
            self.id = get_table_by_code(tables().store, self.code).id
        seat, owner, viewer, old = (Phone(app) for _ in range(4))
        old.sit(self.code, 1)
        seat.client.post(self.host.invitation(1))
        seat.code = self.code
        owner.sit(self.code, OWNER)
        viewer.watch(self.code)
        self.phones = {
            "host": self.host, "seat": seat, "viewer": viewer, "old": old,
            "stranger": Phone(app, self.code), "owner": owner,
        }  # fmt: skip
        for role in ("host", "seat"):
            self._enter_for_the_owner(role)
            for number in range(len(NAMES)):  # what a guided seat is told is told to nobody else
                self.ask(role, f"/t/{self.code}/guide", "POST", data={"seat": number, "on": "yes"})
        self.heard: Told = {}
        self.streams: dict[str, Iterator[bytes]] = {}
        for line in evening.log:
            answer = self.enter("host", line)
            assert answer[0] == 201, answer
        self.streams |= {role: self._stream(role) for role in ("host", "seat", "viewer")}

    def ask(self, role: str, path: str, method: str = "GET", **more: Any) -> Answer:
        """What one phone is told; of a stream, what comes at once."""
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
        told = [
            (name, WHEN.sub("", value)) for name, value in sorted(answer.headers.items()) if name != "Date"
        ]
        return answer.status_code, tuple(told), body

    def enter(self, role: str, line: Line, **more: Any) -> Answer:
        known = ("seat", "kind", "of", "move", "allowed", "seen")
        entry = {key: line[key] for key in known if key in line} | {"key": next(self.keys)} | more
        entry["data"] = {key: value for key, value in line.items() if key not in known}
        answer = self.ask(role, f"/api/v1/tables/{self.code}/entries", "POST", json=entry)
        if answer[0] == 201 and b'"confirmed":true' not in answer[2].replace(b" ", b""):
            for who, stream in self.streams.items():
                self.heard[f"{who} hears {self.version}"] = (200, (), next(stream))
        return answer

    def _stream(self, role: str) -> Iterator[bytes]:
        """What a phone hears from now on, as an entry comes in."""
        path = f"/t/{self.code}/stream?shown="
        self._enter_for_the_owner(role)
        stream = self.phones[role].client.get(path, buffered=False).iter_encoded()
        assert b"stream:open" in next(stream)
        return stream

    def _enter_for_the_owner(self, role: str) -> None:
        self.phones[role].client.set_cookie(f"for-{self.code}", str(OWNER))

    @property
    def version(self) -> int:
        with self.app.app_context():
            return tables().store.latest_entry(self.id)[0]

    def question(self, role: str, line: Line) -> Answer:
        data = {key: value for key, value in line.items() if key not in ("seat", "move")}
        asked = {"seat": line["seat"], "move": line["move"], "data": data}
        return self.ask(role, f"/api/v1/tables/{self.code}/ask", "POST", json=asked)

    def question_on_page(self, role: str, line: Line) -> Answer:
        data = {key: value for key, value in line.items() if key not in ("seat", "move")}
        form = move_to_form(line["move"], line["seat"], data)
        return self.ask(role, f"/t/{self.code}/ask", "POST", data=form)

    def everything(self) -> Told:
        """What every role is told on every route that is read, as pages, parts and data."""
        found: Told = {}
        for rule in sorted(self.app.url_map.iter_rules(), key=str):
            if rule.endpoint in MEASURED or "GET" not in (rule.methods or ()):
                continue
            for path in self._paths(rule, self.group):
                for role in ROLES:
                    if role in ("host", "seat", "viewer"):
                        self._enter_for_the_owner(role)
                    for query, headers in self._ways(rule, role):
                        part = " part" if headers else ""
                        told = self.ask(role, path + query, headers=headers)
                        found[f"{role} GET {path}{query}{part}"] = told
                    if role == "host" and "code" not in rule.arguments:
                        break
        return found | self.heard

    def _ways(self, rule: Rule, role: str) -> Iterator[tuple[str, dict[str, str]]]:
        yield "", {}
        if rule.rule.endswith("/stream"):
            yield "?shown=", {}
        if "code" in rule.arguments and role in ("host", "seat", "viewer"):
            query = f"?seat={OWNER}"
            yield query, {}
            if not rule.rule.startswith("/api/"):
                yield query, {"HX-Request": "true"}

    def every_write(self) -> Told:
        """What every role is answered on every route that writes, with nothing in particular sent."""
        found: Told = {}
        rules = (rule for rule in self.app.url_map.iter_rules() if rule.endpoint not in OF_THE_MACHINE)
        for rule in sorted(rules, key=str):
            for method in sorted({"POST", "PUT", "DELETE"} & set(rule.methods or ())):
                for path in self._paths(rule, "no"):
                    for role in reversed(ROLES):
                        json: dict[str, Any] = {"json": {}} if path.startswith("/api/") else {}
                        found[f"{role} {method} {path}"] = self.ask(role, path, method, **json)
        return found

    def routes_that_judge_changes(self) -> list[tuple[str, str]]:
        """Method and address of each route whose answer depends on the entry that a move would change, and
        that writes nothing.
        """
        found, version = [], self.version
        for rule in sorted(self.app.url_map.iter_rules(), key=str):
            if "code" not in rule.arguments or rule.rule.endswith("/leave"):
                continue
            for method in sorted({"GET", "POST", "PUT"} & set(rule.methods or ())):
                path = self._paths(rule, "no")[0]
                line = self.evening.log[0]
                answers = []
                for of in (1, 1, 99):
                    status, _, body = self.ask_to_change("seat", method, path, line, of)
                    # a page may echo what was sent, so only its status counts
                    answers.append((status, b"" if method == "GET" else re.sub(rb"\d+", b"", body)))
                if self.version > version:
                    undo = {"kind": "undo", "key": next(self.keys)}
                    self.ask("host", f"/t/{self.code}/enter", "POST", data=undo)
                    version = self.version
                elif answers[0] == answers[1] != answers[2]:
                    found.append((method, path))
        return found

    def ask_to_change(self, role: str, method: str, path: str, line: Line, of: int) -> Answer:
        """Send a move as the change of an entry, in the query, a form or a body."""
        data = {key: value for key, value in line.items() if key not in ("seat", "move")}
        change = {"kind": "amend", "of": of, "key": next(self.keys)}
        if path.startswith("/api/"):
            body = {"seat": line["seat"], "move": line["move"], "data": data} | change
            return self.ask(role, path, method, json=body)
        form = move_to_form(line["move"], line["seat"], data) | change
        return self.ask(role, path, method, **{"query_string" if method == "GET" else "data": form})

    def _paths(self, rule: Rule, group: str) -> list[str]:
        """A route's addresses at this table; a kind of address that is not known here fails."""
        known: dict[str, list[str]] = {
            "code": [self.code],
            "seat": [str(seat) for seat in range(len(NAMES))],
            "seq": [str(seq) for seq in range(self.version + 2)],
            "group": [group],
            "slug": [self.evening.slug],
            "section": ["no", *list(BY_SLUG[self.evening.slug].words.sections())[:1]],
            **{name: ["1"] for name in ("table", "person")},
            "play": ["t1"],
            **{name: ["no"] for name in ("secret", "mark", "edition", "key", "letter", "name", "filename")},
        }
        names = sorted(rule.arguments)
        assert set(names) <= set(known), f"{rule}: say what stands for {set(names) - set(known)}"
        return [
            address_of(rule, dict(zip(names, values, strict=True)))
            for values in itertools.product(*(known[name] for name in names))
        ]


def play(evening: Scenario, empty_database: Path, place: Path, tell: Callable[[Table], Told]) -> Told:
    shutil.copy(empty_database, place / "evening.sqlite3")
    chance = itertools.count(1)
    with pytest.MonkeyPatch.context() as world:
        world.setattr(secrets, "token_urlsafe", lambda size: f"{next(chance):0{size}d}")
        world.setattr(secrets, "choice", lambda some: some[next(chance) % len(some)])
        world.setattr("companion.tables.writing.time", SimpleNamespace(time=lambda: 1_700_000_000))
        world.setattr("companion.tables.opening.utc_now", lambda: datetime(2026, 1, 2, 20, 15))
        game = BY_SLUG[evening.slug]
        begun = replace(game, setup=lambda setup: evening.begun(game.setup(setup)))
        world.setitem(BY_SLUG, evening.slug, begun)
        with open_app(settings(place / "evening.sqlite3")) as app:
            return tell(Table(app, evening))


def differences(one: Told, other: Told) -> dict[str, str]:
    """What was told differently, with where it begins to differ."""
    assert list(one) == list(other)
    return {key: _first(one[key], other[key]) for key in one if one[key] != other[key]}


def _first(one: Answer, other: Answer) -> str:
    if one[:2] != other[:2]:
        heads = ((each[0], *each[1]) for each in (one, other))
        apart = [f"{a} / {b}" for a, b in zip(*heads, strict=False) if a != b]
        return f"{apart} {one[2][-300:]!r}"
    at = next((n for n, (a, b) in enumerate(zip(one[2], other[2], strict=False)) if a != b), 0)
    start = max(0, at - 40)
    return f"{one[2][start : at + 40]!r} / {other[2][start : at + 40]!r}"
