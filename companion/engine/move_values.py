"""The estimated value of a move as a sum of named parts, and the reasons that follow from the parts."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.engine.game import Description

ValueParts = Mapping[str, float]
"""By name, the parts of a move's estimated value. Their sum is the value."""
PossibleReason = tuple[str, str, Any]
"""A part, the code of a sentence in ``Words.reasons``, and whether the sentence is true for the move."""

END_VALUE = 1000.0
"""The value of ending the game in the lead."""


def find_lead(points: Sequence[float], seat: int) -> float:
    """Return by how many points a seat is ahead of the best other seat. Negative if it is behind."""
    return points[seat] - max(number for other, number in enumerate(points) if other != seat)


def value_end(lead: float) -> float:
    """Return the value of ending the game with this lead: very high if it is positive, else very low."""
    return END_VALUE + lead if lead > 0 else lead - END_VALUE


def make_gain_parts(before: Sequence[float], after: Sequence[float], seat: int) -> ValueParts:
    """Return the parts ``own``, the seat's gain, and ``rival``, the largest gain of another seat, negated.

    ``before`` and ``after`` have the points of every seat before and after a move.
    """
    gains = [now - earlier for now, earlier in zip(after, before, strict=True)]
    return {"own": gains[seat], "rival": find_lead(gains, seat) - gains[seat]}


def find_strongest_reasons(
    parts: ValueParts, values: Mapping[str, Any], reasons: Iterable[PossibleReason]
) -> tuple[Description, ...]:
    """Return at most two of the true reasons, strongest first. ``values`` are the values in the sentences.

    A reason is as strong as the part of the value that it names, and is left out if this part is negative.

    >>> reasons = [("own", "gains_points", True), ("rival", "helps_rival", True)]
    >>> [reason.code for reason in find_strongest_reasons({"own": 3, "rival": -1}, {}, reasons)]
    ['gains_points']
    """
    true = [(parts.get(part, 0.0), code) for part, code, is_true in reasons if is_true]
    ranked = sorted(true, key=lambda pair: pair[0], reverse=True)
    return tuple(Description(code, values) for weight, code in ranked if weight >= 0)[:2]
