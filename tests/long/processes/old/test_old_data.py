"""What an older version made still comes in: a database, tables as files, editions.

The files beside this test were made by 0.1.0 (commit 83134c7) and are never made anew. ``house.sql``
holds data of every kind: tables of all five games, with undo, redo, notes, rulings, amends and entries
taken out, editions, a group, links of each role, and two phones on one seat; ``tables.json`` says what that
version told of each table.
"""

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
from tests.conftest import open_app, settings
from tests.exports.test_exports import import_file
from tests.people import Phone

HERE = Path(__file__).parent
TABLES: list[dict[str, Any]] = json.loads((HERE / "tables.json").read_text("utf-8"))
PAGES = ("", "/log", "/scores", "/rules", "/box", "/set-up", "/seats", "/share")
KEPT = ("version", "names", "redo", "undo")
SPOKEN = {"message", "label", "name"}
"""Said for people: better words are welcome."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """The old database, brought to the newest form."""
    file = tmp_path_factory.mktemp("old") / "house.sqlite3"
    with sqlite3.connect(file) as old:
        old.executescript((HERE / "database.sql").read_text("utf-8"))
    old.close()
    with open_app(settings(file)) as app:
        app.jinja_env.undefined = StrictUndefined
        migrate(app)
        yield app


def holds(old: Any, new: Any, place: str = "") -> None:
    """Every field of old is there with its value; there may be more."""
    if isinstance(old, dict):
        assert isinstance(new, dict), place
        for key, value in old.items():
            assert key in new, f"{place}.{key} is gone"
            if key not in SPOKEN:
                holds(value, new[key], f"{place}.{key}")
    elif isinstance(old, list):
        assert isinstance(new, list), place
        assert len(old) == len(new), place
        for n, (one, other) in enumerate(zip(old, new, strict=True)):
            holds(one, other, f"{place}.{n}")
    else:
        assert old == new, f"{place}: {old!r} is {new!r} now"


@pytest.mark.parametrize("table", TABLES, ids=lambda table: f"{table['game']}-{table['what']}")
def test_a_table_of_an_old_database_tells_the_same_draws_and_takes_entries(
    house: Flask, table: dict[str, Any]
) -> None:
    phone = Phone(house)
    phone.use_link(table)
    told, scores = phone.told(table["code"]), phone.call("GET", "/scores").json
    assert [fallen["seq"] for fallen in told["fallen"]] == table["fallen"]
    assert (told["ending"] or {}).get("code") == table["ending"]
    assert [seat["total"] for seat in scores["seats"]] == table["totals"]
    assert [told[name] for name in KEPT] == [table[name] for name in KEPT]
    if table["certain"] and scores["ranking"]["certain"]:
        assert scores["ranking"]["places"] == table["places"]
    if "view" in table:
        holds(table["view"], told["view"])
    for path in PAGES:
        for language in LANGUAGES:
            assert phone.get_page(path, **{"Accept-Language": language}).status_code == 200, path
    for kind in ("note", "undo", "redo"):
        assert phone.enter(kind=kind, text="still here").status_code == 200, kind


def test_a_group_of_an_old_database_has_its_people_tables_and_boxes(house: Flask) -> None:
    client, group = Phone(house).client, "/api/v1/groups/the-group-of-then"
    told: Any = client.get(group).json
    assert told["name"] == "Fridays"
    assert [person["name"] for person in told["people"]] == ["Ana", "Bo", "Cy"]
    assert {play["code"]: play["names"] for play in told["tables"]} == {
        "FPTDW": ["Ana", "Bo", "Somebody"], "BAEGT": ["Ana", "Bo", "Cy"],
    }  # fmt: skip
    [box] = told["editions"]
    edition: Any = client.get(f"/api/v1/editions/{box['edition']}").json
    assert edition["game"] == "giza"
    assert client.get(group.replace("/api/v1/groups", "/g")).status_code == 200


def test_of_several_links_to_a_place_one_stays(house: Flask) -> None:
    """Each phone's secret of then, and what it is now: the seat's first, and the host at the first seat."""
    places = {
        "first-on-the-seat": ("seat", 1), "second-on-the-seat": None, "beside-the-host": None,
        "second-host": ("seat", None), "watches": ("viewer", None), "ended": None,
    }  # fmt: skip
    for secret, place in places.items():
        with house.app_context():
            member = resolve_link(tables().store, "FPTDW", secret).member
        assert (member and (member.role, member.seat)) == place, secret


@pytest.mark.parametrize("file", sorted(HERE.glob("table-*.json")), ids=lambda file: file.stem)
def test_an_old_file_of_a_table_comes_in(app: Flask, file: Path) -> None:
    phone = import_file(app, json.loads(file.read_text("utf-8")))
    told = phone.told(phone.code)
    assert told["version"] == len(json.loads(file.read_text("utf-8"))["log"])
    if file.stem != "table-before_the_roll":
        assert not told["fallen"]
        assert told["ending"]
    for path in PAGES:
        assert phone.get_page(path).status_code == 200, path


def test_an_entry_that_the_rules_no_longer_take_falls_and_can_be_taken_out(app: Flask) -> None:
    """Catan let gold be entered before the first roll; rules of version 2 do not."""
    phone = import_file(app, json.loads((HERE / "table-before_the_roll.json").read_text("utf-8")))
    fallen = phone.told(phone.code)["fallen"]
    assert fallen
    assert fallen[0]["code"] == "cheops_catan.before_roll"
    assert phone.get_page(f"/change/{fallen[0]['seq']}").status_code == 200
    assert phone.enter(kind="amend", of=fallen[0]["seq"]).status_code == 200
    assert not phone.told(phone.code)["fallen"]


@pytest.mark.parametrize("file", sorted(HERE.glob("edition-*.json")), ids=lambda file: file.stem)
def test_an_old_edition_comes_in(app: Flask, file: Path) -> None:
    given = json.loads(file.read_text("utf-8"))
    answer = Phone(app).client.post("/api/v1/editions", json=given)
    assert answer.status_code == 201, answer.text
    assert answer.json
    told = Phone(app).client.get(f"/api/v1/editions/{answer.json['edition']}").json
    assert told
    holds(given["record"], told["record"])
