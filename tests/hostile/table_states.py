"""Opens tables in every state that a table can have, through the app's own pages and API."""

import random
from collections.abc import Callable, Mapping
from copy import deepcopy
from typing import Any
from uuid import uuid4

from flask import Flask
from sqlalchemy import func, literal, select, union_all

from companion.games import GAMES_BY_SLUG
from companion.games.seeds import load_plays
from companion.store.models import db
from tests.exports.test_exports import import_file, make_table_file
from tests.people import Phone, join_table
from tests.recorded_plays import list_referee_plays

API = "/api/v1"
TableFile = dict[str, Any]


COUNT_ROWS_QUERY = union_all(*(
    select(literal(table.name), func.count()).select_from(table) for table in db.metadata.sorted_tables
))  # fmt: skip


def count_rows(app: Flask) -> dict[str, int]:
    with app.app_context():
        counts = db.session.execute(COUNT_ROWS_QUERY).all()
        db.session.remove()
    return dict(counts)


def read_all_rows(app: Flask) -> list[Any]:
    with app.app_context():
        rows = [row for table in db.metadata.sorted_tables for row in db.session.execute(select(table))]
        db.session.remove()
    return rows


def choose_play(chance: random.Random, *slugs: str) -> tuple[str, str]:
    """Return (slug, name) of a random recorded play, of one of the games ``slugs`` if any are given."""
    slug = chance.choice(slugs or tuple(GAMES_BY_SLUG))
    return slug, chance.choice(list(list_referee_plays(slug)))


def import_as_host(app: Flask, file: TableFile) -> Phone:
    """Import a table file as a new table, and return the phone of its host."""
    return import_file(app, {**file, "birth": uuid4().hex})


def make_lobby(app: Flask, chance: random.Random) -> tuple[Phone, TableFile]:
    slug, name = choose_play(chance)
    file = make_table_file(slug, name)
    body = {"game": slug, "seats": ["Ana", "", ""][: GAMES_BY_SLUG[slug].meta.seats[1]], "lobby": True}
    return _make_host_phone(app, app.test_client().post(f"{API}/tables", json=body).json), file


def make_running_table(app: Flask, chance: random.Random) -> tuple[Phone, TableFile]:
    slug, name = choose_play(chance)
    whole = make_table_file(slug, name)
    half = {**whole, "log": whole["log"][: chance.choice((0, 3, len(whole["log"]) // 2))]}
    return import_as_host(app, half), whole


def make_finished_table(app: Flask, chance: random.Random) -> tuple[Phone, TableFile]:
    file = make_table_file(*choose_play(chance))
    return import_as_host(app, file), file


def make_stopped_table(app: Flask, chance: random.Random) -> tuple[Phone, TableFile]:
    """Return (host's phone, file) of a table whose log has an illegal entry."""
    file = deepcopy(make_table_file("giza", next(iter(load_plays("giza")))))
    file["log"].insert(1, {**file["log"][0], "at": file["log"][0]["at"] + 1})
    return import_as_host(app, file), file


def make_agreement_table(app: Flask, chance: random.Random) -> tuple[Phone, TableFile]:
    """Return (host's phone, file) of a table at which a guest has asked to count."""
    file = make_table_file(*choose_play(chance, "giza"))
    host = import_as_host(app, {**file, "log": file["log"][:4]})
    Phone(app).sit(host.code, 0)
    join_table(app, host.code, 1).enter(kind="count")
    return host, file


def make_counting_table(app: Flask, chance: random.Random) -> tuple[Phone, TableFile]:
    file = make_table_file(*choose_play(chance, "cheops_dice", "cheops_catan", "deadline"))
    host = import_as_host(app, {**file, "log": file["log"][:4]})
    host.enter(kind="count")
    return host, file


def make_practice_table(app: Flask, chance: random.Random) -> tuple[Phone, TableFile]:
    slug, name = choose_play(chance)
    step = len(load_plays(slug)[name]["log"]) // 2
    response = app.test_client().post(f"{API}/plays/{slug}/{name}/trials", json={"step": step})
    return _make_host_phone(app, response.json), make_table_file(slug, name)


def make_guided_table(app: Flask, chance: random.Random) -> tuple[Phone, TableFile]:
    slug, name = choose_play(chance)
    body = {"game": slug, "seats": ["Ana", "Bo", "Cy", "Di"][: GAMES_BY_SLUG[slug].meta.seats[0]]}
    host = _make_host_phone(app, app.test_client().post(f"{API}/tables", json=body).json)
    host.client.post(f"/t/{host.code}/guide", data={"on": "yes", "seat": "0"})
    return host, make_table_file(slug, name)


STATES: Mapping[str, Callable[[Flask, random.Random], tuple[Phone, TableFile]]] = {
    make.__name__.removeprefix("make_").removesuffix("_table"): make
    for make in (
        make_lobby,
        make_running_table,
        make_agreement_table,
        make_counting_table,
        make_finished_table,
        make_stopped_table,
        make_practice_table,
        make_guided_table,
    )
}
"""By state: the function that opens such a table. It returns the host's phone, and a play as a file."""


def _make_host_phone(app: Flask, link: Any) -> Phone:
    phone = Phone(app)
    phone.use_link(link)
    return phone
