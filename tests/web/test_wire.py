"""What goes over the wire: compressed pages, hashed static files, strict headers, no secrets in streams."""

import gzip
from pathlib import Path

from flask import Flask

from companion.live.stream import encode_event
from tests.conftest import settings, standing
from tests.people import Phone


def test_pages_are_compressed_for_those_who_take_it(empty_database: Path) -> None:
    given = {**settings(empty_database), "COMPRESS_MIMETYPES": ["text/html"]}
    with standing(given) as app:
        answer = app.test_client().get("/", headers={"Accept-Encoding": "gzip"})
    assert answer.headers["Content-Encoding"] == "gzip"
    assert b"<!doctype html>" in gzip.decompress(answer.data)


def test_every_page_forbids_foreign_and_inline_scripts(app: Flask) -> None:
    phone = Phone(app)
    phone.open("giza", ["Ana", "Bo"])
    for path in ("", "/log", "/seats"):
        answer = phone.see(path)
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
