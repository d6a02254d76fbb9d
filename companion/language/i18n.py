"""Translations, numbers and dates in the reader's language.

A language is a folder of .po files and an item in ``LANGUAGES`` (``docs/translating.md``). There is one .po
file for the app and one for each game.
"""

import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from decimal import Decimal
from fractions import Fraction
from functools import cache, lru_cache, partial, reduce
from pathlib import Path
from typing import Any
from unicodedata import bidirectional, normalize
from zoneinfo import ZoneInfo

from babel import dates, numbers
from babel.lists import format_list
from babel.support import Translations
from flask import g, has_app_context, has_request_context, request, session
from markupsafe import Markup, escape


@dataclass(frozen=True, slots=True)
class Language:
    """A language of the pages: its name, writing direction and typographical rules."""

    name: str
    """In the language itself."""
    direction: str = "ltr"
    locale: str = ""
    """The locale of dates, numbers and lists, if the language code would mean another country's."""
    unbroken: str = ""
    """A pattern of spaces at which a line may not break."""
    elides: bool = False
    """Whether short words lose a vowel before another vowel."""
    readers: int = 0
    """The number of people who have reviewed all machine translations."""


LANGUAGES: Mapping[str, Language] = {
    "en": Language("English", locale="en_GB"),
    "de": Language("Deutsch"),
    "fr": Language("Français", unbroken=r" (?=[:;?!»])|(?<=«) ", elides=True),
    "es": Language("Español"),
    "ar": Language("العربية", direction="rtl", unbroken=r"(?<=لـ) "),
}
"""By code. All but the first, the language of the sources, have a folder of translations."""
SOURCE_LANGUAGE = next(iter(LANGUAGES))
APP_CATALOGUE = "app"
"""The name of the .po file with the sentences that belong to no game."""
TRANSLATIONS_FOLDER = Path(__file__).parents[1] / "translations"
"""The folder that contains ``<language>/<slug>.po``."""


def locale_of(language: str) -> str:
    """Return the locale of dates, numbers and lists of a language."""
    return LANGUAGES[language].locale or language


def po_files(language: str, *names: str) -> list[Path]:
    """Return the paths at which a language may have .po files of these names. Empty names are left out."""
    return [TRANSLATIONS_FOLDER / language / f"{name}.po" for name in names if name]


@cache
def has_translations(language: str, game: str) -> bool:
    """Return whether the game with this slug is translated into a language. True for the app ("")."""
    files = (file.exists() or file.with_suffix(".mo").exists() for file in po_files(language, game))
    return language == SOURCE_LANGUAGE or all(files)


@cache
def load_translations(language: str, game: str = "") -> Translations:
    """Return the translations of the app into a language. Those of the game ``game`` take precedence.

    A short word may have another translation in each game: a black stone is *noire*, a black treasure is
    *noir*.
    """
    catalogues = [
        Translations(fp=io.BytesIO(content))
        for file in po_files(language, APP_CATALOGUE, game)
        if (content := _read_catalogue(file, language))
    ]
    return reduce(Translations.merge, catalogues) if catalogues else Translations()


def _read_catalogue(file: Path, language: str) -> bytes:
    mo_file = file.with_suffix(".mo")
    if mo_file.exists():  # in offline mode
        return mo_file.read_bytes()
    return compile_catalogue(file, language) if file.exists() else b""


def compile_catalogue(file: Path, language: str) -> bytes:
    """Return the content of a .po file compiled to the .mo format."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with file.open("rb") as source:
        catalog = read_po(source, locale=language)
    catalog.creation_date = datetime(1980, 1, 1, tzinfo=UTC)  # makes the bytes reproducible
    unbroken = LANGUAGES[language].unbroken
    for message in catalog:
        if message.id and unbroken:
            message.string = _add_no_break_spaces(message.string, unbroken)
    output = io.BytesIO()
    write_mo(output, catalog)
    return output.getvalue()


def _add_no_break_spaces(text: Any, spaces: str) -> Any:
    if isinstance(text, str):
        return re.sub(spaces, "\N{NO-BREAK SPACE}", text)
    return tuple(_add_no_break_spaces(form, spaces) for form in text)


def choose_language(game: str | None = None) -> str:
    """Return the best of the reader's languages in which a game (default: the request's) is translated."""
    return _language_and_game(game)[0]


def _request_language_and_game() -> tuple[str, str]:
    try:
        request_globals = g._get_current_object()  # noqa: SLF001 – in Werkzeug's documents
    except RuntimeError:  # there is no request
        return SOURCE_LANGUAGE, ""
    try:
        return request_globals.language, request_globals.language_game
    except AttributeError:
        request_globals.language = _choose_language_for(request_globals.setdefault("language_game", ""))
        return request_globals.language, request_globals.language_game


def _choose_language_for(game: str) -> str:
    return next(language for language in accepted_languages() if has_translations(language, game))


def accepted_languages() -> tuple[str, ...]:
    """Return the reader's languages, best first: the one chosen on a page, the browser's, then English."""
    if not has_app_context():
        return (SOURCE_LANGUAGE,)
    if "languages" not in g:
        requested = _requested_languages() if has_request_context() else ()
        g.languages = (*requested, SOURCE_LANGUAGE)
    languages: tuple[str, ...] = g.languages
    return languages


def _requested_languages() -> Iterator[str]:
    cookies = request.cookies  # before version 0.2 the choice was in a cookie
    chosen = session.get("lang") or cookies.get("companion-lang") or cookies.get("lang", "")
    if chosen in LANGUAGES:
        yield chosen
    for tag, quality in request.accept_languages:
        language = tag.partition("-")[0].lower()
        if quality and language in LANGUAGES:
            yield language


def set_language_game(game: str) -> None:
    """Use the translations of this game from now on, until the request or stream ends."""
    if has_app_context():
        g.language_game = game
        g.pop("language", None)


def translate(text: str, game: str | None = None) -> str:
    """Translate a source string to the reader's language, for ``game`` (default: the request's game)."""
    return _translate_cached(text, *_language_and_game(game))


def _language_and_game(game: str | None) -> tuple[str, str]:
    language, request_game = _request_language_and_game()
    if game is None or game == request_game:
        return language, request_game
    return _choose_language_for(game), game


@lru_cache(maxsize=20_000)
def _translate_cached(text: str, language: str, game: str) -> str:
    return str(load_translations(language, game).ugettext(text))


def translate_plural(one: str, many: str, number: int, game: str | None = None) -> str:
    """Translate a source string in the singular or a plural form, for ``game`` (default: the request's)."""
    return load_translations(*_language_and_game(game)).ungettext(one, many, number)


def gettext(text: str, **values: object) -> str:
    """Translate a source string and fill in values."""
    return fill_placeholders(translate(text), values) if values else translate(text)


def ngettext(one: str, many: str, number: int, **values: object) -> str:
    """Translate a source string in the form for this number, and fill in values."""
    return fill_placeholders(translate_plural(one, many, number), values)


def fill_placeholders(sentence: str, values: Mapping[str, object]) -> str:
    """Return a translated sentence with values in place of placeholders such as ``%(name)s``."""
    direction = LANGUAGES[choose_language()].direction
    texts = {
        name: isolate_direction(v if isinstance(v, str) else str(v), direction)
        for name, v in values.items()
    }
    return apply_elisions(sentence, texts) % texts


def apply_elisions(sentence: str, values: Mapping[str, str], game: str | None = None) -> str:
    """Return the sentence, after ``elide_vowels`` if the language ``choose_language(game)`` needs it."""
    return elide_vowels(sentence, values) if LANGUAGES[choose_language(game)].elides else sentence


_ELIDED_WORD_PATTERN = re.compile(r"\b([Dd]|[Qq]u|[Jj]usqu)e (?=%\(([\w ]+)\)s)")
_TAG_PATTERN = re.compile(r"<[^>]*>")
_VOWELS_AND_H = frozenset("aeiouh")
"""The *h* at the beginning of a name is nearly always silent in French."""


def elide_vowels(sentence: str, values: Mapping[str, str]) -> str:
    """Replace the *e* of words such as *de* by ’ before a placeholder whose value begins with a vowel.

    >>> elide_vowels("le tour de %(name)s", {"name": "Ana"})
    'le tour d’%(name)s'
    """
    return _ELIDED_WORD_PATTERN.sub(
        lambda gap: f"{gap[1]}’" if begins_with_vowel(values.get(gap[2], "")) else gap[0], sentence
    )


def begins_with_vowel(word: str) -> bool:
    """Return whether a word begins with a vowel sound. Accents and punctuation are ignored."""
    first = next(filter(str.isalnum, normalize("NFD", _TAG_PATTERN.sub("", word).lower())), "")
    return first in _VOWELS_AND_H


_REVERSING_CLASSES = {"ltr": frozenset({"R", "AL", "AN"}), "rtl": frozenset({"L", "ES", "ET"})}
"""By the direction of a sentence, the bidirectional classes that would reverse other characters."""
ISOLATE_START, ISOLATE_END = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"


def isolate_direction(text: str, direction: str) -> str:
    """Put Unicode isolates around a text that could change the order of characters in its sentence.

    ``direction`` is that of the sentence: "ltr" or "rtl". A text with isolated parts stays as it is.
    """
    if (text.isascii() and direction == "ltr") or ISOLATE_START in text:
        return text
    reversing = _REVERSING_CLASSES[direction]
    reverses = any(bidirectional(character) in reversing for character in text)
    return ISOLATE_START + text + ISOLATE_END if reverses else text


def isolate(text: str) -> str:
    """Return a word with Unicode isolates if it could change the writing direction of its sentence."""
    return isolate_direction(text, LANGUAGES[choose_language()].direction)


def join_list(items: Iterable[str]) -> str:
    """Join items as the reader's language does.

    >>> join_list(["a", "b", "c"])
    'a, b and c'
    """
    return str(format_list([isolate(item) for item in items], locale=_reader_locale()))


def get_list_separators(number: int) -> list[str]:
    """Return the text that ``join_list`` puts before each item of a list with ``number`` items.

    >>> get_list_separators(3)
    ['', ', ', ' and ']
    """
    return str(format_list(["\0"] * number, locale=_reader_locale())).split("\0")[:number]


def join_with_commas(items: Iterable[str]) -> str:
    """Join items with commas, without a word such as "and" before the last."""
    return gettext(", ").join(map(isolate, items))


def format_number(number: int | None) -> str:
    """Return a whole number as text with a true minus sign; a question mark for None."""
    return "?" if number is None else str(number).replace("-", "\N{MINUS SIGN}")


def format_percent(number: Fraction, places: int) -> str:
    """Return a fraction as a percentage with this many decimal places, such as "87.4%"."""
    rounded = round(Decimal(number.numerator) / number.denominator, places + 2)
    return str(numbers.format_percent(rounded, locale=_reader_locale(), decimal_quantization=False))


def has_decimal_comma() -> bool:
    """Return whether the reader's language writes a decimal comma."""
    return numbers.get_decimal_symbol(_reader_locale()) == ","


def format_decimal(number: float, pattern: str | None = None) -> str:
    """Return a number as text in the reader's language, in a ``pattern`` of Babel such as ``0.0``."""
    return str(numbers.format_decimal(number, pattern, locale=_reader_locale()))


def format_ago(seconds: int) -> str:
    """Return a number of seconds as a time in the past, such as "2 hours ago"."""
    if seconds < 60:
        return gettext("just now")
    locale = _reader_locale()
    return str(dates.format_timedelta(-seconds, granularity="minute", add_direction=True, locale=locale))


def format_short_datetime(moment: datetime) -> str:
    """Return a date and time in figures, such as "24/11/2026, 20:15". The time zone is not changed."""
    return str(dates.format_datetime(moment, "short", locale=_reader_locale()))


def to_local_time(moment: datetime) -> datetime:
    """Convert a time to the time zone of the reader; to that of the server if the reader's is unknown.

    The phone sends its zone in a cookie (``static/js/deferred.js``). A time without a zone is UTC.
    """
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(_reader_time_zone())


def _reader_time_zone() -> tzinfo | None:
    try:
        return ZoneInfo(request.cookies["zone"]) if has_request_context() else None
    except (KeyError, ValueError, OSError):  # no zone, or one that this server does not know
        return None


def format_date(moment: datetime) -> str:
    """Return the date of a moment in the reader's time zone, such as "24 November 2026"."""
    return str(dates.format_date(to_local_time(moment), "long", locale=_reader_locale()))


def format_date_with_weekday(moment: datetime) -> str:
    """Return the date of a moment in the reader's time zone, with the day of the week."""
    return str(dates.format_date(to_local_time(moment), "full", locale=_reader_locale()))


def format_time(seconds: int) -> str:
    """Return the time of day in the reader's time zone. ``seconds`` are counted since 1970."""
    moment = to_local_time(datetime.fromtimestamp(seconds, UTC))
    return str(dates.format_time(moment.time(), "short", locale=_reader_locale()))


def _reader_locale() -> str:
    return locale_of(choose_language())


def gettext_markup(text: str, many: str = "", number: int = 1, /, **values: object) -> Markup:
    """Translate a source string, with plural forms if ``many`` is given, and fill in escaped values.

    Templates use it as ``_`` and ``ngettext``. Jinja's own functions are slower, as they look up the
    translator for each of a page's hundred sentences.
    """
    return _translate_markup(*_request_language_and_game(), text, many, number, **values)


def make_translators(*reader: str) -> dict[str, Callable[..., Markup]]:
    """Return the functions ``_`` and ``ngettext`` for templates, by name.

    ``reader`` is (language, game); without it, those of the request are used.
    """
    translator = partial(_translate_markup, *(reader or _request_language_and_game()))
    return {"_": translator, "ngettext": translator}


@lru_cache(maxsize=20_000, typed=True)  # so that equal str and Markup are kept apart
def _translate_markup(
    language: str, game: str, text: str, many: str = "", number: int = 1, /, **values: object
) -> Markup:
    catalogue = load_translations(language, game)
    sentence = catalogue.ungettext(text, many, number) if many else catalogue.ugettext(text)
    escaped = {name: escape(value) for name, value in values.items()}
    return Markup(fill_placeholders(sentence, escaped) if escaped else sentence)
