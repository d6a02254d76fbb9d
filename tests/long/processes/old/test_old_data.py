"""Data of version 0.1.0 can still be read: a database, the states of its tables, files and editions."""

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from jinja2 import StrictUndefined

from companion.server.app import migrate
from companion.services import tables
from companion.tables.links import resolve_link
from tests.catalogues import ALL_LANGUAGES as LANGUAGES
from tests.conftest import make_settings, open_app
from tests.exports.test_exports import import_file
from tests.people import Phone

OLD_FOLDER = Path(__file__).parent
OLD_TABLES: list[dict[str, Any]] = json.loads((OLD_FOLDER / "tables.json").read_text("utf-8"))
PAGE_PATHS = ("", "/log", "/scores", "/rules", "/box", "/set-up", "/seats", "/share")
UNCHANGED_FIELDS = ("version", "names", "redo", "undo")
TEXT_FIELDS = {"message", "label", "name"}
"""Fields for people, whose texts may change."""


@pytest.fixture(scope="module")
def app_with_old_data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """Yield an app with the database of version 0.1.0, after its migration."""
    file = tmp_path_factory.mktemp("old") / "old.sqlite3"
    with sqlite3.connect(file) as database:
        database.executescript((OLD_FOLDER / "database.sql").read_text("utf-8"))
    database.close()
    with open_app(make_settings(file)) as app:
        app.jinja_env.undefined = StrictUndefined
        migrate(app)
        yield app


def assert_contains(old: Any, new: Any, path: str = "") -> None:
    """Assert that ``new`` has all fields of ``old`` with equal values. ``path`` is for the message."""
    if isinstance(old, dict):
        assert isinstance(new, dict), path
        for key, value in old.items():
            assert key in new, f"{path}.{key} is gone"
            if key not in TEXT_FIELDS:
                assert_contains(value, new[key], f"{path}.{key}")
    elif isinstance(old, list):
        assert isinstance(new, list), path
        assert len(old) == len(new), path
        for n, (old_item, new_item) in enumerate(zip(old, new, strict=True)):
            assert_contains(old_item, new_item, f"{path}.{n}")
    else:
        assert old == new, f"{path}: {old!r} is {new!r} now"


@pytest.mark.parametrize("table", OLD_TABLES, ids=lambda table: f"{table['game']}-{table['what']}")
def test_a_table_of_an_old_database_has_the_same_state_and_accepts_entries(
    app_with_old_data: Flask, table: dict[str, Any]
) -> None:
    phone = Phone(app_with_old_data)
    phone.use_link(table)
    table_json, scores = phone.get_table_json(table["code"]), phone.call("GET", "/scores").json
    assert [fallen["seq"] for fallen in table_json["fallen"]] == table["fallen"]
    assert (table_json["ending"] or {}).get("code") == table["ending"]
    assert [seat["total"] for seat in scores["seats"]] == table["totals"]
    assert [table_json[name] for name in UNCHANGED_FIELDS] == [table[name] for name in UNCHANGED_FIELDS]
    if table["certain"] and scores["ranking"]["certain"]:
        assert scores["ranking"]["places"] == table["places"]
    if "view" in table:
        assert_contains(table["view"], table_json["view"])
    for path in PAGE_PATHS:
        for language in LANGUAGES:
            assert phone.get_page(path, **{"Accept-Language": language}).status_code == 200, path
    for kind in ("note", "undo", "redo"):
        assert phone.enter(kind=kind, text="still here").status_code == 200, kind


def test_a_group_of_an_old_database_has_its_people_tables_and_editions(app_with_old_data: Flask) -> None:
    client, group = Phone(app_with_old_data).client, "/api/v1/groups/the-group-of-then"
    group_json: Any = client.get(group).json
    assert group_json["name"] == "Fridays"
    assert [person["name"] for person in group_json["people"]] == ["Ana", "Bo", "Cy"]
    assert {play["code"]: play["names"] for play in group_json["tables"]} == {
        "FPTDW": ["Ana", "Bo", "Somebody"], "BAEGT": ["Ana", "Bo", "Cy"],
    }  # fmt: skip
    [box] = group_json["editions"]
    edition: Any = client.get(f"/api/v1/editions/{box['edition']}").json
    assert edition["game"] == "giza"
    assert client.get(group.replace("/api/v1/groups", "/g")).status_code == 200


def test_only_one_of_several_links_to_a_seat_is_kept(app_with_old_data: Flask) -> None:
    seats = {
        "first-on-the-seat": ("seat", 1), "second-on-the-seat": None, "beside-the-host": None,
        "second-host": ("seat", None), "watches": ("viewer", None), "ended": None,
    }  # fmt: skip
    for secret, seat in seats.items():
        with app_with_old_data.app_context():
            member = resolve_link(tables().store, "FPTDW", secret).member
        assert (member and (member.role, member.seat)) == seat, secret


@pytest.mark.parametrize("file", sorted(OLD_FOLDER.glob("table-*.json")), ids=lambda file: file.stem)
def test_an_old_table_file_can_be_imported(app: Flask, file: Path) -> None:
    phone = import_file(app, json.loads(file.read_text("utf-8")))
    table_json = phone.get_table_json(phone.code)
    assert table_json["version"] == len(json.loads(file.read_text("utf-8"))["log"])
    if file.stem != "table-before_the_roll":
        assert not table_json["fallen"]
        assert table_json["ending"]
    for path in PAGE_PATHS:
        assert phone.get_page(path).status_code == 200, path


def test_an_entry_that_the_rules_now_refuse_can_be_removed(app: Flask) -> None:
    phone = import_file(app, json.loads((OLD_FOLDER / "table-before_the_roll.json").read_text("utf-8")))
    fallen = phone.get_table_json(phone.code)["fallen"]
    assert fallen
    assert fallen[0]["code"] == "cheops_catan.before_roll"
    assert phone.get_page(f"/change/{fallen[0]['seq']}").status_code == 200
    assert phone.enter(kind="amend", of=fallen[0]["seq"]).status_code == 200
    assert not phone.get_table_json(phone.code)["fallen"]


@pytest.mark.parametrize("file", sorted(OLD_FOLDER.glob("edition-*.json")), ids=lambda file: file.stem)
def test_an_old_edition_can_be_imported(app: Flask, file: Path) -> None:
    content = json.loads(file.read_text("utf-8"))
    answer = Phone(app).client.post("/api/v1/editions", json=content)
    assert answer.status_code == 201, answer.text
    assert answer.json
    edition = Phone(app).client.get(f"/api/v1/editions/{answer.json['edition']}").json
    assert edition
    assert_contains(content["record"], edition["record"])
