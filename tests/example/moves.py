"""The moves of Three Quarries."""

from dataclasses import dataclass

from tests.example.parts import Colour


@dataclass(frozen=True, slots=True)
class Favour:
    """The seat writes down the colour whose stones count at the end. The others see it only then."""

    colour: Colour | None
    """None only if the log hides it from the reader. Never legal to enter."""


@dataclass(frozen=True, slots=True)
class Take:
    """The seat takes one stone from the quarry of this colour."""

    colour: Colour


@dataclass(frozen=True, slots=True)
class Build:
    """The seat builds the next level of its pyramid with stones of this colour, which go back to their
    quarry.
    """

    colour: Colour
