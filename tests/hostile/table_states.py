"""Tables in every state that a table can have, each reached through the app."""

import random
from collections.abc import Callable, Mapping
from copy import deepcopy
from typing import Any

from flask import Flask
from sqlalchemy import func, select

from companion.games import GAMES_BY_SLUG
from companion.games.seeds import load_plays
from companion.store import db
from tests.exports.test_exports import make_table_file
from tests.people import Phone

API = "/api/v1"
File = dict[str, Any]


def count_rows(app: Flask) -> dict[str, int]:
    """Return the number of rows of each database table. A refused request must not change it."""
    with app.app_context():
        found = {
            table.name: db.session.scalar(select(func.count()).select_from(table)) or 0
            for table in db.metadata.sorted_tables
        }
        db.session.remove()
    return found


def choose_play(chance: random.Random, *slugs: str) -> tuple[str, str]:
    """Return a game, one of ``slugs`` if given, and the name of one of its recorded plays."""
    slug = chance.choice(slugs or tuple(GAMES_BY_SLUG))
    followed = [name for name, play in load_plays(slug).items() if play.get("mode") != "tally"]
    return slug, chance.choice(followed)


def bring_in(app: Flask, file: File) -> Phone:
    """Import a file as the phone that imported it before, so that it stays the host."""
    claim = {"Idempotency-Key": "the same phone"}
    return _phone_at(app, app.test_client().post(f"{API}/tables/import", json=file, headers=claim).json)


def lobby(app: Flask, chance: random.Random) -> tuple[Phone, File]:
    slug, name = choose_play(chance)
    file = make_table_file(slug, name)
    told = {"game": slug, "seats": ["Ana", "", ""][: GAMES_BY_SLUG[slug].meta.seats[1]], "lobby": True}
    return _phone_at(app, app.test_client().post(f"{API}/tables", json=told).json), file


def running(app: Flask, chance: random.Random) -> tuple[Phone, File]:
    slug, name = choose_play(chance)
    whole = make_table_file(slug, name)
    half = {**whole, "log": whole["log"][: chance.choice((0, 3, len(whole["log"]) // 2))]}
    return bring_in(app, half), whole


def finished(app: Flask, chance: random.Random) -> tuple[Phone, File]:
    file = make_table_file(*choose_play(chance))
    return bring_in(app, file), file


def stopped(app: Flask, chance: random.Random) -> tuple[Phone, File]:
    """Open a table whose log contains an illegal entry: the same move twice."""
    file = deepcopy(make_table_file("giza", next(iter(load_plays("giza")))))
    file["log"].insert(1, {**file["log"][0], "at": file["log"][0]["at"] + 1})
    return bring_in(app, file), file


def agreement(app: Flask, chance: random.Random) -> tuple[Phone, File]:
    """Open a table at which one of two phones wants to count and the other has not agreed yet."""
    file = make_table_file(*choose_play(chance, "giza"))
    host = bring_in(app, {**file, "log": file["log"][:4]})
    Phone(app).sit(host.code, 0)
    guest = Phone(app)
    guest.sit(host.code, 1)
    guest.enter(kind="count")
    return host, file


def counting(app: Flask, chance: random.Random) -> tuple[Phone, File]:
    """Open a table that is being counted. The game hides nothing, so one phone is enough to start."""
    file = make_table_file(*choose_play(chance, "cheops_dice", "cheops_catan", "deadline"))
    host = bring_in(app, {**file, "log": file["log"][:4]})
    host.enter(kind="count")
    return host, file


def practice(app: Flask, chance: random.Random) -> tuple[Phone, File]:
    slug, name = choose_play(chance)
    step = len(load_plays(slug)[name]["log"]) // 2
    made = app.test_client().post(f"{API}/plays/{slug}/{name}/trials", json={"step": step})
    return _phone_at(app, made.json), make_table_file(slug, name)


def guided(app: Flask, chance: random.Random) -> tuple[Phone, File]:
    slug, name = choose_play(chance)
    told = {"game": slug, "seats": ["Ana", "Bo", "Cy", "Di"][: GAMES_BY_SLUG[slug].meta.seats[0]]}
    host = _phone_at(app, app.test_client().post(f"{API}/tables", json=told).json)
    host.client.post(f"/t/{host.code}/guide", data={"on": "yes", "seat": "0"})
    return host, make_table_file(slug, name)


STATES: Mapping[str, Callable[[Flask, random.Random], tuple[Phone, File]]] = {
    way.__name__: way for way in (lobby, running, agreement, counting, finished, stopped, practice, guided)
}
"""How to come to a table of each state: its host's phone, and a play of its game as a file."""


def _phone_at(app: Flask, made: Any) -> Phone:
    phone = Phone(app)
    phone.use_link(made)
    return phone
