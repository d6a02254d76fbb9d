"""The values that a sentence needs, and a check that they have their types."""

import re
from collections.abc import Iterable

from companion.engine.words import Plural, Sentence
from companion.games import TALLIES_BY_SLUG

PLACEHOLDER_PATTERN = re.compile(r"%\((?:\w+ )?(\w+)\)s")


def find_placeholders(text: Sentence) -> set[str]:
    forms = (text.one, text.many) if isinstance(text, Plural) else (text,)
    return {name for form in forms for name in PLACEHOLDER_PATTERN.findall(form)}


def check_value_has_kind(slug: str, code: str, value: object) -> None:
    """Raise AssertionError if a value that names a term, a move or an option is a plain string."""
    if isinstance(value, Iterable) and not isinstance(value, str):
        for item in value:
            check_value_has_kind(slug, code, item)
    words = TALLIES_BY_SLUG[slug].words
    if type(value) is str and value:
        known = {*words.terms, *words.moves, *words.options}
        assert value.partition("-")[0] not in known, f"{code}: {value!r} says no kind"
