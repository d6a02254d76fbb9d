"""Codes and secrets cannot be guessed: guesses are counted in every part of every request."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, count
from typing import Any

import pytest
from flask import Flask
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from companion.editions.service import FORMAT_NAME
from tests.every_page import get_json_fields, make_path
from tests.people import Phone

MAX_GUESSES = 3
"""Guesses a minute, in these tests."""
few_guesses = pytest.mark.parametrize(
    "limited_app", [{"JOIN_LIMIT": f"{MAX_GUESSES} per minute"}], indirect=True, ids=["few"]
)
SECRET_PATH_PARTS = ("code", "secret", "group", "edition", "key")
SECRET_FIELDS = ("code", "table", "group", "edition", "link")
COOKIE_ONLY_RULES = ("/t/<code>/leave", "/g/<group>/leave")
"""Routes with which a phone deletes its own cookies. They tell it nothing."""
EDITION_FILE = {
    "format": FORMAT_NAME, "format_version": 1, "game": "giza", "name": "Box", "by": "Ana",
    "record": {"points": [-3, 4, 9]},
}  # fmt: skip
HTTP_METHODS = ("GET", "POST", "PUT", "DELETE")


@dataclass(frozen=True)
class GuessedPart:
    """A part of a request that may contain a code or a secret."""

    rule: Rule
    method: str
    part: str
    """``path``, ``query``, ``form``, ``json``, or ``bearer``."""
    name: str

    def __str__(self) -> str:
        return f"{self.method} {self.rule} {self.part} {self.name}"


class Guesser:
    """A stranger who has a group, an edition and a table, but no link to the attacked table."""

    def __init__(self, app: Flask, code: str) -> None:
        self.app, self.phone, self.code = app, Phone(app), code
        self.own_table = self.phone.open("giza", ["Eve", "Mal"])
        self.routes = [
            (rule, method)
            for rule in sorted(app.url_map.iter_rules(), key=str)
            for method in sorted(set(HTTP_METHODS) & set(rule.methods or ()))
            if rule.rule not in COOKIE_ONLY_RULES
        ]
        self.last_method = ""

    def reset_guesses(self) -> None:
        """Reset all rate limits, and replace the stranger's group and edition if they may be gone."""
        for limiter in self.app.extensions.get("limiter", ()):
            limiter.reset()
        if self.last_method == "GET":
            return
        group = self.phone.client.post("/groups", data={"name": "Mine"}).headers["Location"]
        response: Any = self.phone.client.post("/api/v1/editions", json=EDITION_FILE).json
        edition = response["edition"]
        self.valid = {"code": self.code, "table": "1", "group": group.rsplit("/", 1)[1],
                      "edition": edition, "link": edition}  # fmt: skip

    def iterate_path_parts(self, *names: str) -> Iterator[GuessedPart]:
        for rule, method in self.routes:
            yield from (GuessedPart(rule, method, "path", name) for name in names if name in rule.arguments)

    def iterate_secret_fields(self) -> Iterator[GuessedPart]:
        """Yield each field in which a guessed secret changes the response, found by sending requests."""
        for rule, method in self.routes:
            if rule.rule.startswith("/api/"):
                names, part = set(SECRET_FIELDS) & get_json_fields(rule), "json"
            else:
                names, part = set(SECRET_FIELDS), "query" if method == "GET" else "form"
                if not self.is_guess_noticed(GuessedPart(rule, method, part, " ".join(names))):
                    continue
            places = (GuessedPart(rule, method, part, name) for name in sorted(names))
            yield from filter(self.is_guess_noticed, places)

    def is_guess_noticed(self, place: GuessedPart) -> bool:
        """Return whether the response differs between a guess and no value in this part."""
        statuses = set()
        for guess in (None, "ABCDEF"):
            self.reset_guesses()
            statuses.add(self.send_guess(place, guess).status_code)
        return len(statuses) > 1

    def send_guess(self, place: GuessedPart, guess: str | None) -> TestResponse:
        """Send a request with this guess (None: no value) in one part, and valid values elsewhere."""
        values = {name: self.valid.get(name, "1") for name in place.rule.arguments}
        values |= {"slug": "giza"} if "slug" in values else {}
        more: dict[str, Any] = {}
        if place.part == "path":
            values[place.name] = guess or "1"
        if place.rule.rule.startswith("/api/"):
            known = {
                **self.valid, "game": "giza", "seats": ["Ana", "Bo"], "secret": "no", "name": "Ana",
                "seat": 0, "record": {"points": [-3, 4, 9]}, "move": "Skip", "step": "0123456789ab",
            }  # fmt: skip
            body = {name: known[name] for name in get_json_fields(place.rule) if name in known}
            if place.part == "json":
                body[place.name] = guess or body.get(place.name, "")
            more |= {"json": body} if place.method in ("POST", "PUT") else {}
        else:
            fields = {"name": "Ana", "seat": "0", "mode": "referee", "start": "1", "table": self.own_table}
            if place.part in ("query", "form") and guess:
                fields |= dict.fromkeys(place.name.split(), guess)
            more["query_string" if place.part == "query" else "data"] = fields
        path, self.last_method = make_path(place.rule, values), place.method
        return self.phone.client.open(path, method=place.method, **more)


def iterate_guesses() -> Iterator[str]:
    as_letters = str.maketrans("0123456789", "BCDEFGHJKL")
    return (f"A{number:05}".translate(as_letters) for number in count(1))


@few_guesses
def test_guesses_are_counted_in_every_part_of_a_request(app: Flask, limited_app: Flask) -> None:
    code = Phone(app).open("giza", ["Ana", "Bo"])
    guesser, tries = Guesser(limited_app, code), iterate_guesses()
    uncounted, counted = list[str](), list[str]()
    for place in chain(guesser.iterate_path_parts(*SECRET_PATH_PARTS), guesser.iterate_secret_fields()):
        guesser.reset_guesses()
        tried = [guesser.send_guess(place, next(tries)) for _ in range(MAX_GUESSES + 2)]
        statuses = [response.status_code for response in tried]
        is_counted = statuses[MAX_GUESSES:] == [429, 429]
        (counted if is_counted else uncounted).append(f"{place} {statuses}")
    assert not uncounted, "\n".join(uncounted)
    assert len(counted) > 100
    for named in ("/groups/<group>/tables json code", "/g/<group>/tables form table", "/join query code"):
        assert any(named in one for one in counted), named


@few_guesses
def test_after_too_many_guesses_an_existing_code_is_not_confirmed(app: Flask, limited_app: Flask) -> None:
    code = Phone(app).open("giza", ["Ana", "Bo"])
    guesser, tries = Guesser(limited_app, code), iterate_guesses()
    differs = []
    for place in guesser.iterate_path_parts("code"):
        guesser.reset_guesses()
        for _ in range(MAX_GUESSES):
            guesser.phone.client.get(f"/j/{next(tries)}")
        answers = []
        for guess in (next(tries), code):
            answer = guesser.send_guess(place, guess)
            is_stream = answer.mimetype == "text/event-stream"
            answers.append((answer.status_code, "" if is_stream else answer.text.replace(guess, "")))
        if answers[0] != answers[1]:
            differs.append(f"{place} {answers[0][0]} {answers[1][0]}")
    assert not differs, "\n".join(differs)
