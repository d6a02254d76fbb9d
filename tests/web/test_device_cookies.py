"""The cookies of a phone: they stay small, no seat is lost silently, and without cookies none is given."""

import json
import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

import pytest
from flask import Flask

from companion.tables.table_store import utc_now
from companion.web.common.http import LEGACY_COOKIES, read_session, store_in_session
from companion.web.device.device_tables import MAX_TABLES, SEAT_ENDPOINTS
from tests.exports.test_exports import make_table_file
from tests.hostile.table_states import read_all_rows
from tests.people import Phone, open_as_host


def import_counted_table(phone: Phone, number: int, *, ended: bool = True) -> str:
    file = make_table_file("giza", "tally_tie", None if ended else 2)
    text = json.dumps({**file, "birth": f"birth-of-table-{number}"})
    return phone.follow(phone.client.post("/import", data={"text": text}))


def list_table_cookies(phone: Phone) -> list[str]:
    return [name[2:] for name in phone.cookies() if name.startswith("t-")]


def get_cookie_header_size(phone: Phone) -> int:
    return len("Cookie: " + "; ".join(f"{name}={value}" for name, value in phone.cookies().items()))


def test_cookies_of_finished_tables_are_deleted_first(phone: Phone) -> None:
    running = import_counted_table(phone, 0, ended=False)
    over = [import_counted_table(phone, number) for number in range(1, MAX_TABLES + 1)]
    assert list_table_cookies(phone) == [running, *over[1:]]
    assert running in phone.client.get("/").text


def test_the_oldest_of_too_many_running_tables_is_left_and_listed(app: Flask, phone: Phone) -> None:
    first = phone.open("giza", ["Ana", "Bo"])
    phone.watch(open_as_host(app, "giza", ["Cy", "Di"]).code)
    running = [phone.open("giza", ["Ana", "Bo"]) for _ in range(MAX_TABLES - 1)]
    assert list_table_cookies(phone) == [first, *running], "a table that it only watches is left before"
    running.append(phone.open("giza", ["Ana", "Bo"]))
    assert list_table_cookies(phone) == running
    home = phone.client.get("/").text
    assert f'href="/j/{first}"' in home
    assert "Ana" in phone.client.get(f"/j/{first}").text
    assert phone.sit(first, 0).status_code == 303
    assert phone.get_table_json(first)["you"] == {"role": "host", "seat": 0}
    assert f'href="/j/{first}"' not in phone.client.get("/").text


def test_old_cookies_beyond_the_limit_are_deleted_page_by_page(phone: Phone) -> None:
    """Older versions stored three cookies for each table. Those of running tables are kept."""
    running = phone.open("giza", ["Ana", "Bo"])
    phone.enter_for("all")
    secrets = {running: phone.make_authorization()["Authorization"].removeprefix("Bearer ")}
    for number in range(1, 135):
        code = import_counted_table(phone, number)
        secrets[code] = phone.make_authorization()["Authorization"].removeprefix("Bearer ")
    for code, secret in secrets.items():
        for name, value in ((f"t-{code}", secret), (f"before-{code}", "AAAAAA")):
            phone.client.set_cookie(name, value)
    assert get_cookie_header_size(phone) > 8190
    for _ in range(6):
        assert phone.client.get("/").status_code == 200
    assert (len(list_table_cookies(phone)), running in list_table_cookies(phone)) == (MAX_TABLES, True)
    assert get_cookie_header_size(phone) < 4000
    assert f"for-{running}" in phone.cookies()


@pytest.mark.parametrize("path", ["/", "/history", "/plays"])
def test_the_first_visit_of_a_day_renews_the_session(
    phone: Phone, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone.client.get("/")
    assert phone.client.get(path).headers.getlist("Set-Cookie") == []
    tomorrow = utc_now() + timedelta(days=1)
    monkeypatch.setattr("companion.web.device.device_tables.utc_now", lambda: tomorrow)
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
        store_in_session(key, "fr")
        client.set_cookie(name, "de")
        assert read_session(key) == "fr"


def test_old_cookies_are_read_and_those_of_other_apps_ignored(app: Flask) -> None:
    phone, other = Phone(app), Phone(app)
    group = phone.client.post("/groups", data={"name": "Friday"}).location.rpartition("/")[2]
    cookies = {"name": "admin", "groups": group, "lang": "de", "own-name": "Zoe", "let-go": "ABCDEF"}
    for name, value in cookies.items():
        other.client.set_cookie(name, value)
    home, groups, opening = (other.client.get(path).text for path in ("/", "/groups", "/open/giza"))
    assert "Friday" in groups
    assert '<html lang="de"' in home
    assert 'href="/j/ABCDEF"' in home
    assert 'value="Zoe"' in opening
    assert "admin" not in opening


def test_only_a_changed_value_writes_the_session(phone: Phone) -> None:
    """Otherwise an old response could replace a newer session."""
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
        "address_change.accept_transfer": ("/arrive", {"code": ana.code, "ticket": ticket}),
    }


@pytest.mark.parametrize("endpoint", sorted(SEAT_ENDPOINTS))
def test_a_form_without_any_cookie_is_refused(app: Flask, ana: Phone, endpoint: str) -> None:
    path, form = make_seat_requests(ana)[endpoint]
    before = read_all_rows(app)
    keeps_none = app.test_client(use_cookies=False)
    answer = keeps_none.post(path, data=form, headers=OWN_FORM_HEADERS)
    assert answer.status_code == 403
    assert "Allow cookies" in answer.text
    assert read_all_rows(app) == before
    bo = app.test_client()
    for request in range(2):  # a cookie that expired while the page was open comes back with the refusal
        answer = bo.post(path, data=form, headers=OWN_FORM_HEADERS)
        assert (answer.status_code == 403) == (request == 0), answer.text
    assert read_all_rows(app) != before
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
