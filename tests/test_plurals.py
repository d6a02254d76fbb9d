"""Each form of a sentence that counts is that of its number: a file has a form for each category that
its language has (CLDR), and the form for one thing does not speak of several.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from gettext import c2py
from typing import NamedTuple

import pytest
from babel import Locale
from babel.messages import Catalog

from companion.language import i18n
from companion.language.i18n import APP, locale_of
from tests.catalogues import (
    ALL_LANGUAGES,
    NUMBERS,
    TRANSLATED,
    domains,
    plural_forms,
    sentences,
    several,
    translations,
)
from tests.test_words import FILES, gaps

INFLECTED = ("en", "de", "fr", "es")
"""Languages that make the words for several longer, never shorter."""


class Counted(NamedTuple):
    source: str
    one: str
    many: str


def counted(language: str) -> Iterator[Counted]:
    """Every sentence in two forms, as a language has them."""
    for domain in domains():
        if language not in TRANSLATED:
            pairs = (text for text in sentences(domain) if isinstance(text, tuple))
            yield from (Counted(one, one, many) for one, many in pairs)
        elif (domain, language) in FILES:
            catalog = translations(domain, language)
            form = c2py(catalog.plural_expr)
            for message in catalog:
                forms = several(message.string)
                if message.id and len(forms) == 2:
                    yield Counted(message.id[0], forms[form(1)], forms[form(2)])


@pytest.mark.parametrize(("domain", "language"), FILES)
def test_a_file_has_one_form_for_each_category_of_its_language(domain: str, language: str) -> None:
    forms = forms_by_number(translations(domain, language), locale_of(language))
    assert forms == list(map(i18n.sentences(language, domain).plural, NUMBERS))


@pytest.mark.parametrize("language", ["it", "pl", "lv", "ja"])
def test_a_new_language_begins_with_one_form_for_each_category(language: str) -> None:
    begun = Catalog()
    begun.mime_headers = [("Plural-Forms", plural_forms(language))]
    assert forms_by_number(begun, language)


def forms_by_number(catalog: Catalog, locale: str) -> list[int]:
    """The form of each number: one for each category, in whichever order, and none that no number has."""
    told = Locale.parse(locale).plural_form
    forms = list(map(c2py(catalog.plural_expr), NUMBERS))
    by_category: dict[str, set[int]] = defaultdict(set)
    for n, form in zip(NUMBERS, forms, strict=True):
        by_category[told(n)].add(form)
    assert all(len(indices) == 1 for indices in by_category.values()), by_category
    assert sorted(index for (index,) in by_category.values()) == list(range(catalog.num_plurals))
    return forms


@pytest.mark.parametrize("language", [of for of in ALL_LANGUAGES if of in INFLECTED])
def test_the_form_for_one_thing_is_not_that_for_several(language: str) -> None:
    """Where two forms differ, the words that only the one for several has are the longer ones."""
    told_apart = 0
    for sentence in counted(language):
        one, many = Counter(sentence.one.split()), Counter(sentence.many.split())
        only_one, only_many = length(one - many), length(many - one)
        assert only_one <= only_many, sentence
        told_apart += only_one < only_many
    assert told_apart > 20


def length(words: Counter[str]) -> int:
    return sum(map(len, words.elements()))


@pytest.mark.parametrize("language", [of for of in TRANSLATED if translations(APP, of).num_plurals > 2])
def test_only_a_form_for_none_one_or_two_alone_may_leave_its_number_out(language: str) -> None:
    told = Locale.parse(locale_of(language)).plural_form
    for domain, of in FILES:
        if of != language:
            continue
        catalog = translations(domain, language)
        form = c2py(catalog.plural_expr)
        alone = {form(n) for n in NUMBERS if told(n) in ("zero", "one", "two")}
        for message in catalog:
            forms = several(message.string)
            for index, said in enumerate(forms if len(forms) > 2 else ()):
                assert index in alone or gaps(said) == gaps(several(message.id)[-1]), said


DUAL = ("ان", "ين", "ي")
"""How Arabic words for two of a thing end; the last stands before a noun."""


def words_of(sentence: str) -> list[str]:
    return [word.strip(".:،") for word in sentence.split()]


def without_case(sentence: str, two: str) -> list[str]:
    """The words of an Arabic sentence without the ending that the counted thing has after 11 to 99; those
    that are in the form for two as well are not counted."""
    return [word if word in words_of(two) else word.removesuffix("ًا") for word in words_of(sentence)]


def test_arabic_speaks_of_two_in_the_dual_and_from_eleven_on_in_the_singular() -> None:
    """A file's forms for one and for two leave their number out."""
    told_apart = 0
    for domain, of in FILES:
        if of != "ar":
            continue
        catalog = translations(domain, of)
        form = c2py(catalog.plural_expr)
        for message in catalog:
            forms = several(message.string)
            if len(forms) != 6 or len(set(forms)) == 1:
                continue
            one, two, eleven, hundred = (forms[form(n)] for n in (1, 2, 11, 100))
            assert words_of(hundred) == without_case(eleven, two), forms
            alone, both = set(words_of(one)), set(words_of(two))
            if not gaps(two) >= gaps(several(message.id)[-1]):
                assert any(len(word) > 3 and word.endswith(DUAL) for word in both - alone), forms
                assert not any(word.startswith("واحد") for word in both), forms
                told_apart += 1
    assert told_apart > 8
