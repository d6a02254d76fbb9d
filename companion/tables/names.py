"""The names of the seats. One without a name is kept as "Player 3", and called so in the reader's words."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from companion.engine.words import N_
from companion.i18n import LANGUAGES, choose_language, sentences

PLAYER = N_("Player %(n)s")


_BLANK = dict.fromkeys(map(ord, "\u115f\u1160\u2800\u3164\uffa0"), " ")
"""Letters that nobody sees."""


def tidy_line(text: str) -> str:
    """Return a text as one line without signs that control what stands around it."""
    shown = (c for c in " ".join(text.translate(_BLANK).split()) if c.isprintable())
    return " ".join("".join(shown).split())


def tidy_name(name: str) -> str:
    """Return a name as one line of at most 24 characters."""
    return tidy_line(name)[:24].rstrip()


def normalize_name(name: str, seat: int) -> str:
    """Return a player's name as it is stored: one line of at most 24 characters, else a default."""
    return tidy_name(name) or PLAYER % {"n": seat + 1}


def is_nameless(name: str) -> bool:
    """Whether a stored name only counts the seat, in whatever language it was written."""
    return bool(_nameless().fullmatch(name))


def names_in_words(names: tuple[str, ...]) -> tuple[str, ...]:
    """Everybody's name for the reader; who has none is called by the number of the seat."""
    return _in_words(names, choose_language())


@cache
def _nameless() -> re.Pattern[str]:
    words = {PLAYER, *(sentences(language).ugettext(PLAYER) for language in LANGUAGES)}
    return re.compile("|".join(re.escape(word).replace(r"%\(n\)s", r"\d{1,2}") for word in words))


@lru_cache(maxsize=2_000)
def _in_words(names: tuple[str, ...], language: str) -> tuple[str, ...]:
    player = sentences(language).ugettext(PLAYER)
    return tuple(player % {"n": seat + 1} if is_nameless(name) else name for seat, name in enumerate(names))
