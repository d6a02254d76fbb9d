"""One holder a seat, one host, one rematch, nobody renamed, everybody told: whoever is faster.

Every two deeds and some three, interrupted at readings too, in memory; some of them in SQLite and
PostgreSQL. Of the code before they were cured it finds a seat sat on after the start by who saw another,
hosting handed on twice, and an early rematch.
"""

import json
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import replace
from itertools import combinations, permutations
from pathlib import Path

import pytest
from flask import Flask

from companion.exports.table_file import import_table, parse_table_file
from companion.offline.store import BrowserStore
from companion.server.app import migrate
from companion.services import services_of, streams_of
from companion.tables.opening import open_table
from tests.conftest import open_app, settings
from tests.exports.test_exports import make_table_file
from tests.long.postgres import Postgres
from tests.long.processes.interleaving.model import Deed, People, do
from tests.long.processes.interleaving.scheduler import Turns, every_order
from tests.long.processes.interleaving.table import Table


def faults(table: Table, deeds: Sequence[Deed], interruptions: int) -> Iterator[str]:
    """What is wrong with the outcome of an order, for each order in which something is."""
    tried = [replace(deed, seen=[]) for deed in deeds]

    def run(turns: Turns) -> None:
        table.put_back(turns)
        turns.run([table.request(deed) for deed in tried])

    for turns in every_order(run, interruptions):
        with table.app.app_context():
            wrong = _wrong(table, tried, turns)
        if wrong:
            yield f"{' + '.join(map(str, tried))}: {wrong} ({' '.join(turns.order)})"


def _wrong(table: Table, deeds: Sequence[Deed], turns: Turns) -> str:
    try:
        now = table.now()
    except AssertionError as broken:
        return str(broken)
    if now not in _one_after_the_other(table.people, deeds, turns):
        return f"no order of the deeds leads to {now}"
    if table.untold():
        return "somebody was not told"
    return "a page shows other people" if table.page_is_old() else ""


def _one_after_the_other(before: People, deeds: Sequence[Deed], turns: Turns) -> Iterator[People]:
    """What the model says, for each order of the deeds in which none comes before one that was done."""
    for order in permutations(range(len(deeds))):
        spans = [turns.spans[n] for n in order]
        if any(late[1] < early[0] for n, early in enumerate(spans) for late in spans[n + 1 :]):
            continue
        people = deepcopy(before)
        for n in order:
            do(people, deeds[n])
        yield people


LOBBY = People(["Ana", "Player 2", "Oma", "Bo"], {1}, {0: "Ana", 3: "Bo"}, "Ana", invited=3)
RUNNING = People(["Ana", "Oma", "Bo"], None, {0: "Ana", 2: "Bo"}, "Ana", invited=2)
IN_LOBBY = (
    Deed("sits", "Zoe", 1, "Zoe"), Deed("sits", "Cy", 1), Deed("sits", "Eve", 2), Deed("starts", "Ana"),
    Deed("hands over", "Ana", 3), Deed("leaves", "Ana"), Deed("leaves", "Bo"), Deed("frees", "Ana", 3),
    Deed("takes over", "Dan"), Deed("names", "Ana", 1, "Uma"), Deed("names", "Bo", 3, "Rob"),
    Deed("adds a seat", "Ana"),
)  # fmt: skip
AT_THE_TABLE = (
    Deed("sits", "Zoe", 1), Deed("hands over", "Ana", 2), Deed("hands over", "Ana", 1),
    Deed("leaves", "Ana"), Deed("leaves", "Bo"), Deed("frees", "Ana", 2), Deed("takes over", "Dan"),
    Deed("plays again", "Ana"), Deed("plays again", "Bo"),
)  # fmt: skip


def lobby(app: Flask) -> Table:
    opened = open_table(services_of(app).tables, "giza", "referee", LOBBY.names, {}, vacant=[1])
    return Table(app, opened.table_id, LOBBY, reads=True)


def running(app: Flask) -> Table:
    opened = open_table(services_of(app).tables, "giza", "referee", RUNNING.names, {})
    return Table(app, opened.table_id, RUNNING, reads=True)


def over(app: Flask) -> Table:
    played = parse_table_file(json.dumps(make_table_file("giza", "tally_shared")).encode())
    opened = import_table(services_of(app).tables, played, "Mac")
    people = People(RUNNING.names, None, RUNNING.phones, RUNNING.host, RUNNING.invited, over=True)
    return Table(app, opened.table_id, people, reads=True)


OF_TABLES = {"lobby": (lobby, IN_LOBBY), "running": (running, AT_THE_TABLE), "over": (over, AT_THE_TABLE)}


AMOUNTS = {"memory": (1, 20, 1), "sqlite": (6, 60, 1), "postgresql": (12, 120, 1)}
"""Of each store: every how many-th pair and three deeds are tried, with how many interruptions."""


@pytest.fixture
def stored(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Flask]:
    """An app whose tables are kept in the place that is named."""
    if request.param == "postgresql":
        with Postgres() as postgres:
            given = {**settings(tmp_path), "SQLALCHEMY_DATABASE_URI": postgres.url}
            with open_app(given) as made:
                migrate(made)
                yield made
        return
    app: Flask = request.getfixturevalue("app")
    if request.param == "memory":
        memory = BrowserStore(lambda name, text: None)
        services_of(app).tables.store = memory
        vars(streams_of(app))["_store"] = memory
    yield app


@pytest.mark.parametrize("state", OF_TABLES)
@pytest.mark.parametrize(("stored", "amount"), AMOUNTS.items(), indirect=["stored"], ids=AMOUNTS)
def test_it_is_as_if_one_came_after_the_other(
    stored: Flask, state: str, amount: tuple[int, int, int]
) -> None:
    opened, deeds = OF_TABLES[state]
    pairs, threes, interruptions = amount
    with stored.app_context():
        table = opened(stored)
    groups: list[tuple[Deed, ...]] = [*combinations(deeds, 2), *((deed, deed) for deed in deeds)]
    groups = [*groups[::pairs], *list(combinations(deeds, 3))[::threes]]
    found = [fault for some in groups for fault in faults(table, some, interruptions)]
    assert not found, f"{len(found)} orders, as {found[:5]}"
