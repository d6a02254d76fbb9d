"""What goes over the wire: compressed pages, hashed static files, strict headers, no secrets in streams."""

import gzip
import re
from pathlib import Path

import pytest
from flask import Flask

from companion.live.streams import encode_event
from companion.web.common.request import PAGES_BY_TARGET
from tests.conftest import open_app, settings
from tests.javascript import SCRIPTS
from tests.people import Phone, hosting


def test_pages_are_compressed_for_those_who_take_it(empty_database: Path) -> None:
    given = {**settings(empty_database), "COMPRESS_MIMETYPES": ["text/html"]}
    with open_app(given) as app:
        answer = app.test_client().get("/", headers={"Accept-Encoding": "gzip"})
    assert answer.headers["Content-Encoding"] == "gzip"
    assert b"<!doctype html>" in gzip.decompress(answer.data)


def test_every_page_forbids_foreign_and_inline_scripts(app: Flask) -> None:
    phone = hosting(app, "giza", ["Ana", "Bo"])
    for path in ("", "/log", "/seats"):
        answer = phone.get_page(path)
        policy = answer.headers["Content-Security-Policy"]
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy
        assert "style=" not in answer.text
        assert "onclick" not in answer.text
        assert answer.headers["Cache-Control"] == "no-store"


def test_an_event_says_a_version_and_nothing_else() -> None:
    assert encode_event(41) == b'id: 41\ndata: {"version":41}\n\n'


def test_static_files_change_their_address_with_their_content(app: Flask) -> None:
    text = app.test_client().get("/").text
    assert "/static/css/app.css?v=" in text
    with app.test_client().get("/static/css/app.css") as answer:
        assert answer.status_code == 200


def test_a_static_file_is_asked_for_again_by_its_tag_alone(app: Flask) -> None:
    client = app.test_client()
    with client.get("/static/css/app.css") as answer:
        assert "Last-Modified" not in answer.headers
    with client.get("/static/css/app.css", headers={"If-None-Match": answer.headers["ETag"]}) as again:
        assert again.status_code == 304


def test_what_no_entry_changes_is_sent_once(app: Flask) -> None:
    host = Phone(app)
    path = f"/t/{host.open('giza', ['Ana', 'Ben'])}"
    for text in ('id="confirm-writer"', 'id="confirm-entry"'):
        assert text in host.client.get(path).text
        assert text not in host.client.get(path, headers={"HX-Request": "true"}).text
    assert "css/pages/lobby.css" not in host.client.get(path).text


def test_a_tag_follows_the_language_and_the_names(app: Flask) -> None:
    host = Phone(app)
    code = host.open("giza", ["Ana", "Ben"])

    def tag(language: str) -> str:
        headers = {"HX-Request": "1", "Accept-Language": language}
        return str(host.client.get(f"/t/{code}", headers=headers).headers["ETag"])

    english = tag("en")
    assert english == tag("en") != tag("fr")
    Phone(app).client.post(f"/j/{code}", data={"seat": "1", "name": "Cleo"})
    assert english != tag("en")


# A redirect goes on where htmx swaps, if the page fits there; else it is loaded.

PAGE, DRAWER, ANSWER = "div#page", "div#drawer-page", "div#answer"


def led(phone: Phone, path: str, target: str, **form: object) -> tuple[int, str, str]:
    """How a form is answered to htmx: the status, where it goes on, and what it loads."""
    headers = {"HX-Request": "true", "HX-Target": target}
    answer = phone.client.post(path, data=form, headers=headers)
    found = answer.headers
    return answer.status_code, found.get("Location", ""), found.get("HX-Redirect", "")


@pytest.mark.parametrize("target", [PAGE, DRAWER, ANSWER, ""])
def test_a_table_is_loaded_whole(app: Flask, target: str) -> None:
    status, further, load = led(Phone(app), "/open/giza", target, name=["Ana", "Bo"])
    assert status == 204
    assert not further
    assert load.startswith("/t/")


def test_a_page_of_a_table_goes_on_in_a_drawer_alone(app: Flask) -> None:
    phone = hosting(app, "giza", ["Ana", "Bo"])
    path, seats = f"/t/{phone.code}/seats/1/free", f"/t/{phone.code}/seats"
    assert led(phone, path, DRAWER) == (303, seats, "")
    assert led(phone, path, PAGE) == (204, "", seats)
    assert led(phone, f"/t/{phone.code}/leave", DRAWER) == (204, "", "/")


def test_links_lead_by_the_rule_of_redirects() -> None:
    script = (SCRIPTS / "navigation.js").read_text("utf-8")
    rules = re.findall(r'^  "?([\w-]+)"?: /\^(\S+)/,$', script, re.MULTILINE)
    found = {f"div#{place}": rule.replace(r"\/", "/") for place, rule in rules}
    assert found == {place: rule.pattern for place, rule in PAGES_BY_TARGET.items()}


def test_a_group_goes_on_in_the_page(app: Flask) -> None:
    status, further, _ = led(Phone(app), "/groups", PAGE, name="Thursday")
    assert status == 303
    assert further.startswith("/g/")


def test_the_cookie_of_a_new_table_comes_with_its_address(app: Flask) -> None:
    phone = Phone(app)
    code = led(phone, "/open/giza", PAGE, name=["Ana", "Bo"])[2].removeprefix("/t/")
    assert phone.client.get(f"/t/{code}").status_code == 200


def test_a_whole_page_is_protected_as_one_also_when_htmx_takes_its_part(app: Flask) -> None:
    ask = Phone(app).client.get
    part = {"HX-Request": "true", "HX-Request-Type": "partial"}
    full = {**part, "HX-Request-Type": "full"}
    assert "Content-Security-Policy" in ask("/").headers
    assert "Content-Security-Policy" in ask("/", headers=full).headers
    assert "Content-Security-Policy" not in ask("/", headers=part).headers
