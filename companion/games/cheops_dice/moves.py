"""The moves of Cheops."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from companion.engine.json_data import MaxLength
from companion.games.cheops_dice.parts import Colour

Box = Annotated[str, MaxLength(16)]
"""A box: ``pyramid-2-4`` (row from the bottom, number from the left), ``left-3``, ``right-1`` (level from
the bottom), ``keystone``, ``floor-1-4`` (row from the top, number from the left)."""
Payment = Annotated[str, MaxLength(16)]
"""``die``, ``joker``, ``proposed``, or a quarry stone by its number from the left: ``quarry-7``."""
PROPOSED_PAYMENT = "proposed"
"""Pay for this box as the app proposes."""


@dataclass(frozen=True, slots=True)
class Roll:
    """The rolled dice, entered once by anybody who sees them."""

    dice: Annotated[tuple[Colour, ...], MaxLength(6)]


@dataclass(frozen=True, slots=True)
class Build:
    """Tick one or two boxes in this order. Each is paid at once, without a payment as proposed."""

    boxes: Annotated[tuple[Box, ...], MaxLength(6)]
    payments: Annotated[tuple[Payment, ...], MaxLength(6)] = ()


@dataclass(frozen=True, slots=True)
class Pass:
    """Build nothing in this round."""


@dataclass(frozen=True, slots=True)
class Stop:
    """The players agree to stop between two rounds and count, without the bonus for ending."""
