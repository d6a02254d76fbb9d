"""The moves of Three Quarries."""

from dataclasses import dataclass

from tests.example.parts import Colour


@dataclass(frozen=True, slots=True)
class Favour:
    """Write down the colour whose stones count at the end. The others do not see it until then."""

    colour: Colour | None
    """None only if the log hides it from the reader. Never legal to enter."""


@dataclass(frozen=True, slots=True)
class Take:
    """Take one stone from the quarry of a colour."""

    colour: Colour


@dataclass(frozen=True, slots=True)
class Build:
    """Build the next level of one's own pyramid with stones of one colour, which go back."""

    colour: Colour
