"""The interface with which tests touch a page."""

from typing import Protocol

Point = tuple[float, float]
PAUSE_SECONDS = 0.1
"""Seconds without movement before the finger lifts, so that nothing scrolls on."""


class TouchInput(Protocol):
    """Sends touch events at points of the viewport, in CSS pixels."""

    def tap(self, x: float, y: float) -> None:
        """Touch this point and lift the finger."""

    def flick(self, start: Point, end: Point) -> None:
        """Swipe from the first position to the second."""

    def dispatch(self, kind: str, x: float, y: float) -> None:
        """Send a ``touchStart`` or ``touchMove`` event at this point."""

    def lift(self) -> None:
        """Lift the finger."""
