"""The moves of The Pyramid's Deadline."""

from dataclasses import dataclass
from typing import Annotated, Literal

from companion.engine.json_data import Between, MaxLength
from companion.games.deadline.parts import Shape

StoneTurnNumber = Annotated[int, Between(0, 7)]
"""How the stone is turned: an index of the turns that ``get_turned_stones`` returns for its shape."""
LeftmostColumn = Annotated[int, Between(-60, 60)]
"""The leftmost column of the grid that the stone covers. The chamber covers columns 0 and 1."""


@dataclass(frozen=True, slots=True)
class Roll:
    """The seat rolled these dice for the round."""

    dice: Annotated[tuple[Shape, ...], MaxLength(7)]


@dataclass(frozen=True, slots=True)
class Build:
    """The seat takes a die and the stone for it. It lays this new stone, or it lays the one in reserve and
    keeps the new stone in reserve."""

    die: Shape
    stone: Literal["new", "reserve"]
    turn: StoneTurnNumber
    column: LeftmostColumn


@dataclass(frozen=True, slots=True)
class SetAside:
    """The seat takes a die, but sets the stone for it aside, because the stone fits nowhere. This costs
    points at the end."""

    die: Shape


@dataclass(frozen=True, slots=True)
class BringDeath:
    """The seat takes a die for which no square stone is left: the Pharaoh dies, and the game ends."""

    die: Shape


@dataclass(frozen=True, slots=True)
class Declare:
    """The seat announces that the tomb on which it has just built is finished."""
