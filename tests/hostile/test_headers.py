"""No header, however broken, is a fault."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.hostile.rows import rows
from tests.people import Phone

HEADERS = (
    "Origin", "Cookie", "Accept-Language", "If-None-Match", "If-Match", "If-Modified-Since", "Range",
    "Content-Type", "Content-Length", "Transfer-Encoding", "Authorization", "User-Agent", "Host",
    "HX-Request", "HX-Target", "HX-Current-URL", "Referer", "Accept", "Accept-Encoding",
    "Idempotency-Key", "Last-Event-ID", "Sec-Fetch-Site", "X-Forwarded-For", "Content-Encoding", "Expect",
)  # fmt: skip
BROKEN = ("http://[", "http://]", "http://[zz]", "[::1", "//", "bytes=-", "bytes=9-1", "W/", '"', "Bearer",
          "multipart/form-data", "multipart/form-data; boundary=", "application/json; charset=utf-99", "-1",
          "99999999999999999999", "t-AAAAAA", "=;=;", "fr;q=zz", "a" * 9000, "é\xff", "null")  # fmt: skip
VALUES = st.sampled_from(BROKEN) | st.text(
    st.characters(max_codepoint=255, exclude_categories=["Cc"]), max_size=30
)


@pytest.mark.parametrize("origin", ["http://[", "http://]", "http://[zz]", "http://[::1", "\xff"])
@pytest.mark.parametrize(
    "path", ["/language", "/groups", "/open/giza", "/j/AAAAA", "/t/AAAAA/enter"]
)
def test_an_origin_that_is_no_address_is_another_site(app: Flask, path: str, origin: str) -> None:
    assert app.test_client().post(path, headers={"Origin": origin}).status_code == 403


@settings(
    max_examples=120, deadline=None, database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)  # fmt: skip
@given(data=st.data())
def test_no_header_breaks_a_page_or_an_operation(app: Flask, data: st.DataObject) -> None:
    phone = Phone(app)
    code = phone.open("giza", ["Ana", "Bo"])
    seat = phone.client.get_cookie(f"t-{code}")
    asked = data.draw(st.sampled_from([
        ("GET", "/"), ("GET", f"/t/{code}"), ("GET", f"/t/{code}/log"), ("POST", f"/t/{code}/enter"),
        ("POST", "/language"), ("POST", "/open/giza"), ("POST", "/groups"), ("GET", "/static/js/main.js"),
        ("GET", f"/api/v1/tables/{code}"), ("POST", f"/api/v1/tables/{code}/entries"),
        ("POST", "/api/v1/tables"), ("HEAD", f"/t/{code}/events"), ("GET", "/nowhere"),
    ]))  # fmt: skip
    headers: dict[str, Any] = {"Authorization": f"Bearer {seat.value}"} if seat else {}
    headers |= data.draw(st.dictionaries(st.sampled_from(HEADERS), VALUES, min_size=1, max_size=4))
    before = rows(app)
    method, path = asked
    answer = phone.client.open(
        path, method=method, headers=headers, data=data.draw(st.binary(max_size=40))
    )
    answer.close()
    assert answer.status_code < 500, (asked, headers)
    if answer.status_code >= 400:
        assert rows(app) == before
