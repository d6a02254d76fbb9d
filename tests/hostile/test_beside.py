"""What a stranger sends beside what is asked: an origin that is no address, cookies without end, a move
that an entry needs none of; and junk in every route, form and entry, a short leg (``tests/long/chance``).
"""

import pytest
from flask import Flask

from companion.tables.links import resolve_link
from companion.tables.ports import TableStore
from companion.web.device import device_tables
from tests.hostile.fuzz import fuzz
from tests.people import hosting


@pytest.mark.parametrize("origin", ["http://[", "http://]", "http://[zz]", "http://[::1", "\xff"])
@pytest.mark.parametrize("path", ["/language", "/groups", "/open/giza", "/j/AAAAA", "/t/AAAAA/enter"])
def test_an_origin_that_is_no_address_is_another_site(app: Flask, path: str, origin: str) -> None:
    assert app.test_client().post(path, headers={"Origin": origin}).status_code == 403


def test_the_home_page_looks_at_few_cookies(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[str] = []

    def counted(store: TableStore, code: str, secret: str | None) -> object:
        looks.append(code)
        return resolve_link(store, code, secret)

    monkeypatch.setattr(device_tables, "resolve_link", counted)
    cookies = "; ".join(f"t-{n:06X}=x" for n in range(5000))
    assert app.test_client(use_cookies=False).get("/", headers={"Cookie": cookies}).status_code == 200
    assert 0 < len(looks) <= 2 * device_tables.MOST + 1, "those shown, and those to let go of"


@pytest.mark.parametrize("move", ["a\0b", "x" * 32], ids=["NUL", "long"])
@pytest.mark.parametrize("kind", ["note", "undo", "count"])
def test_a_move_beside_an_entry_without_one_is_not_written(app: Flask, kind: str, move: str) -> None:
    phone = hosting(app, "cheops_catan", ["Ana", "Bo", "Cy"])
    phone.enter(kind="move", seat=0, move="Found")
    told = {"kind": kind, "move": move, "text": "x", "key": f"key-{kind}-0001"}
    answer = phone.call("POST", "/entries", told)
    assert answer.status_code == 201, answer.text


def test_a_short_fuzz_finds_nothing(app: Flask) -> None:
    statuses, faults = fuzz(app, 500, seed=3)
    assert not faults
    assert set(statuses) >= {200, 303, 400, 403, 404, 405}
