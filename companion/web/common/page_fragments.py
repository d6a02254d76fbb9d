"""Fragments of a page: named pieces of HTML, each drawn once for the same inputs.

A fragment is a Jinja macro. It sees its arguments and what is the same for everybody
(``shared_template_names``), never a table or a viewer. Its text is kept by its arguments, so phones whose
arguments are equal share it. A page is a dict of such texts by name; in a macro ``slot('prompt')`` is the
place of another fragment.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache, lru_cache, partial
from typing import Any

from flask import current_app
from jinja2.runtime import Macro
from markupsafe import Markup

from companion.engine.json_data import number_bounds
from companion.games import BY_SLUG
from companion.language.i18n import LANGUAGES, choose_language, make_translators
from companion.sentences.phrases import Phrasebook
from companion.web.common.jinja_environment import JinjaEnvironment

Page = Mapping[str, str]
"""The fragments of a page by name. The root element of a fragment has its name as ``id``."""
ROOT = "table"
"""The outermost fragment of a page."""
MAX_TEXTS = 256
"""How many texts of one fragment are kept, in one language of one game."""
MAX_TEMPLATES = 64
_DELIMITER = f"\ue001{secrets.token_hex(8)}"
"""Around the name in a slot. Nobody can write it into a name."""
_SLOT = re.compile(f"{_DELIMITER}:(.*?):{_DELIMITER}")
_PLAIN = frozenset((str, int, bool, type(None)))


class Fragments:
    """The macros of a template in one language of one game, each with a memo of its texts."""

    def __init__(self, module: object) -> None:
        self._module = module

    def __getattr__(self, name: str) -> Callable[..., str]:
        fragment = lru_cache(MAX_TEXTS, typed=True)(partial(_render_macro, getattr(self._module, name)))
        setattr(self, name, fragment)
        return fragment


def load_fragments(template: str, game: str) -> Fragments:
    """The macros of a template in the language of the request, at a table of this game."""
    environment = current_app.jinja_env
    assert isinstance(environment, JinjaEnvironment)
    return _fragments(environment, template, choose_language(), game)


@lru_cache(MAX_TEMPLATES)
def _fragments(environment: JinjaEnvironment, template: str, language: str, game: str) -> Fragments:
    names = shared_template_names(language, game)
    names["pictures"] = lru_cache(partial(_piece_renderer, environment, names))
    return Fragments(environment.get_template(template).make_module(names))


def _piece_renderer(
    environment: JinjaEnvironment, names: Mapping[str, Any], choices: tuple[tuple[str, str], ...]
) -> Callable[[str], Markup]:
    """What draws a piece of the game by its name, as these settings print it."""
    template = environment.get_template(f"games/{names['meta'].slug}/setup_steps.html")
    module: Any = template.make_module({**names, "options": dict(choices)})
    kind: Callable[[str], Markup] = module.kind
    return lru_cache(kind)


clear_fragment_cache = _fragments.cache_clear
"""Begin with an empty memo."""


def shared_template_names(language: str, game: str) -> dict[str, Any]:
    """What each macro may use besides its arguments and the global names of the templates."""
    played = BY_SLUG[game]
    phrases = Phrasebook(played)
    return {
        **make_translators(language, game),
        "limits": number_bounds(played.scoring.sheet_type),
        "meta": played.meta,
        "onward_arrow": "◂" if LANGUAGES[language].direction == "rtl" else "▸",
        "phrases": phrases,
        "term": lru_cache(MAX_TEXTS)(phrases.term),
    }


def _render_macro(macro: Macro, *inputs: object) -> str:
    if len(inputs) != len(macro.arguments):
        raise TypeError(f"{macro.name} takes {macro.arguments}")
    require_plain_value(inputs)
    return str(macro(*inputs))


def require_plain_value(value: object) -> None:
    """TypeError unless the value is a str, int, bool, None, or a tuple or frozen record of such.

    Markup is refused: it equals the str of the same letters, so one could be taken for the other.
    """
    if type(value) in _PLAIN:
        return
    if isinstance(value, tuple):
        parts: tuple[object, ...] = value
    elif is_dataclass(value) and not isinstance(value, type) and _is_frozen(value):
        parts = tuple(getattr(value, field.name) for field in fields(value))
    else:
        raise TypeError(f"not plain: {type(value).__name__}")
    for part in parts:
        if type(part) not in _PLAIN:
            require_plain_value(part)


def _is_frozen(value: Any) -> bool:
    """Whether the record cannot change and all its fields are compared."""
    return value.__dataclass_params__.frozen and all(field.compare for field in fields(value))


@cache
def slot(name: str) -> Markup:
    """The place of another fragment."""
    return Markup(f"{_DELIMITER}:{name}:{_DELIMITER}")


@lru_cache(16 * MAX_TEXTS)
def slot_names(text: str) -> tuple[str, ...]:
    """The names of the fragments that have their place in a text."""
    return tuple(_SLOT.findall(text))


def render_fragment(page: Page, name: str = ROOT) -> str:
    """A fragment with those that have their place in it."""
    text = page[name]
    return _SLOT.sub(lambda place: render_fragment(page, place[1]), text) if slot_names(text) else text


def changed_fragments(before: Page, after: Page) -> list[str]:
    """The names of the fragments to send, so that a phone that shows ``before`` shows ``after``.

    What has its place in a fragment that is sent is sent with it.
    """
    names = [
        name for name, text in after.items()
        if name not in before or (before[name] is not text and before[name] != text)
    ]  # fmt: skip
    nested = [inner for name in names for inner in slot_names(after[name])]
    for name in nested:
        nested += slot_names(after[name])
    return [name for name in names if name not in nested] if nested else names
