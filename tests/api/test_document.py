"""The OpenAPI document holds what it says, whatever is thrown at it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.core.result import Ok

from companion.api.operations import OPERATIONS
from companion.games import GAMES, TALLIES
from companion.games.seeds import plays
from tests.conftest import settings as app_settings
from tests.conftest import standing
from tests.exports.test_exports import file_of
from tests.long import rounds

JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 40) | st.text(max_size=6) | st.floats(),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=3)
    ),
    max_leaves=8,
)


def test_the_document_and_its_page_are_served(app: Flask) -> None:
    client = app.test_client()
    document = client.get("/api/v1/openapi.json").json
    assert document is not None
    assert document["openapi"].startswith("3.1")
    entry = document["paths"]["/api/v1/tables/{code}/entries"]["post"]
    examples = entry["requestBody"]["content"]["application/json"]["examples"]
    assert len(examples) >= sum(len(game.moves) for game in GAMES)
    assert "openapi.json" in client.get("/api/v1/").text


EXAMPLES = rounds(5, 300)
"""How hard each operation is tried."""
CHECKS = [
    schemathesis.checks.not_a_server_error,
    schemathesis.checks.response_schema_conformance,
    schemathesis.checks.status_code_conformance,
]


@pytest.fixture(scope="module")
def fuzzed(empty_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    file = tmp_path_factory.mktemp("fuzz") / "fuzz.sqlite3"
    shutil.copy(empty_database, file)
    with standing(app_settings(file)) as app:
        yield app


@pytest.fixture(scope="module")
def real_tables(fuzzed: Flask) -> list[tuple[str, str]]:
    """Tables that stand where real games stood: each recorded play half-way and at its end."""
    client = fuzzed.test_client()
    found = []
    for game in GAMES:
        for name, record in plays(game.meta.slug).items():
            for stop in (len(record["log"]) // 2, None):
                told = file_of(game.meta.slug, name, stop)
                made = client.post("/api/v1/tables/import", json=told).get_json()
                found.append((made["code"], made["secret"]))
    return found


def tried(app: Flask) -> Iterator[Any]:
    schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", app)
    for found in schema.get_all_operations():
        assert isinstance(found, Ok)
        operation = found.ok()
        if operation.path.startswith("/api/"):  # the stream of events does not end
            yield operation


def hard(examples: int) -> settings:
    return settings(
        max_examples=examples, deadline=None, database=None, suppress_health_check=list(HealthCheck)
    )


def test_no_operation_breaks_or_lies(fuzzed: Flask) -> None:
    count = 0
    for operation in tried(fuzzed):

        @given(case=operation.as_strategy())
        @hard(EXAMPLES)
        def fuzz(case: schemathesis.Case[Any]) -> None:
            case.call_and_validate(checks=CHECKS)

        fuzz()
        count += 1
    assert count == len(OPERATIONS)


def test_no_operation_breaks_or_lies_at_a_real_table(
    fuzzed: Flask, real_tables: list[tuple[str, str]]
) -> None:
    """The same, with the code and the secret of a table that a real game has reached."""
    reached = set()
    for operation in tried(fuzzed):
        if "{code}" not in operation.path:
            continue

        @given(case=operation.as_strategy(), table=st.sampled_from(real_tables))
        @hard(2 * EXAMPLES)
        def fuzz(case: schemathesis.Case[Any], table: tuple[str, str]) -> None:
            case.path_parameters["code"] = table[0]
            case.headers["Authorization"] = f"Bearer {table[1]}"
            answer = case.call_and_validate(checks=CHECKS)
            if answer.status_code < 300:
                reached.add(case.operation.label)

        fuzz()
    assert len(reached) >= 12


@given(data=st.data())
@settings(
    max_examples=rounds(60, 1000),
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
)
def test_no_move_of_any_game_breaks_a_table(app: Flask, data: st.DataObject) -> None:
    game = data.draw(st.sampled_from(GAMES))
    mode = data.draw(st.sampled_from(("referee", "tally")))
    client = app.test_client()
    seats = ["x"] * game.meta.seats[0]
    opened = client.post(
        "/api/v1/tables", json={"game": game.meta.slug, "mode": mode, "seats": seats}
    ).json
    assert opened is not None
    header = {"Authorization": f"Bearer {opened['secret']}"}
    address = f"/api/v1/tables/{opened['code']}"
    kinds = (game if mode == "referee" else TALLIES[game.meta.slug]).moves
    for number in range(4):
        kind = data.draw(st.sampled_from(kinds))
        fields = {name: data.draw(JUNK) for name in kind.__dataclass_fields__}
        before = client.get(address, headers=header).json
        body = {"seat": data.draw(st.integers(0, 2)), "move": kind.__name__, "data": fields,
                "key": f"fuzz-{number:04d}"}  # fmt: skip
        answer = client.post(f"{address}/entries", json=body, headers=header)
        assert answer.status_code < 500
        if answer.status_code >= 400:
            assert client.get(address, headers=header).json == before
