"""Every change of a table reaches its streams, and a page that they update equals one loaded now."""

import re
import threading
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import gevent
import gevent.event
import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.live.hub import StreamEnd, Subscription, Update
from companion.services import services_of, streams_of
from companion.tables.links import get_table_by_code
from companion.tables.state import TableState
from companion.tables.table_store import LogRow
from companion.web.table.phone_page import PhonePage, get_phone_page
from tests.people import Phone, join_table, open_as_host
from tests.web.test_lobby import LobbyTable

PARTIAL_PATTERN = re.compile(
    r'<hx-partial hx-target="#([^"]+)" hx-swap="outerMorph">(.*?)</hx-partial>', re.S
)
KEY_PATTERN = re.compile(r'(name="key" value=")[^"]*')


class StreamedPage:
    """The page of a phone, which only the phone's stream updates."""

    def __init__(self, phone: Phone, shown: str = "", **headers: str) -> None:
        self._phone = phone
        self.page = phone.get_board_html()
        path = f"/t/{phone.code}/stream?shown={shown}"
        answer = phone.client.get(path, headers=headers, buffered=False)
        assert answer.status_code == 200
        self._stream: Iterator[bytes] = answer.iter_encoded()
        self.close = answer.close

    def apply_next_event(self) -> str:
        """Wait for the next event of the stream, and apply it to the page. Return the event as text."""
        event = next(self._stream).decode()
        text = "\n".join(line[6:] for line in event.split("\n") if line.startswith("data: "))
        self.page = apply_partials(self.page, text)
        return event

    def is_up_to_date(self) -> bool:
        return is_same_except_keys(self.page, self._phone.get_board_html())


def is_same_except_keys(page: str, other: str) -> bool:
    return KEY_PATTERN.sub(r"\1", page) == KEY_PATTERN.sub(r"\1", other)


def apply_partials(page: str, text: str) -> str:
    for name, part in PARTIAL_PATTERN.findall(text):
        page = replace_fragment(page, name, part)
    return page


def replace_fragment(page: str, name: str, part: str) -> str:
    [start] = re.finditer(rf'<(\w+)\s[^>]*?\bid="{name}"', page)
    depth = 0
    for tag in re.finditer(rf"<(/?){start[1]}\b", page[start.start() :]):
        depth += -1 if tag[1] else 1
        if depth == 0:
            end = page.index(">", start.start() + tag.start()) + 1
            return page[: start.start()] + part + page[end:]
    raise AssertionError(f"#{name} does not end")


def test_a_phone_that_reconnects_gets_nothing_or_the_whole_page(ana: Phone) -> None:
    first = StreamedPage(ana)
    tag = re.findall(r"^id: (.+)$", first.apply_next_event(), re.M)[0]
    first.close()
    back = StreamedPage(ana, **{"Last-Event-ID": tag})
    heard = back.apply_next_event()
    assert "hx-partial" not in heard
    assert "data: whole" not in heard
    back.close()
    assert ana.enter(move="Play", seat=0, tile="+5", board=0, site=0).status_code == 200
    late = StreamedPage(ana, **{"Last-Event-ID": tag})
    late.page = '<section id="table"></section>'
    assert "event: stream:open\ndata: whole\n" in late.apply_next_event()
    assert late.is_up_to_date()
    late.close()


def test_the_event_id_and_a_header_of_the_page_contain_the_version(ana: Phone) -> None:
    listener = StreamedPage(ana)
    listener.apply_next_event()
    ana.enter(move="Play", seat=0, tile="+5", board=0, site=0)
    assert re.findall(r"^id: (\d+)\.", listener.apply_next_event(), re.M) == ["1"]
    assert ana.get_page(**{"HX-Request": "true"}).headers["X-Version"] == "1"
    listener.close()


def test_a_stream_sends_the_language_that_the_reader_chose(ana: Phone) -> None:
    ana.client.post("/language", data={"language": "de"})
    listener = StreamedPage(ana)
    listener.apply_next_event()
    ana.enter(move="Play", seat=0, tile="+5", board=0, site=0)
    assert "Plättchen" in listener.apply_next_event()
    assert listener.is_up_to_date()
    listener.close()


def test_a_changed_acting_seat_is_sent_by_the_new_stream(app: Flask) -> None:
    ana = open_as_host(app, "cheops_dice", ["Ana", "Bo", "Cy"])
    ana.enter(move="Roll", seat=0, **{"dice[]": ["red"] * 4})
    ana.enter(move="Pass", seat=0)
    ana.client.post(f"/t/{ana.code}/for", data={"seat": "1"})
    first = StreamedPage(ana)
    tag = re.findall(r"^id: (.+)$", first.apply_next_event(), re.M)[0]
    first.close()
    ana.client.post(f"/t/{ana.code}/for", data={"seat": "2"})
    anew = StreamedPage(ana, tag)
    anew.apply_next_event()
    assert anew.is_up_to_date()
    anew.close()


def test_a_stream_begins_with_an_entry_that_another_process_wrote_meanwhile(
    app: Flask, ana: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana.get_board_html()
    here, hub = services_of(app).tables, streams_of(app).hub
    subscribe = hub.subscribe

    def subscribe_late(table_id: int, link_id: int | None = None) -> Subscription:
        row = LogRow(table_id, 1, "note", -1, None, '{"text":"Hello"}', 0, 0, "", "elsewhere", 1)
        assert here.store.append_row(row)
        return subscribe(table_id, link_id)

    monkeypatch.setattr(hub, "subscribe", subscribe_late)
    page = StreamedPage(ana)
    assert 'data-version="1"' not in page.page
    page.apply_next_event()
    assert 'data-version="1"' in page.page
    page.close()


@pytest.mark.parametrize("name", ["Boris", "Bo"])
def test_a_page_is_updated_when_somebody_sits_down(app: Flask, ana: Phone, name: str) -> None:
    page = StreamedPage(ana)
    page.apply_next_event()
    join_table(app, ana.code, 1, name)
    page.apply_next_event()
    assert name in page.page
    assert 'data-phones="2"' in page.page
    assert page.is_up_to_date()
    page.close()


def play_tile(host: Phone, seat: int, tile: str) -> None:
    assert host.enter(move="Play", seat=seat, tile=tile, board=seat, site=0).status_code == 200


@pytest.fixture
def recorded_pages(monkeypatch: pytest.MonkeyPatch) -> list[PhonePage]:
    """Return a list to which each page that a stream renders from now on is added."""
    pages: list[PhonePage] = []

    def record_page(table: TableState, *args: Any) -> PhonePage:
        pages.append(get_phone_page(table, *args))
        return pages[-1]

    monkeypatch.setattr(import_module("companion.web.table.table_stream"), "get_phone_page", record_page)
    return pages


def test_a_slow_phone_gets_only_the_newest_state(
    app: Flask, recorded_pages: list[PhonePage], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.live.streams.HEARTBEAT_SECONDS", 0)
    host = open_as_host(app, "giza", ["Ana", "Bo"])
    behind = StreamedPage(host)
    behind.apply_next_event()
    recorded_pages.clear()
    play_tile(host, 0, "+5")
    play_tile(host, 1, "+4")
    behind.apply_next_event()
    assert behind.is_up_to_date()
    assert "stream:alive" in behind.apply_next_event()
    assert [page.tag.split(".")[0] for page in recorded_pages] == ["2"]
    behind.close()


def test_a_subscription_keeps_only_the_newest_update_and_nothing_after_its_end() -> None:
    subscription = Subscription()
    for update in (Update(2, people_changed=True), Update(3), Update(1)):
        subscription.put(update)
    assert [subscription.get(0), subscription.get(0)] == [Update(3, people_changed=True), None]
    for last in (Update(4), StreamEnd.REVOKED, Update(5)):
        subscription.put(last)
    assert [subscription.get(0), subscription.get(0)] == [StreamEnd.REVOKED, None]


def test_health_shows_how_long_the_oldest_update_has_waited(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 10.0
    monkeypatch.setattr("companion.live.hub.time", SimpleNamespace(monotonic=lambda: now))
    hub, health = streams_of(app).hub, app.test_client()
    slow, fast = hub.subscribe(1), hub.subscribe(2)
    hub.publish(1, Update(1))
    now = 10.5
    hub.publish(1, Update(2))
    hub.publish(2, Update(1))
    now = 11.0
    assert health.get("/healthz").get_json()["behind_ms"] == 1000
    slow.get(0)
    assert health.get("/healthz").get_json()["behind_ms"] == 500
    fast.get(0)
    assert health.get("/healthz").get_json()["behind_ms"] == 0


def test_an_entry_is_answered_before_pages_are_rendered(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting = SimpleNamespace(Lock=threading.Lock, Event=gevent.event.Event)
    monkeypatch.setattr("companion.live.hub.threading", waiting)
    monkeypatch.setattr(time, "sleep", gevent.sleep)
    host, order = open_as_host(app, "giza", ["Ana", "Bo"]), list[str]()
    phone = StreamedPage(host)
    phone.apply_next_event()

    def apply_next_event() -> None:
        phone.apply_next_event()
        order.append("phone")

    listening = gevent.spawn(apply_next_event)
    gevent.idle()
    play_tile(host, 0, "+5")
    order.append("answer")
    listening.join()
    assert order == ["answer", "phone"]
    phone.close()


Action = Callable[[Phone, Phone], TestResponse]
LOBBY_ACTIONS: dict[str, Action] = {
    "name": lambda host, bo: host.client.post(f"/t/{host.code}/lobby/seats/2", data={"name": "Eve"}),
    "settings": lambda host, bo: host.call("POST", "/lobby/settings", {"options": {}, "first": 1}),
    "start": lambda host, bo: host.call("POST", "/lobby/start"),
    "another seat": lambda host, bo: Phone(host.client.application).sit(host.code, 2, "Fay"),
    "newcomer": lambda host, bo: host.client.post(f"/t/{host.code}/guide?seat=1", data={"on": "yes"}),
    "step": lambda host, bo: bo.call(
        "POST", "/set-up", {"step": bo.call("GET", "/set-up").json["steps"][0]["mark"]}
    ),
    "request in the lobby": lambda host, bo: bo.client.post(f"/t/{bo.code}/requests/host"),
}
TABLE_ACTIONS: dict[str, Action] = {
    "entry": lambda host, bo: host.enter(move="Play", seat=0, tile="+5", board=0, site=0),
    "guide": lambda host, bo: bo.client.post(f"/t/{bo.code}/guide", data={"on": "yes"}),
    "request": lambda host, bo: bo.client.post(f"/t/{bo.code}/requests/host"),
    "hosting": lambda host, bo: host.client.post(f"/t/{host.code}/seats/1/host"),
    "leaving": lambda host, bo: bo.client.post(f"/t/{bo.code}/leave"),
    "deletion": lambda host, bo: host.call("DELETE", ""),
}


@pytest.mark.parametrize("name", [*LOBBY_ACTIONS, *TABLE_ACTIONS])
def test_every_change_reaches_open_streams(app: Flask, name: str) -> None:
    table = LobbyTable(app, seats=3)
    bo = table.join_guest(1, "Bo")
    if name in TABLE_ACTIONS:
        table.change("start")
    with app.app_context():
        table_id = get_table_by_code(services_of(app).tables.store, table.code).id
    subscription = streams_of(app).hub.subscribe(table_id)
    phones = table.host, bo, join_table(app, table.code)
    assert subscription.get(0) is not None
    before = [phone.get_page(**{"HX-Request": "true"}) for phone in phones]
    response = (LOBBY_ACTIONS | TABLE_ACTIONS)[name](table.host, bo)
    assert response.status_code < 400
    assert subscription.get(0) is not None
    for phone, old in zip(phones, before, strict=True):
        new = phone.get_page(**{"HX-Request": "true"})
        is_sent = new.headers.get("ETag") != old.headers["ETag"]
        assert is_sent or is_same_except_keys(new.text, old.text)
