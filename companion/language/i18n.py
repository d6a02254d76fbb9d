"""The languages: sentences read straight from the translators' files, the house's and each game's.

A language is a folder of translators' files and a line in ``LANGUAGES`` (``docs/translating.md``).
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from decimal import Decimal
from fractions import Fraction
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Any
from unicodedata import bidirectional, normalize
from zoneinfo import ZoneInfo

from babel import dates, numbers
from babel.lists import format_list
from babel.support import Translations
from flask import Flask, g, has_app_context, has_request_context, request, session
from markupsafe import Markup, escape


@dataclass(frozen=True, slots=True)
class Language:
    """What the companion has to know of a language besides its words."""

    name: str
    """As its speakers call it."""
    direction: str = "ltr"
    locale: str = ""
    """Whose dates, numbers and lists, where the code alone would name another country's."""
    unbroken: str = ""
    """A pattern of the spaces at which a line may not break."""
    elides: bool = False
    """Whether small words lose a vowel before another."""
    readers: int = 0
    """How many people read all of what a machine wrote in it."""


LANGUAGES: Mapping[str, Language] = {
    "en": Language("English", locale="en_GB"),
    "de": Language("Deutsch"),
    "fr": Language("Français", unbroken=r" (?=[:;?!»])|(?<=«) ", elides=True),
    "es": Language("Español"),
    "ar": Language("العربية", direction="rtl", unbroken=r"(?<=لـ) "),
}
"""By code. All but the first, in which the sources are written, have a folder of translations."""
SOURCE = next(iter(LANGUAGES))
APP = "app"
"""The file with the sentences that belong to no game."""
FOLDERS: list[Path] = [Path(__file__).parents[1] / "translations"]
"""Folders that hold ``<language>/<slug>.po`` for some game; the tests add that of their example game."""


def locale_of(language: str) -> str:
    """Whose dates, numbers and lists a language has."""
    return LANGUAGES[language].locale or language


def po_files(language: str, game: str) -> list[Path]:
    """The translators' files that speak of a game: the house's, and over it the game's own."""
    return [file for file in _places(language, APP, game) if file.exists()]


def _places(language: str, *names: str) -> list[Path]:
    return [folder / language / f"{name}.po" for name in names if name for folder in FOLDERS]


@cache
def has_translations(language: str, game: str) -> bool:
    """Whether a language has words for a game; for the house, which has no name, each has."""
    files = _places(language, game)
    there = (file.exists() or file.with_suffix(".mo").exists() for file in files)
    return language == SOURCE or not files or any(there)


@cache
def sentences(language: str, game: str = "") -> Translations:
    """Return the compiled translations for a game, or only the shared ones without a game; cached.

    A short word may be translated otherwise in each game: a black stone is *noire*, a black treasure
    *noir*.
    """
    catalogues = [
        Translations(fp=io.BytesIO(content))
        for file in _places(language, APP, game)
        if (content := _catalogue_of(file, language))
    ]
    if not catalogues:
        return Translations()
    catalogue, *own = catalogues
    for more in own:
        catalogue.merge(more)
    return catalogue


def _catalogue_of(file: Path, language: str) -> bytes:
    """What was compiled ahead, as a phone has it, or the translators' file, compiled now."""
    ahead = file.with_suffix(".mo")
    if ahead.exists():
        return ahead.read_bytes()
    return compile_catalogue(file, language) if file.exists() else b""


def compile_catalogue(file: Path, language: str) -> bytes:
    """A translators' file as a catalogue (.mo); what reads and writes them is loaded only here."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with file.open("rb") as source:
        catalog = read_po(source, locale=language)
    catalog.creation_date = _LONG_AGO  # else now: the same words are to give the same bytes
    unbroken = LANGUAGES[language].unbroken
    for message in catalog:
        if message.id and unbroken:
            message.string = _typeset(message.string, unbroken)
    made = io.BytesIO()
    write_mo(made, catalog)
    return made.getvalue()


_LONG_AGO = datetime(1980, 1, 1, tzinfo=UTC)


def _typeset(said: Any, spaces: str) -> Any:
    if isinstance(said, str):
        return re.sub(spaces, "\N{NO-BREAK SPACE}", said)
    return tuple(_typeset(form, spaces) for form in said)


def choose_language(game: str | None = None) -> str:
    """The first of the reader's languages that has words for a game (else for the request's)."""
    return _speaking_of(game)[0]


def _reader() -> tuple[str, str]:
    """The language of the request, and the game that it is about."""
    try:
        now = g._get_current_object()  # noqa: SLF001 – in Werkzeug's documents
    except RuntimeError:  # there is no request
        return SOURCE, ""
    try:
        return now.language, now.language_game
    except AttributeError:
        now.language = _first_that_speaks(now.setdefault("language_game", ""))
        return now.language, now.language_game


def _first_that_speaks(game: str) -> str:
    return next(language for language in accepted_languages() if has_translations(language, game))


def accepted_languages() -> tuple[str, ...]:
    """The language chosen on the page, those of the browser, then English; asked once a request."""
    if not has_app_context():
        return (SOURCE,)
    languages: tuple[str, ...] | None = g.get("languages")
    if languages is None:
        languages = g.languages = (*_asked_languages(), SOURCE) if has_request_context() else (SOURCE,)
    return languages


def _asked_languages() -> Iterator[str]:
    cookies = request.cookies  # of before 0.2, when the session did not keep it
    chosen = session.get("lang") or cookies.get("companion-lang") or cookies.get("lang", "")
    if chosen in LANGUAGES:
        yield chosen
    for tag, quality in request.accept_languages:
        language = tag.partition("-")[0].lower()
        if quality and language in LANGUAGES:
            yield language


def set_language_game(game: str) -> None:
    """Let the rest of this request, or of what is drawn for a stream, use a game's own translations."""
    if has_app_context():
        g.language_game = game
        g.pop("language", None)


def translate(text: str, game: str | None = None) -> str:
    """A source string in the language of the request, as said of a game (else of the request's)."""
    return _said(text, *_speaking_of(game))


def _speaking_of(game: str | None) -> tuple[str, str]:
    """The reader's language for a game (else for the request's), and that game."""
    language, own = _reader()
    return (language, own) if game is None or game == own else (_first_that_speaks(game), game)


@lru_cache(maxsize=20_000)
def _said(text: str, language: str, game: str) -> str:
    return str(sentences(language, game).ugettext(text))


def translate_plural(one: str, many: str, number: int, game: str | None = None) -> str:
    """The form of a source string for a number, as said of a game (else of the request's)."""
    return sentences(*_speaking_of(game)).ungettext(one, many, number)


def gettext(text: str, **values: object) -> str:
    """A source string in the language of the request, filled with values."""
    return fill(translate(text), values) if values else translate(text)


def ngettext(one: str, many: str, number: int, **values: object) -> str:
    """The form of a source string for a number, filled with values."""
    return fill(translate_plural(one, many, number), values)


def fill(sentence: str, values: Mapping[str, object]) -> str:
    """A sentence of the reader's language with its gaps filled."""
    direction = LANGUAGES[choose_language()].direction
    said = {
        name: isolate_direction(v if isinstance(v, str) else str(v), direction)
        for name, v in values.items()
    }
    return apply_elisions(sentence, said) % said


def apply_elisions(sentence: str, said: Mapping[str, str], game: str | None = None) -> str:
    """A sentence of the reader's language, its words fitted to what is said in the gaps behind them."""
    return elide_vowels(sentence, said) if LANGUAGES[choose_language(game)].elides else sentence


_BEFORE_A_GAP = re.compile(r"\b([Dd]|[Qq]u|[Jj]usqu)e (?=%\(([\w ]+)\)s)")
_TAG = re.compile(r"<[^>]*>")
_VOWELS = frozenset("aeiouh")
"""An *h* that people’s names begin with is nearly always silent."""


def elide_vowels(sentence: str, values: Mapping[str, str]) -> str:
    """The sentence with ’ for the vowels that its gaps, filled with these values, swallow."""
    return _BEFORE_A_GAP.sub(
        lambda gap: f"{gap[1]}’" if begins_with_vowel(values.get(gap[2], "")) else gap[0], sentence
    )


def begins_with_vowel(word: str) -> bool:
    """Whether a word begins with the sound of a vowel, accents and signs around it aside."""
    first = next(filter(str.isalnum, normalize("NFD", _TAG.sub("", word).lower())), "")
    return first in _VOWELS


_TURNS = {"ltr": frozenset({"R", "AL", "AN"}), "rtl": frozenset({"L", "ES", "ET"})}
"""By the direction of a sentence, the kinds of characters that would turn others around in it: letters of
the other direction, and signs beside a number."""
BEGIN, END = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"


def isolate_direction(text: str, direction: str) -> str:
    """The text set apart in a sentence of this direction, where it could turn it around; else as it is.

    What has something set apart in it already is a sentence of this direction, or a row of names.
    """
    if (text.isascii() and direction == "ltr") or BEGIN in text:
        return text
    turns = _TURNS[direction]
    return BEGIN + text + END if any(bidirectional(sign) in turns for sign in text) else text


def isolate(text: str) -> str:
    """Words of people or of a game, that they do not turn around the sentence they come to stand in."""
    return isolate_direction(text, LANGUAGES[choose_language()].direction)


def join_list(items: Iterable[str]) -> str:
    """Things in a row as the reader's language joins them: a, b and c."""
    return str(format_list([isolate(item) for item in items], locale=_locale()))


def list_separators(number: int) -> list[str]:
    """What stands before each of so many things that ``join_list`` joins: nothing, a comma, an *and*."""
    return str(format_list(["\0"] * number, locale=_locale())).split("\0")[:number]


def join_with_commas(items: Iterable[str]) -> str:
    """Things with only commas between them."""
    return gettext(", ").join(map(isolate, items))


def format_number(number: int | None) -> str:
    """A whole number as people write it, with a true minus; a question mark where nobody knows it."""
    return "?" if number is None else str(number).replace("-", "\N{MINUS SIGN}")


def format_percent(number: Fraction, places: int) -> str:
    """A part of one in per cent, to so many decimal places."""
    rounded = round(Decimal(number.numerator) / number.denominator, places + 2)
    return str(numbers.format_percent(rounded, locale=_locale(), decimal_quantization=False))


def has_decimal_comma() -> bool:
    """Whether a comma parts the whole of a number from its parts."""
    return numbers.get_decimal_symbol(_locale()) == ","


def format_decimal(number: float, pattern: str | None = None) -> str:
    """A number that need not be whole."""
    return str(numbers.format_decimal(number, pattern, locale=_locale()))


def format_ago(seconds: int) -> str:
    """How long since something happened."""
    if seconds < 60:
        return gettext("just now")
    return str(dates.format_timedelta(-seconds, granularity="minute", add_direction=True, locale=_locale()))


def format_short_datetime(moment: datetime) -> str:
    """A day and a time of it, in figures."""
    return str(dates.format_datetime(moment, "short", locale=_locale()))


def to_local_time(moment: datetime) -> datetime:
    """A moment by the reader's clock: in the zone that the phone sends (``static/js/deferred.js``),
    else in the server's. A moment that comes without a zone is UTC.
    """
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(_zone())


def _zone() -> tzinfo | None:
    try:
        return ZoneInfo(request.cookies["zone"]) if has_request_context() else None
    except (KeyError, ValueError, OSError):  # none is told, or one that this server does not know
        return None


def format_date(moment: datetime) -> str:
    """A moment's local day as the reader's language writes it out."""
    return str(dates.format_date(to_local_time(moment), "long", locale=_locale()))


def format_date_with_weekday(moment: datetime) -> str:
    """The same with its day of the week."""
    return str(dates.format_date(to_local_time(moment), "full", locale=_locale()))


def format_time(seconds: int) -> str:
    """A moment of the log, seconds since 1970, as the reader's hours and minutes."""
    return str(
        dates.format_time(
            to_local_time(datetime.fromtimestamp(seconds, UTC)).time(), "short", locale=_locale()
        )
    )


def _locale() -> str:
    return locale_of(choose_language())


def gettext_markup(text: str, /, **values: object) -> Markup:
    """A source string in the templates (``_``): in the request's language, its values escaped.

    Jinja's own asks the context for the translator each time; a page says a hundred sentences.
    """
    return _shown(*_reader(), text, **values)


def ngettext_markup(text: str, many: str, number: int, /, **values: object) -> Markup:
    """The form of a source string for a number, in the templates."""
    return _shown(*_reader(), text, many, number, **values)


def make_translators(*reader: str) -> dict[str, Callable[..., Markup]]:
    """The same for a page that is drawn for one reader (language and game), who need not be asked for at
    each sentence."""
    said = partial(_shown, *(reader or _reader()))
    return {"_": said, "ngettext": said}


@lru_cache(maxsize=20_000, typed=True)
def _shown(
    language: str, game: str, text: str, many: str = "", number: int = 1, /, **values: object
) -> Markup:
    """A sentence as HTML. A value that is HTML already is not the same as one still to be escaped."""
    said = sentences(language, game)
    sentence = said.ungettext(text, many, number) if many else said.ugettext(text)
    return Markup(fill(sentence, {n: escape(v) for n, v in values.items()}) if values else sentence)


def init_i18n(app: Flask) -> None:
    """Register the languages with the app."""
    app.jinja_env.globals.update(_=gettext_markup, ngettext=ngettext_markup)
    app.jinja_env.filters["isolate"] = isolate
