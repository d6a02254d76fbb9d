"""One register of operations: route, schemas and documentation cannot part."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Annotated, Any, TypedDict, get_args, get_origin, get_type_hints

from flask import Blueprint, Response, abort, g, jsonify, make_response, request
from marshmallow import EXCLUDE, Schema

from companion.engine.game import MOST_SEATS
from companion.limits.rate_limits import limited
from companion.tables.errors import Malformed
from companion.tables.schemas import load, parse_json, schema_of

bp = Blueprint("api", __name__, url_prefix="/api/v1")
LIMIT = "600 per minute"
OPEN_LIMIT = "60 per minute"
JOIN_LIMIT = "120 per minute"


@dataclass(frozen=True, slots=True)
class Operation:
    """One thing the API can do."""

    method: str
    path: str
    name: str
    summary: str
    detail: str
    body: type[Schema] | None
    body_needed: bool
    query: type[Schema] | None
    answer: type[Schema]
    status: int
    bearer: bool
    faults: tuple[int, ...]
    """Statuses it can answer besides those that follow from its path, body and bearer."""
    limit: str
    headers: tuple[tuple[str, str], ...]


class DoneResponse(TypedDict):
    ended: bool


OPERATIONS: list[Operation] = []


def operation(
    method: str,
    path: str,
    *,
    body_needed: bool = True,
    status: int = 200,
    bearer: bool = True,
    faults: tuple[int, ...] = (),
    limit: str = LIMIT,
    headers: tuple[tuple[str, str], ...] = (),
    most_bytes: int | None = None,
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register a function as an operation. Its docstring and its types are the documentation.

    ``{seat:int}`` in the path is a seat. The function is given the path's values, and its ``body`` and
    ``query`` as the schemas of their types read them; it returns plain data of the type that it says, or
    nothing where there is no more to tell than that it is done.
    """

    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        summary, _, detail = (function.__doc__ or "").partition("\n\n")
        kinds = get_type_hints(function, include_extras=True)
        answer = _schema(kinds["return"])
        body, query = (_schema(kinds[name]) if name in kinds else None for name in ("body", "query"))
        OPERATIONS.append(
            Operation(
                method, path, function.__name__, " ".join(summary.split()), " ".join(detail.split()),
                body, body_needed, query, answer, status, bearer, faults, limit, headers,
            )
        )  # fmt: skip

        @wraps(function)
        def serve(**given: Any) -> Response:
            if query is not None:
                given["query"] = load(query, request.args.to_dict(), unknown=EXCLUDE)
            if most_bytes is not None:
                request.max_content_length = most_bytes
            if body is not None:
                given["body"] = load(body, _sent() if body_needed or request.get_data() else {}, "_body")
            answered = function(**given)
            response = make_response(jsonify({"ended": True} if answered is None else answered), status)
            if "etag" in g:
                response.set_etag(g.pop("etag"))
                response.make_conditional(request)
                if response.status_code == 412:
                    abort(412)
            return response

        rule = re.sub(r"\{(\w+):int\}", rf"<int(max={MOST_SEATS - 1}):\1>", path)
        rule = re.sub(r"\{(\w+)\}", r"<\1>", rule)
        bp.add_url_rule(rule, function.__name__, limited(limit)(serve), methods=[method])
        return function

    return register


def _schema(kind: Any) -> type[Schema]:
    """The schema of a type, unless the type names one."""
    if get_origin(kind) is Annotated:
        named: type[Schema] = get_args(kind)[1]
        return named
    return schema_of(DoneResponse if kind is type(None) else kind)


def _sent() -> Any:
    if not request.is_json:
        raise Malformed({"_body": ["Not sent as application/json."]})
    return parse_json(request.get_data())


@bp.after_request
def _kept_by_nobody_else(response: Response) -> Response:
    """Answers differ by bearer and language, and hold secrets: no cache between may keep them."""
    tagged = "ETag" in response.headers
    response.headers.setdefault("Cache-Control", "private, no-cache" if tagged else "no-store")
    response.vary.update(("Authorization", "Accept-Language"))
    return response
