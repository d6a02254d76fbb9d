"""What is in the box."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, get_args

from companion.games.seeds import parts

PARTS = parts("example")
Colour = Literal["ochre", "rose", "black"]
COLOURS: tuple[Colour, ...] = get_args(Colour)
STONES: int = PARTS["stones"]["each"]
"""Stones of each colour."""
HAND: int = PARTS["hand"]["most"]
LEVELS: int = PARTS["levels"]["most"]
POINTS: Sequence[int] = PARTS["levels"]["points"]
"""Points of level 1, 2, 3 and 4."""
