"""The touch input of a page."""

from typing import Protocol

Place = tuple[float, float]
PAUSE_SECONDS = 0.1
"""Seconds without movement before the finger lifts, so that nothing scrolls on."""


class TouchInput(Protocol):
    """Sends touch events at positions in CSS pixels of the viewport."""

    def tap(self, x: float, y: float) -> None:
        """Tap."""

    def flick(self, start: Place, end: Place) -> None:
        """Swipe from the first position to the second."""

    def dispatch(self, kind: str, x: float, y: float) -> None:
        """Send ``touchStart`` or ``touchMove``."""

    def lift(self) -> None:
        """Lift the finger."""
