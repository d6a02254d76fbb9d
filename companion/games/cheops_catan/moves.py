"""The moves: public events. Most of them take one or two taps."""

from dataclasses import dataclass
from typing import Annotated

from companion.engine.json_data import Between, MaxLength
from companion.games.cheops_catan.parts import Piece

SeatNumber = Annotated[int, Between(0, 3)]
CrossingName = Annotated[str, MaxLength(12)]
"""The players' own name for a crossing on the map."""


@dataclass(frozen=True, slots=True)
class Found:
    """The seat founds a first settlement, in the order of founding."""

    at_site: bool = False


@dataclass(frozen=True, slots=True)
class Roll:
    """The seat rolls the dice with this sum, which starts its turn."""

    total: Annotated[int, Between(2, 12)]


@dataclass(frozen=True, slots=True)
class Build:
    """The seat builds a settlement, a city in place of one, a road or a ship. ``at_site``: beside the
    pyramid."""

    piece: Piece
    at_site: bool = False


@dataclass(frozen=True, slots=True)
class Knight:
    """The seat plays a knight card."""


@dataclass(frozen=True, slots=True)
class ShowPoint:
    """The seat shows a point card."""


@dataclass(frozen=True, slots=True)
class Income:
    """The seat gets gold from a gold field, after anybody's roll."""

    gold: Annotated[int, Between(1, 8)]


@dataclass(frozen=True, slots=True)
class Purchase:
    """The seat buys a resource card with gold. ``harbour``: at the price for its own 3:1 harbour."""

    harbour: bool = False


@dataclass(frozen=True, slots=True)
class Harbour:
    """The seat uses another seat's harbour and pays one gold to its owner. The players check the goods."""

    owner: SeatNumber


@dataclass(frozen=True, slots=True)
class Give:
    """The seat gives gold to another seat by agreement."""

    owner: SeatNumber
    gold: Annotated[int, Between(1, 30)]


@dataclass(frozen=True, slots=True)
class Lay:
    """The seat lays one of its stones on the pyramid. If it uses another seat's building at the site, it
    pays that seat gold."""

    owner: SeatNumber | None = None
    """The seat whose building at the site is used. None if it is the seat's own."""


@dataclass(frozen=True, slots=True)
class Claim:
    """The seat claims to have twelve points, and shows this many hidden point cards for it."""

    cards: Annotated[int, Between(0, 5)]


@dataclass(frozen=True, slots=True)
class Reveal:
    """After the end, the seat shows this many hidden point cards."""

    cards: Annotated[int, Between(0, 5)]


@dataclass(frozen=True, slots=True)
class Connect:
    """The seat's road (or ship) between two crossings is marked on the map that the players draw in the
    app."""

    start: CrossingName
    end: CrossingName
    ship: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """The seat's building at a crossing is marked on the map that the players draw in the app."""

    crossing: CrossingName
    at_site: bool = False
    harbour: bool = False
