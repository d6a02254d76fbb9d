"""What goes where on the real table before the first turn: steps to be ticked off by its people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

PieceLocation = Literal["seat", "off", "board", "beside", "middle", "box"]
"""``seat``: so many in front of every seat; ``off``: so many crossed off on each one's sheet; ``beside``:
beside the board; ``box``: left in the box or put back."""


@dataclass(frozen=True, slots=True)
class Pieces:
    """Pieces of a kind, and where they lie once the table is set up."""

    kind: str
    """A word in the game's ``Words.terms``; its templates draw it."""
    count: int | None
    """None where only the box knows: as many as there are."""
    where: PieceLocation


@dataclass(frozen=True, slots=True)
class SetupStep:
    """One thing to do: its title and sentence stand in ``Words.setup_steps`` by its name."""

    name: str
    values: Mapping[str, object] = field(default_factory=dict)
    pieces: tuple[Pieces, ...] = ()
    asks: tuple[str, ...] = ()
    """Options that are asked here: what only the box knows."""
    rule: str = "setup"
