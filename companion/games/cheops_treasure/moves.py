"""The moves of Cheops (1998)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from companion.engine.json_data import Between, MaxLength
from companion.games.cheops_treasure.parts import HAND_SIZE, LAW_COUNT, ROWS, Colour, Family, Pawn

Row = Annotated[int, Between(1, ROWS)]
Law = Annotated[int, Between(1, LAW_COUNT)]
Deal = Literal["sell", "keep", "box"]


@dataclass(frozen=True, slots=True)
class Place:
    """Place a pawn on a space. ``law`` 11: as the extra placement of that law."""

    row: Row
    column: Row
    pawn: Pawn
    law: Literal[0, 11] = 0


@dataclass(frozen=True, slots=True)
class Take:
    """Take the treasure of the space: sell it, keep it, or (law 4, full tablet) put it into the box."""

    colour: Colour
    deal: Deal


@dataclass(frozen=True, slots=True)
class Reveal:
    """A law was on the space."""

    law: Law


@dataclass(frozen=True, slots=True)
class PutUnder:
    """Put law 4, 5 or 6 under a price tablet."""

    colour: Colour


@dataclass(frozen=True, slots=True)
class PutOn:
    """Put law 7 on a free number. ``slot`` counts from the top, from 1."""

    colour: Colour
    slot: Annotated[int, Between(1, 9)]


@dataclass(frozen=True, slots=True)
class Remove:
    """Law 8: remove another law from the game."""

    law: Law


@dataclass(frozen=True, slots=True)
class Pay:
    """Law 9: pay and keep it, or return it to the box."""

    paid: bool


@dataclass(frozen=True, slots=True)
class KeepLaw:
    """Keep law 10, 11 or 12 for a later turn."""


@dataclass(frozen=True, slots=True)
class SellKept:
    """Law 10: sell a kept treasure at the market price."""

    colour: Colour


@dataclass(frozen=True, slots=True)
class Swap:
    """Law 12: swap two treasures of the pyramid."""

    row: Row
    column: Row
    other_row: Row
    other_column: Row


@dataclass(frozen=True, slots=True)
class Exchange:
    """Law 12: exchange a kept treasure for one of the pyramid."""

    kept: Colour
    row: Row
    column: Row
    got: Colour


@dataclass(frozen=True, slots=True)
class Hire:
    """Buy and save a neighbour, with the house rule."""


@dataclass(frozen=True, slots=True)
class Pass:
    """No pawn fits anywhere."""


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw family members from the stacks, or none. This ends the turn."""

    pawns: Annotated[tuple[Family, ...], MaxLength(HAND_SIZE)] = ()


@dataclass(frozen=True, slots=True)
class Choose:
    """At the end: choose the colour that law 9 counts as."""

    colour: Colour
