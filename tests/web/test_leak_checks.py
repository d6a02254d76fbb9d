"""The search for leaked secrets also searches the cached pages."""

import pytest
from flask import Flask

from companion.services import services_of
from companion.web.common.page_fragments import ROOT
from companion.web.table.phone_page import PhonePage
from tests.leaks import LeakError, assert_no_secret_stored
from tests.people import open_as_host


def test_a_secret_in_a_cached_page_is_found(app: Flask) -> None:
    phone = open_as_host(app, "giza", ["Ana", "Bo"])
    cookie = phone.client.get_cookie(f"t-{phone.code}")
    assert cookie is not None
    pages = services_of(app).pages
    pages.put((phone.code, "0.0"), PhonePage("0.0", {ROOT: f"<p>{cookie.value}</p>"}, None))
    with pytest.raises(LeakError, match="a cached page"):
        assert_no_secret_stored(app)
    pages.clear()
