"""The name that a phone used last: it stands in the field wherever its owner sits down."""

from __future__ import annotations

from flask import Response, request

from companion.tables.names import tidy_name
from companion.web.plumbing.request import set_kept_cookie

_COOKIE = "own-name"


def own_name() -> str:
    """The name that this phone used last; empty where there is none."""
    return tidy_name(request.cookies.get(_COOKIE, ""))


def keep_own_name(response: Response, name: str) -> Response:
    """Have the phone remember the name its owner gave, if any was given."""
    name = tidy_name(name)
    return set_kept_cookie(response, _COOKIE, name) if name else response
