"""Unexpected input: many cookies, superfluous moves, too many streams, and secrets in the cache."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.limits import AddressQuota
from companion.services import services_of, streams_of
from companion.tables.links import resolve_link
from companion.tables.table_store import TableStore
from companion.web.common.page_fragments import ROOT_FRAGMENT_NAME
from companion.web.device import device_tables
from companion.web.table.phone_page import PhonePage
from tests.all_games import on_each_database
from tests.leaks import LeakError, assert_no_secret_stored
from tests.people import Phone, open_as_host


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
