"""Fragments: named parts of a page, rendered once for equal arguments.

A fragment is a Jinja macro. It can use only its arguments and the names that are the same for everybody
(``shared_variables``), never a table or a viewer. Its HTML is cached by its arguments, so phones
with equal arguments share it. A page is a dict of fragments by name. Inside a macro, ``slot('prompt')``
marks where another fragment is inserted.
"""

import re
import secrets
from collections import namedtuple
from collections.abc import Callable, Collection, Mapping
from dataclasses import fields, is_dataclass
from functools import cache, lru_cache, partial
from typing import Any

from flask import current_app
from jinja2.runtime import Macro
from markupsafe import Markup

from companion.engine.json_data import get_number_bounds
from companion.games import GAMES_BY_SLUG
from companion.language.i18n import LANGUAGES, choose_language, make_translators
from companion.sentences.phrases import Phrasebook
from companion.web.common.jinja_environment import JinjaEnvironment

HtmlByName = Mapping[str, str]
"""The HTML of a page's fragments by name. The root element of a fragment has this name as its ``id``."""
ROOT_FRAGMENT_NAME = "table"
MAX_CACHED_TEXTS = 256
"""How many HTML texts are cached for each fragment, in one language of one game."""
MAX_CACHED_TEMPLATES = 64
_SLOT_DELIMITER = f"\ue001{secrets.token_hex(8)}"
"""Surrounds the name in a slot. It is random, so no player's name can contain it."""
_SLOT_PATTERN = re.compile(f"{_SLOT_DELIMITER}:(.*?):{_SLOT_DELIMITER}")
_PLAIN_TYPES = frozenset((str, int, bool, type(None)))


class Macros:
    """The macros of one template as attributes, in one language for one game. Each caches its results."""

    def __init__(self, module: object) -> None:
        self._module = module

    def __getattr__(self, name: str) -> Callable[..., str]:
        fragment = lru_cache(MAX_CACHED_TEXTS, typed=True)(
            partial(_render_macro, getattr(self._module, name))
        )
        setattr(self, name, fragment)
        return fragment


def load_macros(template: str, game: str) -> Macros:
    """Return the macros of a template for this game, in the language of the request."""
    environment = current_app.jinja_env
    assert isinstance(environment, JinjaEnvironment)
    return _load_cached_macros(environment, template, choose_language(), game)


@lru_cache(MAX_CACHED_TEMPLATES)
def _load_cached_macros(environment: JinjaEnvironment, template: str, language: str, game: str) -> Macros:
    names = shared_variables(language, game)
    names["pictures"] = lru_cache(partial(_piece_renderer, environment, names))
    return Macros(environment.get_template(template).make_module(names))


def _piece_renderer(
    environment: JinjaEnvironment, names: Mapping[str, Any], choices: tuple[tuple[str, str], ...]
) -> Callable[[str], Markup]:
    """Return a function from a piece's name to its picture. ``choices`` are (option, value) pairs."""
    template = environment.get_template(f"games/{names['meta'].slug}/setup_steps.html")
    module: Any = template.make_module({**names, "options": dict(choices)})
    piece_picture: Callable[[str], Markup] = module.piece_picture
    return lru_cache(piece_picture)


clear_fragment_cache = _load_cached_macros.cache_clear


def shared_variables(language: str, slug: str) -> dict[str, Any]:
    """Return the template variables by name that every macro of a game may use besides its arguments."""
    game = GAMES_BY_SLUG[slug]
    phrases = Phrasebook(game)
    return {
        **make_translators(language, slug),
        "language": language,
        "limits": get_number_bounds(game.scoring.sheet_type),
        "meta": game.meta,
        "onward_arrow": "◂" if LANGUAGES[language].direction == "rtl" else "▸",
        "phrases": phrases,
        "term": lru_cache(MAX_CACHED_TEXTS)(phrases.term),
    }


def _render_macro(macro: Macro, *inputs: object) -> str:
    if len(inputs) != len(macro.arguments):
        raise TypeError(f"{macro.name} takes {macro.arguments}")
    require_plain_value(inputs)
    return str(macro(*inputs))


def require_plain_value(value: object) -> None:
    """Raise TypeError unless the value can be compared and cached.

    Allowed are str, int, bool, None, and tuples and frozen dataclasses of these. Markup is refused: it
    equals the str with the same characters, so the cache could return the wrong one of the two.
    """
    if type(value) in _PLAIN_TYPES:
        return
    if isinstance(value, tuple):
        parts: tuple[object, ...] = value
    elif is_dataclass(value) and not isinstance(value, type) and _is_frozen_and_comparable(value):
        parts = tuple(getattr(value, field.name) for field in fields(value))
    else:
        raise TypeError(f"not plain: {type(value).__name__}")
    for part in parts:
        if type(part) not in _PLAIN_TYPES:
            require_plain_value(part)


def freeze(data: Any, without: Collection[str] = ()) -> Any:
    """Return data of a game's view as a plain value: each dict as a named tuple, each list as a tuple.

    The keys in ``without`` are left out at every level. Tuples must contain plain values already.

    >>> freeze({"top": "scarab", "stack": ["+1", "scarab"]})
    Record(top='scarab', stack=('+1', 'scarab'))
    """
    if isinstance(data, list):
        return tuple([freeze(item, without) if isinstance(item, _NESTED_TYPES) else item for item in data])
    if not isinstance(data, dict):
        return data
    names = tuple([name for name in data if name not in without]) if without else tuple(data)
    items = [data[name] for name in names]
    values = [freeze(item, without) if isinstance(item, _NESTED_TYPES) else item for item in items]
    return _record_type(names)(*values)


_NESTED_TYPES = (dict, list)


@cache
def _record_type(names: tuple[str, ...]) -> Any:
    return namedtuple("Record", names)


def _is_frozen_and_comparable(value: Any) -> bool:
    return value.__dataclass_params__.frozen and all(field.compare for field in fields(value))


@cache
def slot(name: str) -> Markup:
    """Return a placeholder, which is replaced by the fragment with this name when the page is rendered."""
    return Markup(f"{_SLOT_DELIMITER}:{name}:{_SLOT_DELIMITER}")


@lru_cache(16 * MAX_CACHED_TEXTS)
def slot_names(text: str) -> tuple[str, ...]:
    """Return the names of the fragments for which this HTML contains placeholders."""
    return tuple(_SLOT_PATTERN.findall(text))


def render_fragment(page: HtmlByName, name: str = ROOT_FRAGMENT_NAME) -> str:
    """Return the HTML of the fragment ``name``, with nested fragments in place of their placeholders."""
    text = page[name]
    return (
        _SLOT_PATTERN.sub(lambda place: render_fragment(page, place[1]), text) if slot_names(text) else text
    )


def render_inner(page: HtmlByName, name: str) -> Markup:
    """Return the HTML inside the root element of the fragment ``name``."""
    html = render_fragment(page, name)
    return Markup(html[html.index(">") + 1 : html.rindex("</")])


def changed_fragments(before: HtmlByName, after: HtmlByName) -> list[str]:
    """Return the names of the fragments that turn the page ``before`` on a phone into the page ``after``.

    A fragment inside another one of these is left out, because the outer fragment contains it.
    """
    names = [
        name for name, text in after.items()
        if name not in before or (before[name] is not text and before[name] != text)
    ]  # fmt: skip
    nested = [inner for name in names for inner in slot_names(after[name])]
    for name in nested:
        nested += slot_names(after[name])
    return [name for name in names if name not in nested] if nested else names
