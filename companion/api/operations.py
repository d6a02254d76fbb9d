"""One register of operations: route, schemas and documentation cannot part."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from flask import Blueprint, Response, g, jsonify, make_response, request
from marshmallow import Schema, ValidationError
from werkzeug.exceptions import HTTPException

from companion.limits import limiter
from companion.tables.answers import Malformed

bp = Blueprint("api", __name__, url_prefix="/api/v1")
LIMIT = "600 per minute"
JOIN_LIMIT = "30 per minute"


@dataclass(frozen=True, slots=True)
class Operation:
    """One thing the API can do."""

    method: str
    path: str
    name: str
    summary: str
    detail: str
    body: type[Schema] | None
    answer: type[Schema]
    status: int
    bearer: bool
    refusals: tuple[int, ...]
    query: tuple[tuple[str, str], ...]
    limit: str


OPERATIONS: list[Operation] = []


def operation(
    method: str,
    path: str,
    answer: type[Schema],
    *,
    body: type[Schema] | None = None,
    status: int = 200,
    bearer: bool = True,
    refusals: tuple[int, ...] = (),
    query: tuple[tuple[str, str], ...] = (),
    limit: str = LIMIT,
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register a function as an operation. Its docstring is the documentation."""

    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        summary, _, detail = (function.__doc__ or "").partition("\n\n")
        OPERATIONS.append(
            Operation(
                method, path, function.__name__, " ".join(summary.split()), " ".join(detail.split()),
                body, answer, status, bearer, refusals, query, limit,
            )
        )  # fmt: skip

        @wraps(function)
        def serve(**path_values: Any) -> Response:
            given = {"body": _body(body)} if body else {}
            result = function(**path_values, **given)
            if isinstance(result, Response):
                return result
            response = make_response(jsonify(result), status)
            if "etag" in g:
                response.set_etag(g.pop("etag"))
                response.make_conditional(request)
            return response

        rule = re.sub(r"\{(\w+):int\}", r"<int:\1>", path)
        rule = re.sub(r"\{(\w+)\}", r"<\1>", rule)
        bp.add_url_rule(rule, function.__name__, limiter.limit(limit)(serve), methods=[method])
        return function

    return register


def _body(schema: type[Schema]) -> dict[str, Any]:
    try:
        given = request.get_json(force=False, silent=False)
    except (HTTPException, RecursionError) as error:
        if isinstance(error, HTTPException) and error.code == 413:
            raise
        raise Malformed({"_body": ["Not a JSON object."]}) from error
    if not isinstance(given, dict):
        raise Malformed({"_body": ["Not a JSON object."]})
    try:
        loaded = schema().load(given)
    except (ValidationError, RecursionError) as error:
        fields = error.messages if isinstance(error, ValidationError) else {}
        raise Malformed(fields if isinstance(fields, dict) else {"_body": fields}) from error
    return dict(loaded)
