"""Steps for setting up the table: which pieces go where before the first turn."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

PieceLocation = Literal["seat", "off", "board", "beside", "middle", "box"]
"""Where pieces are. ``seat``: this many at every seat. ``off``: this many crossed off on every sheet."""


@dataclass(frozen=True, slots=True)
class Pieces:
    """A number of pieces of one kind, and where they are after the setup."""

    kind: str
    """A key of the game's ``Words.terms``. The game's templates draw the piece."""
    count: int | None
    """None if only the box shows how many there are."""
    where: PieceLocation


@dataclass(frozen=True, slots=True)
class SetupStep:
    """One step of the setup. ``Words.setup_steps`` has its title and its sentence, by the step's name."""

    name: str
    values: Mapping[str, object] = field(default_factory=dict)
    pieces: tuple[Pieces, ...] = ()
    asks: tuple[str, ...] = ()
    """The options to ask for in this step. Only the printed box shows their values."""
    rule: str = "setup"
