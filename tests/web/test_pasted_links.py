"""A user can paste every kind of link to a table into the field for a code."""

from urllib.parse import quote

import pytest
from flask import Flask

from companion.tables.links import find_table_path
from tests.javascript import call_function
from tests.people import Phone

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
