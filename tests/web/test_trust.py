"""The pages about the local certificate, and moving a phone's seat to another address."""

import plistlib
import re
from datetime import timedelta
from pathlib import Path

import pytest
from cryptography import x509
from flask import Flask
from flask.testing import FlaskClient

from companion.lan.data_folder import ca_folder
from companion.lan.host import get_lan_hosting
from companion.lan.local_ca import LocalCA
from companion.tables.table_store import utc_now
from companion.web.common.http import full_url
from tests.people import Phone, join_table, open_as_host


@pytest.fixture
def local_ca(app: Flask, tmp_path: Path) -> LocalCA:
    ca = LocalCA.load_or_create(ca_folder(tmp_path))
    get_lan_hosting(app).local_ca = ca
    return ca


def test_without_a_local_ca_nothing_is_offered(client: FlaskClient) -> None:
    assert "/trust" not in client.get("/").text


@pytest.mark.parametrize(
    ("address", "door"),
    [
        ("http://localhost:8000", "/pocket/"),
        ("https://192.0.2.7:8443", "/pocket/"),
        ("http://192.0.2.7:8000", "/trust"),
    ],
)
def test_the_home_page_has_one_link_to_offline_play(
    app: Flask, local_ca: LocalCA, address: str, door: str
) -> None:
    app.context_processor(lambda: {"has_offline_bundle": True})
    page = app.test_client().get("/", base_url=address).text
    assert re.findall(r'href="(/pocket/|/trust)"', page) == [door]


def test_both_files_contain_the_same_certificate(local_ca: LocalCA, client: FlaskClient) -> None:
    plain = client.get("/trust/house.crt")
    assert plain.mimetype == "application/x-x509-ca-cert"
    assert x509.load_der_x509_certificate(plain.data) == local_ca.root
    profile = client.get("/trust/house.mobileconfig")
    assert profile.mimetype == "application/x-apple-aspen-config"
    content = plistlib.loads(profile.data)
    assert content["PayloadContent"][0]["PayloadContent"] == plain.data
    again = plistlib.loads(client.get("/trust/house.mobileconfig").data)
    assert again["PayloadUUID"] == content["PayloadUUID"] != content["PayloadContent"][0]["PayloadUUID"]


@pytest.mark.parametrize(
    ("agent", "opened"),
    [("iPhone", "iPhone, iPad"), ("Android", "Android"), ("Windows", "Windows"), ("X11; Linux", "Linux")],
)
def test_the_steps_for_this_kind_of_phone_are_open(
    local_ca: LocalCA, client: FlaskClient, agent: str, opened: str
) -> None:
    text = client.get("/trust", headers={"User-Agent": f"Mozilla/5.0 ({agent})"}).text
    assert text.count('<details name="platform" open>') == 1
    assert f'<details name="platform" open><summary>{opened}</summary>' in text


def test_the_page_does_not_show_the_fingerprint(local_ca: LocalCA, client: FlaskClient) -> None:
    """Users must compare it with the host's screen, as a forged page would show its own."""
    text = client.get("/trust").text
    assert local_ca.fingerprint not in text
    assert local_ca.fingerprint.replace("·", "") not in text


def test_the_page_can_connect_only_to_its_own_host_by_https(local_ca: LocalCA, client: FlaskClient) -> None:
    answer = client.get("/trust", base_url="http://192.168.1.5:8000")
    policy = answer.headers["Content-Security-Policy"]
    assert policy.endswith("; connect-src 'self' https://192.168.1.5:8000")
    assert f"https://{local_ca.name}:8000" in answer.text


def test_join_links_use_http(local_ca: LocalCA, app: Flask) -> None:
    with app.test_request_context("/", base_url="https://192.168.1.5:8000"):
        assert full_url("/j/ABCDEF") == "http://192.168.1.5:8000/j/ABCDEF"


def get_ticket(phone: Phone) -> str:
    return str(re.findall(r'data-ticket="([^"]+)"', phone.get_page().text)[0])


def use_ticket(client: FlaskClient, code: str, ticket: str) -> int:
    return client.post("/arrive", data={"code": code, "ticket": ticket}).status_code


def test_a_ticket_moves_the_seat_and_ends_the_old_link(app: Flask, ana: Phone) -> None:
    there = Phone(app, ana.code)
    assert use_ticket(there.client, ana.code, get_ticket(ana)) == 200
    you = there.get_table_json()["you"]
    assert (you["role"], you["seat"]) == ("host", 0)
    assert there.enter(kind="note", text="tea").status_code == 200
    assert ana.get_page().status_code == 403


def test_a_ticket_can_be_used_once(app: Flask, ana: Phone) -> None:
    ticket = get_ticket(ana)
    assert use_ticket(app.test_client(), ana.code, ticket) == 200
    assert use_ticket(app.test_client(), ana.code, ticket) == 404


def test_a_ticket_is_valid_for_one_table_and_cannot_be_forged(app: Flask, ana: Phone) -> None:
    other = open_as_host(app, "giza", ["Cy", "Di"])
    ticket = get_ticket(ana)
    read, sign = ticket.split(".")
    assert use_ticket(app.test_client(), other.code, ticket) == 404
    for wrong in ("", "x", f"{get_ticket(other).split('.')[0]}.{sign}", f"{read}.", ticket[:-1], "é.é.é"):
        assert use_ticket(app.test_client(), ana.code, wrong) == 404, wrong
    assert ana.get_page().status_code == 200


def test_a_ticket_expires_after_two_days(app: Flask, ana: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    ticket, later = get_ticket(ana), utc_now() + timedelta(days=2)
    monkeypatch.setattr("companion.lan.address_change.utc_now", lambda: later)
    assert use_ticket(app.test_client(), ana.code, ticket) == 404


def test_a_ticket_changes_nothing_for_a_phone_at_the_table(app: Flask, ana: Phone) -> None:
    bo = join_table(app, ana.code, 1)
    assert use_ticket(bo.client, ana.code, get_ticket(ana)) == 303
    assert bo.get_table_json(ana.code)["you"]["seat"] == 1
    assert ana.get_page().status_code == 200


def test_only_members_get_a_ticket(app: Flask, ana: Phone) -> None:
    assert "data-ticket" not in app.test_client().get(f"/j/{ana.code}").text


def test_a_page_opened_by_ip_address_can_connect_only_to_the_mdns_name(
    app: Flask, ana: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    def get_policy(host: str) -> str:
        seat = ana.client.get_cookie(f"t-{ana.code}")
        assert seat
        ana.client.set_cookie(f"t-{ana.code}", seat.value, domain=host.split(":")[0])
        response = ana.client.get(f"/t/{ana.code}", base_url=f"http://{host}")
        assert response.status_code == 200
        return response.headers["Content-Security-Policy"]

    assert "connect-src" not in get_policy("192.168.1.5:8000"), "nothing is published"
    monkeypatch.setattr(
        "companion.lan.address_change.wait_for_published_name", lambda _: "table-7k3q.local"
    )
    assert get_policy("192.168.1.5:8000").endswith("; connect-src 'self' http://table-7k3q.local:8000")
    assert get_policy("192.168.1.5").endswith("; connect-src 'self' http://table-7k3q.local")
    for name in ("table-7k3q.local:8000", "tables.example", "localhost:8000"):
        assert "connect-src" not in get_policy(name), name
