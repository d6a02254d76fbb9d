"""What can be entered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from companion.engine.json_data import Between, MaxLength
from companion.games.cheops_treasure.parts import HAND, LAWS, ROWS, Colour, Family, Pawn

Row = Annotated[int, Between(1, ROWS)]
Law = Annotated[int, Between(1, LAWS)]
Deal = Literal["sell", "keep", "box"]


@dataclass(frozen=True, slots=True)
class Place:
    """A pawn onto a space; with ``law`` 11 as that law's extra placement."""

    row: Row
    column: Row
    pawn: Pawn
    law: Literal[0, 11] = 0


@dataclass(frozen=True, slots=True)
class Take:
    """The treasure that lay there: sold at once, kept, or (law 4, tablet full) to the box."""

    colour: Colour
    deal: Deal


@dataclass(frozen=True, slots=True)
class Reveal:
    """A law lay there."""

    law: Law


@dataclass(frozen=True, slots=True)
class PutUnder:
    """Law 4, 5 or 6 under a price tablet."""

    colour: Colour


@dataclass(frozen=True, slots=True)
class PutOn:
    """Law 7 on a free number, counted from the top from 1."""

    colour: Colour
    slot: Annotated[int, Between(1, 9)]


@dataclass(frozen=True, slots=True)
class Remove:
    """Law 8 takes another law out of the game."""

    law: Law


@dataclass(frozen=True, slots=True)
class Pay:
    """Law 9: paid for and kept, or back to the box."""

    paid: bool


@dataclass(frozen=True, slots=True)
class KeepLaw:
    """Law 10, 11 or 12 is kept for a later turn."""


@dataclass(frozen=True, slots=True)
class SellKept:
    """Law 10: a kept treasure is sold at the market price."""

    colour: Colour


@dataclass(frozen=True, slots=True)
class Swap:
    """Law 12: two treasures of the pyramid change places."""

    row: Row
    column: Row
    other_row: Row
    other_column: Row


@dataclass(frozen=True, slots=True)
class Exchange:
    """Law 12: a kept treasure against one of the pyramid."""

    kept: Colour
    row: Row
    column: Row
    got: Colour


@dataclass(frozen=True, slots=True)
class Hire:
    """A neighbour is bought and saved, where the table plays so."""


@dataclass(frozen=True, slots=True)
class Pass:
    """No pawn fits anywhere."""


@dataclass(frozen=True, slots=True)
class Draw:
    """Family members drawn from the stacks, none for none; ends the turn."""

    pawns: Annotated[tuple[Family, ...], MaxLength(HAND)] = ()


@dataclass(frozen=True, slots=True)
class Choose:
    """At the end: the colour that law 9 counts as."""

    colour: Colour
