"""Converts a game state to JSON data and back, so that a long log need not be replayed from its start.

What the setup gives (a state's ``rules``) is left out and comes from the setup again.
"""

from __future__ import annotations

from dataclasses import fields, replace
from functools import cache
from typing import Any, TypeVar, get_type_hints

from companion.engine.data import DataError, from_json, to_json

S = TypeVar("S")


def dump_snapshot(state: Any) -> dict[str, Any]:
    """Plain JSON data of a game's state."""
    kind: Any = type(state)
    return {name: to_json(getattr(state, name)) for name in _kinds(kind)}


def load_snapshot(fresh: S, data: Any) -> S:
    """Return the state that ``dump_snapshot`` stored; ``fresh`` is the initial state of the same setup.

    DataError where the data is not of this kind of state: another release may have packed it.
    """
    state: Any = fresh
    kind: Any = type(fresh)
    kinds = _kinds(kind)
    if not isinstance(data, dict) or data.keys() != kinds.keys():
        raise DataError("another kind of state")
    values = {name: from_json(each, data[name]) for name, each in kinds.items()}
    loaded: S = replace(state, **values)
    return loaded


@cache
def _kinds(state: Any) -> dict[str, Any]:
    hints = get_type_hints(state, include_extras=True)
    return {field.name: hints[field.name] for field in fields(state) if field.name != "rules"}
