"""Words that lose their last vowel before another vowel: in French, *de Ana* is *d’Ana*."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from unicodedata import normalize

_BEFORE_A_GAP = re.compile(r"\b([Dd]|[Qq]u|[Jj]usqu)e (?=%\((\w+)\)s)")
_TAG = re.compile(r"<[^>]*>")
_VOWELS = frozenset("aeiouh")
"""An *h* that people’s names begin with is nearly always silent."""


def elided(sentence: str, values: Mapping[str, str]) -> str:
    """The sentence with ’ for the vowels that its gaps, filled with these values, swallow."""
    if not _gaps(sentence):
        return sentence
    return _BEFORE_A_GAP.sub(
        lambda gap: f"{gap[1]}’" if begins_with_vowel(values.get(gap[2], "")) else gap[0], sentence
    )


@lru_cache(maxsize=4000)
def _gaps(sentence: str) -> bool:
    return _BEFORE_A_GAP.search(sentence) is not None


def begins_with_vowel(word: str) -> bool:
    """Whether a word begins with the sound of a vowel, accents and signs around it aside."""
    first = next(filter(str.isalnum, normalize("NFD", _TAG.sub("", word).lower())), "")
    return first in _VOWELS
