"""The OpenAPI 3.1 document and its HTML page, made from the registered operations."""

import re
from functools import cache
from typing import Any

from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from flask import Response, current_app, jsonify, render_template

from companion import __version__
from companion.api.entries import MoveQuestion
from companion.api.games import CountSheets
from companion.api.operations import OPERATIONS, ErrorResponse, Operation, bp
from companion.engine.game import MAX_SEATS
from companion.engine.json_data import to_json
from companion.games import GAMES, TALLIES_BY_SLUG
from companion.live.streams import HEARTBEAT_SECONDS
from companion.tables.schemas import schema_of
from companion.tables.writing import MOVE_CLASSES, NewEntry

_API_DESCRIPTION = """
Everything that the pages of the table companion can do.

Authentication: a link to a table gives access. Opening a table, joining it and taking over a seat return a
secret. Send it as Authorization: Bearer with each request about the table. There are no accounts.

Language: sentences (message, label, title, text) follow Accept-Language; codes never change.

Versions: the number of the newest entry is the table's version. Responses about a table have an ETag made
of version and seat; with If-None-Match the response is 304 while nothing has changed.

Retries: the client makes a key for each intention. A retry with the same key returns the first entry and
writes nothing.

Limits: each operation states its limit per address. Beyond it, the response is 429 with Retry-After. Codes
and secrets tried without a link to the table are counted together: {joining}.
"""
_ETAG_HEADERS = (("If-None-Match", "The ETag of an earlier answer: 304 while nothing has changed."),)
_ERROR_DESCRIPTIONS = {
    400: "Malformed: not readable, or a field is wrong.",
    403: "Not yours: no live link to this table, or a role that may not do this.",
    404: "Missing: no such thing.",
    409: "Stale: the entry names an older version; or two devices entered one fact differently.",
    412: "If-Match names another version than the present one.",
    408: "The body took too long; send it again.",
    413: "Too large.",
    422: "Refused by the rules, with code, section and the places on the board.",
    429: "Too many requests.",
    503: "The database does not answer; send the same key again.",
}


def _html_content(description: str) -> dict[str, Any]:
    schema = {"type": "string"}
    return {"description": f"{description}, as an HTML page.", "content": {"text/html": {"schema": schema}}}


_STREAM_OPERATION = {
    "operationId": "stream_table",
    "summary": "Server-sent events: the table has a new version.",
    "description": "Each event's id is the version, its data {\"version\": n}, or {\"version\": n, "
    '"again": true} when only the people changed: read the table again. The stream contains no secrets, '
    "so it needs no secret until the game is over. If a secret is sent and then revoked, the stream ends "
    'with the event "revoked". The first event gives the current version, with the "mark" of its newest '
    "entry: a different mark at the same version means that an older backup of the log was restored. A "
    f"comment every {HEARTBEAT_SECONDS:.0f} seconds shows that the stream is alive.",
    "parameters": [
        {"name": "code", "in": "path", "required": True, "schema": {"type": "string"}},
        {"name": "Last-Event-ID", "in": "header", "required": False, "schema": {"type": "string"},
         "description": "The last known version; the stream begins the same without it."},
    ],
    "responses": {
        "200": {
            "description": "The stream.",
            "content": {
                "text/event-stream": {
                    "schema": {"type": "string"}, "example": 'id: 12\ndata: {"version":12}\n\n'
                }
            },
        },
        "403": _html_content("The game is over, and no live link to this table was sent"),
        "404": _html_content("No such table"),
        "429": _html_content("Too many streams of this address, or wrong codes"),
    },
    "security": [{}, {"link": []}],
}  # fmt: skip


@cache
def document(joining: str) -> dict[str, Any]:
    """Return the OpenAPI document. ``joining`` is the rate limit for trying codes: "40 per minute"."""
    spec = APISpec(
        title="Table companion",
        version=__version__,
        openapi_version="3.1.0",
        plugins=[MarshmallowPlugin()],
        info={"description": _API_DESCRIPTION.format(joining=joining).strip()},
        servers=[{"url": "/"}],
    )
    spec.components.security_scheme("link", {"type": "http", "scheme": "bearer"})
    spec.components.schema("Faulty", schema=schema_of(ErrorResponse))
    for shape in map(schema_of, MOVE_CLASSES):
        spec.components.schema(shape.__name__, schema=shape)
    for operation in OPERATIONS:
        path = "/api/v1" + operation.path.replace(":int}", "}")
        spec.path(path=path, operations={operation.method.lower(): _operation_data(operation)})
    spec.path(path="/t/{code}/events", operations={"get": _STREAM_OPERATION})
    return dict(spec.to_dict())


def _operation_data(operation: Operation) -> dict[str, Any]:
    statuses = sorted(_error_statuses(operation))
    errors = {str(code): _json_content("Faulty", _ERROR_DESCRIPTIONS[code]) for code in statuses}
    summary, _, detail = (" ".join(part.split()) for part in operation.doc.partition("\n\n"))
    content: dict[str, Any] = {
        "operationId": operation.name,
        "summary": summary,
        "description": f"{detail}\n\nLimit: {operation.limit}.".strip(),
        "parameters": _parameters_data(operation),
        "responses": {str(operation.status): _json_content(operation.answer, "Done."), **errors},
    }
    if operation.etag:
        content["responses"]["304"] = {"description": "Nothing has changed."}
        content["responses"]["200"]["headers"] = {"ETag": {"schema": {"type": "string"}}}
    if operation.bearer:
        content["security"] = [{"link": []}]
    if operation.body:
        content["requestBody"] = {
            "required": operation.body_required,
            "content": {"application/json": {"schema": operation.body, **_body_examples(operation)}},
        }
    return content


def _error_statuses(operation: Operation) -> set[int]:
    possible = {
        403: operation.bearer, 404: "{" in operation.path,
        412: operation.etag, 408: operation.body, 413: operation.body,
    }  # fmt: skip
    return {400, 429, 503, *operation.errors, *(status for status, can_be in possible.items() if can_be)}


def _json_content(schema: Any, description: str) -> dict[str, Any]:
    return {"description": description, "content": {"application/json": {"schema": schema}}}


def _parameters_data(operation: Operation) -> list[Any]:
    seat, string = {"type": "integer", "minimum": 0, "maximum": MAX_SEATS - 1}, {"type": "string"}
    parameters: list[Any] = [
        {"name": name, "in": "path", "required": True, "schema": seat if whole else string}
        for name, whole in re.findall(r"\{(\w+)(:int)?\}", operation.path)
    ]
    if operation.query:
        parameters.append({"in": "query", "schema": operation.query})
    headers = _ETAG_HEADERS if operation.etag else operation.headers
    return parameters + [
        {"name": name, "in": "header", "required": False, "description": text, "schema": string}
        for name, text in headers
    ]


def _body_examples(operation: Operation) -> dict[str, Any]:
    examples: dict[str, Any] = {}
    if operation.body is schema_of(CountSheets):
        examples = {
            game.meta.slug: {"options": {}, "sheets": [to_json(sheet)] * game.meta.seats[0]}
            for game in GAMES
            for sheet in [next(e for e in game.examples if type(e) is game.scoring.sheet_type)]
        }
    elif operation.body in (schema_of(NewEntry), schema_of(MoveQuestion)):
        common = {"kind": "move", "key": "one-key-per-tap"} if operation.body is schema_of(NewEntry) else {}
        examples = {
            f"{game.meta.slug} {mode} {type(move).__name__} {number}": {
                **common, "seat": 0, "move": type(move).__name__, "data": to_json(move),
            }
            for mode, games in (("referee", GAMES), ("tally", TALLIES_BY_SLUG.values()))
            for game in games
            for number, move in enumerate(game.examples, 1)
            if type(move) in game.moves
        }  # fmt: skip
    return {"examples": {name: {"value": value} for name, value in examples.items()}} if examples else {}


def _current_document() -> dict[str, Any]:
    return document(str(current_app.config["JOIN_LIMIT"]))


@bp.get("/openapi.json")
def openapi() -> Response:
    """Return the OpenAPI document as JSON."""
    return jsonify(_current_document())


@bp.get("/")
def html_page() -> str:
    """Return the OpenAPI document as an HTML page."""
    return render_template("api.html", document=_current_document())
