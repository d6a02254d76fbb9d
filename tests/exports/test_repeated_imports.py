"""Importing a file again leads to the same table, and gives nobody more rights."""

import json
import re
from typing import Any

import pytest
from flask import Flask

from tests.conftest import failing_statements
from tests.exports.test_exports import import_file, make_table_file
from tests.hostile.table_states import count_rows
from tests.people import Phone, open_as_host

IMPORTED_PLAY = ("giza", "last_tile")


def count_tables(app: Flask) -> int:
    return count_rows(app)["table"]


def export_file(phone: Phone) -> dict[str, Any]:
    file: dict[str, Any] = json.loads(phone.get_page("/table.json").data)
    return file


@pytest.fixture
def original_phone(app: Flask) -> Phone:
    """Return the host's phone at a table with two entries, which the tests export."""
    phone = open_as_host(app, "cheops_dice", ["Ana", "Bo"])
    phone.enter(seat=0, move="Roll", **{"dice[]": "red red blue"})
    phone.enter(kind="note", text="tea")
    return phone


def can_enter(phone: Phone) -> bool:
    return phone.enter(kind="note", text="me too").status_code == 200


@pytest.mark.parametrize("old", [True, False], ids=["without a uid", "with its uid"])
def test_an_import_form_sent_twice_leads_to_the_same_table_and_link(
    app: Flask, other_app: Flask, original_phone: Phone, old: bool
) -> None:
    file = make_table_file(*IMPORTED_PLAY) if old else export_file(original_phone)
    first, second = (import_file(other_app, file, claim="a secret of this phone") for _ in range(2))
    assert first.make_authorization() == second.make_authorization()
    assert first.code == second.code
    assert count_tables(other_app) == 1
    assert second.get_table_json()["you"]["role"] == "host"
    assert can_enter(second)


def test_the_import_page_has_a_new_claim_and_the_api_takes_it_as_a_key(
    app: Flask, other_app: Flask, original_phone: Phone
) -> None:
    (claim,) = re.findall('name="claim" value="([^"]+)"', Phone(app).client.get("/import").text)
    assert claim not in Phone(app).client.get("/import").text
    key, file = {"Idempotency-Key": claim}, export_file(original_phone)
    client = other_app.test_client()
    first, second = (client.post("/api/v1/tables/import", json=file, headers=key) for _ in range(2))
    assert first.json == second.json


def test_a_viewer_who_imports_again_gets_the_same_link_until_it_is_revoked(
    app: Flask, original_phone: Phone
) -> None:
    file = export_file(original_phone)
    first, second = (import_file(app, file, claim="a secret of this phone") for _ in range(2))
    assert first.make_authorization() == second.make_authorization()
    original_phone.client.post(f"/t/{first.code}/seats/viewers/end")
    third = import_file(app, file, claim="a secret of this phone")
    assert third.make_authorization() != first.make_authorization()
    assert third.get_table_json()["you"]["role"] == "viewer"


def test_importing_the_file_of_a_hosted_table_makes_a_viewer(
    app: Flask, other_app: Flask, original_phone: Phone
) -> None:
    host, file = import_file(other_app, export_file(original_phone)), export_file(original_phone)
    file["log"].append({**file["log"][1], "key": "of-a-file"})
    viewer, other = import_file(other_app, export_file(original_phone)), import_file(other_app, file)
    assert viewer.code == host.code != other.code
    roles = [phone.get_table_json()["you"]["role"] for phone in (viewer, host)]
    assert roles == ["viewer", "host"]
    assert not can_enter(viewer)
    assert host.get_version() == 2


def test_importing_the_file_of_a_table_without_a_host_makes_its_host(
    other_app: Flask, original_phone: Phone
) -> None:
    host = import_file(other_app, export_file(original_phone))
    host.client.post(f"/t/{host.code}/leave")
    assert import_file(other_app, export_file(original_phone)).get_table_json()["you"]["role"] == "host"


def test_imported_entries_keep_their_keys(other_app: Flask, original_phone: Phone) -> None:
    original_phone.enter(key="phone-key-1", seat=0, move="Pass")
    phone = import_file(other_app, export_file(original_phone))
    again = phone.enter(key="phone-key-1", seat=0, move="Pass")
    assert again.headers["X-Entry"] == "3"
    assert phone.get_version() == 3


def test_importing_the_file_of_a_local_table_leads_back_to_it(app: Flask, original_phone: Phone) -> None:
    file = export_file(original_phone)
    can_enter(original_phone)
    importer = import_file(app, file)
    assert importer.code == original_phone.code
    assert count_tables(app) == 1
    assert importer.get_page().status_code == 200
    assert not can_enter(importer)
    original_phone.client.post("/import", data={"text": json.dumps(file)})
    assert can_enter(original_phone)


def test_a_file_with_a_different_log_becomes_a_new_table(app: Flask, original_phone: Phone) -> None:
    file = export_file(original_phone)
    file["log"][1]["data"]["text"] = "coffee"
    other, again = import_file(app, file), import_file(app, file)
    assert other.code == again.code != original_phone.code
    assert count_tables(app) == 2
    longer = export_file(other)
    assert longer["birth"] != file["birth"]


@pytest.mark.parametrize("change", [{"birth": "x"}, {"birth": 3}, {"birth": "é" * 20 + " "}])
def test_an_invalid_table_uid_is_refused(app: Flask, original_phone: Phone, change: Any) -> None:
    answer = Phone(app).client.post(
        "/import", data={"text": json.dumps({**export_file(original_phone), **change})}
    )
    assert answer.status_code == 400


def test_importing_a_longer_file_adds_its_new_entries(other_app: Flask, original_phone: Phone) -> None:
    claim = "a secret of this phone"
    first = import_file(other_app, export_file(original_phone), claim)
    assert first.get_version() == 2
    original_phone.enter(key="phone-key-3", seat=0, move="Pass")
    for _ in range(2):
        second = import_file(other_app, export_file(original_phone), claim)
        assert second.code == first.code
        assert first.get_version() == 3
    assert count_tables(other_app) == 1
    assert first.enter(key="phone-key-3", seat=0, move="Pass").headers["X-Entry"] == "3"
    older = export_file(original_phone)
    older["log"].pop()
    assert import_file(other_app, older).get_version() == 3


def test_new_entries_of_a_file_are_added_all_or_none(other_app: Flask, original_phone: Phone) -> None:
    claim = "a secret of this phone"
    first = import_file(other_app, export_file(original_phone), claim)
    for text in ("one", "two"):
        original_phone.enter(kind="note", text=text)
    headers, file = {"Idempotency-Key": claim}, export_file(original_phone)
    with failing_statements(other_app, "INSERT ON entry WHEN NEW.seq = 4"):
        answer = Phone(other_app).client.post("/api/v1/tables/import", json=file, headers=headers)
    assert (answer.status_code, first.get_version()) == (503, 2)


def test_a_file_whose_table_continued_differently_becomes_a_new_table(
    other_app: Flask, original_phone: Phone
) -> None:
    first = import_file(other_app, export_file(original_phone))
    assert can_enter(first)
    original_phone.enter(seat=0, move="Pass")
    second = import_file(other_app, export_file(original_phone))
    assert second.code != first.code
    assert (first.get_version(), second.get_version()) == (3, 3)
    assert count_tables(other_app) == 2


def test_a_table_opened_here_takes_no_entries_from_a_file(app: Flask, original_phone: Phone) -> None:
    longer = export_file(original_phone)
    longer["log"].append({**longer["log"][1], "key": "of-a-file"})
    assert import_file(app, longer).code != original_phone.code
    assert original_phone.get_version() == 2
