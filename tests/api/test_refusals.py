"""Whatever the API refuses, it says why: whole, in the language asked for, with a section to read on.

Random deeds at tables that recorded plays have brought somewhere, asked for in every language: a few here,
many in tests/long/chance.
"""

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from companion.engine.data import to_json
from companion.games import BY_SLUG, TALLIES
from companion.games.seeds import plays
from tests.anything import any_move
from tests.exports.test_exports import file_of
from tests.hostile.test_imports import IMPORT
from tests.people import Phone
from tests.positions import any_options
from tests.shelf import ALL_GAMES
from tests.tongues import foreign_words
from tests.words import SOURCE, speakers

SHELF = [pytest.param(game.meta.slug, id=game.meta.slug) for game in ALL_GAMES]
RAW = re.compile(r"%\(|…|\b[a-z]+[_.][a-z]")
"""A placeholder, the sign for a value that is missing, a name or a code of ours."""
UNHEARD = "xyzzy"
Body = dict[str, Any]


def class_names(slug: str) -> re.Pattern[str]:
    """The names of a game's moves that none of its English sentences says."""
    words = TALLIES[slug].words
    said = f"{words.refusals} {words.terms} {words.moves.values()} {words.options}"
    kinds = {kind.__name__ for kind in (*BY_SLUG[slug].moves, *TALLIES[slug].moves)}
    return re.compile("|".join(rf"\b{kind}\b" for kind in kinds if kind not in said) or "^$")


class Table:
    """A table somewhere in a recorded play, its host's phone, and what they may do by chance."""

    def __init__(self, app: Flask, slug: str, chance: random.Random) -> None:
        self.game, self.tally, self.chance = BY_SLUG[slug], TALLIES[slug], chance
        name, record = chance.choice(list(plays(slug).items()))
        self.seats = len(record["seats"])
        self.class_names = class_names(slug)
        self.phone = Phone(app)
        stop = chance.randrange(len(record["log"]) + 1)
        made = self.phone.client.post(IMPORT, json=file_of(slug, name, stop)).json
        self.phone.come(made)

    def deed(self) -> tuple[str, Body]:
        """Where something is sent, and what."""
        chance = self.chance
        kind = chance.choices(
            ("move", "ruling", "undo", "redo", "amend", "setting", "count"), (9, 2, 1, 1, 3, 2, 1)
        )[0]
        body: Body = {"kind": kind, "key": f"deed-{chance.getrandbits(60):016x}"}
        if kind in ("move", "ruling", "amend"):
            body |= self._move()
        if kind in ("undo", "redo", "amend"):
            body["of"] = chance.choice((0, chance.randrange(60)))
        if kind == "setting":
            options = any_options(chance, self.game, "referee", self.seats)
            option = chance.choice([UNHEARD, *options])
            body |= {"option": option, "value": chance.choice((options.get(option), 7, "x", None))}
        if kind == "move" and chance.random() < 0.4:
            return "/ask", {key: body[key] for key in ("seat", "move", "data")}
        return "/entries", body

    def _move(self) -> Body:
        told = self.phone.call("GET", f"/legal?seat={self.chance.randrange(self.seats)}").json
        if told["moves"] and self.chance.random() < 0.3:
            return {"seat": told["seat"], **self.chance.choice(told["moves"])}
        game = self.chance.choices((self.game, self.tally), (5, 1))[0]
        move = any_move(self.chance, game)
        seat = self.chance.randrange(self.seats)
        return {"seat": seat, "move": type(move).__name__, "data": to_json(move)}

    def refusals(self, where: str, body: Body) -> Iterator[tuple[str, Body]]:
        """By language, why this is refused; nothing where it is not."""
        for language in sorted(speakers(self.game.meta.slug), key=lambda one: one != SOURCE):
            answer = self.phone.call("POST", where, body, **{"Accept-Language": language})
            assert answer.status_code in (200, 201, 400, 404, 409, 422), answer.text
            refusal = answer.json.get("error" if answer.status_code >= 400 else "refusal")
            if refusal is None:
                return
            yield language, refusal

    def titles(self, language: str) -> dict[str, str]:
        """The sections of the rules that the API tells, by their titles; the page has them all."""
        told = self.phone.call("GET", "/rules", **{"Accept-Language": language}).json
        page = self.phone.see("/rules", **{"Accept-Language": language}).text
        anchors = set(re.findall(r'id="rule-([^"]+)"', page))
        return {rule["section"]: rule["title"] for rule in told["rules"] if rule["section"] in anchors}


def check(table: Table, titles: dict[str, dict[str, str]], told: dict[str, Body]) -> None:
    """AssertionError where a refusal, by languages, is not whole."""
    assert len({refusal["message"] for refusal in told.values()}) == len(told), told
    for language, refusal in told.items():
        message = refusal["message"]
        assert message.strip(), refusal
        assert not RAW.search(message), refusal
        assert not foreign_words(message, language), refusal
        assert not table.class_names.search(message), refusal
        assert all(isinstance(place, str) for place in refusal["at"]), refusal
        if refusal.get("kind", "refused") == "refused":
            assert refusal["rule"] == titles[language][refusal["section"]], refusal


def refusals_met(app: Flask, slug: str, tables: int, deeds: int) -> set[str]:
    """The codes of all that was refused at so many tables, each refusal whole in every language."""
    chance, titles, met = random.Random(slug), dict[str, dict[str, str]](), set[str]()
    for _ in range(tables):
        table = Table(app, slug, chance)
        titles = titles or {language: table.titles(language) for language in speakers(slug)}
        for _ in range(deeds):
            told = dict(table.refusals(*table.deed()))
            if told:
                assert len(told) == len(titles), told
                check(table, titles, told)
                met.add(told[SOURCE]["code"])
    return met


@pytest.mark.parametrize("slug", SHELF)
def test_refusals_are_whole_in_every_language(app: Flask, slug: str) -> None:
    assert len(refusals_met(app, slug, 3, 15)) > 5
