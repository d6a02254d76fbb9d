"""The moves of The Pyramid's Deadline."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from companion.engine.json_data import Between, MaxLength
from companion.games.deadline.parts import Shape

TurnNumber = Annotated[int, Between(0, 7)]
"""The number of the turn in which the stone is laid."""
LeftmostColumn = Annotated[int, Between(-60, 60)]
"""The stone's leftmost column. The chamber covers columns 0 and 1."""


@dataclass(frozen=True, slots=True)
class Roll:
    """The rolled dice, entered once by anybody who sees them."""

    dice: Annotated[tuple[Shape, ...], MaxLength(7)]


@dataclass(frozen=True, slots=True)
class Build:
    """Take a die and its stone. Lay that stone, or lay the one in reserve and keep the new one."""

    die: Shape
    stone: Literal["new", "reserve"]
    turn: TurnNumber
    column: LeftmostColumn


@dataclass(frozen=True, slots=True)
class SetAside:
    """Take a die whose stone cannot be laid. It stays aside until the end and costs points."""

    die: Shape


@dataclass(frozen=True, slots=True)
class BringDeath:
    """Take a die for which no square stone is left: the Pharaoh dies, and the game ends."""

    die: Shape


@dataclass(frozen=True, slots=True)
class Declare:
    """Announce that the tomb just built on is finished."""
