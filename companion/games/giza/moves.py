"""The moves of Giza."""

from dataclasses import dataclass
from typing import Annotated

from companion.engine.json_data import AllowedValues, Between, MaxLength
from companion.games.giza.parts import SPHINX_PARTS

TileName = Annotated[
    str,
    AllowedValues(
        (
            *(f"{sign}{n}" for sign in "+-" for n in range(1, 6)),
            *(f"t{n}" for n in range(1, 6)),
            *SPHINX_PARTS,
            "scarab",
            "demolition",
        )
    ),
]
BoardNumber = Annotated[int, Between(0, 5)]
"""The seat that owns the board."""
SiteNumber = Annotated[int, Between(0, 3)]
"""The number of a site. 0 to 2 are the pyramids of Khufu, Khafre and Menkaure, 3 is the sphinx."""


@dataclass(frozen=True, slots=True)
class Play:
    """The seat plays one tile on a site of any board. A demolition tile removes the top tile of the
    site."""

    tile: TileName | None
    """The tile. None if the log hides a covered tile from the reader; such a move can never be entered."""
    board: BoardNumber
    site: SiteNumber


@dataclass(frozen=True, slots=True)
class Lift:
    """The seat removes a scarab from a site of its own board. Then its turn ends, without drawing a
    tile."""

    site: SiteNumber


@dataclass(frozen=True, slots=True)
class Discard:
    """The seat puts one to four tiles from its hand face up into the box."""

    tiles: Annotated[tuple[TileName, ...], MaxLength(4)]


@dataclass(frozen=True, slots=True)
class Skip:
    """The turn of a seat is skipped, because its player is away. The rules do not allow passing, so this
    needs a ruling."""
