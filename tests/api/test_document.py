"""The OpenAPI document holds what it says, whatever is thrown at it."""

from __future__ import annotations

import schemathesis
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.api.operations import OPERATIONS
from companion.app import create_app, migrate
from companion.games import GAMES, TALLIES
from companion.store import db
from tests.conftest import settings as app_settings

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


def test_no_operation_breaks_or_lies(empty_database: object, tmp_path_factory: object) -> None:
    file = tmp_path_factory.mktemp("fuzz") / "fuzz.sqlite3"  # type: ignore[attr-defined]
    app = create_app(app_settings(file))
    migrate(app)
    schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", app)

    checks = (
        schemathesis.checks.not_a_server_error,
        schemathesis.checks.response_schema_conformance,
        schemathesis.checks.status_code_conformance,
    )
    fuzzed = []
    for found in schema.get_all_operations():
        operation = found.ok()
        if not operation.path.startswith("/api/"):
            continue  # the stream of events does not end

        @given(case=operation.as_strategy())
        @settings(
            max_examples=15, deadline=None, database=None, suppress_health_check=list(HealthCheck)
        )
        def fuzz(case: schemathesis.Case) -> None:
            case.call_and_validate(checks=list(checks))

        fuzz()
        fuzzed.append(operation.label)
    assert len(fuzzed) == len(OPERATIONS)
    with app.app_context():
        db.session.remove()
        db.engine.dispose()


@given(data=st.data())
@settings(max_examples=150, deadline=None, database=None, suppress_health_check=list(HealthCheck))
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
