"""A move as the fields of the form that would enter it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def as_form(move: str | None, seat: int, data: Mapping[str, Any]) -> dict[str, str | list[str]]:
    """The fields by their names; what is hidden or nested is left out."""
    told = {"move": move, "seat": seat, **data}
    return {
        (f"{name}[]" if isinstance(value, list) else name): _value(value)
        for name, value in told.items()
        if value is not None and not isinstance(value, dict)
    }


def _value(value: Any) -> str | list[str]:
    if isinstance(value, list):
        return [str(item) for item in value]
    return str(int(value)) if isinstance(value, bool) else str(value)
