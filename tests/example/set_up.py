"""What the box of Three Quarries holds, and where the referee believes it lies at the beginning."""

from typing import Any

from tests.example.parts import COLOURS
from tests.games.test_setting_up import Lying


def box(seats: int) -> dict[str, int]:
    """Sixteen stones of each colour."""
    return dict.fromkeys(COLOURS, 16)


def beginning(state: Any) -> Lying:
    """All stones lie in their quarries."""
    return {(c, "middle"): n for c, n in zip(COLOURS, state.quarries, strict=True)}
