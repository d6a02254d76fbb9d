"""Makes the forms with which a page of the offline app posts the entries of a recorded play."""

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

SERVER_ORIGIN = "http://localhost"
FORM_HEADERS = {"Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true"}


def iterate_form_fields(value: Any, name: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from iterate_form_fields(inner, f"{name}.{key}")
    elif isinstance(value, list) and not any(isinstance(inner, dict | list) for inner in value):
        yield f"{name}[]", " ".join(map(str, value))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from iterate_form_fields(inner, f"{name}.{number}")
    else:
        yield name, "1" if value is True else str(value)


def make_entry_form(line: dict[str, Any], number: int) -> str:
    """Return the body of the form with which a page posts a recorded entry at the version ``number``."""
    form = [("key", f"line-{number:05d}"), ("seen", str(number))]
    for name, value in line.items():
        if name == "value":
            form.append(
                ("json", json.dumps(value)) if isinstance(value, dict | list) else (name, str(value))
            )
        elif value is not False:
            form += iterate_form_fields(value, name)
    return urlencode(form)
