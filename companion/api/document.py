"""The OpenAPI 3.1 document and its readable page, both made from the register of operations."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from flask import Response, current_app, jsonify, render_template

from companion import __version__
from companion.api.entries import MoveQuestion
from companion.api.errors import ErrorResponse
from companion.api.games import CountSheets
from companion.api.operations import OPERATIONS, Operation, bp
from companion.engine.game import MAX_SEATS
from companion.engine.json_data import to_json
from companion.games import GAMES, TALLIES
from companion.live.streams import HEARTBEAT_SECONDS
from companion.tables.schemas import schema_of
from companion.tables.writing import MOVES, NewEntry

_ABOUT = """
Everything the pages of the table companion can do.

Who is asking: a table's links are capabilities. Opening, joining and taking over give a secret;
send it as Authorization: Bearer with everything that is asked of the table. There are no accounts.

Language: sentences (message, label, title, text) follow Accept-Language; codes never change.

Versions: an entry's number is the table's version. What is read of a table carries an ETag of
version and seat; If-None-Match is answered with 304 while nothing has changed.

Retries: the client makes a key for each intention. A retry with the same key is answered with the
entry it became, and writes nothing.

Limits: counted per address, stated with each operation, answered with 429 and Retry-After. Codes and
secrets that are tried by somebody who has no link there are counted together: {joining}.
"""
_FAULTS = {
    400: "Malformed: not readable, or a field is wrong.",
    403: "Not yours: no live link to this table, or a role that may not do this.",
    404: "Missing: no such thing.",
    409: "Stale: judged against a version that is gone; or two devices entered one fact unlike.",
    412: "If-Match names another version than the present one.",
    408: "The body took too long; send it again.",
    413: "Too large.",
    422: "Refused: the rules say no, with code, section and the place on the board.",
    429: "Too many requests.",
    503: "One moment: the database is away; send the same key again.",
}
_EVENTS = {
    "operationId": "stream_table",
    "summary": "Server-sent events: the table has a new version.",
    "description": "Each event's id is the version, its data {\"version\": n}, or {\"version\": n, "
    '"again": true} when only the people changed: read the table again. The stream tells no secret, so '
    "it needs no bearer. The first event says where the table stands, with the \"mark\" of its newest "
    "entry: another mark at the same version tells that the log was put back to an older state. A comment "
    f"every {HEARTBEAT_SECONDS:.0f} seconds shows that the stream is alive.",
    "parameters": [
        {"name": "code", "in": "path", "required": True, "schema": {"type": "string"}},
        {"name": "Last-Event-ID", "in": "header", "required": False, "schema": {"type": "string"},
         "description": "The version known already; the stream begins the same without it."},
    ],
    "responses": {
        "200": {
            "description": "The stream; it does not end by itself.",
            "content": {
                "text/event-stream": {
                    "schema": {"type": "string"}, "example": 'id: 12\ndata: {"version":12}\n\n'
                }
            },
        },
        "404": {"description": "No such table, told as a page.",
                "content": {"text/html": {"schema": {"type": "string"}}}},
    },
}  # fmt: skip


@cache
def document(joining: str) -> dict[str, Any]:
    """The whole document; ``joining`` is how often an address may try codes."""
    spec = APISpec(
        title="Table companion",
        version=__version__,
        openapi_version="3.1.0",
        plugins=[MarshmallowPlugin(schema_name_resolver=_name)],
        info={"description": _ABOUT.format(joining=joining).strip()},
        servers=[{"url": "/"}],
    )
    spec.components.security_scheme("link", {"type": "http", "scheme": "bearer"})
    spec.components.schema("Faulty", schema=schema_of(ErrorResponse))
    for shape in map(schema_of, MOVES):
        spec.components.schema(shape.__name__, schema=shape)
    for op in OPERATIONS:
        path = "/api/v1" + op.path.replace(":int}", "}")
        spec.path(path=path, operations={op.method.lower(): _operation(op)})
    spec.path(path="/t/{code}/events", operations={"get": _EVENTS})
    return dict(spec.to_dict())


def _name(schema: Any) -> str:
    return str(getattr(schema, "__name__", type(schema).__name__))


def _operation(op: Operation) -> dict[str, Any]:
    answers = {str(code): _json("Faulty", _FAULTS[code]) for code in sorted(_faults(op))}
    summary, _, detail = (" ".join(part.split()) for part in op.doc.partition("\n\n"))
    described: dict[str, Any] = {
        "operationId": op.name,
        "summary": summary,
        "description": f"{detail}\n\nLimit: {op.limit}.".strip(),
        "parameters": _parameters(op),
        "responses": {str(op.status): _json(op.answer, "Done."), **answers},
    }
    if any(name == "If-None-Match" for name, _ in op.headers):
        described["responses"]["304"] = {"description": "Nothing has changed."}
        described["responses"]["200"]["headers"] = {"ETag": {"schema": {"type": "string"}}}
    if op.bearer:
        described["security"] = [{"link": []}]
    if op.body:
        described["requestBody"] = {
            "required": op.body_required,
            "content": {"application/json": {"schema": op.body, **_examples(op)}},
        }
    return described


def _faults(op: Operation) -> set[int]:
    possible = {
        400: op.body or op.query,
        403: op.bearer,
        404: "{" in op.path,
        412: any(name == "If-None-Match" for name, _ in op.headers),
        408: op.body,
        413: op.body,
    }
    return {429, 503, *op.faults, *(status for status, can_be in possible.items() if can_be)}


def _json(schema: Any, description: str) -> dict[str, Any]:
    return {"description": description, "content": {"application/json": {"schema": schema}}}


def _parameters(op: Operation) -> list[Any]:
    seat, word = {"type": "integer", "minimum": 0, "maximum": MAX_SEATS - 1}, {"type": "string"}
    parameters: list[Any] = [
        {"name": name, "in": "path", "required": True, "schema": seat if whole else word}
        for name, whole in re.findall(r"\{(\w+)(:int)?\}", op.path)
    ]
    if op.query:
        parameters.append({"in": "query", "schema": op.query})
    parameters += [
        {"name": name, "in": "header", "required": False, "description": text, "schema": word}
        for name, text in op.headers
    ]
    return parameters


def _examples(op: Operation) -> dict[str, Any]:
    """Every example of every move of every game, in the body that this operation takes."""
    shown: dict[str, Any] = {}
    if op.body is schema_of(CountSheets):
        shown = {
            game.meta.slug: {"options": {}, "sheets": [to_json(sheet)] * game.meta.seats[0]}
            for game in GAMES
            for sheet in [next(e for e in game.examples if type(e) is game.scoring.sheet_type)]
        }
    elif op.body in (schema_of(NewEntry), schema_of(MoveQuestion)):
        more = {"kind": "move", "key": "one-key-per-tap"} if op.body is schema_of(NewEntry) else {}
        shown = {
            f"{game.meta.slug} {mode} {type(move).__name__} {number}": {
                **more, "seat": 0, "move": type(move).__name__, "data": to_json(move),
            }
            for mode, games in (("referee", GAMES), ("tally", TALLIES.values()))
            for game in games
            for number, move in enumerate(game.examples, 1)
            if type(move) in game.moves
        }  # fmt: skip
    return {"examples": {name: {"value": value} for name, value in shown.items()}} if shown else {}


def _of_this_installation() -> dict[str, Any]:
    return document(str(current_app.config["JOIN_LIMIT"]))


@bp.get("/openapi.json")
def openapi() -> Response:
    """The document."""
    return jsonify(_of_this_installation())


@bp.get("/")
def page() -> str:
    """The document, readable."""
    return render_template("api.html", document=_of_this_installation())
