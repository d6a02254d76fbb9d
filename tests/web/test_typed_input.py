"""Typed and pasted input: codes and links from chats, numbers in any script, and names."""

import re
from urllib.parse import quote

import pytest
from flask import Flask

from companion.engine.json_data import parse_whole_number
from companion.tables.links import find_table_path
from tests.javascript import call_function
from tests.people import Phone, open_as_host


@pytest.mark.parametrize("way", ["{}.", "{})", "{}/", " {} ", "{}-", "“{}”"])
def test_a_code_is_normalized_in_links_and_fields(app: Flask, ana: Phone, way: str) -> None:
    written = way.format(f"{ana.code[:3]}-{ana.code[3:].lower()}")
    stranger = app.test_client()
    assert stranger.get(f"/j/{written}").status_code == 200
    assert ana.client.get(f"/t/{written}").status_code == 200
    assert stranger.get("/join", query_string={"code": written}).headers["Location"] == f"/j/{ana.code}"


@pytest.mark.parametrize("mark", [".", ")", "),", "”"])
def test_a_link_works_with_punctuation_from_a_chat(app: Flask, ana: Phone, mark: str) -> None:
    group = ana.client.post("/groups", data={"name": "Friday"}).headers["Location"]
    for link in (ana.make_viewer_link(), ana.make_invitation(1), group):
        answer = Phone(app, ana.code).client.get(link + mark)
        assert answer.status_code in (200, 303), link


def test_minus_signs_are_accepted_as_minus(app: Flask) -> None:
    count = open_as_host(app, "giza", ["Ana", "Bo"], "tally")
    stacks = {f"stacks.{n}[]": "" for n in range(1, 4)} | {"stacks.0[]": "+3 −2"}
    assert count.enter(seat=0, move="Sheet", **stacks).status_code == 200
    box = open_as_host(app, "cheops_treasure", ["Ana", "Bo"])
    response = box.enter(kind="setting", option="prices", **{"value.red": "5/−10"})
    assert response.status_code == 200, response.text


@pytest.mark.parametrize("field", ["of", "seen", "only_at", "seat"])
def test_an_entry_with_an_invalid_number_is_not_stored(ana: Phone, field: str) -> None:
    assert ana.enter(kind="note", text="x", **{field: "12,5"}).status_code == 400


def test_the_enter_key_on_the_join_page_takes_nobodys_seat(app: Flask, ana: Phone) -> None:
    form = app.test_client().get(f"/j/{ana.code}").text.partition("<form")[2].partition("</form>")[0]
    seats = re.findall(r"<input\s[^>]*type=\"radio\"[^>]*>", form)
    assert seats
    assert all("required" in seat and "checked" not in seat for seat in seats)
    assert app.test_client().post(f"/j/{ana.code}", data={"name": "Cy"}).status_code == 400


@pytest.mark.parametrize(
    ("written", "meant"),
    [("−3", -3), ("–3", -3), ("+3", 3), ("١٢", 12), (" 7 ", 7), ("12,5", None), ("1_2", None), ("", None)],
)
def test_numbers_are_read_in_any_script(written: str, meant: int | None) -> None:
    assert parse_whole_number(written) == meant


PATHS_BY_LINK = {
    "http://192.168.1.20:8000/j/ABCDEF": "/j/ABCDEF",
    "https://spiele.local/j/ABCDEF?again=1": "/j/ABCDEF",
    "Come to our table: http://192.168.1.20:8000/j/ABCDEF. See you!": "/j/ABCDEF",
    "192.168.1.20:8000/j/abcdef": "/j/abcdef",
    "http://192.168.1.20:8000/t/ABCDEF/seats": "/j/ABCDEF",
    "<http://192.168.1.20:8000/i/aB-_9>": "/i/aB-_9",
    "https://example.org/w/aB-_9#top": "/w/aB-_9",
    "ABCDEF": "",
    "ABC/DEF": "",
    "/j/": "",
    "https://example.org/wiki/join": "",
    "https://example.org/g/ABCDEF": "",
}


def test_the_server_and_the_scripts_find_the_path_in_a_pasted_text() -> None:
    assert [find_table_path(text) for text in PATHS_BY_LINK] == list(PATHS_BY_LINK.values())
    by_script = call_function("join.js", "findTablePath", [[text] for text in PATHS_BY_LINK])
    assert by_script == list(PATHS_BY_LINK.values())


@pytest.mark.parametrize("around", ["{}", "{}?again=1", "Come: {}. See you!", "<{}>", "{}\n"])
def test_a_pasted_link_leads_where_the_link_leads(app: Flask, ana: Phone, around: str) -> None:
    for path in (f"/j/{ana.code}", ana.make_invitation(1), ana.make_viewer_link()):
        text = around.format(f"http://192.168.1.20:8000{path}")
        answer = app.test_client().get("/join", query_string={"code": text})
        assert (answer.status_code, answer.headers.get("Location")) == (303, path), text


def test_a_pasted_table_address_leads_to_its_join_page(app: Flask, ana: Phone) -> None:
    answer = app.test_client().get(f"/join?code={quote(f'http://localhost/t/{ana.code}/log')}")
    assert answer.headers.get("Location") == f"/j/{ana.code}"


@pytest.mark.parametrize("path", ["/j/ZZZZZZ", "/i/used-up", "/w/ended"])
def test_an_invalid_link_shows_an_error_beside_the_field(app: Flask, path: str) -> None:
    answer = app.test_client().get("/join", query_string={"code": f"https://example.org{path}"})
    assert answer.status_code == 404
    assert 'role="alert"' in answer.text
    assert f'value="https://example.org{path}"' in answer.text
