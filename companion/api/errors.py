"""Renders every error as the one JSON shape of ``ErrorResponse``."""

from __future__ import annotations

from typing import Any

from flask import Response, current_app, g, jsonify, make_response
from werkzeug.exceptions import HTTPException

from companion.api.operations import bp
from companion.engine.game import Refusal
from companion.tables.errors import (
    HTTP_FAULTS,
    Conflict,
    Malformed,
    NotFound,
    Refused,
    Stale,
    TableError,
    Unavailable,
)
from companion.tables.phrases import Phrasebook
from companion.tables.store import StoreError

_KINDS = {
    404: "missing",
    405: "malformed",
    408: "busy",
    412: "stale",
    413: "malformed",
    429: "too_many",
}


def error_response(answer: TableError) -> Response:
    """Return a table error as JSON, in the language that the caller accepts."""
    g.answer = answer
    table = g.get("table")
    phrases = Phrasebook(table.replay.game, table.names) if table else Phrasebook(g.get("game"))
    fields = _plain(answer.fields) if isinstance(answer, Malformed) else None
    body: dict[str, Any] = {
        "kind": answer.kind,
        "code": answer.code,
        "message": phrases.message(answer.code, answer.values),
        "rule": None, "section": None, "at": [], "overridable": False, "besides": [],
        "fields": fields,
        "version": answer.version if isinstance(answer, Refused | Stale | Conflict) else None,
    }  # fmt: skip
    if isinstance(answer, Refused):
        body |= refusal_data(phrases, answer.refusal)
    return make_response(jsonify(error=body), answer.status)


def refusal_data(phrases: Phrasebook, refusal: Refusal) -> dict[str, Any]:
    """Return a refusal as data, with what else the table would overrule with it."""
    besides = [rule_data(phrases, other) for other in refusal.besides]
    return {**rule_data(phrases, refusal), "besides": besides}


def rule_data(phrases: Phrasebook, refusal: Refusal) -> dict[str, Any]:
    """Return a refusal alone as data: its sentence, rules section with title, and places on the board."""
    known = phrases.game is not None and refusal.rule in phrases.game.words.sections()
    return {
        "code": refusal.code,
        "message": phrases.message(refusal.code, refusal.values),
        "rule": phrases.rule(refusal.rule)[0] if known else None,
        "section": refusal.rule,
        "at": list(refusal.at),
        "overridable": refusal.overridable,
    }


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return str(value)


bp.register_error_handler(TableError, error_response)


@bp.errorhandler(StoreError)
def unavailable_response(error: StoreError) -> Response:
    """The store is away for a moment."""
    current_app.logger.warning("database: %s", error)
    return error_response(Unavailable("table.busy"))


def http_error_response(error: HTTPException) -> Response:
    """Unknown addresses, wrong methods and too large bodies below /api/ get the same shape."""
    if error.code == 400:
        return error_response(Malformed({"_request": ["Not readable."]}))
    status = error.code or 500
    answer = NotFound(HTTP_FAULTS.get(status, "table.fault"))
    answer.status = status
    answer.kind = _KINDS.get(status, "fault" if status >= 500 else "malformed")
    return error_response(answer)
