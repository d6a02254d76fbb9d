"""Names of players. A seat without a name is stored as "Player 3" and shown in the reader's language."""

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from unicodedata import category, normalize

from companion.engine.words import N_
from companion.language.i18n import LANGUAGES, load_translations

DEFAULT_NAME = N_("Player %(n)s")

FORGOTTEN_NAME = N_("Somebody")
"""The name of a forgotten person's seats. The second forgotten person is "Somebody 2", and so on."""
MAX_NAME_LENGTH = 24
_BLANK_CHARACTERS = dict.fromkeys(
    map(ord, "\u115f\u1160\u2800\u3164\uffa0\U00013441\U00013442\U0001d159"), " "
)
"""Letters and symbols that draw nothing, mapped to a space."""
_EMOJI_JOINER = "\u200d"
_JOINER_CHARACTERS = f"\u200c{_EMOJI_JOINER}"
"""Characters that join or separate letters. Persian needs them, and so do emoji such as families."""
_FLAG_LETTERS = "".join(map(chr, range(0x1F1E6, 0x1F200)))
"""The letters of which two form the emoji of a flag."""
_IGNORED_CHARACTERS = dict.fromkeys(map(ord, f"{_JOINER_CHARACTERS}\u0307"))
"""Characters that do not make two names different: joiners, and the dot of a Turkish İ."""


def tidy_line(text: str) -> str:
    r"""Return a text as one line without control characters and without invisible characters at its start.

    >>> tidy_line("  a\n b ")
    'a b'
    """
    line = " ".join(normalize("NFC", text).translate(_BLANK_CHARACTERS).split())
    visible = "".join(c for c in line if c.isprintable() or c in _JOINER_CHARACTERS)
    starts = (index for index, character in enumerate(visible) if category(character)[0] in "LNPS")
    return " ".join(visible.rstrip(_JOINER_CHARACTERS)[next(starts, len(visible)) :].split())


def tidy_name(name: str, max_length: int = MAX_NAME_LENGTH) -> str:
    """Return a name as one line of at most ``max_length`` characters. No letter or emoji is cut in two."""
    line = tidy_line(name)
    end = min(len(line), max_length)
    while 0 < end < len(line) and _continues_letter(line, end):
        end -= 1
    return line[:end].rstrip()


def _continues_letter(line: str, index: int) -> bool:
    character = line[index]
    if character in _FLAG_LETTERS:
        return (index - len(line[:index].rstrip(_FLAG_LETTERS))) % 2 == 1
    is_tone = "\U0001f3fb" <= character <= "\U0001f3ff"
    return (
        is_tone
        or character in _JOINER_CHARACTERS
        or line[index - 1] == _EMOJI_JOINER
        or category(character).startswith("M")
    )


def make_name_key(name: str) -> str:
    """Return a key for comparing names: equal if they differ only in case, spaces or invisible characters.

    >>> make_name_key("ANA ") == make_name_key("ana")
    True
    """
    folded = normalize("NFKC", name).casefold()
    return " ".join(normalize("NFKC", folded).translate(_IGNORED_CHARACTERS).split())


def normalize_name(name: str, seat: int) -> str:
    """Return a player's name as it is stored: one line of at most 24 characters, or the default name.

    >>> normalize_name(" Ana ", 0), normalize_name("", 2)
    ('Ana', 'Player 3')
    """
    return tidy_name(name) or DEFAULT_NAME % {"n": seat + 1}


def make_unique_name_keys(names: Iterable[str]) -> list[tuple[str, int]]:
    """Return (key, number of equal keys before it) for each name, so that no two results are equal.

    >>> make_unique_name_keys(["Ana", "Bo", "ana"])
    [('ana', 0), ('bo', 0), ('ana', 1)]
    """
    keys = list(map(make_name_key, names))
    return [(key, keys[:seat].count(key)) for seat, key in enumerate(keys)]


def is_forgotten_name(name: str) -> bool:
    """Return whether a name stands for a forgotten person, such as "Somebody 2", in any language."""
    return bool(_forgotten_name_pattern().fullmatch(name))


def is_persons_name(name: str) -> bool:
    """Return whether a stored name is a person's: neither a default name nor a forgotten person's."""
    return not is_default_name(name) and not is_forgotten_name(name)


def is_default_name(name: str) -> bool:
    """Return whether a stored name is the default name of a seat, such as "Player 3", in any language."""
    return bool(_default_name_pattern().fullmatch(name))


def is_same_name(one: str, other: str) -> bool:
    """Return whether two names are equal, apart from the language in which a default name is shown."""
    return localize_names((one,), "en") == localize_names((other,), "en")


def _translations_pattern(text: str) -> str:
    words = {text, *(load_translations(language).ugettext(text) for language in LANGUAGES)}
    return "|".join(map(re.escape, words))


@cache
def _default_name_pattern() -> re.Pattern[str]:
    return re.compile(_translations_pattern(DEFAULT_NAME).replace(r"%\(n\)s", r"\d{1,2}"))


@cache
def _forgotten_name_pattern() -> re.Pattern[str]:
    return re.compile(rf"(?:{_translations_pattern(FORGOTTEN_NAME)})( \d+)?")


@lru_cache(maxsize=2_000)
def localize_names(names: tuple[str, ...], language: str) -> tuple[str, ...]:
    """Return names by seat. Names such as "Player 3" and "Somebody" are translated into the language."""
    player, somebody = map(load_translations(language).ugettext, (DEFAULT_NAME, FORGOTTEN_NAME))
    localized = []
    for seat, name in enumerate(names):
        if is_default_name(name):
            localized.append(player % {"n": seat + 1})
        elif match := _forgotten_name_pattern().fullmatch(name):
            localized.append(somebody + (match[1] or ""))
        else:
            localized.append(name)
    return tuple(localized)
