"""What a phone is offered to trust, and what is said of it."""

import plistlib
from pathlib import Path

import pytest
from cryptography import x509
from flask import Flask
from flask.testing import FlaskClient

from companion.house.authority import Authority
from companion.house.authority_folder import authority_folder
from companion.house.running import house_of
from companion.web.plumbing.qr import full_url


@pytest.fixture
def authority(app: Flask, tmp_path: Path) -> Authority:
    made = Authority.load_or_make(authority_folder(tmp_path))
    house_of(app).authority = made
    return made


def test_without_an_authority_nothing_is_offered(client: FlaskClient) -> None:
    assert "/trust" not in client.get("/").text


def test_both_files_hold_the_one_certificate(authority: Authority, client: FlaskClient) -> None:
    plain = client.get("/trust/house.crt")
    assert plain.mimetype == "application/x-x509-ca-cert"
    assert x509.load_der_x509_certificate(plain.data) == authority.root
    profile = client.get("/trust/house.mobileconfig")
    assert profile.mimetype == "application/x-apple-aspen-config"
    told = plistlib.loads(profile.data)
    assert told["PayloadContent"][0]["PayloadContent"] == plain.data
    again = plistlib.loads(client.get("/trust/house.mobileconfig").data)
    assert again["PayloadUUID"] == told["PayloadUUID"] != told["PayloadContent"][0]["PayloadUUID"]


@pytest.mark.parametrize(
    ("agent", "opened"),
    [("iPhone", "iPhone, iPad"), ("Android", "Android"), ("Windows", "Windows"), ("X11; Linux", "Linux")],
)
def test_the_steps_of_the_phone_that_asks_are_open(
    authority: Authority, client: FlaskClient, agent: str, opened: str
) -> None:
    text = client.get("/trust", headers={"User-Agent": f"Mozilla/5.0 ({agent})"}).text
    assert text.count('<details name="platform" open>') == 1
    assert f'<details name="platform" open><summary>{opened}</summary>' in text


def test_the_page_shows_no_check_sign_as_whoever_forged_it_would(
    authority: Authority, client: FlaskClient
) -> None:
    """It is compared with the host's screen, and with nothing that came over the same line."""
    text = client.get("/trust").text
    assert authority.sign not in text
    assert authority.sign.replace("·", "") not in text


def test_the_page_may_ask_its_own_host_by_https_and_nobody_else(
    authority: Authority, client: FlaskClient
) -> None:
    answer = client.get("/trust", base_url="http://192.168.1.5:8000")
    policy = answer.headers["Content-Security-Policy"]
    assert policy.endswith("; connect-src 'self' https://192.168.1.5:8000")
    assert f"https://{authority.name}:8000" in answer.text


@pytest.mark.parametrize("then", ["https://other.example/", "//other.example/", "/\\other.example"])
def test_it_leads_on_within_the_house_alone(authority: Authority, client: FlaskClient, then: str) -> None:
    text = client.get("/trust", query_string={"next": then}).text
    assert 'data-next="/"' in text
    assert 'href="https://localhost/"' in text


def test_a_guest_is_led_by_http_whoever_shows_the_code(authority: Authority, app: Flask) -> None:
    with app.test_request_context("/", base_url="https://192.168.1.5:8000"):
        assert full_url("/j/ABCDEF") == "http://192.168.1.5:8000/j/ABCDEF"
