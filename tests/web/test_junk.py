"""Junk in addresses: a clear answer, never a fault. In forms it is thrown by tests/hostile/test_junk.py."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.conftest import settings as settings_of
from tests.conftest import standing
from tests.people import Phone


@pytest.mark.parametrize("junk", ["9" * 5000, "99999999999999999999", "-1", "x"])
def test_no_number_in_an_address_or_a_form_breaks(app: Flask, junk: str) -> None:
    phone = Phone(app)
    code = phone.open("giza", ["x", "y"])
    for path in (f"/t/{code}/seats/{junk}/invite", f"/t/{code}/seats/{junk}/free"):
        assert phone.client.post(path).status_code == 404
    assert phone.client.get(f"/t/{code}/change/{junk}").status_code == 404
    for path in (f"/t/{code}/log?seat={junk}", f"/open/giza?seats={junk}"):
        assert phone.client.get(path).status_code == 200
    phone.enter_for(junk)
    assert phone.see().status_code == 200
    assert phone.client.post(f"/j/{code}", data={"seat": junk}).status_code == 400


def test_codes_cannot_be_tried_out(app: Flask) -> None:
    file = app.config["SQLALCHEMY_DATABASE_URI"].removeprefix("sqlite:///")
    limited = {**settings_of(file), "RATELIMIT_ENABLED": True, "JOIN_LIMIT": "3 per minute"}
    with standing(limited) as app:
        client = app.test_client()
        for path in ("/t/AAAA{}", "/t/AAAA{}/events", "/j/AAAA{}", "/api/v1/tables/AAAA{}"):
            for limiter in app.extensions["limiter"]:
                limiter.reset()
            answers = [client.get(path.format(last)).status_code for last in "23456"]
            assert answers == [404, 404, 404, 429, 429], path
