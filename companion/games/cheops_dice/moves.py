"""The moves of the dice game Cheops, with the names of boxes and payments that they contain."""

from dataclasses import dataclass
from typing import Annotated

from companion.engine.json_data import MaxLength
from companion.games.cheops_dice.parts import Colour

BoxName = Annotated[str, MaxLength(16)]
"""The name of a box: ``pyramid-2-4`` (row from the bottom, number from the left), ``left-3``,
``right-1`` (level from the bottom), ``keystone``, ``floor-1-4`` (row from the top, number from the
left)."""
PaymentName = Annotated[str, MaxLength(16)]
"""The payment for a box: ``die``, ``joker``, ``proposed``, or a quarry stone by its number from the left
(``quarry-7``)."""
PROPOSED_PAYMENT = "proposed"
"""Stands in a move for the payment that the app proposes for the box."""


@dataclass(frozen=True, slots=True)
class Roll:
    """The active seat rolled these dice for the round."""

    dice: Annotated[tuple[Colour, ...], MaxLength(6)]


@dataclass(frozen=True, slots=True)
class Build:
    """The seat ticks one or two boxes in this order and pays for each. The app proposes the payments that
    are missing."""

    boxes: Annotated[tuple[BoxName, ...], MaxLength(6)]
    payments: Annotated[tuple[PaymentName, ...], MaxLength(6)] = ()


@dataclass(frozen=True, slots=True)
class Pass:
    """The seat builds nothing in this round."""


@dataclass(frozen=True, slots=True)
class Stop:
    """The players agree between two rounds to stop the game. Nobody gets the bonus for two finished
    buildings."""
