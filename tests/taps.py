"""Recorded plays as taps: each line as the fields that a form of the table's page would send."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlencode

from companion.games.seeds import plays

Line = Mapping[str, Any]
MOST = 4
"""Seats of the plays that are watched: a table with four phones."""


def watched_play(slug: str) -> dict[str, Any]:
    """The recorded play of a game with the most seats up to four; the longest of them."""
    found = [play for play in plays(slug).values() if play.get("mode", "referee") == "referee"]
    fitting = [play for play in found if len(play["seats"]) <= MOST]
    return max(fitting, key=lambda play: (len(play["seats"]), len(play["log"])))


def form_of(line: Line, key: str) -> str:
    """The body that enters a recorded line."""
    fields = (pair for name, value in line.items() for pair in fields_of(value, name))
    return urlencode([("key", key), *fields])


def fields_of(value: Any, name: str) -> Iterator[tuple[str, str]]:
    """A value as the fields of a form: dots nest, and a list of simple values is one field."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from fields_of(inner, f"{name}.{key}")
    elif isinstance(value, list) and not any(isinstance(inner, dict | list) for inner in value):
        yield f"{name}[]", " ".join(map(str, value))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from fields_of(inner, f"{name}.{number}")
    elif value is not None:
        yield name, str(int(value)) if isinstance(value, bool) else str(value)
