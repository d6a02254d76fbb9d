"""What an entry came to, said once for all phones: each then reads it in its own person."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Gain:
    """By how much an entry changed one line of a seat's score."""

    seat: int
    category: str
    points: int


@dataclass(frozen=True, slots=True)
class NewsItem:
    """A move as everybody at the table may hear it: made of what lies open, whoever reads it."""

    code: str
    """In the game's ``Words.news``."""
    values: Mapping[str, object] = field(default_factory=dict)
    owner: int | None = None
    """Another seat whose thing it touched, or who was given something."""
    gains: tuple[Gain, ...] = ()
    """What changed in open scores without being said in the sentence itself."""
