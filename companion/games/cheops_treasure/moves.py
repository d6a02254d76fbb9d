"""The moves of Cheops (1998)."""

from dataclasses import dataclass
from typing import Annotated, Literal

from companion.engine.json_data import Between, MaxLength
from companion.games.cheops_treasure.parts import HAND_SIZE, LAW_COUNT, ROWS, Colour, Family, Pawn

RowNumber = Annotated[int, Between(1, ROWS)]
LawNumber = Annotated[int, Between(1, LAW_COUNT)]
TreasureUse = Literal["sell", "keep", "box"]


@dataclass(frozen=True, slots=True)
class Place:
    """The seat places a pawn on a space. ``law`` is 11 if this is the extra placement that law 11
    allows."""

    row: RowNumber
    column: RowNumber
    pawn: Pawn
    law: Literal[0, 11] = 0


@dataclass(frozen=True, slots=True)
class Take:
    """The seat takes the treasure of the space, and sells it, keeps it, or puts it into the box (law 4,
    or a full tablet)."""

    colour: Colour
    deal: TreasureUse


@dataclass(frozen=True, slots=True)
class Reveal:
    """The seat finds this law on the space."""

    law: LawNumber


@dataclass(frozen=True, slots=True)
class PutUnder:
    """The seat puts law 4, 5 or 6 under a price tablet."""

    colour: Colour


@dataclass(frozen=True, slots=True)
class PutOn:
    """The seat puts law 7 on a free number of a tablet. ``slot`` counts from the top, from 1."""

    colour: Colour
    slot: Annotated[int, Between(1, 9)]


@dataclass(frozen=True, slots=True)
class Remove:
    """The seat removes another law from the game (law 8)."""

    law: LawNumber


@dataclass(frozen=True, slots=True)
class Pay:
    """The seat pays for law 9 and keeps it, or returns it to the box."""

    paid: bool


@dataclass(frozen=True, slots=True)
class KeepLaw:
    """The seat keeps law 10, 11 or 12 for a later turn."""


@dataclass(frozen=True, slots=True)
class SellKept:
    """The seat sells a kept treasure at the market price (law 10)."""

    colour: Colour


@dataclass(frozen=True, slots=True)
class Swap:
    """The seat swaps two treasures of the pyramid (law 12)."""

    row: RowNumber
    column: RowNumber
    other_row: RowNumber
    other_column: RowNumber


@dataclass(frozen=True, slots=True)
class Exchange:
    """The seat exchanges a kept treasure for one of the pyramid (law 12)."""

    kept: Colour
    row: RowNumber
    column: RowNumber
    got: Colour


@dataclass(frozen=True, slots=True)
class Hire:
    """The seat buys a neighbour and saves it for later, which a house rule allows."""


@dataclass(frozen=True, slots=True)
class Pass:
    """The seat passes, because none of its pawns fits anywhere."""


@dataclass(frozen=True, slots=True)
class Draw:
    """The seat draws family members from the stacks, or none, which ends its turn."""

    pawns: Annotated[tuple[Family, ...], MaxLength(HAND_SIZE)] = ()


@dataclass(frozen=True, slots=True)
class Choose:
    """At the end, the holder of law 9 chooses the colour that the law counts as."""

    colour: Colour
