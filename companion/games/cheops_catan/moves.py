"""The moves: public events, which take one or two taps each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from companion.engine.json_data import Between, MaxLength
from companion.games.cheops_catan.parts import Piece

Seat = Annotated[int, Between(0, 3)]
Name = Annotated[str, MaxLength(12)]
"""The players' name for a crossing."""


@dataclass(frozen=True, slots=True)
class Found:
    """A first settlement, in the order of founding."""

    at_site: bool = False


@dataclass(frozen=True, slots=True)
class Roll:
    """The sum of the dice. It starts the seat's turn."""

    total: Annotated[int, Between(2, 12)]


@dataclass(frozen=True, slots=True)
class Build:
    """A settlement, a city in place of one, a road or a ship. ``at_site``: beside the pyramid."""

    piece: Piece
    at_site: bool = False


@dataclass(frozen=True, slots=True)
class Knight:
    """A knight card is played."""


@dataclass(frozen=True, slots=True)
class ShowPoint:
    """A point card is shown."""


@dataclass(frozen=True, slots=True)
class Income:
    """Gold from a gold field, after anybody's roll."""

    gold: Annotated[int, Between(1, 8)]


@dataclass(frozen=True, slots=True)
class Purchase:
    """A resource card is bought with gold. ``harbour``: with one's own 3:1 harbour."""

    harbour: bool = False


@dataclass(frozen=True, slots=True)
class Harbour:
    """Another seat's harbour is used: one gold for its owner. The players check the goods."""

    owner: Seat


@dataclass(frozen=True, slots=True)
class Give:
    """Gold is given to another seat by agreement."""

    owner: Seat
    gold: Annotated[int, Between(1, 30)]


@dataclass(frozen=True, slots=True)
class Lay:
    """One's own stone is laid on the pyramid. Through another seat's building at the site it costs gold."""

    owner: Seat | None = None
    """The seat whose building at the site is used. None: one's own."""


@dataclass(frozen=True, slots=True)
class Claim:
    """Twelve points, including this many hidden point cards, which are now shown."""

    cards: Annotated[int, Between(0, 5)]


@dataclass(frozen=True, slots=True)
class Reveal:
    """At the end: hidden point cards of this seat."""

    cards: Annotated[int, Between(0, 5)]


@dataclass(frozen=True, slots=True)
class Connect:
    """On the players' map: this seat's road or ship between two crossings."""

    start: Name
    end: Name
    ship: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """On the players' map: this seat's building at a crossing, at the site or with a harbour."""

    crossing: Name
    at_site: bool = False
    harbour: bool = False
