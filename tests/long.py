"""Two forms of a test: a change runs the short one, ``make test-long`` the long one (``COMPANION_LONG=1``).

The long form looks at all that the short one samples, and runs what is marked ``long``.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypeVar

LONG = os.environ.get("COMPANION_LONG") == "1"
T = TypeVar("T")


def sample(items: Sequence[T], few: int) -> list[T]:
    """All of them in the long form, else so many, evenly spread, the first and the last among them."""
    if LONG or len(items) <= few:
        return list(items)
    return [items[n * (len(items) - 1) // max(few - 1, 1)] for n in range(few)]


def of_each_game(plays: Sequence[tuple[str, str]], few: int) -> list[tuple[str, str]]:
    """All recorded plays, told by game and name, in the long form, else so many of each game."""
    games = dict.fromkeys(slug for slug, _ in plays)
    return [each for slug in games for each in sample([p for p in plays if p[0] == slug], few)]


def rounds(short: int, long: int) -> int:
    """How often something random is tried."""
    return long if LONG else short
