"""The names of the seats. One without a name is kept as "Player 3", and called so in the reader's words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from unicodedata import category, normalize

from companion.engine.words import N_
from companion.language.i18n import LANGUAGES, sentences

DEFAULT_NAME = N_("Player %(n)s")

FORGOTTEN_NAME = N_("Somebody")
"""What a forgotten person's seats are called, with a number from the second person on."""
MAX_NAME_LENGTH = 24
_BLANK = dict.fromkeys(map(ord, "\u115f\u1160\u2800\u3164\uffa0\U00013441\U00013442\U0001d159"), " ")
"""Letters and symbols without a shape. Whatever else shows nothing is a mark, a control or a space."""
_JOINER = "\u200d"
_JOINERS = f"\u200c{_JOINER}"
"""Signs that join or part the letters around them: Persian is not written without them, nor a family."""
_FLAGS = "".join(map(chr, range(0x1F1E6, 0x1F200)))
"""Two of these letters are a flag."""
_UNREAD = dict.fromkeys(map(ord, f"{_JOINERS}\u0307"))
"""What makes no other name of one: joiners, and the dot that a small i has of a large one with a dot."""


def tidy_line(text: str) -> str:
    """Return a text as one line without control characters.

    It begins with a character that is seen by itself, so it is empty where there is none.
    """
    line = " ".join(normalize("NFC", text).translate(_BLANK).split())
    shown = "".join(c for c in line if c.isprintable() or c in _JOINERS).rstrip(_JOINERS)
    start = next((at for at, sign in enumerate(shown) if category(sign)[0] in "LNPS"), len(shown))
    return " ".join(shown[start:].split())


def tidy_name(name: str, max_length: int = MAX_NAME_LENGTH) -> str:
    """Return a name as one line of at most so many characters, cut where a letter ends."""
    line = tidy_line(name)
    end = min(len(line), max_length)
    while 0 < end < len(line) and _belongs_to_the_one_before(line, end):
        end -= 1
    return line[:end].rstrip()


def _belongs_to_the_one_before(line: str, at: int) -> bool:
    """Whether a character is part of the letter or picture that the ones before it began."""
    sign = line[at]
    if sign in _FLAGS:
        return (at - len(line[:at].rstrip(_FLAGS))) % 2 == 1
    is_tone = "\U0001f3fb" <= sign <= "\U0001f3ff"
    return is_tone or sign in _JOINERS or line[at - 1] == _JOINER or category(sign).startswith("M")


def name_key(name: str) -> str:
    """The same for names that are read alike, however they are composed, capitalised or joined."""
    folded = normalize("NFKC", name).casefold()
    return " ".join(normalize("NFKC", folded).translate(_UNREAD).split())


def normalize_name(name: str, seat: int) -> str:
    """Return a player's name as it is stored: one line of at most 24 characters, else a default."""
    return tidy_name(name) or DEFAULT_NAME % {"n": seat + 1}


def unique_name_keys(names: Iterable[str]) -> list[tuple[str, int]]:
    """Of each name its key and which of those at this table it is: two of one name are two people."""
    keys = list(map(name_key, names))
    return [(key, keys[:seat].count(key)) for seat, key in enumerate(keys)]


def is_forgotten_name(name: str) -> bool:
    """Whether a name, in whatever language, stands for somebody who wished to be forgotten."""
    return bool(_forgotten().fullmatch(name))


def is_persons_name(name: str) -> bool:
    """Whether a stored name is that of a person, who may be asked to play again."""
    return not is_default_name(name) and not is_forgotten_name(name)


def is_default_name(name: str) -> bool:
    """Whether a stored name only counts the seat, in whatever language it was written."""
    return bool(_nameless().fullmatch(name))


@cache
def _nameless() -> re.Pattern[str]:
    words = {DEFAULT_NAME, *(sentences(language).ugettext(DEFAULT_NAME) for language in LANGUAGES)}
    return re.compile("|".join(re.escape(word).replace(r"%\(n\)s", r"\d{1,2}") for word in words))


@cache
def _forgotten() -> re.Pattern[str]:
    words = {FORGOTTEN_NAME, *(sentences(language).ugettext(FORGOTTEN_NAME) for language in LANGUAGES)}
    return re.compile(rf"(?:{'|'.join(map(re.escape, words))})( \d+)?")


@lru_cache(maxsize=2_000)
def localize_names(names: tuple[str, ...], language: str) -> tuple[str, ...]:
    """Everybody's name in a language; who has none is called by the number of the seat."""
    player, somebody = map(sentences(language).ugettext, (DEFAULT_NAME, FORGOTTEN_NAME))
    called = []
    for seat, name in enumerate(names):
        if is_default_name(name):
            called.append(player % {"n": seat + 1})
        elif forgotten := _forgotten().fullmatch(name):
            called.append(somebody + (forgotten[1] or ""))
        else:
            called.append(name)
    return tuple(called)
