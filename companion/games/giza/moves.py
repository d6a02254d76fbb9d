"""What can be entered at a Giza table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from companion.engine.json_data import AllowedNames, Between, MaxLength
from companion.games.giza.parts import SPHINX_PARTS

Tile = Annotated[
    str,
    AllowedNames(
        (
            *(f"{sign}{n}" for sign in "+-" for n in range(1, 6)),
            *(f"t{n}" for n in range(1, 6)),
            *SPHINX_PARTS,
            "scarab",
            "demolition",
        )
    ),
]
Board = Annotated[int, Between(0, 5)]
"""The seat whose board it is."""
Site = Annotated[int, Between(0, 3)]
"""0 to 2: the pyramids of Khufu, Khafre and Menkaure; 3: the sphinx."""


@dataclass(frozen=True, slots=True)
class Play:
    """Lay one tile on a site of any board; a demolition takes the site's top tile with it."""

    tile: Tile | None
    """None only where the log hides a buried tile from the reader; never legal to enter."""
    board: Board
    site: Site


@dataclass(frozen=True, slots=True)
class Lift:
    """Take a scarab off one of the own sites; the turn ends without drawing."""

    site: Site


@dataclass(frozen=True, slots=True)
class Discard:
    """Put one to four tiles from the hand face up into the box."""

    tiles: Annotated[tuple[Tile, ...], MaxLength(4)]


@dataclass(frozen=True, slots=True)
class Skip:
    """Pass over a seat whose player is away. The rules know no pass, so the table must allow it."""
