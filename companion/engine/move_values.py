"""The estimated value of a move as a sum of named parts, and the reasons that follow from the parts."""

from collections.abc import Iterable, Mapping
from typing import Any

from companion.engine.game import Description

ValueParts = Mapping[str, float]
"""By name, the parts of a move's estimated value. Their sum is the value."""
PossibleReason = tuple[str, str, Any]
"""A part, the code of a sentence in ``Words.reasons``, and whether the sentence is true for the move."""


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
