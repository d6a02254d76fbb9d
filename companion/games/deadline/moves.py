"""What can be entered at a table of The Pyramid's Deadline."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from companion.engine.json_data import Between, MaxLength
from companion.games.deadline.parts import Shape

Turned = Annotated[int, Between(0, 7)]
"""Which way the stone is held: its place among the shape's turns."""
AtColumn = Annotated[int, Between(-60, 60)]
"""The stone's leftmost column; the chamber stands on columns 0 and 1."""


@dataclass(frozen=True, slots=True)
class Roll:
    """The dice as they lie, entered once by whoever sees them."""

    dice: Annotated[tuple[Shape, ...], MaxLength(7)]


@dataclass(frozen=True, slots=True)
class Build:
    """Take a die and its stone; lay that stone, or the one in reserve and keep the new one."""

    die: Shape
    stone: Literal["new", "reserve"]
    turn: Turned
    column: AtColumn


@dataclass(frozen=True, slots=True)
class SetAside:
    """Take a die whose stone cannot be laid: it lies aside until the end and costs points."""

    die: Shape


@dataclass(frozen=True, slots=True)
class BringDeath:
    """Take a die that no square stone is left for: the Pharaoh dies, the game ends."""

    die: Shape


@dataclass(frozen=True, slots=True)
class Declare:
    """Announce that the tomb just built on is finished."""
