"""What a phone shows after what its stream told it is what a fresh load shows."""

import re
import threading
import time
from collections.abc import Iterator
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import gevent
import gevent.event
import pytest
from flask import Flask

from companion.live.hub import End, Subscription, Update
from companion.services import streams_of
from companion.tables.state import TableState
from companion.web.table.phone_page import PhonePage, page_of
from tests.people import Phone, hosting

PARTIAL = re.compile(r'<hx-partial hx-target="#([^"]+)" hx-swap="outerMorph">(.*?)</hx-partial>', re.S)
KEY = re.compile(r'(name="key" value=")[^"]*')


class Listener:
    """A phone's page of its table, kept in step by the stream alone."""

    def __init__(self, phone: Phone, shown: str = "", **headers: str) -> None:
        self._phone = phone
        self.page = phone.board()
        path = f"/t/{phone.code}/stream?shown={shown}"
        answer = phone.client.get(path, headers=headers, buffered=False)
        assert answer.status_code == 200
        self._stream: Iterator[bytes] = answer.iter_encoded()
        self.close = answer.close

    def hear(self) -> str:
        """The next message; the page then shows it."""
        told = next(self._stream).decode()
        text = "\n".join(line[6:] for line in told.split("\n") if line.startswith("data: "))
        self.page = changed(self.page, text)
        return told

    def shows_what_is(self) -> bool:
        return same(self.page, self._phone.board())


def same(page: str, other: str) -> bool:
    return KEY.sub(r"\1", page) == KEY.sub(r"\1", other)


def changed(page: str, text: str) -> str:
    for name, part in PARTIAL.findall(text):
        page = replaced(page, name, part)
    return page


def replaced(page: str, name: str, part: str) -> str:
    [start] = re.finditer(rf'<(\w+)\s[^>]*?\bid="{name}"', page)
    depth = 0
    for tag in re.finditer(rf"<(/?){start[1]}\b", page[start.start() :]):
        depth += -1 if tag[1] else 1
        if depth == 0:
            end = page.index(">", start.start() + tag.start()) + 1
            return page[: start.start()] + part + page[end:]
    raise AssertionError(f"#{name} does not end")


def test_a_phone_that_comes_back_is_told_nothing_or_everything(app: Flask) -> None:
    ana = hosting(app, "giza", ["Ana", "Bo"])
    first = Listener(ana)
    tag = re.findall(r"^id: (.+)$", first.hear(), re.M)[0]
    first.close()
    back = Listener(ana, **{"Last-Event-ID": tag})
    heard = back.hear()
    assert "hx-partial" not in heard
    assert "data: whole" not in heard
    back.close()
    assert ana.enter(move="Play", seat=0, tile="+5", board=0, site=0).status_code == 200
    late = Listener(ana, **{"Last-Event-ID": tag})
    late.page = '<section id="table"></section>'
    assert "event: stream:open\ndata: whole\n" in late.hear()
    assert late.shows_what_is()
    late.close()


def test_the_version_is_in_the_id_of_an_event_and_in_a_header_of_the_page(app: Flask) -> None:
    ana = hosting(app, "giza", ["Ana", "Bo"])
    listener = Listener(ana)
    listener.hear()
    ana.enter(move="Play", seat=0, tile="+5", board=0, site=0)
    assert re.findall(r"^id: (\d+)\.", listener.hear(), re.M) == ["1"]
    assert ana.get_page(**{"HX-Request": "true"}).headers["X-Version"] == "1"
    listener.close()


def test_for_whom_a_phone_enters_is_drawn_by_the_stream_that_it_opens_anew(app: Flask) -> None:
    ana = hosting(app, "cheops_dice", ["Ana", "Bo", "Cy"])
    ana.enter(move="Roll", seat=0, **{"dice[]": ["red"] * 4})
    ana.enter(move="Pass", seat=0)
    ana.client.post(f"/t/{ana.code}/for", data={"seat": "1"})
    first = Listener(ana)
    tag = re.findall(r"^id: (.+)$", first.hear(), re.M)[0]
    first.close()
    ana.client.post(f"/t/{ana.code}/for", data={"seat": "2"})
    anew = Listener(ana, tag)
    anew.hear()
    assert anew.shows_what_is()
    anew.close()


@pytest.mark.parametrize("name", ["Boris", "Bo"])
def test_who_sits_down_is_told_to_the_page(app: Flask, name: str) -> None:
    ana, bo = Phone(app), Phone(app)
    code = ana.open("giza", ["Ana", "Bo"])
    page = Listener(ana)
    page.hear()
    bo.sit(code, 1, name)
    page.hear()
    assert name in page.page
    assert 'data-phones="2"' in page.page
    assert page.shows_what_is()
    page.close()


def test_a_stream_has_no_request_that_templates_could_ask(app: Flask) -> None:
    with app.app_context():
        app.update_template_context({})


def play(host: Phone, seat: int, tile: str) -> None:
    assert host.enter(move="Play", seat=seat, tile=tile, board=seat, site=0).status_code == 200


@pytest.fixture
def pages(monkeypatch: pytest.MonkeyPatch) -> list[PhonePage]:
    """The pages that streams ask for from now on."""
    asked: list[PhonePage] = []

    def draw(table: TableState, *args: Any) -> PhonePage:
        asked.append(page_of(table, *args))
        return asked[-1]

    monkeypatch.setattr(import_module("companion.web.table.listener"), "page_of", draw)
    return asked


def test_a_phone_that_is_behind_gets_the_newest_state_alone(
    app: Flask, pages: list[PhonePage], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.live.streams.HEARTBEAT_SECONDS", 0)
    host = hosting(app, "giza", ["Ana", "Bo"])
    behind = Listener(host)
    behind.hear()
    pages.clear()
    play(host, 0, "+5")
    play(host, 1, "+4")
    behind.hear()
    assert behind.shows_what_is()
    assert "stream:alive" in behind.hear()
    assert [page.tag.split(".")[0] for page in pages] == ["2"]
    behind.close()


def test_a_subscription_keeps_the_newest_update_and_nothing_after_an_end() -> None:
    subscription = Subscription()
    for update in (Update(2, people_changed=True), Update(3), Update(1)):
        subscription.put(update)
    assert [subscription.get(0), subscription.get(0)] == [Update(3, people_changed=True), None]
    for last in (Update(4), End.REVOKED, Update(5)):
        subscription.put(last)
    assert [subscription.get(0), subscription.get(0)] == [End.REVOKED, None]


def test_health_shows_how_long_the_oldest_unsent_update_has_waited(
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


def test_phones_that_see_the_same_share_one_page(app: Flask, pages: list[PhonePage]) -> None:
    host, watchers = hosting(app, "giza", ["Ana", "Bo"]), [Phone(app) for _ in range(12)]
    for watcher in watchers:
        watcher.watch(host.code)
    listeners = [Listener(watcher) for watcher in watchers]
    for each in listeners:
        each.hear()
    pages.clear()
    play(host, 0, "+5")
    told = {each.hear() for each in listeners}
    assert len(pages) == 12
    assert len({id(page) for page in pages}) == len(told) == 1
    for each in listeners:
        each.close()


def test_whoever_enters_has_the_answer_before_a_page_is_drawn(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In greenlets, as the server runs requests and streams."""
    waiting = SimpleNamespace(Lock=threading.Lock, Event=gevent.event.Event)
    monkeypatch.setattr("companion.live.hub.threading", waiting)
    monkeypatch.setattr(time, "sleep", gevent.sleep)
    host, order = hosting(app, "giza", ["Ana", "Bo"]), list[str]()
    phone = Listener(host)
    phone.hear()

    def hear() -> None:
        phone.hear()
        order.append("phone")

    hearing = gevent.spawn(hear)
    gevent.idle()
    play(host, 0, "+5")
    order.append("answer")
    hearing.join()
    assert order == ["answer", "phone"]
    phone.close()
