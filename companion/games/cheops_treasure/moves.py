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
    """The seat places a pawn on a space. ``law`` is 11 if the seat plays law 11 for an extra placement,
    otherwise 0."""

    row: RowNumber
    column: RowNumber
    pawn: Pawn
    law: Literal[0, 11] = 0


@dataclass(frozen=True, slots=True)
class Take:
    """The seat takes the treasure of the space on which it placed a pawn. ``deal`` is whether it sells the
    treasure, keeps it, or puts it into the box."""

    colour: Colour
    deal: TreasureUse


@dataclass(frozen=True, slots=True)
class Reveal:
    """The seat finds this law on the space on which it placed a pawn."""

    law: LawNumber


@dataclass(frozen=True, slots=True)
class PutUnder:
    """The seat puts the law that it found (4, 5 or 6) under the price tablet of this colour."""

    colour: Colour


@dataclass(frozen=True, slots=True)
class PutOn:
    """The seat puts law 7 on an uncovered number of a price tablet. ``slot`` is the position of the number,
    from 1 at the top."""

    colour: Colour
    slot: Annotated[int, Between(1, 9)]


@dataclass(frozen=True, slots=True)
class Remove:
    """The seat carries out law 8, which removes another law from the game."""

    law: LawNumber


@dataclass(frozen=True, slots=True)
class Pay:
    """The seat decides about law 9, which it has found. If ``paid``, it pays and keeps the law. Otherwise
    the law is put back into the box."""

    paid: bool


@dataclass(frozen=True, slots=True)
class KeepLaw:
    """The seat keeps the law that it found (10, 11 or 12) for a later turn."""


@dataclass(frozen=True, slots=True)
class SellKept:
    """The seat carries out law 10, with which it sells a kept treasure at the market price."""

    colour: Colour


@dataclass(frozen=True, slots=True)
class Swap:
    """The seat carries out law 12, with which it swaps two treasures of the pyramid."""

    row: RowNumber
    column: RowNumber
    other_row: RowNumber
    other_column: RowNumber


@dataclass(frozen=True, slots=True)
class Exchange:
    """The seat carries out law 12, with which it exchanges a kept treasure for the treasure of a space.
    ``got`` is the colour of the new treasure."""

    kept: Colour
    row: RowNumber
    column: RowNumber
    got: Colour


@dataclass(frozen=True, slots=True)
class Hire:
    """The seat buys a neighbour (a pawn of no family) and saves it for later. This needs a house rule."""


@dataclass(frozen=True, slots=True)
class Pass:
    """The seat passes, because none of its pawns fits anywhere."""


@dataclass(frozen=True, slots=True)
class Draw:
    """The seat draws pawns of these families, or none. This ends its turn."""

    pawns: Annotated[tuple[Family, ...], MaxLength(HAND_SIZE)] = ()


@dataclass(frozen=True, slots=True)
class Choose:
    """At the end, the holder of law 9 chooses a colour. The law then counts as a treasure of this
    colour."""

    colour: Colour
