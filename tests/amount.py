"""Two forms of a test: a change runs the short one, ``make test-long`` the long one (``COMPANION_LONG=1``).

Both go through every game, play and page. The long form looks at all that the short one samples.
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
    return [items[n * (len(items) - 1) // (few - 1)] for n in range(few)]


def rounds(short: int, long: int) -> int:
    """How often something random is tried."""
    return long if LONG else short
