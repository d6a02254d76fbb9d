"""A move's worth as a sum of named terms, and the reasons that those terms give."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion.engine.game import Description

Terms = Mapping[str, float]
"""What each thing that a game looks at adds to a move's worth; their sum is the worth."""
Reason = tuple[str, str, Any]
"""A term, the code of its sentence in ``Words.reasons``, and whether the sentence is true of the move."""


def strongest(
    terms: Terms, values: Mapping[str, Any], reasons: Iterable[Reason]
) -> tuple[Description, ...]:
    """The two true sentences of the strongest terms, of those that do not speak against the move."""
    true = [(terms.get(term, 0.0), code) for term, code, is_true in reasons if is_true]
    ranked = sorted(true, key=lambda one: one[0], reverse=True)
    return tuple(Description(code, values) for weight, code in ranked if weight >= 0)[:2]
