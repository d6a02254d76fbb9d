"""Tables in every state that a table can be in, each reached as people reach it."""

import random
from collections.abc import Callable, Mapping
from copy import deepcopy
from typing import Any

from flask import Flask
from sqlalchemy import func, select

from companion.games import BY_SLUG
from companion.games.seeds import plays
from companion.store import db
from tests.exports.test_exports import make_table_file
from tests.people import Phone

API = "/api/v1"
File = dict[str, Any]


def rows(app: Flask) -> dict[str, int]:
    """How many rows each table of the database has: whoever is refused leaves it as it was."""
    with app.app_context():
        found = {
            table.name: db.session.scalar(select(func.count()).select_from(table)) or 0
            for table in db.metadata.sorted_tables
        }
        db.session.remove()
    return found


def any_play(chance: random.Random, *slugs: str) -> tuple[str, str]:
    """A game, of ``slugs`` if there are some, and the name of one of its recorded plays, move by move."""
    slug = chance.choice(slugs or tuple(BY_SLUG))
    followed = [name for name, play in plays(slug).items() if play.get("mode") != "tally"]
    return slug, chance.choice(followed)


def bring_in(app: Flask, file: File) -> Phone:
    """Import it as the same phone each time, which stays the host of a table that is there already."""
    claim = {"Idempotency-Key": "the same phone"}
    return _at(app, app.test_client().post(f"{API}/tables/import", json=file, headers=claim).json)


def lobby(app: Flask, chance: random.Random) -> tuple[Phone, File]:
    slug, name = any_play(chance)
    file = make_table_file(slug, name)
    told = {"game": slug, "seats": ["Ana", "", ""][: BY_SLUG[slug].meta.seats[1]], "lobby": True}
    return _at(app, app.test_client().post(f"{API}/tables", json=told).json), file


def running(app: Flask, chance: random.Random) -> tuple[Phone, File]:
    slug, name = any_play(chance)
    whole = make_table_file(slug, name)
    half = {**whole, "log": whole["log"][: chance.choice((0, 3, len(whole["log"]) // 2))]}
    return bring_in(app, half), whole


def over(app: Flask, chance: random.Random) -> tuple[Phone, File]:
    file = make_table_file(*any_play(chance))
    return bring_in(app, file), file


def halted(app: Flask, chance: random.Random) -> tuple[Phone, File]:
    """An entry stands in the log that the rules do not let through: a move made twice."""
    file = deepcopy(make_table_file("giza", next(iter(plays("giza")))))
    file["log"].insert(1, {**file["log"][0], "at": file["log"][0]["at"] + 1})
    return bring_in(app, file), file


def agreement(app: Flask, chance: random.Random) -> tuple[Phone, File]:
    """One of two phones wants to count, and the other has not agreed yet."""
    file = make_table_file(*any_play(chance, "giza"))
    host = bring_in(app, {**file, "log": file["log"][:4]})
    Phone(app).sit(host.code, 0)
    guest = Phone(app)
    guest.sit(host.code, 1)
    guest.enter(kind="count")
    return host, file


def counting(app: Flask, chance: random.Random) -> tuple[Phone, File]:
    """Nothing is hidden in this game: one phone is enough to begin to count."""
    file = make_table_file(*any_play(chance, "cheops_dice", "cheops_catan", "deadline"))
    host = bring_in(app, {**file, "log": file["log"][:4]})
    host.enter(kind="count")
    return host, file


def trial(app: Flask, chance: random.Random) -> tuple[Phone, File]:
    slug, name = any_play(chance)
    step = len(plays(slug)[name]["log"]) // 2
    made = app.test_client().post(f"{API}/plays/{slug}/{name}/trials", json={"step": step})
    return _at(app, made.json), make_table_file(slug, name)


def guided(app: Flask, chance: random.Random) -> tuple[Phone, File]:
    slug, name = any_play(chance)
    told = {"game": slug, "seats": ["Ana", "Bo", "Cy", "Di"][: BY_SLUG[slug].meta.seats[0]]}
    host = _at(app, app.test_client().post(f"{API}/tables", json=told).json)
    host.client.post(f"/t/{host.code}/guide", data={"on": "yes", "seat": "0"})
    return host, make_table_file(slug, name)


STATES: Mapping[str, Callable[[Flask, random.Random], tuple[Phone, File]]] = {
    way.__name__: way for way in (lobby, running, agreement, counting, over, halted, trial, guided)
}
"""How to come to a table of each state: its host's phone, and a play of its game as a file."""


def _at(app: Flask, made: Any) -> Phone:
    phone = Phone(app)
    phone.use_link(made)
    return phone
