"""The forms with which a page of the offline app posts the entries of a recorded play."""

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

HOST = "http://localhost"
FORM = {"Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true"}


def fields_of(value: Any, name: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from fields_of(inner, f"{name}.{key}")
    elif isinstance(value, list) and not any(isinstance(inner, dict | list) for inner in value):
        yield f"{name}[]", " ".join(map(str, value))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from fields_of(inner, f"{name}.{number}")
    else:
        yield name, "1" if value is True else str(value)


def entry_form(line: dict[str, Any], number: int) -> str:
    """Return the form body with which a page posts a recorded entry."""
    form = [("key", f"line-{number:05d}"), ("seen", str(number))]
    for name, value in line.items():
        if name == "value":
            form.append(
                ("json", json.dumps(value)) if isinstance(value, dict | list) else (name, str(value))
            )
        elif value is not False:
            form += fields_of(value, name)
    return urlencode(form)
