"""Compiled templates do not contain the whitespace of their layout, but all visible spaces."""

import re

import pytest
from flask import Flask
from jinja2 import Environment
from markupsafe import Markup

from companion.web.common.jinja_environment import StripWhitespace, strip_whitespace


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


def test_an_error_message_has_the_line_number_of_the_source() -> None:
    environment = Environment(extensions=[StripWhitespace])
    source = "<p>\n\n  <b>\n    {% set x = 1 / 0 %}\n  </b>\n</p>\n"
    code = environment.compile(source, name="page.html", filename="page.html")
    with pytest.raises(ZeroDivisionError) as caught:
        environment.template_class.from_code(environment, code, {}).render()
    assert caught.traceback[-1].lineno + 1 == 4  # counted from nought


def test_a_template_that_is_not_html_keeps_its_lines(app: Flask) -> None:
    assert app.test_client().get("/sw.js").text.count("\n") > 10


@pytest.mark.parametrize("path", ["/", "/open/giza", "/open/deadline"])
def test_a_response_has_no_indentation(app: Flask, path: str) -> None:
    page = app.test_client().get(path).text
    assert not re.search(r">\s*\n\s*<", page)


def test_output_is_escaped_unless_it_is_markup(app: Flask) -> None:
    shown = app.jinja_env.from_string(
        "<i title='{{ said }}'>{{ said }}{{ html }}{{ 3 }}{{ none }}</i>{{ call() }}"
        "{% macro twice(text) %}{{ text }}{{ text }}{% endmacro %}{{ twice(said) }}"
    )
    page = shown.render(said="<'&\">", html=Markup("<b>"), call=lambda: "<u>")
    escaped = "&lt;&#39;&amp;&#34;&gt;"
    assert page == f"<i title='{escaped}'>{escaped}<b>3None</i>&lt;u&gt;{escaped}{escaped}"
