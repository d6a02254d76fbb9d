"""What we leave out of Jinja is what no template of ours needs."""

from flask import Flask
from jinja2.utils import _PassArg
from markupsafe import Markup
from werkzeug.local import LocalProxy


def test_nothing_that_templates_call_asks_for_the_context(app: Flask) -> None:
    with app.test_request_context():
        names = dict(app.jinja_env.globals)
        app.update_template_context(names)
    called = {
        name: value
        for name, value in names.items()
        if callable(value) and not isinstance(value, LocalProxy)
    }
    assert len(called) > 10
    assert not {name for name, value in called.items() if _PassArg.from_obj(value)}


def test_a_name_in_a_dictionary_comes_before_its_methods(app: Flask) -> None:
    told = app.jinja_env.from_string("{{ one.items }} {{ one.pop('more') }} {{ two.items().__len__() }}")
    assert told.render(one={"items": 3, "more": 4}, two={"a": 1}) == "3 4 1"


def test_what_is_shown_is_escaped_unless_it_is_html(app: Flask) -> None:
    shown = app.jinja_env.from_string(
        "<i title='{{ said }}'>{{ said }}{{ html }}{{ 3 }}{{ none }}</i>{{ call() }}"
        "{% macro twice(text) %}{{ text }}{{ text }}{% endmacro %}{{ twice(said) }}"
    )
    told = shown.render(said="<'&\">", html=Markup("<b>"), call=lambda: "<u>")
    escaped = "&lt;&#x27;&amp;&quot;&gt;"
    assert told == f"<i title='{escaped}'>{escaped}<b>3None</i>&lt;u&gt;{escaped}{escaped}"
