"""Whatever a stranger sends as cookies, few are looked at."""

import pytest
from flask import Flask

from companion.tables.links import resolve_link
from companion.tables.store import TableStore
from companion.web import device_tables


def test_the_home_page_looks_at_few_cookies(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[str] = []

    def counted(store: TableStore, code: str, secret: str | None) -> object:
        looks.append(code)
        return resolve_link(store, code, secret)

    monkeypatch.setattr(device_tables, "resolve_link", counted)
    cookies = "; ".join(f"t-{n:06X}=x" for n in range(5000))
    assert app.test_client(use_cookies=False).get("/", headers={"Cookie": cookies}).status_code == 200
    assert 0 < len(looks) <= device_tables.MOST
