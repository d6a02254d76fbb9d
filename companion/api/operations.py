"""The list of API operations. Routes, schemas and documentation are made from one declaration."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass, field
from functools import wraps
from typing import Annotated, Any, TypedDict, get_args, get_origin, get_type_hints

from flask import Blueprint, Response, abort, g, jsonify, make_response, request
from marshmallow import EXCLUDE, Schema

from companion.engine.game import MAX_SEATS
from companion.limits.rate_limits import rate_limited
from companion.tables.errors import Malformed
from companion.tables.schemas import load, parse_json, schema_of

bp = Blueprint("api", __name__, url_prefix="/api/v1")
REQUEST_LIMIT = "600 per minute"
OPEN_TABLE_LIMIT = "60 per minute"
JOIN_LIMIT = "120 per minute"


class DoneResponse(TypedDict):
    ended: bool


OPERATIONS: list[Operation] = []


@dataclass(slots=True)
class Operation:
    """Registers the decorated function as an operation: route, schemas and documentation.

    ``{seat:int}`` in the path is a seat. The function gets the values of the path, and its ``body`` and
    ``query`` as the schemas of their types read them. It returns plain data of its return type, or None if
    there is nothing to return. Its docstring is the documentation.
    """

    method: str
    path: str
    _: KW_ONLY
    body_required: bool = True
    status: int = 200
    bearer: bool = True
    errors: tuple[int, ...] = ()
    """Error statuses of this operation, besides those that follow from its path, body and bearer."""
    limit: str = REQUEST_LIMIT
    headers: tuple[tuple[str, str], ...] = ()
    etag: bool = False
    """Whether the function sets ``g.etag``, so that the response may be 304."""
    max_bytes: int | None = None
    name: str = field(init=False)
    doc: str = field(init=False)
    body: type[Schema] | None = field(init=False)
    query: type[Schema] | None = field(init=False)
    answer: type[Schema] = field(init=False)
    """The schema of the response."""

    def __call__(self, function: Callable[..., Any]) -> Callable[..., Any]:
        kinds = get_type_hints(function, include_extras=True)
        self.name, self.doc = function.__name__, function.__doc__ or ""
        self.body, self.query = (
            _schema(kinds[name]) if name in kinds else None for name in ("body", "query")
        )
        self.answer = _schema(kinds["return"])
        OPERATIONS.append(self)

        @wraps(function)
        def serve(**path_values: Any) -> Response:
            data = function(**path_values, **self._read_request())
            response = make_response(jsonify({"ended": True} if data is None else data), self.status)
            if "etag" in g:
                response.set_etag(g.pop("etag"))
                response.make_conditional(request)
                if response.status_code == 412:
                    abort(412)
            return response

        rule = re.sub(r"\{(\w+):int\}", rf"<int(max={MAX_SEATS - 1}):\1>", self.path)
        rule = re.sub(r"\{(\w+)\}", r"<\1>", rule)
        bp.add_url_rule(rule, self.name, rate_limited(self.limit)(serve), methods=[self.method])
        return function

    def _read_request(self) -> dict[str, Any]:
        arguments: dict[str, Any] = {}
        if self.query is not None:
            arguments["query"] = load(self.query, request.args.to_dict(), unknown=EXCLUDE)
        if self.max_bytes is not None:
            request.max_content_length = self.max_bytes
        if self.body is not None:
            data = _request_json() if self.body_required or request.get_data() else {}
            arguments["body"] = load(self.body, data, "_body")
        return arguments


operation = Operation
"""The decorator."""


def _schema(kind: Any) -> type[Schema]:
    """Return the schema of a type, or the one that an ``Annotated`` type names."""
    if get_origin(kind) is Annotated:
        schema: type[Schema] = get_args(kind)[1]
        return schema
    return schema_of(DoneResponse if kind is type(None) else kind)


def _request_json() -> Any:
    if not request.is_json:
        raise Malformed({"_body": ["Not sent as application/json."]})
    return parse_json(request.get_data())


@bp.after_request
def _set_cache_headers(response: Response) -> Response:
    """Forbid shared caches: responses differ by bearer and language, and contain secrets."""
    has_etag = "ETag" in response.headers
    response.headers.setdefault("Cache-Control", "private, no-cache" if has_etag else "no-store")
    response.vary.update(("Authorization", "Accept-Language"))
    return response
