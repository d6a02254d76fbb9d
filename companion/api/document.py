"""The OpenAPI 3.1 document and its readable page, both made from the register of operations."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from flask import Response, jsonify, render_template

from companion.api.operations import OPERATIONS, Operation, bp
from companion.api.schemas import Anything, Faulty
from companion.engine.data import pack
from companion.games import GAMES, TALLIES
from companion.tables.schemas import schema_of

_FAULTS = {
    400: "Malformed: not readable, or a field is wrong.",
    403: "Not yours: no live link to this table, or a role that may not do this.",
    404: "No such thing.",
    409: "Stale: judged against a version that is gone; or two devices entered one fact unlike.",
    413: "Too large.",
    415: "Not JSON.",
    422: "Refused: the rules say no, with code, section and the place on the board.",
    429: "Too many requests.",
    503: "One moment: the database is away; send the same key again.",
}


@cache
def document() -> dict[str, Any]:
    """The whole document."""
    plugin = MarshmallowPlugin(schema_name_resolver=lambda schema: _name(schema))
    spec = APISpec(
        title="Table companion",
        version="1",
        openapi_version="3.1.0",
        plugins=[plugin],
        info={
            "description": "Everything the pages of the table companion can do. Bearer tokens are a "
            "table's links; rate limits are stated with each operation and answered with 429 and "
            "Retry-After. Server-sent events: GET /t/{code}/events."
        },
    )
    spec.components.security_scheme("link", {"type": "http", "scheme": "bearer"})
    spec.components.schema("Faulty", schema=Faulty)
    for kind in _move_kinds():
        schema = schema_of(kind)
        spec.components.schema(schema.__name__, schema=schema)
    for op in OPERATIONS:
        spec.path(path=_path(op), operations={op.method.lower(): _operation(op)})
    return dict(spec.to_dict())


def _move_kinds() -> list[type]:
    found: dict[str, type] = {}
    for game in (*GAMES, *TALLIES.values()):
        for kind in game.moves:
            found.setdefault(schema_of(kind).__name__, kind)
    return list(found.values())


def _name(schema: Any) -> str:
    cls = schema if isinstance(schema, type) else type(schema)
    return str(cls.__name__)


def _path(op: Operation) -> str:
    return "/api/v1" + re.sub(r":int\}", "}", op.path)


def _operation(op: Operation) -> dict[str, Any]:
    faults = {400, *op.refusals, 429}
    if "{" in op.path:
        faults.add(404)
    if op.bearer or "seats" in op.path:
        faults.add(403)
    if op.body:
        faults.update((413, 422))
    told: dict[str, Any] = {
        "operationId": op.name,
        "summary": op.summary,
        "description": f"{op.detail} Limit: {op.limit}.".strip(),
        "parameters": [*_path_parameters(op), *_query_parameters(op)],
        "responses": {
            str(op.status): _json(_schema(op), "Done."),
            **{str(code): _json("Faulty", _FAULTS[code]) for code in sorted(faults)},
        },
    }
    if op.method == "GET" and op.name == "read_table":
        told["responses"]["304"] = {"description": "Nothing has changed."}
    if op.bearer:
        told["security"] = [{"link": []}]
    if op.body:
        told["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": op.body, **_examples(op)}},
        }
    return told


def _schema(op: Operation) -> Any:
    return {"type": "object"} if op.answer is Anything else op.answer


def _json(schema: Any, description: str) -> dict[str, Any]:
    return {"description": description, "content": {"application/json": {"schema": schema}}}


def _path_parameters(op: Operation) -> list[dict[str, Any]]:
    return [
        {
            "name": name, "in": "path", "required": True,
            "schema": {"type": "integer", "minimum": 0} if whole else {"type": "string"},
        }
        for name, whole in re.findall(r"\{(\w+)(:int)?\}", op.path)
    ]  # fmt: skip


def _query_parameters(op: Operation) -> list[dict[str, Any]]:
    return [
        {
            "name": name, "in": "query", "description": text,
            "schema": {"type": "integer", "minimum": 0},
        }
        for name, text in op.query
    ]  # fmt: skip


def _examples(op: Operation) -> dict[str, Any]:
    """For entries, one or more of each move of each game."""
    if op.name != "enter_something":
        return {}
    examples = {
        f"{game.meta.slug} {type(move).__name__} {number}": {
            "value": {
                "kind": "move", "key": "one-key-per-tap", "seat": 0,
                "move": type(move).__name__, "data": pack(move),
            }
        }
        for game in (*GAMES, *TALLIES.values())
        for number, move in enumerate(game.examples, 1)
    }  # fmt: skip
    return {"examples": examples}


@bp.get("/openapi.json")
def openapi() -> Response:
    """The document."""
    return jsonify(document())


@bp.get("/")
def page() -> str:
    """The document, readable."""
    return render_template("api.html", operations=OPERATIONS, document=document())
