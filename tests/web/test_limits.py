"""What is too large, foreign or dressed up as markup gets a clear answer, and nothing is lost."""

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict

from companion.exports import table_file
from companion.tables import writing
from tests.forms import forms_of
from tests.people import Phone, hosting

NASTY = "<script>alert(1)</script>\"'&"


def test_a_body_that_is_too_large_is_told_so_in_both_shapes(app: Flask) -> None:
    client = app.test_client()
    large = "x" * 300_000
    page = client.post("/open/giza", data={"name": large})
    assert (page.status_code, "too large" in page.text) == (413, True)
    told = client.post("/api/v1/tables", json={"game": large})
    assert (told.status_code, told.get_json()["error"]["code"]) == (413, "table.too_large")


def test_only_the_import_takes_larger_ones_up_to_its_own_limit(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_file, "MOST_BYTES", 400_000)
    client = app.test_client()
    assert client.post("/import", data={"text": "x" * 300_000}).status_code == 400
    assert client.post("/import", data={"text": "x" * 500_000}).status_code == 413


def test_a_full_log_takes_no_more(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    phone = hosting(app, "giza", ["Ana", "Bo"])
    assert phone.enter(kind="note", text="one").status_code == 200
    monkeypatch.setattr(writing, "MOST_ENTRIES", 1)
    answer = phone.enter(kind="note", text="two")
    assert (answer.status_code, "full" in answer.text) == (400, True)
    assert phone.version() == 1


def test_a_note_has_its_length(app: Flask) -> None:
    phone = hosting(app, "giza", ["Ana", "Bo"])
    assert phone.enter(kind="note", text="x" * (writing.MOST_NOTE + 1)).status_code == 400
    assert phone.version() == 0


def test_notes_and_names_turn_nothing_round_and_are_seen(app: Flask) -> None:
    phone = hosting(app, "giza", ["\u3164", "Bo"])
    assert phone.told(phone.code)["names"] == ["Player 1", "Bo"]
    assert phone.enter(kind="note", text="\u202e\u3164").status_code == 400
    assert phone.enter(kind="note", text="left \u202ethgir\u2069\n now").status_code == 200
    page = phone.see("/log").text
    assert "left thgir now" in page
    assert not set("\u202e\u2069") & set(page)


def test_a_late_visitor_of_the_lobbys_door_takes_nobodys_seat(app: Flask) -> None:
    host, zoe = Phone(app), Phone(app)
    code = host.client.post("/open/giza", data={"seats": "3", "host": "Ana"}).headers["Location"][3:]
    host.client.post(f"/t/{code}/lobby/seats/2", data={"name": "Oma"})
    (form,) = [one for one in forms_of(zoe.client.get(f"/j/{code}").text) if "shown" in one.offers()]
    host.client.post(f"/t/{code}/lobby/start")
    assert host.told(code)["names"] == ["Ana", "Oma"]
    late = zoe.client.post(f"/j/{code}", data=MultiDict([*form.untouched(), ("seat", "1")]))
    assert late.headers["Location"] == f"/j/{code}?again=1"
    assert host.told(code)["names"] == ["Ana", "Oma"]
    door = zoe.client.get(late.headers["Location"]).text
    assert "The seats have changed in the meantime. Choose again." in door
    taken = zoe.client.post(f"/j/{code}", data={"seat": "0"})
    assert taken.headers["Location"] == f"/j/{code}?again=1"
    told = zoe.client.post(f"/api/v1/tables/{code}/seats", json={"seat": 1, "name": "Zoe", "shown": ""})
    assert (told.status_code, told.get_json()["error"]["code"]) == (403, "table.seats_moved")


def test_names_and_notes_are_shown_as_they_are_and_never_run(app: Flask) -> None:
    phone = hosting(app, "giza", [NASTY, "Bo"])
    phone.enter(kind="note", text=NASTY)
    group = phone.client.post("/groups", data={"name": NASTY}).headers["Location"]
    pages = [phone.see(path) for path in ("", "/log", "/seats", "/scores", "/share", "/result.svg")]
    for page in (*pages, phone.client.get("/"), phone.client.get(group)):
        assert page.status_code == 200
        assert "<script>alert" not in page.text
    assert "&lt;script&gt;alert(1)" in phone.see("/log").text


@pytest.mark.parametrize("headers", [{"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}])
def test_another_site_cannot_act_through_a_players_browser(app: Flask, headers: dict[str, str]) -> None:
    phone = Phone(app)
    code = phone.open("giza", ["Ana", "Bo"])
    answer = phone.client.post(
        f"/t/{code}/enter", data={"kind": "note", "text": "x", "key": "k" * 9}, headers=headers
    )
    assert answer.status_code == 403
    assert phone.version() == 0


def test_a_proxy_that_tells_another_host_is_believed_by_the_address_that_was_set(app: Flask) -> None:
    app.config["PUBLIC_ADDRESS"] = "https://table.example"
    answer = app.test_client().post(
        "/groups", data={"name": "Us"}, headers={"Origin": "https://table.example"}
    )
    assert answer.status_code == 303
