"""A finger on the glass of one page."""

from typing import Protocol

Place = tuple[float, float]
REST = 0.1
"""Seconds a thumb rests before it lifts, so that nothing rolls on."""


class TouchInput(Protocol):
    """Where it touches is told in CSS pixels from the corner of the glass."""

    def tap(self, x: float, y: float) -> None:
        """Land and lift at once."""

    def flick(self, start: Place, end: Place) -> None:
        """Push what lies under the first place to the second."""

    def feel(self, kind: str, x: float, y: float) -> None:
        """Land (``touchStart``) or move (``touchMove``) there."""

    def lift(self) -> None:
        """Leave the glass."""
