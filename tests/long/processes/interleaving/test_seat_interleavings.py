"""Concurrent requests about seats and hosts have the same result as these requests in some order."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, permutations

import pytest
from flask import Flask

from companion.exports.table_file import import_table, parse_table_file
from companion.offline.store import BrowserStore
from companion.services import services_of, streams_of
from companion.tables.opening import open_table
from tests.exports.test_exports import make_table_file
from tests.long.processes.interleaving.scheduler import Scheduler, iterate_orders
from tests.long.processes.interleaving.table import Action, InterleavedTable, TablePeople


def find_errors(table: InterleavedTable, actions: Sequence[Action], interruptions: int) -> Iterator[str]:
    """Run the actions in each order of their steps. Yield a sentence for each wrong result."""
    fresh = [replace(action, shown=[]) for action in actions]
    sequential_results: dict[str, TablePeople] = {}

    def run_actions(scheduler: Scheduler) -> None:
        table.reset(scheduler)
        scheduler.run([table.make_request(action) for action in fresh])

    for scheduler in iterate_orders(run_actions, interruptions):
        if error := _describe_error(table, fresh, scheduler, sequential_results):
            yield f"{' + '.join(map(str, fresh))}: {error} ({' '.join(scheduler.order)})"


def _describe_error(
    table: InterleavedTable,
    actions: Sequence[Action],
    scheduler: Scheduler,
    sequential_results: dict[str, TablePeople],
) -> str:
    with table.app.app_context():
        try:
            people = table.read_people()
        except AssertionError as error:
            return str(error)
        if table.has_unannounced_change():
            return "a change was not announced"
        if table.is_cache_stale():
            return "the cache has other people"
    for order in _iterate_possible_orders(scheduler, len(actions)):
        in_order = [actions[number] for number in order]
        key = str([(str(action), action.shown) for action in in_order])
        if key not in sequential_results:
            sequential_results[key] = _run_one_after_another(table, in_order)
        if people == sequential_results[key]:
            return ""
    return f"no order of the actions leads to {people}"


def _run_one_after_another(table: InterleavedTable, actions: Sequence[Action]) -> TablePeople:
    table.reset(Scheduler(()))
    for action in actions:
        table.make_request(action, looks=False)()
    with table.app.app_context():
        return table.read_people()


def _iterate_possible_orders(scheduler: Scheduler, count: int) -> Iterator[tuple[int, ...]]:
    """Yield each order of the actions in which only overlapping ones change places."""
    for order in permutations(range(count)):
        spans = [scheduler.spans[n] for n in order]
        if not any(late[1] < early[0] for n, early in enumerate(spans) for late in spans[n + 1 :]):
            yield order


LOBBY_PEOPLE = TablePeople(["Ana", "Player 2", "Oma", "Bo"], {1}, {0: "Ana", 3: "Bo"}, "Ana", invited=3)
RUNNING_PEOPLE = TablePeople(["Ana", "Oma", "Bo"], None, {0: "Ana", 2: "Bo"}, "Ana", invited=2)
LOBBY_ACTIONS = (
    Action("sits", "Zoe", 1, "Zoe"), Action("sits", "Cy", 1), Action("sits", "Eve", 2),
    Action("starts", "Ana"), Action("hands over", "Ana", 3), Action("leaves", "Ana"),
    Action("leaves", "Bo"), Action("frees", "Ana", 3),
    Action("takes over", "Dan"), Action("names", "Ana", 1, "Uma"), Action("names", "Bo", 3, "Rob"),
    Action("adds a seat", "Ana"),
)  # fmt: skip
TABLE_ACTIONS = (
    Action("sits", "Zoe", 1), Action("hands over", "Ana", 2), Action("hands over", "Ana", 1),
    Action("leaves", "Ana"), Action("leaves", "Bo"), Action("frees", "Ana", 2), Action("takes over", "Dan"),
    Action("plays again", "Ana"), Action("plays again", "Bo"),
)  # fmt: skip


TABLE_STATES = {
    "lobby": (LOBBY_PEOPLE, LOBBY_ACTIONS),
    "running": (RUNNING_PEOPLE, TABLE_ACTIONS),
    "over": (replace(RUNNING_PEOPLE, is_over=True), TABLE_ACTIONS),
}


def make_table(app: Flask, people: TablePeople) -> InterleavedTable:
    """Open a table with these names and vacant seats, or import a finished one if ``people.is_over``."""
    tables = services_of(app).tables
    if people.is_over:
        played = parse_table_file(json.dumps(make_table_file("giza", "tally_shared")).encode())
        table = import_table(tables, played, "Mac")
    else:
        table = open_table(tables, "giza", "referee", people.names, {}, vacant=sorted(people.vacant or ()))
    return InterleavedTable(app, table.table_id, people)


SAMPLING_BY_STORE = {"memory": (1, 20, 1), "sqlite": (6, 60, 1), "postgresql": (12, 120, 1)}
"""For each store: every n-th pair and every n-th triple to try, and the number of interruptions."""


@pytest.fixture
def app_with_store(request: pytest.FixtureRequest) -> Iterator[Flask]:
    if request.param == "postgresql":
        yield request.getfixturevalue("app_on_postgres")
        return
    app: Flask = request.getfixturevalue("app")
    if request.param == "memory":
        memory = BrowserStore(lambda name, text: None)
        services_of(app).tables.store = memory
        vars(streams_of(app))["_store"] = memory
    yield app


@pytest.mark.parametrize("state", TABLE_STATES)
@pytest.mark.parametrize(
    ("app_with_store", "amount"),
    SAMPLING_BY_STORE.items(),
    indirect=["app_with_store"],
    ids=SAMPLING_BY_STORE,
)
def test_requests_are_serializable(app_with_store: Flask, state: str, amount: tuple[int, int, int]) -> None:
    people, actions = TABLE_STATES[state]
    pair_step, triple_step, interruptions = amount
    with app_with_store.app_context():
        table = make_table(app_with_store, people)
    pairs: list[tuple[Action, ...]] = [*combinations(actions, 2), *((action, action) for action in actions)]
    groups = [*pairs[::pair_step], *list(combinations(actions, 3))[::triple_step]]
    errors = [error for group in groups for error in find_errors(table, group, interruptions)]
    assert not errors, f"{len(errors)} orders, such as {errors[:5]}"
