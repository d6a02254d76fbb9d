"""A record of printed numbers with junk in any place is refused or saved, on every route."""

import json
from copy import deepcopy
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.editions.service import create_edition
from companion.engine.json_data import to_json
from companion.games import GAMES, GAMES_BY_SLUG
from tests.all_games import few_or_many, get_printed_record, iterate_recorded_values
from tests.people import open_as_host

GAME_OPTIONS = [(game.meta.slug, option) for game in GAMES for option in game.meta.options]
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.sampled_from([10**30, "\0é"]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=4,
)


@st.composite
def broken_records(draw: st.DrawFn, record: Any) -> Any:
    """Return a copy of the record in which one value is junk, is missing, or was added."""
    record = node = deepcopy(record)
    while isinstance(node, dict | list) and node:
        key = draw(st.sampled_from(sorted(node) if isinstance(node, dict) else range(len(node))))
        if not isinstance(node[key], dict | list) or not node[key] or draw(st.booleans()):
            break
        node = node[key]
    action = draw(st.sampled_from(["replace", "replace", "remove", "add", "replace all"]))
    if action == "replace all" or not isinstance(node, dict | list) or not node:
        return draw(json_values)
    if action == "remove":
        del node[key]
    elif action == "add" and isinstance(node, list):
        node.append(draw(json_values))
    else:
        place: Any = key if action == "replace" else "more"
        node[place] = draw(json_values)
    return record


def assert_no_server_error(client: FlaskClient, path: str, **request: Any) -> None:
    """Send a request. Assert that neither it nor the pages of a saved edition cause a server error."""
    response = client.open(path, **request)
    assert response.status_code < 500, path
    if response.status_code == 303 and request["method"] == "POST":
        for below in ("", "/edit", "/file", "/letter"):
            assert client.get(response.headers["Location"] + below).status_code < 500, path


@few_or_many
@pytest.mark.parametrize("slug", [slug for slug, option in GAME_OPTIONS if option.printed])
def test_a_broken_record_is_refused_or_saved(app: Flask, slug: str, many: bool) -> None:
    client, whole = app.test_client(), to_json(get_printed_record(GAMES_BY_SLUG[slug]))
    with app.app_context():
        edition = create_edition(slug, "Ours", whole, "Ana")

    @given(record=broken_records(whole))
    @settings(max_examples=500 if many else 40, suppress_health_check=list(HealthCheck))
    def save(record: Any) -> None:
        form = {"name": "x", "by": "y", "json": json.dumps(record)}
        for path in (f"/editions/{slug}/new", f"/e/{edition}/edit"):
            assert_no_server_error(client, path, method="POST", data=form)
        body = {"game": slug, "name": "x", "by": "y", "record": record}
        assert_no_server_error(client, "/api/v1/editions", method="POST", json=body)
        if isinstance(whole, list) and isinstance(record, list) and record:
            form = {"by": "y", "json": json.dumps(record[0])}
            assert_no_server_error(client, f"/e/{edition}/letter", method="POST", data=form)
            query = {"reshape": "arch 1", "json": form["json"]}
            assert_no_server_error(client, f"/editions/{slug}/new", method="GET", query_string=query)

    save()


@few_or_many
@pytest.mark.parametrize(
    ("slug", "option"), [(slug, option.name) for slug, option in GAME_OPTIONS if option.kind == "record"]
)
def test_a_broken_option_is_refused_or_set(app: Flask, slug: str, option: str, many: bool) -> None:
    game = GAMES_BY_SLUG[slug]
    whole = next(filter(None, iterate_recorded_values(game, option)), None) or get_printed_record(game)
    phone = open_as_host(app, slug, ["Ana", "Bo", "Cy"])

    @given(record=broken_records(to_json(whole)))
    @settings(max_examples=500 if many else 40, suppress_health_check=list(HealthCheck))
    def set_option(record: Any) -> None:
        form = {"kind": "setting", "option": option, "json": json.dumps(record)}
        assert_no_server_error(phone.client, f"/t/{phone.code}/enter", method="POST", data=form)
        assert_no_server_error(phone.client, f"/t/{phone.code}/box", method="GET")

    set_option()
