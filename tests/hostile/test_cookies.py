"""Whatever a stranger sends as cookies, few are looked at."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.tables.links import resolve_link
from companion.tables.store import TableStore
from companion.web import device_tables
from tests.people import Phone


def test_the_home_page_looks_at_few_cookies(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[str] = []

    def counted(store: TableStore, code: str, secret: str | None) -> object:
        looks.append(code)
        return resolve_link(store, code, secret)

    monkeypatch.setattr(device_tables, "resolve_link", counted)
    cookies = "; ".join(f"t-{n:06X}=x" for n in range(5000))
    assert (
        app.test_client(use_cookies=False).get("/", headers={"Cookie": cookies}).status_code == 200
    )
    assert 0 < len(looks) <= device_tables.MOST


def test_the_newest_tables_are_those_that_are_shown(app: Flask) -> None:
    phone = Phone(app)
    codes = [phone.open("giza", ["Ana", "Bo"]) for _ in range(device_tables.MOST + 1)]
    kept = {code: phone.client.get_cookie(f"t-{code}") for code in codes}
    cookies = "; ".join(f"t-{code}={kept.value}" for code, kept in kept.items() if kept)
    page = (
        app.test_client(use_cookies=False)
        .get("/history", headers={"Cookie": f"t-oddly=x; {cookies}"})
        .text
    )
    assert [code in page for code in codes] == [False] + [True] * device_tables.MOST
