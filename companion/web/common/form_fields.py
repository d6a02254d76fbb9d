"""A move as the fields of a form, and what a form's fields say of an option."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import request

from companion.engine.game import Meta, Option
from companion.engine.json_data import parse_whole_number
from companion.tables.schemas import parse_form, parse_json


def move_to_form(move: str | None, seat: int, data: Mapping[str, Any]) -> dict[str, str | list[str]]:
    """The fields by their names; what is hidden or nested is left out."""
    values = {"move": move, "seat": seat, **data}
    return {
        (f"{name}[]" if isinstance(value, list) else name): _value(value)
        for name, value in values.items()
        if value is not None and not isinstance(value, dict)
    }


def _value(value: Any) -> str | list[str]:
    if isinstance(value, list):
        return [str(item) for item in value]
    return str(int(value)) if isinstance(value, bool) else str(value)


def options_from_form(meta: Meta, mode: str) -> dict[str, Any]:
    """The switches of the form; records are set later, on the table's own page."""
    return {
        option.name: option_from_form(option, f"option.{option.name}")
        for option in meta.options
        if mode in option.modes and option.kind != "record"
    }


def option_from_form(option: Option, name: str) -> Any:
    """An option's value by its field; one without a field is off, or as it is by default.

    A number that does not read is none, which no option takes.
    """
    text = request.form.get(name)
    if option.kind == "record":
        return record_from_form()
    if option.kind == "flag":
        return text is not None
    if text is None:
        return option.default
    return parse_whole_number(text) if option.kind == "number" else text


def option_value_from_form(meta: Meta) -> Any:
    """The value that a form has for the option it names; None where it names none."""
    named = [option for option in meta.options if option.name == request.form.get("option")]
    return option_from_form(named[0], "value") if named else None


def record_from_form(fields: Any = None) -> Any:
    """What is printed in a box, as JSON or by its fields, whose names begin with ``value``."""
    fields = request.form if fields is None else fields
    if "json" in fields:
        return parse_json(fields["json"])
    return _parse_scalars(parse_form(fields).get("value"))


def _parse_scalars(value: Any) -> Any:
    """Texts that are whole numbers become numbers, ``on`` becomes true."""
    if isinstance(value, dict):
        return {key: _parse_scalars(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_parse_scalars(inner) for inner in value]
    number = parse_whole_number(value) if isinstance(value, str) else None
    return number if number is not None else value == "on" or value
