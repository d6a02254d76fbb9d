"""Schemas made of the shapes of types (``engine/json_data.py``): of moves, requests and responses.

One source for forms, JSON and the document.
"""

from __future__ import annotations

import json
from dataclasses import MISSING, fields
from functools import cache
from typing import Any, Literal, is_typeddict

from marshmallow import Schema, ValidationError, post_load
from marshmallow import fields as ma
from marshmallow.validate import Length, OneOf, Range

from companion.engine import json_data as codec
from companion.engine.json_data import number_bounds, parse_whole_number, shape_of_record
from companion.tables.errors import Malformed

UnknownFields = Literal["exclude"] | None


def parse_json(text: str | bytes) -> Any:
    """A stranger's JSON; Malformed where it is none or could not be written down again (NaN, halves
    of characters, nested too deep)."""
    try:
        data = json.loads(text)
        json.dumps(data, allow_nan=False, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        raise Malformed({"json": ["Not JSON."]}) from error
    return data


class StrictInteger(ma.Integer):
    """A whole number; from a form it comes as text, from JSON as a number, never as a fraction."""

    def _deserialize(self, value: Any, *given: Any, **kwargs: Any) -> Any:
        number = parse_whole_number(value) if isinstance(value, str) else value
        if isinstance(number, bool | float | None):
            raise self.make_error("invalid")
        return super()._deserialize(number, *given, **kwargs)


class _FirstMatching(ma.Field[Any]):
    """One of several shapes, the first that fits."""

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


class _TupleOf(ma.List[Any]):
    """A list, read as a tuple."""

    def _deserialize(self, *given: Any, **kwargs: Any) -> Any:
        return tuple(super()._deserialize(*given, **kwargs))


def schema_name(kind: type) -> str:
    """What the documentation calls the schema of a class: as the class, with its game's slug before it."""
    _, room, *rest = kind.__module__.split(".")
    return f"{rest[0] if room == 'games' else ''}{kind.__name__}"


@cache
def schema_of(kind: type) -> type[Schema]:
    """The schema that reads a dataclass, or describes a typed dict: all its fields are always there."""
    shapes = shape_of_record(kind).fields
    if is_typeddict(kind):
        made: dict[str, Any] = {name: _field(shape, {"required": True}) for name, shape in shapes.items()}
        return type(kind.__name__, (Schema,), made)
    made = {"as_read": post_load(lambda _, data, **__: kind(**data))}
    move = kind.__module__.startswith(("companion.games.", "companion.engine."))
    for part in fields(kind):
        extra: dict[str, Any] = {}
        if part.default is MISSING and part.default_factory is MISSING:
            extra["required"] = True
        elif part.default is not MISSING and not move:  # of a move the document names no default
            extra["load_default"] = part.default
        made[part.name] = _field(shapes[part.name], extra)
    if move:
        made["Meta"] = type("Meta", (), {"title": kind.__name__})
    return type(schema_name(kind), (Schema,), made)


def _field(shape: codec.Shape, extra: dict[str, Any]) -> ma.Field[Any]:
    """The field that reads what has this shape, within its bounds."""
    match shape:
        case codec.AnnotatedShape(inner, notes):
            return _field(inner, {**extra, **_noted(notes)})
        case codec.LiteralShape(values):
            return _PLAIN[type(values[0])](**extra, validate=OneOf(values))
        case codec.UnionShape(shapes, optional):
            extra = {**extra, "allow_none": True} if optional else extra
            if len(shapes) == 1:
                return _field(shapes[0], extra)
            return _FirstMatching(tuple(_field(each, {}) for each in shapes), **extra)
        case codec.ListShape(shapes, build):
            return (_TupleOf if build is tuple else ma.List)(_field(shapes[0], {}), **extra)
        case codec.RecordShape(kind):
            return ma.Nested(schema_of(kind), **extra)
        case codec.MappingShape():
            return ma.Dict(**extra)
        case codec.PlainShape(kind):
            return _PLAIN[kind](**extra)


_PLAIN: dict[Any, type[ma.Field[Any]]] = {
    int: StrictInteger, float: ma.Float, str: ma.String, bool: ma.Boolean, dict: ma.Dict, Any: ma.Raw,
}  # fmt: skip


def _noted(notes: tuple[Any, ...]) -> dict[str, Any]:
    """What an annotation says besides the type: a sentence and other words of the document, and bounds."""
    arguments: dict[str, Any] = {}
    for note in notes:
        if isinstance(note, str | dict):
            words = {"description": note} if isinstance(note, str) else note
            arguments["metadata"] = {**arguments.get("metadata", {}), **words}
        else:
            arguments["validate"] = [*arguments.get("validate", ()), _validator(note)]
    return arguments


def _validator(bound: Any) -> Any:
    if isinstance(bound, codec.Between):
        return Range(bound.low, bound.high)
    if isinstance(bound, codec.AllowedNames):
        return OneOf(bound.names)
    return Length(max=bound.length) if isinstance(bound, codec.MaxLength) else bound


def parse_value(kind: type, data: Any, unknown: UnknownFields = None) -> Any:
    """Validate and build a dataclass from request data; ``exclude`` leaves aside what is no field of it."""
    return load(schema_of(kind), data, unknown=unknown, kind=kind)


def load(
    schema: type[Schema],
    given: Any,
    whole: str = "_schema",
    *,
    unknown: UnknownFields = None,
    kind: type | None = None,
) -> Any:
    """What a schema reads; Malformed says which fields are wrong, or that it is the ``whole``."""
    try:
        return _reader(schema).load(given, unknown=unknown)
    except ValidationError as error:
        wrong = {whole if name == "_schema" else name: why for name, why in error.messages_dict.items()}
        raise Malformed(wrong, limits=number_bounds(kind) if kind else {}) from error


@cache
def _reader(schema: type[Schema]) -> Schema:
    return schema()


MAX_INDEX_DIGITS = 4
"""Of a name's part that is an index, as in ``slots.0``; a longer number is a name like any other."""


def parse_form(form: Any) -> dict[str, Any]:
    """Convert flat form fields (dotted names) into nested data for a schema.

    A button that stands for several fields names them all: ``name="move board site"
    value="Play 1 2"``. Dots nest: ``slots.0.number``; a name with ``[]`` is a list, split at
    blanks; an empty optional field is left out.
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
    return _nested(flat)


def _nested(flat: dict[str, Any]) -> dict[str, Any]:
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
    listed = _listed(root)
    return {k: v for k, v in listed.items() if not _empty(v)} if isinstance(listed, dict) else {}


def _empty(value: Any) -> bool:
    """Whether a group of fields was left wholly empty."""
    return isinstance(value, list) and all(item == [] or _empty(item) for item in value)


def _listed(node: Any) -> Any:
    """Dicts whose keys are 0, 1, 2 … become lists."""
    if not isinstance(node, dict):
        return node
    inner = {key: _listed(value) for key, value in node.items()}
    if inner and all(key.isdecimal() and len(key) <= MAX_INDEX_DIGITS for key in inner):
        return [inner[key] for key in sorted(inner, key=int)]
    return inner
