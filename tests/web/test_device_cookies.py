"""Many tables on one phone: its cookies stay small, it keeps its groups, and it loses no seat silently."""

import json
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

import pytest
from flask import Flask

from companion.tables.table_store import utc_now
from companion.web.common.request import LEGACY_COOKIES, read_session, remember
from companion.web.device.device_tables import MAX_TABLES
from tests.exports.test_exports import make_table_file
from tests.people import Phone


def import_count(phone: Phone, number: int, *, ended: bool = True) -> str:
    file = make_table_file("giza", "tally_tie", None if ended else 2)
    text = json.dumps({**file, "birth": f"birth-of-table-{number}"})
    return phone.follow(phone.client.post("/import", data={"text": text}))


def list_table_cookies(phone: Phone) -> list[str]:
    return [name[2:] for name in phone.cookies() if name.startswith("t-")]


def get_cookie_header_size(phone: Phone) -> int:
    return len("Cookie: " + "; ".join(f"{name}={value}" for name, value in phone.cookies().items()))


def test_cookies_of_finished_tables_are_deleted_first(app: Flask) -> None:
    phone = Phone(app)
    running = import_count(phone, 0, ended=False)
    over = [import_count(phone, number) for number in range(1, MAX_TABLES + 1)]
    assert list_table_cookies(phone) == [running, *over[1:]]
    assert running in phone.client.get("/").text


def test_the_oldest_of_too_many_running_tables_is_left_and_listed(app: Flask) -> None:
    phone = Phone(app)
    first = phone.open("giza", ["Ana", "Bo"])
    running = [phone.open("giza", ["Ana", "Bo"]) for _ in range(MAX_TABLES)]
    assert list_table_cookies(phone) == running
    home = phone.client.get("/").text
    assert f'href="/j/{first}"' in home
    assert "Ana" in phone.client.get(f"/j/{first}").text
    assert phone.sit(first, 0).status_code == 303
    assert phone.get_table_json(first)["you"] == {"role": "host", "seat": 0}
    assert f'href="/j/{first}"' not in phone.client.get("/").text


def test_old_cookies_beyond_the_limit_are_deleted_page_by_page(app: Flask) -> None:
    """Older versions stored three cookies for each table. Those of running tables are kept."""
    phone = Phone(app)
    running = phone.open("giza", ["Ana", "Bo"])
    phone.enter_for("all")
    secrets = {running: phone.make_authorization()["Authorization"].removeprefix("Bearer ")}
    for number in range(1, 135):
        code = import_count(phone, number)
        secrets[code] = phone.make_authorization()["Authorization"].removeprefix("Bearer ")
    for code, secret in secrets.items():
        for name, text in ((f"t-{code}", secret), (f"before-{code}", "AAAAAA")):
            phone.client.set_cookie(name, text)
    assert get_cookie_header_size(phone) > 8190
    for _ in range(6):
        assert phone.client.get("/").status_code == 200
    assert (len(list_table_cookies(phone)), running in list_table_cookies(phone)) == (MAX_TABLES, True)
    assert get_cookie_header_size(phone) < 4000
    assert f"for-{running}" in phone.cookies()


@pytest.mark.parametrize("path", ["/", "/history", "/plays"])
def test_the_first_visit_of_a_day_renews_the_session(
    app: Flask, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = Phone(app)
    phone.client.get("/")
    assert phone.client.get(path).headers.getlist("Set-Cookie") == []
    tomorrow = utc_now() + timedelta(days=1)
    monkeypatch.setattr("companion.web.device.device_cookies.utc_now", lambda: tomorrow)
    [line] = phone.client.get(path).headers.getlist("Set-Cookie")
    expires = parsedate_to_datetime(line.partition("Expires=")[2].partition(";")[0])
    assert line.startswith("companion=")
    assert expires - datetime.now(UTC) > timedelta(days=364)
    assert phone.client.get(path).headers.getlist("Set-Cookie") == []


@pytest.mark.parametrize(
    ("key", "name"), [(key, name) for key in LEGACY_COOKIES for name in LEGACY_COOKIES[key]]
)
def test_an_old_cookie_is_copied_into_the_session(app: Flask, key: str, name: str) -> None:
    with app.test_client() as client:
        client.set_cookie(name, "de")
        for _ in range(2):
            client.get("/")
            assert read_session(key) == "de"
            client.delete_cookie(name)
        remember(key, "fr")
        client.set_cookie(name, "de")
        assert read_session(key) == "fr"


def test_old_cookies_are_read_and_those_of_other_apps_ignored(app: Flask) -> None:
    phone, other = Phone(app), Phone(app)
    group = phone.client.post("/groups", data={"name": "Friday"}).location.rpartition("/")[2]
    cookies = {"name": "admin", "groups": group, "lang": "de", "own-name": "Zoe", "let-go": "ABCDEF"}
    for name, text in cookies.items():
        other.client.set_cookie(name, text)
    home, groups, opening = (other.client.get(path).text for path in ("/", "/groups", "/open/giza"))
    assert "Friday" in groups
    assert '<html lang="de"' in home
    assert 'href="/j/ABCDEF"' in home
    assert 'value="Zoe"' in opening
    assert "admin" not in opening


def test_only_a_changed_value_writes_the_session(app: Flask) -> None:
    """Otherwise an old response could replace a newer session."""
    phone = Phone(app)
    phone.open("giza", ["Ana", "Bo"])
    phone.client.post("/groups", data={"name": "Friday"})
    group = phone.client.get("/groups").text.partition('href="/g/')[2].partition('"')[0]
    form = {"kind": "note", "text": "tea", "key": "tea-tea-tea"}
    answers = [phone.client.post(f"/t/{phone.code}/enter", data=form) for _ in range(2)]
    answers += [phone.client.get(path) for path in (f"/t/{phone.code}", f"/g/{group}", "/open/giza")]
    answers.append(phone.client.get(f"/t/{phone.code}/stream?shown=", buffered=False))
    for answer in answers:
        assert answer.status_code < 400
        assert answer.headers.getlist("Set-Cookie") == []
        answer.close()
