"""A seat comes along to another address: once, soon, and only for whoever had it."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.tables.ports import now
from tests.people import Phone, hosting


@pytest.fixture
def ana(app: Flask) -> Phone:
    return hosting(app, "giza", ["Ana", "Bo"])


def ticket_of(phone: Phone) -> str:
    return str(re.findall(r'data-ticket="([^"]+)"', phone.see().text)[0])


def arrive(client: FlaskClient, code: str, ticket: str) -> int:
    return client.post("/arrive", data={"code": code, "ticket": ticket}).status_code


def test_the_seat_comes_along_and_the_old_link_ends(app: Flask, ana: Phone) -> None:
    there = Phone(app, ana.code)
    assert arrive(there.client, ana.code, ticket_of(ana)) == 200
    assert there.told(ana.code)["you"] == {**there.told(ana.code)["you"], "role": "host", "seat": 0}
    assert there.enter(kind="note", text="tea").status_code == 200
    assert ana.see().status_code == 403


def test_a_ticket_is_good_once(app: Flask, ana: Phone) -> None:
    ticket = ticket_of(ana)
    assert arrive(app.test_client(), ana.code, ticket) == 200
    assert arrive(app.test_client(), ana.code, ticket) == 404


def test_it_is_good_for_its_table_alone_and_cannot_be_made_up(app: Flask, ana: Phone) -> None:
    other = hosting(app, "giza", ["Cy", "Di"])
    ticket = ticket_of(ana)
    link, day, sign = ticket.split(".")
    assert arrive(app.test_client(), other.code, ticket) == 404
    for wrong in (
        "",
        "x",
        f"{int(link) + 1}.{day}.{sign}",
        f"{link}.{int(day) + 1}.{sign}",
        ticket[:-1],
        "é.é.é",
    ):
        assert arrive(app.test_client(), ana.code, wrong) == 404, wrong
    assert ana.see().status_code == 200


def test_it_is_good_for_a_day_or_two(app: Flask, ana: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    day = now().toordinal()
    ticket = ticket_of(ana)

    class Later:
        def toordinal(self) -> int:
            return day + 2

    monkeypatch.setattr("companion.house.address_change.now", Later)
    assert arrive(app.test_client(), ana.code, ticket) == 404


def test_who_sits_there_already_stays_who_it_is(app: Flask, ana: Phone) -> None:
    bo = Phone(app, ana.code)
    bo.sit(ana.code, 1)
    assert arrive(bo.client, ana.code, ticket_of(ana)) == 303
    assert bo.told(ana.code)["you"]["seat"] == 1
    assert ana.see().status_code == 200


def test_nobody_else_is_given_a_ticket(app: Flask, ana: Phone) -> None:
    assert "data-ticket" not in app.test_client().get(f"/j/{ana.code}").text


def test_a_page_that_came_by_number_may_look_for_the_name_and_for_nothing_else(
    app: Flask, ana: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    def policy(host: str) -> str:
        seat = ana.client.get_cookie(f"t-{ana.code}")
        assert seat
        ana.client.set_cookie(f"t-{ana.code}", seat.value, domain=host.split(":")[0])
        told = ana.client.get(f"/t/{ana.code}", base_url=f"http://{host}")
        assert told.status_code == 200
        return told.headers["Content-Security-Policy"]

    assert "connect-src" not in policy("192.168.1.5:8000"), "nothing is published"
    monkeypatch.setattr("companion.house.address_change.published_name", lambda _: "table-7k3q.local")
    assert policy("192.168.1.5:8000").endswith("; connect-src 'self' http://table-7k3q.local:8000")
    assert policy("192.168.1.5").endswith("; connect-src 'self' http://table-7k3q.local")
    for name in ("table-7k3q.local:8000", "tables.example", "localhost:8000"):
        assert "connect-src" not in policy(name), name
