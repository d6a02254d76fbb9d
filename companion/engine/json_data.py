"""Convert frozen dataclasses to plain JSON data and back.

Fields may have the types int, str, bool, None, ``Literal``, ``Annotated``, ``X | None``, ``tuple``, and
dataclasses of these.
"""

from __future__ import annotations

import re
import types
import typing
from collections.abc import Callable, Iterable, Mapping, Sized
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")


def parse_whole_number(text: str) -> int | None:
    """Return the whole number of up to nine digits that a text consists of, in any script; else None.

    >>> parse_whole_number(" −12 "), parse_whole_number("٤٢"), parse_whole_number("1.5")
    (-12, 42, None)
    """
    plain = text.strip().replace("\N{MINUS SIGN}", "-").replace("\N{EN DASH}", "-")
    return int(plain) if re.fullmatch(r"[+-]?\d{1,9}", plain) else None


class DataError(ValueError):
    """Raised if plain data does not fit the type that it is converted to."""


@dataclass(frozen=True, slots=True)
class Between:
    """A type annotation: the number is between two bounds, both included."""

    low: int
    high: int

    def __contains__(self, value: int) -> bool:
        return self.low <= value <= self.high


@dataclass(frozen=True, slots=True)
class AllowedValues:
    """A type annotation: the value is one of ``names``. A ``Literal`` is converted to this."""

    names: tuple[Any, ...]

    def __contains__(self, value: Any) -> bool:
        return value in self.names


@dataclass(frozen=True, slots=True)
class MaxLength:
    """A type annotation: the text or tuple has at most this many characters or items."""

    length: int

    def __contains__(self, value: Sized) -> bool:
        return len(value) <= self.length


@dataclass(frozen=True, slots=True)
class PlainParser:
    """Parser of a value of the type ``kind``, such as int, str or bool."""

    kind: Any

    def read(self, data: Any) -> Any:
        if type(data) is not self.kind:
            raise DataError(f"expected {self.kind.__name__}")
        return data


@dataclass(frozen=True, slots=True)
class AnnotatedParser:
    """Parser of an ``Annotated`` type, which also checks its bounds. ``notes`` are all its annotations."""

    inner: Parser
    notes: tuple[Any, ...]

    def read(self, data: Any) -> Any:
        value = self.inner.read(data)
        for note in self.notes:
            if isinstance(note, Between | AllowedValues | MaxLength) and value not in note:
                raise DataError(f"not within {note}")
        return value


@dataclass(frozen=True, slots=True)
class UnionParser:
    """Parser of a union, which tries its types in order. ``optional`` means that None is allowed."""

    parsers: tuple[Parser, ...]
    optional: bool

    def read(self, data: Any) -> Any:
        if data is None and self.optional:
            return None
        for parser in self.parsers:
            try:
                return parser.read(data)
            except DataError as error:
                wrong = error
        raise wrong


@dataclass(frozen=True, slots=True)
class ListParser:
    """Parser of a tuple or list whose items have one type or, if ``fixed``, one type for each position."""

    parsers: tuple[Parser, ...]
    build: Callable[[Iterable[Any]], Any]
    fixed: bool

    def read(self, data: Any) -> Any:
        if not isinstance(data, list | tuple):
            raise DataError("expected a list")
        if not self.fixed:
            read = self.parsers[0].read
            return self.build([read(item) for item in data])
        if len(data) != len(self.parsers):
            raise DataError(f"expected {len(self.parsers)} items")
        return self.build(parser.read(item) for parser, item in zip(self.parsers, data, strict=True))


@dataclass(frozen=True, slots=True)
class RecordParser:
    """Parser of a dataclass or typed dict, with the parsers of its fields."""

    kind: Any
    fields: Mapping[str, Parser]

    def read(self, data: Any) -> Any:
        if not isinstance(data, Mapping):
            raise DataError("expected a record")
        try:
            return self.kind(**{name: self.fields[name].read(item) for name, item in data.items()})
        except KeyError as error:
            raise DataError(f"unknown field {error}") from error
        except TypeError as error:
            raise DataError("a field is missing") from error


Parser = PlainParser | AnnotatedParser | UnionParser | ListParser | RecordParser
"""A type annotation after analysis. ``read`` converts plain data."""


@cache
def get_record_parser(kind: Any) -> RecordParser:
    """Return the parser of a dataclass or typed dict, with the parsers of its fields."""
    hints = get_type_hints(kind, include_extras=True)
    return RecordParser(kind, {name: _get_parser(hint) for name, hint in hints.items()})


def _get_parser(hint: Any) -> Parser:
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return AnnotatedParser(_get_parser(inner[0]), inner[1:])
    if origin is Literal:
        return AnnotatedParser(PlainParser(type(inner[0])), (AllowedValues(inner),))
    if origin in (Union, types.UnionType):
        kinds = [kind for kind in inner if kind is not types.NoneType]
        return UnionParser(tuple(map(_get_parser, kinds)), len(kinds) < len(inner))
    if origin in (tuple, list):
        parsers = tuple(_get_parser(kind) for kind in inner if kind is not ...)
        return ListParser(parsers, origin, origin is tuple and len(parsers) == len(inner))
    if is_dataclass(hint) or typing.is_typeddict(hint):
        return get_record_parser(hint)
    return PlainParser(origin or hint)


def get_number_bounds(kind: Any) -> Mapping[str, tuple[int, int]]:
    """Return ``{name: (lowest, highest)}`` of those fields of a dataclass whose numbers have bounds."""
    bounds = ((name, _find_bounds(parser)) for name, parser in get_record_parser(kind).fields.items())
    return {name: (between.low, between.high) for name, between in bounds if between}


def _find_bounds(parser: Parser) -> Between | None:
    match parser:
        case AnnotatedParser(inner, notes):
            return next((note for note in notes if isinstance(note, Between)), None) or _find_bounds(inner)
        case UnionParser(parsers) | ListParser(parsers):
            return next(filter(None, map(_find_bounds, parsers)), None)
    return None


def from_json(kind: Any, data: Any) -> Any:
    """Return an object of the dataclass ``kind`` from plain data. Raise DataError if the data does not fit.

    >>> from_json(Between, {"low": 1, "high": 6})
    Between(low=1, high=6)
    """
    return get_record_parser(kind).read(data)


def replace(record: T, /, **changes: Any) -> T:
    """Return a copy of the record with these fields changed, faster than ``dataclasses.replace``."""
    kind: Any = type(record)
    names = _get_field_names(kind) or ()
    changed: T = kind(**{**{name: getattr(record, name) for name in names}, **changes})
    return changed


def to_json(value: Any) -> Any:
    """Return the value as plain JSON data. A dataclass becomes a dict of its fields.

    >>> to_json((Between(1, 6), frozenset({3, 2})))
    [{'low': 1, 'high': 6}, [2, 3]]
    """
    if value is None or isinstance(value, str | int):
        return value
    kind: Any = type(value)
    names = _get_field_names(kind)
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
def _get_field_names(kind: Any) -> tuple[str, ...] | None:
    return tuple(f.name for f in fields(kind)) if is_dataclass(kind) else None
