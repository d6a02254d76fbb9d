"""Marshmallow schemas made from type annotations, for forms, JSON and the API document."""

import json
from dataclasses import MISSING, fields
from functools import cache
from typing import Any, Literal, is_typeddict

from marshmallow import Schema, ValidationError, post_load
from marshmallow import fields as ma
from marshmallow.validate import Length, OneOf, Range

from companion.engine import json_data as codec
from companion.engine.json_data import get_number_bounds, get_record_parser, parse_whole_number
from companion.tables.errors import Malformed

UnknownFields = Literal["exclude"] | None


def parse_json(text: str | bytes) -> Any:
    """Parse JSON from a client. Raise Malformed if it is invalid or contains values such as NaN."""
    try:
        data = json.loads(text)
        json.dumps(data, allow_nan=False, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        raise Malformed({"json": ["Not JSON."]}) from error
    return data


class StrictInteger(ma.Integer):
    """A schema field for a whole number: a number in JSON, or text in a form. Fractions are invalid."""

    def _deserialize(self, value: Any, *args: Any, **kwargs: Any) -> Any:
        number = parse_whole_number(value) if isinstance(value, str) else value
        if isinstance(number, bool | float | None):
            raise self.make_error("invalid")
        return super()._deserialize(number, *args, **kwargs)


class _UnionField(ma.Field[Any]):
    def __init__(self, inner: tuple[ma.Field[Any], ...], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.inner = inner

    def _deserialize(self, value: Any, attr: str | None, data: Any, **_: Any) -> Any:
        for inner in self.inner:
            try:
                return inner.deserialize(value, attr, data)
            except ValidationError as error:
                wrong = error
        raise wrong


class _TupleField(ma.List[Any]):
    def _deserialize(self, *args: Any, **kwargs: Any) -> Any:
        return tuple(super()._deserialize(*args, **kwargs))


def schema_name(kind: type) -> str:
    """Return a class's name in the API document: the slug of its game, if any, and the class name."""
    _, package, *rest = kind.__module__.split(".")
    return f"{rest[0] if package == 'games' else ''}{kind.__name__}"


@cache
def schema_of(kind: type) -> type[Schema]:
    """Return the marshmallow schema of a dataclass or typed dict.

    The schema of a dataclass loads instances of the class. In a typed dict, all fields are required.
    """
    parsers = get_record_parser(kind).fields
    if is_typeddict(kind):
        attributes: dict[str, Any] = {
            name: _make_field(parser, {"required": True}) for name, parser in parsers.items()
        }
        return type(kind.__name__, (Schema,), attributes)
    attributes = {"as_read": post_load(lambda _, data, **__: kind(**data))}
    move = kind.__module__.startswith(("companion.games.", "companion.engine."))
    for member in fields(kind):
        extra: dict[str, Any] = {}
        if member.default is MISSING and member.default_factory is MISSING:
            extra["required"] = True
        elif member.default is not MISSING and not move:  # moves have no defaults in the API document
            extra["load_default"] = member.default
        attributes[member.name] = _make_field(parsers[member.name], extra)
    if move:
        attributes["Meta"] = type("Meta", (), {"title": kind.__name__})
    return type(schema_name(kind), (Schema,), attributes)


def _make_field(parser: codec.Parser, extra: dict[str, Any]) -> ma.Field[Any]:
    match parser:
        case codec.AnnotatedParser(inner, notes):
            return _make_field(inner, {**extra, **_field_arguments(notes)})
        case codec.UnionParser(parsers, optional):
            extra = {**extra, "allow_none": True} if optional else extra
            if len(parsers) == 1:
                return _make_field(parsers[0], extra)
            return _UnionField(tuple(_make_field(each, {}) for each in parsers), **extra)
        case codec.ListParser(parsers, build):
            return (_TupleField if build is tuple else ma.List)(_make_field(parsers[0], {}), **extra)
        case codec.RecordParser(kind):
            return ma.Nested(schema_of(kind), **extra)
        case codec.PlainParser(kind):
            return _FIELD_TYPES[kind](**extra)


_FIELD_TYPES: dict[Any, type[ma.Field[Any]]] = {
    int: StrictInteger, float: ma.Float, str: ma.String, bool: ma.Boolean, dict: ma.Dict, Any: ma.Raw,
}  # fmt: skip


def _field_arguments(notes: tuple[Any, ...]) -> dict[str, Any]:
    arguments: dict[str, Any] = {}
    for note in notes:
        if isinstance(note, str | dict):
            words = {"description": note} if isinstance(note, str) else note
            arguments["metadata"] = {**arguments.get("metadata", {}), **words}
        else:
            arguments["validate"] = [*arguments.get("validate", ()), _make_validator(note)]
    return arguments


def _make_validator(bound: Any) -> Any:
    if isinstance(bound, codec.Between):
        return Range(bound.low, bound.high)
    if isinstance(bound, codec.AllowedValues):
        return OneOf(bound.names)
    return Length(max=bound.length) if isinstance(bound, codec.MaxLength) else bound


def parse_value(kind: type, data: Any, unknown: UnknownFields = None) -> Any:
    """Return an instance of ``kind`` from request data. Raise Malformed if the data does not fit.

    Unknown fields are an error, unless ``unknown`` is ``exclude``.
    """
    return validate_data(schema_of(kind), data, unknown=unknown, kind=kind)


def validate_data(
    schema: type[Schema], data: Any, whole: str = "_schema", unknown: UnknownFields = None,
    kind: type | None = None,
) -> Any:  # fmt: skip
    """Return ``data`` after a schema has validated and loaded it. Raise Malformed if it is invalid.

    An error that concerns no single field gets the name ``whole``. If ``kind`` is the schema's dataclass,
    the exception also has the bounds of its number fields. Unknown fields are an error, unless ``unknown``
    is ``exclude``.
    """
    try:
        return _get_schema(schema).load(data, unknown=unknown)
    except ValidationError as error:
        errors = {whole if name == "_schema" else name: why for name, why in error.messages_dict.items()}
        raise Malformed(errors, limits=get_number_bounds(kind) if kind else {}) from error


@cache
def _get_schema(schema: type[Schema]) -> Schema:
    return schema()


MAX_INDEX_DIGITS = 4
"""Digits of an index in a field name, as in ``slots.0``. Longer numbers are ordinary names."""


def parse_form(form: Any) -> dict[str, Any]:
    """Convert flat form fields (dotted names) into nested data for a schema.

    A button can set several fields: ``name="move board site" value="Play 1 2"``. Dots nest:
    ``slots.0.number``. A name with ``[]`` is a list whose values are separated by blanks. Empty optional
    fields are left out.

    >>> from werkzeug.datastructures import MultiDict
    >>> parse_form(MultiDict({"move site": "Play 2", "slots.0.number": "7", "tiles[]": "a b"}))
    {'move': 'Play', 'site': '2', 'slots': [{'number': '7'}], 'tiles': ['a', 'b']}
    """
    flat: dict[str, Any] = {}
    for name in filter(None, form):  # a part of a multipart form may have no name
        values = form.getlist(name)
        if " " in name:
            for part, word in zip(name.split(), values[-1].split(), strict=False):
                flat[part.removesuffix("[]")] = [word] if part.endswith("[]") else word
        elif name.endswith("[]"):
            flat[name[:-2]] = [word for value in values for word in value.replace("−", "-").split()]
        elif values[-1] != "":
            flat[name] = values[-1]
    return _nest_fields(flat)


def _nest_fields(flat: dict[str, Any]) -> dict[str, Any]:
    root: dict[str, Any] = {}
    for name, value in flat.items():
        *path, leaf = name.split(".")[:6]
        node = root
        for step in path:
            below = node.setdefault(step, {})
            if not isinstance(below, dict):
                raise Malformed({name: ["Given twice."]})
            node = below
        node[leaf] = value
    nested = _dicts_to_lists(root)
    return {k: v for k, v in nested.items() if not _is_empty_list(v)} if isinstance(nested, dict) else {}


def _is_empty_list(value: Any) -> bool:
    return isinstance(value, list) and all(item == [] or _is_empty_list(item) for item in value)


def _dicts_to_lists(node: Any) -> Any:
    """Turn dicts with the keys 0, 1, 2 … into lists."""
    if not isinstance(node, dict):
        return node
    inner = {key: _dicts_to_lists(value) for key, value in node.items()}
    if inner and all(key.isdecimal() and len(key) <= MAX_INDEX_DIGITS for key in inner):
        return [inner[key] for key in sorted(inner, key=int)]
    return inner
