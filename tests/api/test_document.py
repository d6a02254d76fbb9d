"""The API's responses match the OpenAPI document, also those to random requests."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.core.result import Ok

from companion.api.operations import OPERATIONS
from companion.games.seeds import load_plays
from companion.server.restoring import get_request_lock
from tests.all_games import few_or_many
from tests.conftest import make_settings as app_settings
from tests.conftest import open_app
from tests.exports.test_exports import make_table_file
from tests.hostile.table_states import count_rows
from tests.recorded_plays import ONE_PLAY_PER_MODE


def test_the_document_and_its_page_are_served(app: Flask) -> None:
    client = app.test_client()
    document = client.get("/api/v1/openapi.json").json
    assert document is not None
    assert document["openapi"].startswith("3.1")
    assert "openapi.json" in client.get("/api/v1/").text


def test_every_operation_refuses_a_host_that_dns_does_not_allow(app: Flask) -> None:
    for operation in OPERATIONS:
        path = "/api/v1" + re.sub(r"{\w+(:int)?}", "1", operation.path)
        headers = {"Host": ".".join(["a" * 60] * 5)}
        assert app.test_client().open(path, method=operation.method, headers=headers).status_code == 400


def test_every_operation_returns_503_during_a_restore(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.server.restoring.BEGIN_TIMEOUT_SECONDS", 0.0)
    with get_request_lock(app).exclusive():
        for operation in OPERATIONS:
            path = "/api/v1" + re.sub(r"{\w+(:int)?}", "1", operation.path)
            answer = app.test_client().open(path, method=operation.method)
            assert (answer.status_code, int(answer.headers["Retry-After"]) > 0) == (503, True)


RESPONSE_CHECKS = [
    schemathesis.checks.not_a_server_error,
    schemathesis.checks.response_schema_conformance,
    schemathesis.checks.status_code_conformance,
]


@pytest.fixture(scope="module")
def fuzz_app(empty_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    file = tmp_path_factory.mktemp("fuzz") / "fuzz.sqlite3"
    shutil.copy(empty_database, file)
    with open_app(app_settings(file)) as app:
        yield app


@pytest.fixture(scope="module")
def played_tables(fuzz_app: Flask) -> list[tuple[str, str]]:
    """Return (code, secret) of two tables for each recorded play: one half-way and one at its end."""
    client = fuzz_app.test_client()
    links = []
    for slug, name in ONE_PLAY_PER_MODE:
        for stop in (len(load_plays(slug)[name]["log"]) // 2, None):
            link = client.post("/api/v1/tables/import", json=make_table_file(slug, name, stop)).get_json()
            links.append((link["code"], link["secret"]))
    return links


def list_operations(app: Flask) -> list[Any]:
    """Return the operations of the OpenAPI document for the API. Those that delete something are last."""
    schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", app)
    operations = [result.ok() for result in schema.get_all_operations() if isinstance(result, Ok)]
    operations = [operation for operation in operations if operation.path.startswith("/api/")]
    assert len(operations) == len(OPERATIONS)
    return sorted(operations, key=lambda operation: operation.method.upper() == "DELETE")


@few_or_many
@pytest.mark.parametrize("mode", list(GenerationMode), ids=lambda mode: mode.value)
def test_random_requests_get_valid_responses_and_refused_ones_change_nothing(
    fuzz_app: Flask, played_tables: list[tuple[str, str]], mode: GenerationMode, many: bool
) -> None:
    reached = set()
    for operation in list_operations(fuzz_app):
        if mode is GenerationMode.NEGATIVE and "requestBody" not in operation.definition.raw:
            continue  # there is nothing to break
        cases = operation.as_strategy(generation_mode=mode)

        @given(case=cases, table=st.sampled_from([*played_tables, ("", "")]))
        @settings(max_examples=110 if many else 4, suppress_health_check=list(HealthCheck))
        def fuzz(case: schemathesis.Case[Any], table: tuple[str, str]) -> None:
            code, secret = table
            if code and "code" in case.path_parameters:
                case.path_parameters["code"] = code
                case.headers["Authorization"] = f"Bearer {secret}"
            before = count_rows(fuzz_app)
            answer = case.call_and_validate(checks=RESPONSE_CHECKS)
            if answer.status_code >= 400:
                assert count_rows(fuzz_app) == before
            elif code in case.path_parameters.values():
                reached.add(case.operation.label)

        fuzz()
    assert mode is GenerationMode.NEGATIVE or len(reached) >= (12 if many else 9)


def test_the_document_contains_every_route_with_its_path_parameters(app: Flask) -> None:
    routes = {
        (re.sub(r"<(?:\w+(?:\(.*?\))?:)?(\w+)>", r"{\1}", rule.rule), method.lower()): {
            name: "<int" in rule.rule and name == "seat" for name in rule.arguments
        }
        for rule in app.url_map.iter_rules()
        if rule.endpoint.startswith("api.") and rule.endpoint not in ("api.openapi", "api.html_page")
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    paths = app.test_client().get("/api/v1/openapi.json").get_json()["paths"]
    documented = {
        (path, method): {
            part["name"]: part["schema"]["type"] == "integer"
            for part in operation["parameters"]
            if part["in"] == "path"
        }
        for path, operations in paths.items()
        for method, operation in operations.items()
    }
    parameters = paths["/api/v1/tables/{code}/seats/{seat}/host"]["post"]["parameters"]
    seats = [part["schema"] for part in parameters if part["name"] == "seat"]
    assert seats == [{"type": "integer", "minimum": 0, "maximum": 7}]
    bearer = {
        ("/api/v1" + one.path.replace(":int", ""), one.method.lower()) for one in OPERATIONS if one.bearer
    }
    assert bearer <= {
        (path, method)
        for path, operations in paths.items()
        for method, operation in operations.items()
        if operation.get("security") == [{"link": []}]
    }
    assert documented.pop(("/t/{code}/events", "get")) == {"code": False}
    assert documented == routes
