"""What can be entered: public events, each a tap or two."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from companion.engine.json_data import Between, MaxLength
from companion.games.cheops_catan.parts import Piece

Seat = Annotated[int, Between(0, 3)]
Name = Annotated[str, MaxLength(12)]
"""A crossing as the group calls it."""


@dataclass(frozen=True, slots=True)
class Found:
    """A first settlement, in the order of founding."""

    at_site: bool = False


@dataclass(frozen=True, slots=True)
class Roll:
    """The sum of the dice; it opens the seat's turn."""

    total: Annotated[int, Between(2, 12)]


@dataclass(frozen=True, slots=True)
class Build:
    """A settlement, a city in place of one, a road or a ship. ``at_site``: beside the pyramid."""

    piece: Piece
    at_site: bool = False


@dataclass(frozen=True, slots=True)
class Knight:
    """A knight card was played."""


@dataclass(frozen=True, slots=True)
class ShowPoint:
    """A point card was laid open."""


@dataclass(frozen=True, slots=True)
class Income:
    """Gold from a gold field, at anybody's roll."""

    gold: Annotated[int, Between(1, 8)]


@dataclass(frozen=True, slots=True)
class Purchase:
    """A resource card bought with gold; ``harbour``: with a 3:1 harbour of one's own."""

    harbour: bool = False


@dataclass(frozen=True, slots=True)
class Harbour:
    """Another seat's harbour was used: one gold to its owner. The players attest the goods."""

    owner: Seat


@dataclass(frozen=True, slots=True)
class Give:
    """Gold changes hands by consent."""

    owner: Seat
    gold: Annotated[int, Between(1, 30)]


@dataclass(frozen=True, slots=True)
class Lay:
    """A stone of one's own on the pyramid; through another's building at the site it costs gold."""

    owner: Seat | None = None
    """Whose building at the site is used; None: one's own."""


@dataclass(frozen=True, slots=True)
class Claim:
    """Twelve points, with that many hidden point cards now shown."""

    cards: Annotated[int, Between(0, 5)]


@dataclass(frozen=True, slots=True)
class Reveal:
    """At the end: hidden point cards of this seat."""

    cards: Annotated[int, Between(0, 5)]


@dataclass(frozen=True, slots=True)
class Connect:
    """On the group's own drawing: this seat's road or ship between two crossings."""

    start: Name
    end: Name
    ship: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """On the group's own drawing: this seat's building at a crossing, at the site or with a harbour."""

    crossing: Name
    at_site: bool = False
    harbour: bool = False
