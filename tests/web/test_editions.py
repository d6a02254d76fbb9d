"""Editions: copying, checking, versions, links and files for others, and tables that use them."""

import json
import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.editions.service import MAX_VERSIONS, add_version, create_edition, get_edition
from companion.engine.json_data import to_json
from companion.games.cheops_dice.parts import load_practice_pages
from companion.games.cheops_treasure.parts import load_demo_edition
from tests.people import Phone, open_as_host

COPIED_FIELDS = {"value.points.0": "-3", "value.points.1": "5", "value.points.2": "8"} | {
    **{f"value.each.{n}": "2" for n in range(3)},
    **{f"value.treasures.{n}": str(n + 2) for n in range(4)},
}


def save_edition(phone: Phone, **form: Any) -> str:
    answer = phone.client.post(
        "/editions/giza/new", data={"name": "Ours", "by": "Ana", **COPIED_FIELDS, **form}
    )
    assert answer.status_code == 303, answer.text
    return str(answer.headers["Location"])


def open_table_with_edition(phone: Phone, edition: str, slug: str = "giza", **form: Any) -> str:
    return phone.open_with_form(slug, {"start": "1", "name": ["A", "B"], "edition": edition, **form})


def test_an_edition_is_saved_and_a_table_can_use_it(phone: Phone) -> None:
    secret = save_edition(phone).rsplit("/", 1)[1]
    assert "copied by Ana" in phone.client.get(f"/e/{secret}").text
    assert "Ours, version 1" in phone.client.get("/open/giza").text
    code = open_table_with_edition(phone, secret)
    box = phone.client.get(f"/t/{code}/box").text
    (control,) = re.findall(r'<input name="value.points.0"[^>]*>', box)
    assert 'value="-3"' in control


def test_the_copier_is_asked_for_once_when_the_edition_is_shared(phone: Phone) -> None:
    page = save_edition(phone, by="")
    assert 'name="by"' in phone.client.get(page).text
    for name in ("Ana", "Bo"):
        assert phone.client.post(f"{page}/by", data={"by": name}).status_code == 303
    text = phone.client.get(page).text
    assert ("copied by Ana" in text, 'name="by"' in text) == (True, False)


def test_a_correction_is_a_new_version_and_old_tables_keep_their_version(phone: Phone) -> None:
    secret = save_edition(phone).rsplit("/", 1)[1]
    code = open_table_with_edition(phone, secret)
    better = {**COPIED_FIELDS, "value.points.2": "9", "by": "Bo"}
    assert phone.client.post(f"/e/{secret}/edit", data=better).status_code == 303
    assert phone.client.post(f"/e/{secret}/edit", data=better).status_code == 303
    page = phone.client.get(f"/e/{secret}").text
    assert "version 2" in page
    assert "version 3" not in page
    assert "<b>9</b>" in page
    assert "<b>8</b>" in phone.client.get(f"/e/{secret}?version=1").text
    assert 'required value="8"' in phone.client.get(f"/t/{code}/box").text


def test_an_impossible_record_is_refused_with_the_reason(app: Flask) -> None:
    answer = Phone(app).client.post(
        "/editions/giza/new", data={"name": "x", "by": "y", **COPIED_FIELDS, "value.points.0": "3"}
    )
    assert answer.status_code == 422
    assert "The base" in answer.text
    assert 'value="3"' in answer.text


EDITION_FILE = {
    "format": "pharaoh-table-companion/edition",
    "format_version": 1,
    "name": "Box",
    "by": "Ana",
}
UNREADABLE_EDITION = {"edition": {"tablets": {"I-a": "5 zz"}}}


def test_a_refused_file_or_option_says_why_in_words(client: FlaskClient) -> None:
    record = UNREADABLE_EDITION["edition"]
    file = {**EDITION_FILE, "game": "cheops_treasure", "record": record}
    page = client.post("/editions/cheops_treasure/import", data={"text": json.dumps(file)})
    saved: Any = client.post("/api/v1/editions", json={**file, "record": {}}).json
    answers = (
        client.post("/api/v1/editions", json=file),
        client.put(f"/api/v1/editions/{saved['edition']}", json={"record": record}),
        client.post(
            "/api/v1/tables",
            json={"game": "cheops_treasure", "seats": ["Ana", "Bo"], "options": UNREADABLE_EDITION},
        ),
    )
    assert {page.status_code, *(answer.status_code for answer in answers)} == {422}
    for text in (page.text, *(answer.get_json()["error"]["message"] for answer in answers)):
        assert "Enter the numbers of tablet 5 zz from the top" in text


def test_exporting_an_imported_file_gives_the_same_file(app: Flask) -> None:
    owner, friend = Phone(app), Phone(app)
    data = json.dumps(load_demo_edition())
    form = {"name": "Demo", "by": "Ana", "json": data}
    page = owner.client.post("/editions/cheops_treasure/new", data=form).headers["Location"]
    first = owner.client.get(f"{page}/file")
    assert first.headers["Content-Disposition"] == 'attachment; filename="cheops_treasure-Demo.json"'
    answer = friend.client.post("/editions/cheops_treasure/import", data={"text": first.text})
    again = friend.client.get(answer.headers["Location"] + "/file")
    assert again.data == first.data
    assert answer.headers["Location"] != page


def test_seats_may_take_any_letter_of_the_pad(app: Flask, phone: Phone) -> None:
    copied = {"origin": "printed", "copied_by": "Ana", "hash": ""}
    sheets = zip(load_practice_pages()[:2], "AB", strict=True)
    pad = [{**to_json(sheet), **copied, "letter": letter} for sheet, letter in sheets]
    with app.app_context():
        secret = create_edition("cheops_dice", "Pad", pad, "Ana")
    code = open_table_with_edition(phone, secret, "cheops_dice", part=["1", "0"])
    seats = phone.get_table_json(code)["view"]["seats"]
    assert [seat["sheet"]["letter"] for seat in seats] == ["B", "A"]
    assert seats[0]["sheet"]["provenance"] == "copied"
    form = {"start": "1", "name": ["A", "B"], "edition": secret, "part": ["7", "0"]}
    assert phone.client.post("/open/cheops_dice", data=form).status_code == 400


def test_an_edition_keeps_only_its_newest_versions(app: Flask, phone: Phone) -> None:
    page = save_edition(phone)
    with app.app_context():
        edition = get_edition(page.rsplit("/", 1)[1])
        for number in range(2, MAX_VERSIONS + 3):
            assert add_version(edition, {"points": [-number, 1, 1]}, "Ana") == number
    stored: Any = phone.client.get(f"/api/v1/editions/{page.rsplit('/', 1)[1]}").json
    numbers = [version["version"] for version in stored["versions"]]
    assert numbers == list(range(3, MAX_VERSIONS + 3))
    assert stored["record"] == {"points": [-(MAX_VERSIONS + 2), 1, 1]}
    assert f"version {MAX_VERSIONS + 2}<" in phone.client.get("/editions/giza").text
    assert phone.client.get(f"{page}?version=2").status_code == 404


def test_a_deleted_edition_is_gone_for_everybody(phone: Phone) -> None:
    page = save_edition(phone)
    assert phone.client.post(f"{page}/forget").status_code == 303
    assert phone.client.get(page).status_code == 404
    assert "Ours" not in phone.client.get("/editions/giza").text


@pytest.mark.parametrize(("by", "compared"), [("Ana", True), ("", False)])
def test_silhouettes_are_marked_as_assumed_until_somebody_confirms_them(
    app: Flask, by: str, compared: bool
) -> None:
    phone, form = Phone(app), {"name": "Ours", "by": by, "value": "B2"}
    page = phone.client.post("/editions/deadline/new", data=form).headers["Location"]
    is_confirmed = "compared with the stones by Ana" in phone.client.get(page).text
    open_table_with_edition(phone, page.rsplit("/", 1)[1], "deadline")
    options = phone.get_table_json()["options"]
    assert (options["geometry"], options["geometry_checked"], is_confirmed) == ("B2", compared, compared)
    wrong = phone.client.post("/editions/deadline/new", data={**form, "value": "C1"})
    assert wrong.status_code == 422


@pytest.mark.parametrize(
    "path", ["/editions/cheops_catan", "/editions/none", "/e/nothing", "/e/nothing/check/A"]
)
def test_unknown_editions_are_not_found(app: Flask, path: str) -> None:
    assert Phone(app).client.get(path).status_code == 404


def test_cookies_are_secure_over_https(app: Flask) -> None:
    app.config["SESSION_COOKIE_SECURE"] = True
    phone = open_as_host(app, "giza", ["Ana", "Bo"])
    phone.client.post("/groups", data={"name": "Friday"})
    save_edition(phone)
    cookies = {name: phone.client.get_cookie(name) for name in phone.cookies()}
    assert {"companion", f"t-{phone.code}"} <= cookies.keys()
    assert all(cookie and cookie.secure for cookie in cookies.values())
