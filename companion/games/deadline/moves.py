"""The moves of The Pyramid's Deadline."""

from dataclasses import dataclass
from typing import Annotated, Literal

from companion.engine.json_data import Between, MaxLength
from companion.games.deadline.parts import Shape

TurnNumber = Annotated[int, Between(0, 7)]
"""The number of the turn in which the seat lays the stone, as an index of ``get_shape_turns``."""
LeftmostColumn = Annotated[int, Between(-60, 60)]
"""The leftmost column of the stone. The chamber covers columns 0 and 1."""


@dataclass(frozen=True, slots=True)
class Roll:
    """The seat rolled these dice. Anybody who sees them enters them once."""

    dice: Annotated[tuple[Shape, ...], MaxLength(7)]


@dataclass(frozen=True, slots=True)
class Build:
    """The seat takes a die and its stone. It lays this stone, or lays the one in reserve and keeps the
    new one."""

    die: Shape
    stone: Literal["new", "reserve"]
    turn: TurnNumber
    column: LeftmostColumn


@dataclass(frozen=True, slots=True)
class SetAside:
    """The seat takes a die whose stone it cannot lay. The stone stays aside until the end and costs
    points."""

    die: Shape


@dataclass(frozen=True, slots=True)
class BringDeath:
    """The seat takes a die for which no square stone is left: the Pharaoh dies, and the game ends."""

    die: Shape


@dataclass(frozen=True, slots=True)
class Declare:
    """The seat announces that the tomb on which it has just built is finished."""
