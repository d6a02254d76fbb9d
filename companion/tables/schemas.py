"""Schemas read off the dataclasses of the moves: one source for forms, JSON and documentation."""

from __future__ import annotations

import json
import types
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from typing import Annotated, Any, Literal, Union, cast, get_args, get_origin, get_type_hints

from marshmallow import Schema, ValidationError, post_load
from marshmallow import fields as ma
from marshmallow.validate import Length, OneOf, Range

from companion.engine.data import AtMost, Between, limits, whole_number
from companion.engine.data import OneOf as Names
from companion.engine.game import Game, Move, move_named
from companion.tables.errors import Malformed


def parse_json(text: str | bytes) -> Any:
    """A stranger's JSON; Malformed where it is none or could not be written down again (NaN, halves
    of characters, nested too deep)."""
    try:
        found = json.loads(text)
        json.dumps(found, allow_nan=False, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        raise Malformed({"json": ["Not JSON."]}) from error
    return found


class StrictInteger(ma.Integer):
    """A whole number; from a form it comes as text, from JSON as a number, never as a fraction."""

    def _validated(self, value: Any) -> int:
        number = whole_number(value) if isinstance(value, str) else value
        if isinstance(number, bool | float | None):
            raise self.make_error("invalid")
        return int(super()._validated(number))


class _FirstMatching(ma.Field[Any]):
    """One of several shapes, the first that fits."""

    def __init__(self, inner: tuple[ma.Field[Any], ...], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.inner = inner

    def _deserialize(self, value: Any, attr: str | None, data: Any, **_: Any) -> Any:
        wrong: ValidationError | None = None
        for inner in self.inner:
            try:
                return inner.deserialize(value, attr, data)
            except ValidationError as error:
                wrong = error
        raise wrong or ValidationError("No shape fits.")


class _TupleOf(ma.List[Any]):
    """A list, read as a tuple."""

    def _deserialize(self, *given: Any, **kwargs: Any) -> Any:
        return tuple(super()._deserialize(*given, **kwargs))


@cache
def schema_of(kind: type) -> type[Schema]:
    """The schema that reads a dataclass; its name in the documentation is the class's."""
    hints = get_type_hints(kind, include_extras=True)
    made: dict[str, Any] = {"as_read": post_load(lambda _, data, **__: kind(**data))}
    for part in fields(kind):
        required = part.default is MISSING and part.default_factory is MISSING
        made[part.name] = _field(hints[part.name], {"required": True} if required else {})
    game = kind.__module__.split(".")[-2] if ".games." in kind.__module__ else ""
    made["Meta"] = type("Meta", (), {"title": kind.__name__})
    return type(f"{game}{kind.__name__}", (Schema,), made)


def _field(hint: Any, extra: dict[str, Any]) -> ma.Field[Any]:
    """The field that reads a type: whole numbers, texts, flags, choices, tuples of one kind and
    dataclasses of these, within their bounds. Anything else is a bug of ours."""
    origin = get_origin(hint)
    if origin is Annotated:
        inner, *bounds = get_args(hint)
        return _field(inner, {**extra, "validate": [_validator(bound) for bound in bounds]})
    if origin is Literal:
        names = get_args(hint)
        return _PLAIN[type(names[0])](**extra, validate=OneOf(names))
    if origin in (Union, types.UnionType):
        kinds = [kind for kind in get_args(hint) if kind is not type(None)]
        if len(kinds) < len(get_args(hint)):
            extra = {**extra, "allow_none": True}
        if len(kinds) == 1:
            return _field(kinds[0], extra)
        return _FirstMatching(tuple(_field(kind, {}) for kind in kinds), **extra)
    if origin is tuple:
        return _TupleOf(_field(get_args(hint)[0], {}), **extra)
    if is_dataclass(hint):
        return ma.Nested(schema_of(cast("type", hint)), **extra)
    return _PLAIN[hint](**extra)


_PLAIN: dict[Any, type[ma.Field[Any]]] = {int: StrictInteger, str: ma.String, bool: ma.Boolean}


def _validator(bound: Any) -> Any:
    if isinstance(bound, Between):
        return Range(bound.low, bound.high)
    if isinstance(bound, Names):
        return OneOf(bound.names)
    if isinstance(bound, AtMost):
        return Length(max=bound.length)
    raise TypeError(f"no validator for {bound!r}")


def parse_move(game: Game[Any], name: object, data: Any) -> Move:
    """Validate and build a move from request data; raises Malformed naming the wrong fields."""
    kind = move_named(game, name) if isinstance(name, str) else None
    if kind is None:
        raise Malformed({"move": ["Unknown move."]})
    return parse_value(kind, data)


def fields_for_move(game: Game[Any], name: object, data: Mapping[str, Any]) -> dict[str, Any]:
    """Keep only the fields that belong to the named move, of a form that serves several moves."""
    kind = move_named(game, name) if isinstance(name, str) else None
    if kind is None:
        return dict(data)
    known = {part.name for part in fields(kind)}
    return {key: value for key, value in data.items() if key in known}


def parse_value(kind: type, data: Any) -> Any:
    """Validate and build a dataclass from request data."""
    return load(schema_of(kind), data, limits=limits(kind))


def load(schema: type[Schema], given: Any, whole: str = "_schema", **more: Any) -> Any:
    """What a schema reads; Malformed says which fields are wrong, or that it is the ``whole``."""
    try:
        return schema().load(given)
    except (ValidationError, RecursionError) as error:
        wrong = error.messages_dict if isinstance(error, ValidationError) else {}
        raise Malformed({whole if k == "_schema" else k: v for k, v in wrong.items()}, **more) from error


def nest_form(form: Any) -> dict[str, Any]:
    """Convert flat form fields (dotted names) into nested data for a schema.

    A button that stands for several fields names them all: ``name="move board site"
    value="Play 1 2"``. Dots nest: ``slots.0.number``; a name with ``[]`` is a list, split at
    blanks; an empty optional field is left out.
    """
    flat: dict[str, Any] = {}
    for name in form:
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
    if inner and all(key.isdecimal() for key in inner):
        return [inner[key] for key in sorted(inner, key=int)]
    return inner
