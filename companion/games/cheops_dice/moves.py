"""What can be entered at a table of Cheops."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from companion.engine.json_data import MaxLength
from companion.games.cheops_dice.parts import Colour

Box = Annotated[str, MaxLength(16)]
"""A box by its place: ``pyramid-2-4`` (row from the bottom, place from the left), ``left-3``,
``right-1`` (level from the bottom), ``keystone``, ``floor-1-4`` (row from the top, place)."""
Payment = Annotated[str, MaxLength(16)]
"""``die``, ``joker``, a quarry stone by its place from the left: ``quarry-7``, or ``proposed``."""
PROPOSED = "proposed"
"""Pay for this box as the app proposes."""


@dataclass(frozen=True, slots=True)
class Roll:
    """The dice as they lie, entered once by whoever sees them."""

    dice: Annotated[tuple[Colour, ...], MaxLength(6)]


@dataclass(frozen=True, slots=True)
class Build:
    """Tick one or two boxes in this order, each paid at once; boxes without a payment as proposed."""

    boxes: Annotated[tuple[Box, ...], MaxLength(6)]
    payments: Annotated[tuple[Payment, ...], MaxLength(6)] = ()


@dataclass(frozen=True, slots=True)
class Pass:
    """Build nothing this round."""


@dataclass(frozen=True, slots=True)
class Stop:
    """The table agrees to stop between two rounds and counts without anybody's end bonus."""
