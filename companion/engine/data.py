"""Frozen dataclasses and named tuples to plain JSON data and back: for the log, files and snapshots.

Understands int, str, bool, None, ``Literal``, ``Annotated``, ``X | None``, ``tuple`` of
one kind, dataclasses of these and, in nothing that a form fills, ``frozenset`` and ``Mapping`` of str or
int. Anything else is a bug of ours.
"""

from __future__ import annotations

import re
import types
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from operator import attrgetter
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")

WHOLE = re.compile(r"[+-]?\d{1,9}")
"""A number of up to nine digits of any script."""


def whole_number(text: str) -> int | None:
    """A whole number as people write it (any script's digits, any minus); None where the text is none."""
    plain = text.strip().replace("\N{MINUS SIGN}", "-").replace("\N{EN DASH}", "-")
    return int(plain) if WHOLE.fullmatch(plain) else None


class DataError(ValueError):
    """The data is not what the type says."""


@dataclass(frozen=True, slots=True)
class Between:
    """Annotation: a whole number within bounds, both included."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class OneOf:
    """Annotation: one of the names that the box holds."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AtMost:
    """Annotation: a text or tuple of at most so many characters or items."""

    length: int


def limits(kind: type) -> Mapping[str, tuple[int, int]]:
    """From where to where each number among the fields of a dataclass may lie; where a field is a tuple of
    numbers, each of its items."""
    hints = get_type_hints(kind, include_extras=True)
    bounds = ((part.name, _between(hints[part.name])) for part in fields(kind))
    return {name: (between.low, between.high) for name, between in bounds if between}


def _between(hint: Any) -> Between | None:
    inner = [part for part in get_args(hint) if not isinstance(part, type)]
    if get_origin(hint) is Annotated:
        between = next((part for part in inner if isinstance(part, Between)), None)
        return between or _between(get_args(hint)[0])
    return next((bounds for bounds in map(_between, inner) if bounds), None)


def replace(record: T, /, **changes: Any) -> T:
    """A record of several fields with some of them changed: ``dataclasses.replace`` without a look at each
    field, which weighs where an entry replaces states by the dozen."""
    kind: Any = type(record)
    made: T = kind(**{**dict(zip(_field_names(kind) or (), _values(kind)(record), strict=True)), **changes})
    return made


@cache
def _values(kind: Any) -> Callable[[Any], tuple[Any, ...]]:
    return attrgetter(*_field_names(kind) or ())


def to_json(value: Any) -> Any:
    """Plain JSON data of a value; a dataclass becomes a dict of its fields."""
    if value is None or isinstance(value, str | int):
        return value
    kind: Any = type(value)
    names = _field_names(kind)
    if names is not None:
        return {name: to_json(getattr(value, name)) for name in names}
    if isinstance(value, tuple | list):
        return [to_json(item) for item in value]
    if isinstance(value, frozenset):
        return [to_json(item) for item in sorted(value)]
    if isinstance(value, Mapping):
        return {key: to_json(item) for key, item in value.items()}
    raise DataError(f"cannot pack {type(value).__name__}")


@cache
def _field_names(kind: Any) -> tuple[str, ...] | None:
    return tuple(f.name for f in fields(kind)) if is_dataclass(kind) else None


def from_json(kind: Any, data: Any) -> Any:
    """A value of ``kind`` from plain data; DataError where the data does not fit."""
    return _reader(kind)(data)


@cache
def _reader(kind: Any) -> Callable[[Any], Any]:
    origin = get_origin(kind)
    if kind is Any:
        return lambda data: data
    if origin is Annotated:
        return _bounded(get_args(kind)[0], get_args(kind)[1:])
    if origin is Literal:
        return _among(get_args(kind))
    if origin in (Union, types.UnionType):
        return _either(get_args(kind))
    if origin is tuple:
        return _many(get_args(kind), tuple)
    if origin is frozenset:
        return _many((*get_args(kind), ...), frozenset)
    if origin is not None and issubclass(origin, Mapping):
        return _mapping(get_args(kind)[0], _reader(get_args(kind)[1]))
    if is_dataclass(kind):
        return _record(kind)
    if isinstance(kind, type) and issubclass(kind, tuple):
        return _named(kind)
    return _plain(kind)


def _plain(kind: type) -> Callable[[Any], Any]:
    def read(data: Any) -> Any:
        if type(data) is not kind:
            raise DataError(f"expected {kind.__name__}")
        return data

    return read


def _among(names: tuple[Any, ...]) -> Callable[[Any], Any]:
    def read(data: Any) -> Any:
        if not any(type(data) is type(name) and data == name for name in names):
            raise DataError("not one of the choices")
        return data

    return read


def _bounded(kind: Any, bounds: tuple[Any, ...]) -> Callable[[Any], Any]:
    inner = _reader(kind)

    def read(data: Any) -> Any:
        value = inner(data)
        for bound in bounds:
            if isinstance(bound, Between) and not bound.low <= value <= bound.high:
                raise DataError(f"not from {bound.low} to {bound.high}")
            if isinstance(bound, OneOf) and value not in bound.names:
                raise DataError("not one of the choices")
            if isinstance(bound, AtMost) and len(value) > bound.length:
                raise DataError(f"longer than {bound.length}")
        return value

    return read


def _either(kinds: tuple[Any, ...]) -> Callable[[Any], Any]:
    readers = [_reader(kind) for kind in kinds if kind is not type(None)]
    optional = len(readers) < len(kinds)

    def read(data: Any) -> Any:
        if data is None and optional:
            return None
        for reader in readers:
            try:
                return reader(data)
            except DataError as error:
                wrong = error
        raise wrong

    return read


def _many(kinds: tuple[Any, ...], build: type) -> Callable[[Any], Any]:
    fixed = kinds[-1] is not ...
    readers = [_reader(kind) for kind in kinds if kind is not ...]

    def read(data: Any) -> Any:
        if not isinstance(data, list | tuple):
            raise DataError("expected a list")
        if not fixed:
            return build(readers[0](item) for item in data)
        if len(data) != len(readers):
            raise DataError(f"expected {len(readers)} items")
        return tuple(reader(item) for reader, item in zip(readers, data, strict=True))

    return read


def _named(kind: Any) -> Callable[[Any], Any]:
    """A named tuple, packed as a list."""
    hints = get_type_hints(kind, include_extras=True)
    inner = _many(tuple(hints[name] for name in kind._fields), tuple)
    return lambda data: kind(*inner(data))


def _mapping(key_kind: type, inner: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def read(data: Any) -> Any:
        if not isinstance(data, Mapping):
            raise DataError("expected a mapping")
        try:
            return {key_kind(key): inner(item) for key, item in data.items()}
        except ValueError as error:
            raise DataError(f"expected a mapping of {key_kind.__name__}") from error

    return read


def _record(kind: Any) -> Callable[[Any], Any]:
    hints = get_type_hints(kind, include_extras=True)
    readers = {f.name: _reader(hints[f.name]) for f in fields(kind)}

    def read(data: Any) -> Any:
        if not isinstance(data, Mapping):
            raise DataError("expected a record")
        unknown = set(data) - set(readers)
        if unknown:
            raise DataError(f"unknown field {sorted(unknown)[0]}")
        try:
            return kind(**{name: readers[name](data[name]) for name in data})
        except TypeError as error:
            raise DataError("a field is missing") from error

    return read


def dump_snapshot(state: Any) -> dict[str, Any]:
    """Plain JSON data of a game's state, so that a long log need not be replayed from its start.

    What the setup gives (a state's ``rules``) is left out and comes from the setup again.
    """
    kind: Any = type(state)
    return {name: to_json(getattr(state, name)) for name in _kinds(kind)}


def load_snapshot(fresh: T, data: Any) -> T:
    """Return the state that ``dump_snapshot`` stored; ``fresh`` is the initial state of the same setup.

    DataError where the data is not of this kind of state: another release may have packed it.
    """
    state: Any = fresh
    kind: Any = type(fresh)
    kinds = _kinds(kind)
    if not isinstance(data, dict) or data.keys() != kinds.keys():
        raise DataError("another kind of state")
    values = {name: from_json(each, data[name]) for name, each in kinds.items()}
    loaded: T = replace(state, **values)
    return loaded


@cache
def _kinds(state: Any) -> dict[str, Any]:
    hints = get_type_hints(state, include_extras=True)
    return {field.name: hints[field.name] for field in fields(state) if field.name != "rules"}
