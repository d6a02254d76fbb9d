"""Checks that a sentence is complete: its code has words and a section, and its values have their types."""

import re
from collections.abc import Iterable, Mapping
from functools import cache

from companion.engine.words import COMMON_REFUSALS, COMMON_RULES, Plural, Sentence
from companion.games import GAMES_BY_SLUG, TALLIES_BY_SLUG

PLACEHOLDER_PATTERN = re.compile(r"%\((?:\w+ )?(\w+)\)s")


def check_refusal(code: str, rule: str, values: Mapping[str, object]) -> None:
    """Raise AssertionError if this refusal lacks a sentence, a value in the sentence, or a help section."""
    slug = code.partition(".")[0]
    if slug not in GAMES_BY_SLUG and code not in COMMON_REFUSALS:
        return
    _check_words(slug, code, rule, frozenset(values))
    if slug in GAMES_BY_SLUG:
        for value in values.values():
            check_value_has_kind(slug, code, value)


@cache
def _check_words(slug: str, code: str, rule: str, value_names: frozenset[str]) -> None:
    game = GAMES_BY_SLUG.get(slug)
    text = (game.words.refusals if game else COMMON_REFUSALS).get(code)
    assert text is not None, f"{code} has no words"
    assert find_placeholders(text) <= value_names, (
        f"{code} asks for {find_placeholders(text) - value_names}"
    )
    sections = game.words.rule_sections() if game else COMMON_RULES
    assert rule in sections, f"{code} names the section {rule!r}, which has no help"


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
