"""A browser that stores no cookies gets no seat, and the page says the reason."""

import json
import re
from collections.abc import Mapping

import pytest
from flask import Flask
from sqlalchemy import text

from companion.store import db
from companion.web.device.device_cookies import SEAT_ENDPOINTS
from tests.exports.test_exports import make_table_file
from tests.people import Phone, open_as_host

OWN_FORM_HEADERS = {"Origin": "http://localhost"}


def make_seat_requests(ana: Phone) -> Mapping[str, tuple[str, dict[str, str]]]:
    """Return, by endpoint, (path, form) of a request that gives its sender a seat."""
    ticket = re.findall(r'data-ticket="([^"]+)"', ana.get_page().text)[0]
    return {
        "joining.sit_down": (f"/j/{ana.code}", {"seat": "1", "name": "Bo"}),
        "joining.ask_for_seat": (f"/j/{ana.code}/ask", {"seat": "0"}),
        "joining.accept_invitation": (ana.make_invitation(1), {}),
        "home.open_new_table": ("/open/giza", {"seats": "2", "host": "Bo"}),
        "recorded_plays.start_practice_table": ("/watch/giza/last_tile", {"step": "2"}),
        "exports.import_uploaded_table": (
            "/import",
            {"text": json.dumps(make_table_file("giza", "last_tile"))},
        ),
        "address_change.arrive": ("/arrive", {"code": ana.code, "ticket": ticket}),
    }


def read_stored_rows(app: Flask) -> list[tuple[object, ...]]:
    with app.app_context(), db.engine.connect() as connection:
        count = '(SELECT count(*) FROM "table"), (SELECT max(requests) FROM "table")'
        rows = connection.execute(text(f"SELECT {count}, id, revoked_at FROM link"))
        return sorted(tuple(row) for row in rows)


@pytest.mark.parametrize("endpoint", sorted(SEAT_ENDPOINTS))
def test_a_form_without_any_cookie_is_refused(app: Flask, ana: Phone, endpoint: str) -> None:
    path, form = make_seat_requests(ana)[endpoint]
    before = read_stored_rows(app)
    keeps_none = app.test_client(use_cookies=False)
    answer = keeps_none.post(path, data=form, headers=OWN_FORM_HEADERS)
    assert answer.status_code == 403
    assert "Allow cookies" in answer.text
    assert read_stored_rows(app) == before
    bo = app.test_client()
    for request in range(2):  # a cookie that expired while the page was open comes back with the refusal
        answer = bo.post(path, data=form, headers=OWN_FORM_HEADERS)
        assert (answer.status_code == 403) == (request == 0), answer.text
    assert read_stored_rows(app) != before
    assert any(name.startswith("t-") for name in list_cookie_names(answer.headers.getlist("Set-Cookie")))


def list_cookie_names(lines: list[str]) -> list[str]:
    return [line.partition("=")[0] for line in lines]


@pytest.mark.parametrize("endpoint", sorted(SEAT_ENDPOINTS))
def test_an_api_client_needs_no_cookie(app: Flask, endpoint: str) -> None:
    path, form = make_seat_requests(open_as_host(app, "giza", ["Ana", "Bo"]))[endpoint]
    assert app.test_client().post(path, data=form).status_code in (200, 303)


def test_every_first_page_sets_the_cookie(app: Flask, ana: Phone) -> None:
    first_pages = (
        "/", "/join", f"/j/{ana.code}", ana.make_invitation(1), "/open/giza",
        "/watch/giza/last_tile", "/import", "/arrive",
    )  # fmt: skip
    for path in first_pages:
        assert list_cookie_names(app.test_client().get(path).headers.getlist("Set-Cookie")), path
