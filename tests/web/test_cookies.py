"""Every cookie of the app is marked as secure where it is served over https."""

from __future__ import annotations

from flask import Flask

from tests.people import Phone
from tests.web.test_editions import kept


def test_cookies_are_secure_over_https(app: Flask) -> None:
    app.config["SECURE_COOKIES"] = True
    phone = Phone(app)
    phone.open("giza", ["Ana", "Bo"])
    phone.client.post("/groups", data={"name": "Friday"})
    kept(phone)
    cookies = phone.client._cookies or {}
    names = {cookie.key for cookie in cookies.values()}
    assert {"editions", "groups", f"t-{phone.code}"} <= names
    assert all(cookie.secure for cookie in cookies.values())
