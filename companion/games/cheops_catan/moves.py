"""The moves: everything public that happens at the table. Most moves take one or two taps to enter."""

from dataclasses import dataclass
from typing import Annotated

from companion.engine.json_data import Between, MaxLength
from companion.games.cheops_catan.parts import Piece

SeatNumber = Annotated[int, Between(0, 3)]
CrossingName = Annotated[str, MaxLength(12)]
"""The players' own name for a crossing on the map."""


@dataclass(frozen=True, slots=True)
class Found:
    """The seat founds one of its first settlements. ``at_site`` is whether the settlement is at the
    pyramid's site."""

    at_site: bool = False


@dataclass(frozen=True, slots=True)
class Roll:
    """The seat rolls the dice, which starts its turn. ``total`` is the sum of both dice."""

    total: Annotated[int, Between(2, 12)]


@dataclass(frozen=True, slots=True)
class Build:
    """The seat builds a piece. A city replaces a settlement. ``at_site`` is whether a new settlement is at
    the pyramid's site."""

    piece: Piece
    at_site: bool = False


@dataclass(frozen=True, slots=True)
class Knight:
    """The seat plays a knight card."""


@dataclass(frozen=True, slots=True)
class ShowPoint:
    """The seat shows a victory point card from its hand."""


@dataclass(frozen=True, slots=True)
class Income:
    """The seat gets gold for its buildings at a gold field, after anybody's roll."""

    gold: Annotated[int, Between(1, 8)]


@dataclass(frozen=True, slots=True)
class Purchase:
    """The seat buys a resource card with gold. ``harbour`` is whether the seat has a 3:1 harbour, which
    lowers the price."""

    harbour: bool = False


@dataclass(frozen=True, slots=True)
class Harbour:
    """The seat uses the harbour of another seat, to which it pays one gold. The players check the traded
    goods."""

    owner: SeatNumber


@dataclass(frozen=True, slots=True)
class Give:
    """The seat gives gold to another seat by agreement."""

    owner: SeatNumber
    gold: Annotated[int, Between(1, 30)]


@dataclass(frozen=True, slots=True)
class Lay:
    """The seat lays one of its stones on the pyramid. If it uses another seat's building at the pyramid's
    site, it pays that seat gold."""

    owner: SeatNumber | None = None
    """The seat whose building at the site is used. None if it is the seat's own."""


@dataclass(frozen=True, slots=True)
class Claim:
    """The seat claims to have twelve points, which ends the game. ``cards`` is the number of hidden victory
    point cards that it shows as proof."""

    cards: Annotated[int, Between(0, 5)]


@dataclass(frozen=True, slots=True)
class Reveal:
    """The seat shows its hidden victory point cards after the end. ``cards`` is their number."""

    cards: Annotated[int, Between(0, 5)]


@dataclass(frozen=True, slots=True)
class Connect:
    """The players draw a road of the seat between two crossings on their map in the app. With ``ship``, it
    is a ship."""

    start: CrossingName
    end: CrossingName
    ship: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """The players draw a building of the seat at a crossing on their map in the app. It may be at the
    pyramid's site or at a harbour."""

    crossing: CrossingName
    at_site: bool = False
    harbour: bool = False
