"""HTTP responses: compression, ETags, security headers, and redirects for htmx."""

import gzip
import re
from pathlib import Path

import pytest
from flask import Flask

from companion.web.common.request import PATH_PATTERN_BY_TARGET
from tests.conftest import make_settings, open_app
from tests.javascript import SCRIPTS_FOLDER
from tests.people import Phone


def test_pages_are_compressed_if_the_client_accepts_it(empty_database: Path) -> None:
    given = {**make_settings(empty_database), "COMPRESS_MIMETYPES": ["text/html"]}
    with open_app(given) as app:
        answer = app.test_client().get("/", headers={"Accept-Encoding": "gzip"})
    assert answer.headers["Content-Encoding"] == "gzip"
    assert b"<!doctype html>" in gzip.decompress(answer.data)


def test_every_page_forbids_external_and_inline_scripts(ana: Phone) -> None:
    for path in ("", "/log", "/seats"):
        answer = ana.get_page(path)
        policy = answer.headers["Content-Security-Policy"]
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy
        assert "style=" not in answer.text
        assert "onclick" not in answer.text
        assert answer.headers["Cache-Control"] == "no-store"


def test_a_static_file_is_revalidated_by_its_etag(app: Flask) -> None:
    client = app.test_client()
    with client.get("/static/css/app.css") as answer:
        assert "Last-Modified" not in answer.headers
    with client.get("/static/css/app.css", headers={"If-None-Match": answer.headers["ETag"]}) as again:
        assert again.status_code == 304


def test_a_tag_depends_on_the_language_and_the_names(app: Flask) -> None:
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

PAGE_TARGET, DRAWER_TARGET, ANSWER_TARGET = "div#page", "div#drawer-page", "div#answer"


def post_htmx_form(phone: Phone, path: str, target: str, **form: object) -> tuple[int, str, str]:
    """Post a form like htmx. Return (status, path for the page's content, path of a new page to load)."""
    headers = {"HX-Request": "true", "HX-Target": target}
    answer = phone.client.post(path, data=form, headers=headers)
    return answer.status_code, answer.headers.get("Location", ""), answer.headers.get("HX-Redirect", "")


@pytest.mark.parametrize("target", [PAGE_TARGET, DRAWER_TARGET, ANSWER_TARGET, ""])
def test_a_redirect_to_a_table_loads_a_new_page(app: Flask, target: str) -> None:
    status, further, load = post_htmx_form(Phone(app), "/open/giza", target, name=["Ana", "Bo"])
    assert status == 204
    assert not further
    assert load.startswith("/t/")


def test_a_table_page_opens_only_inside_a_drawer(ana: Phone) -> None:
    path, seats = f"/t/{ana.code}/seats/1/free", f"/t/{ana.code}/seats"
    assert post_htmx_form(ana, path, DRAWER_TARGET) == (303, seats, "")
    assert post_htmx_form(ana, path, PAGE_TARGET) == (204, "", seats)
    assert post_htmx_form(ana, f"/t/{ana.code}/leave", DRAWER_TARGET) == (204, "", "/")


def test_the_link_script_uses_the_same_rule_as_redirects() -> None:
    script = (SCRIPTS_FOLDER / "navigation.js").read_text("utf-8")
    rules = re.findall(r'^  "?([\w-]+)"?: /\^(\S+)/,$', script, re.MULTILINE)
    by_target = {f"div#{target}": rule.replace(r"\/", "/") for target, rule in rules}
    assert by_target == {target: rule.pattern for target, rule in PATH_PATTERN_BY_TARGET.items()}


def test_a_group_opens_inside_the_page(app: Flask) -> None:
    status, further, _ = post_htmx_form(Phone(app), "/groups", PAGE_TARGET, name="Thursday")
    assert status == 303
    assert further.startswith("/g/")


def test_a_whole_page_for_htmx_has_all_security_headers(app: Flask) -> None:
    ask = Phone(app).client.get
    part = {"HX-Request": "true", "HX-Request-Type": "partial"}
    full = {**part, "HX-Request-Type": "full"}
    assert "Content-Security-Policy" in ask("/").headers
    assert "Content-Security-Policy" in ask("/", headers=full).headers
    assert "Content-Security-Policy" not in ask("/", headers=part).headers
