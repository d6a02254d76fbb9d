"""Convert moves and options to form fields and back."""

from collections.abc import Mapping
from typing import Any

from flask import request

from companion.engine.game import Meta, Option
from companion.engine.json_data import parse_whole_number
from companion.tables.schemas import parse_form, parse_json


def move_to_form(move_name: str | None, seat: int, data: Mapping[str, Any]) -> dict[str, str | list[str]]:
    """Return a move as form fields with texts. Values that are None or dicts are left out.

    >>> move_to_form("Take", 1, {"tiles": [3, 4]})
    {'move': 'Take', 'seat': '1', 'tiles[]': ['3', '4']}
    """
    values = {"move": move_name, "seat": seat, **data}
    return {
        (f"{name}[]" if isinstance(value, list) else name): _form_value(value)
        for name, value in values.items()
        if value is not None and not isinstance(value, dict)
    }


def _form_value(value: Any) -> str | list[str]:
    if isinstance(value, list):
        return [str(item) for item in value]
    return str(int(value)) if isinstance(value, bool) else str(value)


def options_from_form(meta: Meta, mode: str) -> dict[str, Any]:
    """Return the submitted value of each option of this mode by name, without options with nested data."""
    return {
        option.name: option_from_form(option, f"option.{option.name}")
        for option in meta.options
        if mode in option.modes and option.kind != "record"
    }


def option_from_form(option: Option, name: str) -> Any:
    """Return an option's value from the field ``name`` of the submitted form.

    Without this field, a flag is False, and another option has its default. An unreadable number is None,
    which every option refuses.
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
    """Return the value of the option that the field ``option`` names; None if there is no such option."""
    options = [option for option in meta.options if option.name == request.form.get("option")]
    return option_from_form(options[0], "value") if options else None


def record_from_form(fields: Any = None) -> Any:
    """Return a form's data: JSON in ``json``, or fields such as ``value.points.0``; None without them."""
    fields = request.form if fields is None else fields
    if "json" in fields:
        return parse_json(fields["json"])
    return _parse_scalars(parse_form(fields).get("value"))


def _parse_scalars(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _parse_scalars(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_parse_scalars(inner) for inner in value]
    number = parse_whole_number(value) if isinstance(value, str) else None
    return number if number is not None else value == "on" or value
