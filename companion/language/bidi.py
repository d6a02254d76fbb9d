"""Words that may read the other way than the sentence they stand in: names, tiles, codes."""

from __future__ import annotations

from unicodedata import bidirectional

_TURNS = {"ltr": frozenset({"R", "AL", "AN"}), "rtl": frozenset({"L", "ES", "ET"})}
"""By the direction of a sentence, the kinds of characters that would turn others around in it: letters of
the other direction, and signs beside a number."""
BEGIN, END = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"


def isolated(text: str, direction: str) -> str:
    """The text set apart in a sentence of this direction, where it could turn it around; else as it is.

    What has something set apart in it already is a sentence of this direction, or a row of names.
    """
    if (text.isascii() and direction == "ltr") or BEGIN in text:
        return text
    turns = _TURNS[direction]
    return BEGIN + text + END if any(bidirectional(sign) in turns for sign in text) else text
