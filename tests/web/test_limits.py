"""Input that is too large, superfluous or contains markup gets a clear answer, and nothing is lost."""

import json

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

from companion.exports import table_file
from companion.limits import AddressQuota, rate_limits
from companion.services import services_of, streams_of
from companion.store.sql_store import SqlTableStore
from companion.tables import seating, writing
from companion.tables.links import resolve_link
from companion.tables.table_store import StoreError, TableStore
from companion.web.common.page_fragments import ROOT_FRAGMENT_NAME
from companion.web.device import device_tables
from companion.web.table.phone_page import PhonePage
from tests.all_games import on_each_database
from tests.exports.test_exports import make_table_file
from tests.forms import parse_forms
from tests.leaks import LeakError, assert_no_secret_stored
from tests.people import Phone, open_as_host

NAME_WITH_MARKUP = "<script>alert(1)</script>\"'&"


def test_a_body_that_is_too_large_is_refused_by_pages_and_api(app: Flask) -> None:
    client = app.test_client()
    large = "x" * 300_000
    page = client.post("/open/giza", data={"name": large})
    assert (page.status_code, "too large" in page.text) == (413, True)
    by_api = client.post("/api/v1/tables", json={"game": large})
    assert (by_api.status_code, by_api.get_json()["error"]["code"]) == (413, "table.too_large")


def test_only_imports_accept_larger_bodies_up_to_their_limit(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_file, "MAX_FILE_BYTES", 400_000)
    client = app.test_client()
    assert client.post("/import", data={"text": "x" * 300_000}).status_code == 400
    assert client.post("/import", data={"text": "x" * 500_000}).status_code == 413


def create_viewer(phone: Phone, code: str) -> int:
    return phone.client.post(f"/api/v1/tables/{code}/seats", json={}).status_code


def test_viewers_are_limited_per_address_but_seats_are_not(
    limited_app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rate_limits, "VIEWER_LINKS_RATE", "4 per hour")
    host = open_as_host(limited_app, "giza", ["Ana", "Bo"])
    assert [Phone(limited_app).watch(host.code).status_code for _ in range(2)] == [303, 303]
    assert [create_viewer(Phone(limited_app), host.code) for _ in range(3)] == [201, 201, 429]
    refused = Phone(limited_app).watch(host.code)
    assert (refused.status_code, 0 < int(refused.headers["Retry-After"]) <= 3600) == (429, True)
    assert Phone(limited_app).sit(host.code, 1).status_code == 303
    other = open_as_host(limited_app, "giza", ["Ana", "Bo"])
    assert create_viewer(Phone(limited_app), other.code) == 201


def test_a_table_has_a_maximum_of_viewers_that_the_host_can_end(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seating, "MAX_VIEWERS", 3)
    host = open_as_host(app, "giza", ["Ana", "Bo"])
    screens = [Phone(app) for _ in range(4)]
    assert [phone.watch(host.code).status_code for phone in screens] == [303, 303, 303, 403]
    assert "No more screens can watch this table" in screens[3].watch(host.code).text
    assert host.call("POST", "/viewers").status_code == 403
    assert screens[0].watch(host.code).status_code == 303, "it watches already"
    host.client.post(f"/t/{host.code}/seats/viewers/end")
    assert Phone(app).watch(host.code).status_code == 303


@pytest.mark.parametrize("bound", ["IMPORTS_RATE", "TOTAL_IMPORTS_RATE"])
def test_imports_are_limited_by_their_size(
    limited_app: Flask, monkeypatch: pytest.MonkeyPatch, bound: str
) -> None:
    file = json.dumps(make_table_file("giza", "last_tile"))
    monkeypatch.setattr(rate_limits, "IMPORT_UNIT_BYTES", len(file))
    monkeypatch.setattr(rate_limits, bound, "7 per day")
    statuses = [
        Phone(limited_app).client.post("/import", data={"text": file}).status_code for _ in range(4)
    ]
    assert statuses == [303, 303, 303, 429]
    by_api = Phone(limited_app).client.post("/api/v1/tables/import", json=json.loads(file))
    assert by_api.status_code == 429


def test_reported_sentences_are_limited_per_address(limited_app: Flask) -> None:
    remarks = [Phone(limited_app).client.post("/sentence", data={"sentence": f"Nr {n}"}) for n in range(12)]
    assert [answer.status_code for answer in remarks] == [200] * 10 + [429] * 2


def test_a_full_log_refuses_entries(ana: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    assert ana.enter(kind="note", text="one").status_code == 200
    monkeypatch.setattr(writing, "MAX_ENTRIES", 1)
    answer = ana.enter(kind="note", text="two")
    assert (answer.status_code, "full" in answer.text) == (400, True)
    assert ana.get_version() == 1


def test_a_note_has_a_maximum_length(ana: Phone) -> None:
    assert ana.enter(kind="note", text="x" * (writing.MAX_NOTE_LENGTH + 1)).status_code == 400
    assert ana.get_version() == 0


def test_a_note_cannot_change_the_direction_of_the_log(ana: Phone) -> None:
    assert ana.enter(kind="note", text="left \u202ethgir\u2069\n now").status_code == 200
    page = ana.get_page("/log").text
    assert "left thgir now" in page
    assert not set("\u202e\u2069") & set(page)


def test_an_outdated_join_page_takes_nobodys_seat(app: Flask) -> None:
    host, zoe = Phone(app), Phone(app)
    code = host.client.post("/open/giza", data={"seats": "3", "host": "Ana"}).headers["Location"][3:]
    host.client.post(f"/t/{code}/lobby/seats/2", data={"name": "Oma"})
    (form,) = [
        one for one in parse_forms(zoe.client.get(f"/j/{code}").text) if "shown" in one.list_field_names()
    ]
    host.client.post(f"/t/{code}/lobby/start")
    assert host.get_table_json(code)["names"] == ["Ana", "Oma"]
    late = zoe.client.post(f"/j/{code}", data=MultiDict([*form.list_default_pairs(), ("seat", "1")]))
    assert late.headers["Location"] == f"/j/{code}?again=1"
    assert host.get_table_json(code)["names"] == ["Ana", "Oma"]
    door = zoe.client.get(late.headers["Location"]).text
    assert "The seats have changed in the meantime. Choose again." in door
    for taken_or_gone in ("0", "2"):
        answer = zoe.client.post(f"/j/{code}", data={"seat": taken_or_gone})
        assert answer.headers["Location"] == f"/j/{code}?again=1"
    by_api = zoe.client.post(f"/api/v1/tables/{code}/seats", json={"seat": 1, "name": "Zoe", "shown": ""})
    assert (by_api.status_code, by_api.get_json()["error"]["code"]) == (403, "table.seats_moved")


def test_names_and_notes_are_escaped(app: Flask) -> None:
    phone = open_as_host(app, "giza", [NAME_WITH_MARKUP, "Bo"])
    phone.enter(kind="note", text=NAME_WITH_MARKUP)
    group = phone.client.post("/groups", data={"name": NAME_WITH_MARKUP}).headers["Location"]
    names = [NAME_WITH_MARKUP, "Bo"]
    play = {"game": "giza", "day": "2026-01-01", "place": NAME_WITH_MARKUP, "name": names}
    evenings = phone.client.post(f"{group}/plays", data={**play, "points": ["1", "2"]}).headers["Location"]
    of_group = group, evenings, f"{group}/plays", f"{group}/merge", "/open/giza", "/groups"
    pages = [phone.get_page(path) for path in ("", "/log", "/seats", "/scores", "/share", "/result.svg")]
    for page in (*pages, *map(phone.client.get, ("/", *of_group))):
        assert page.status_code == 200
        assert "<script>alert" not in page.text
    assert "&lt;script&gt;alert(1)" in phone.get_page("/log").text


def test_the_configured_public_address_is_an_allowed_origin_and_in_every_link(app: Flask) -> None:
    app.config["PUBLIC_ADDRESS"] = "https://table.example"
    host = open_as_host(app, "giza", ["Ana", "Bo"])
    assert f"https://table.example/j/{host.code}" in host.get_page("/seats").text
    answer = app.test_client().post(
        "/groups", data={"name": "Us"}, headers={"Origin": "https://table.example"}
    )
    assert answer.status_code == 303


def test_the_home_page_reads_a_limited_number_of_cookies(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[str] = []

    def record_and_resolve(store: TableStore, code: str, secret: str | None) -> object:
        looks.append(code)
        return resolve_link(store, code, secret)

    monkeypatch.setattr(device_tables, "resolve_link", record_and_resolve)
    cookies = "; ".join(f"t-{n:06X}=x" for n in range(5000))
    assert app.test_client(use_cookies=False).get("/", headers={"Cookie": cookies}).status_code == 200
    assert 0 < len(looks) <= 2 * device_tables.MAX_TABLES + 1, "those shown, and those to let go of"


@on_each_database
@pytest.mark.parametrize("move", ["a\0b", "x" * 32], ids=["NUL", "long"])
@pytest.mark.parametrize("kind", ["note", "undo", "count"])
def test_a_move_sent_with_an_entry_of_another_kind_is_not_stored(app: Flask, kind: str, move: str) -> None:
    phone = open_as_host(app, "cheops_catan", ["Ana", "Bo", "Cy"])
    phone.enter(kind="move", seat=0, move="Found")
    entry = {"kind": kind, "move": move, "text": "x", "key": f"key-{kind}-0001"}
    answer = phone.call("POST", "/entries", entry)
    assert answer.status_code == 201, answer.text


def open_stream(client: FlaskClient, code: str) -> int:
    answer = client.get(f"/t/{code}/events", buffered=False)
    if answer.status_code == 200:
        next(iter(answer.response))
    return answer.status_code


@pytest.fixture
def app_with_few_streams(app: Flask) -> Flask:
    """Return an app that allows two streams per address and five in all."""
    streams_of(app).quota = AddressQuota(2, 5)
    return app


def test_streams_are_limited_per_address_and_network(app_with_few_streams: Flask) -> None:
    phone = Phone(app_with_few_streams)
    code = phone.open("giza", ["Ana", "Bo"])
    statuses = []
    for address in ("192.0.2.7", "192.0.2.7", "192.0.2.7", "2001:db8::1", "2001:db8::2", "2001:db8::3",
                    "192.0.2.8", "192.0.2.9"):  # fmt: skip
        phone.client.environ_base["REMOTE_ADDR"] = address
        statuses.append(open_stream(phone.client, code))
    assert statuses == [200, 200, 429, 200, 200, 429, 200, 429]
    assert int(phone.get_page("/events").headers["Retry-After"]) > 0


def test_a_stream_that_fails_at_its_start_frees_its_place(
    app_with_few_streams: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = Phone(app_with_few_streams)
    code = phone.open("giza", ["Ana", "Bo"])

    def fail(*_: object) -> None:
        raise StoreError("locked")

    with monkeypatch.context() as patch:
        patch.setattr(SqlTableStore, "latest_entry", fail)
        assert [open_stream(phone.client, code) for _ in range(3)] == [503] * 3
    assert open_stream(phone.client, code) == 200


def test_a_closed_stream_frees_its_place(app_with_few_streams: Flask) -> None:
    phone = Phone(app_with_few_streams)
    code = phone.open("giza", ["Ana", "Bo"])
    for _ in range(5):
        answer = phone.client.get(f"/t/{code}/events", buffered=False)
        assert answer.status_code == 200
        answer.close()
    assert streams_of(app_with_few_streams).hub.stream_count() == 0


def test_a_secret_in_a_cached_page_is_found(app: Flask) -> None:
    phone = open_as_host(app, "giza", ["Ana", "Bo"])
    cookie = phone.client.get_cookie(f"t-{phone.code}")
    assert cookie is not None
    pages = services_of(app).pages
    pages.put((phone.code, "0.0"), PhonePage("0.0", {ROOT_FRAGMENT_NAME: f"<p>{cookie.value}</p>"}, None))
    with pytest.raises(LeakError, match="a cached page"):
        assert_no_secret_stored(app)
    pages.clear()
