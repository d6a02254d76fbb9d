"""HTTP responses: compression, ETags, security headers, redirects for htmx, and no layout whitespace."""

import gzip
import re
from pathlib import Path

import pytest
from flask import Flask

from companion.web.common.http import PATH_PATTERN_BY_HTMX_TARGET
from companion.web.common.jinja_environment import strip_whitespace
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


def test_a_query_that_is_not_percent_encoded_is_read(app: Flask) -> None:
    raw = {"QUERY_STRING": "host=José&seats=3".encode().decode("latin-1")}
    page = app.test_client().get("/open/giza", environ_overrides=raw).text
    assert 'value="José"' in page
    assert page == app.test_client().get("/open/giza?host=Jos%C3%A9&seats=3").text


def test_a_static_file_is_revalidated_by_its_etag(app: Flask) -> None:
    client = app.test_client()
    with client.get("/static/css/app.css") as answer:
        assert answer.status_code == 200
    with client.get("/static/css/app.css", headers={"If-None-Match": answer.headers["ETag"]}) as again:
        assert again.status_code == 304


def test_a_tag_depends_on_the_language_and_the_names(app: Flask) -> None:
    host = Phone(app)
    code = host.open("giza", ["Ana", "Ben"])

    def get_etag(language: str) -> str:
        headers = {"HX-Request": "1", "Accept-Language": language}
        return str(host.client.get(f"/t/{code}", headers=headers).headers["ETag"])

    english = get_etag("en")
    assert english == get_etag("en") != get_etag("fr")
    Phone(app).client.post(f"/j/{code}", data={"seat": "1", "name": "Cleo"})
    assert english != get_etag("en")


# A redirect goes on where htmx swaps, if the page fits there; else it is loaded.

PAGE_TARGET, DRAWER_TARGET, ANSWER_TARGET = "div#page", "div#drawer-page", "div#answer"


def post_htmx_form(phone: Phone, path: str, target: str, **form: object) -> tuple[int, str, str]:
    """Post a form like htmx. Return (status, ``Location``, ``HX-Redirect``); "" for a missing header."""
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
    assert by_target == {target: rule.pattern for target, rule in PATH_PATTERN_BY_HTMX_TARGET.items()}


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


@pytest.mark.parametrize(
    ("source", "compiled"),
    [
        ("<ul>\n  <li>a</li>\n\n  <li>b</li>\n</ul>", "<ul><li>a</li><li>b</li></ul>"),
        ("<b>a</b> <b>b</b>", "<b>a</b> <b>b</b>"),
        ("two\n  words", "two words"),
        ("{{ a }}\n{{ b }}", "{{ a }}{{ b }}"),
        ("{{ a }}{{ ' ' }}\n{{ b }}", "{{ a }}{{ ' ' }}{{ b }}"),
        ('<a\n  href="/"\n  id="b">', '<a href="/" id="b">'),
        ('<a\n  {% if x %}id="b"{% endif %}\n>c', '<a {% if x %}id="b"{% endif %}>c'),
        ('<a title="one\n  > two">\n', '<a title="one > two">'),
        ("<{{ tag }}\n  id='a'>\n", "<{{ tag }} id='a'>"),
        ("<pre>\n  a\n</pre>\n<p>", "<pre>\n  a\n</pre><p>"),
        ("<textarea>\n a</textarea>", "<textarea>\n a</textarea>"),
        ("{{ f('a',\n     'b') }}", "{{ f('a',\n     'b') }}"),
    ],
)
def test_layout_whitespace_is_removed_and_visible_spaces_stay(source: str, compiled: str) -> None:
    without_line_numbers = strip_whitespace(source).replace("{#\n#}", "")
    assert without_line_numbers == compiled


def test_a_template_that_is_not_html_keeps_its_lines(app: Flask) -> None:
    assert app.test_client().get("/sw.js").text.count("\n") > 10


def test_a_response_has_no_indentation(app: Flask) -> None:
    page = app.test_client().get("/open/giza").text
    assert not re.search(r">\s*\n\s*<", page)
