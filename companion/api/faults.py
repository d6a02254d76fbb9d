"""One JSON shape for every answer that is not a yes."""

from __future__ import annotations

from typing import Any

from flask import Response, current_app, g, jsonify, make_response
from sqlalchemy.exc import DBAPIError
from werkzeug.exceptions import HTTPException

from companion.api.operations import bp
from companion.tables.answers import Answer, Busy, Differs, Malformed, Missing, Refused, Stale
from companion.tables.speech import Speaker


def told(answer: Answer) -> Response:
    """The answer as JSON, in the language the caller accepts."""
    held = g.get("held")
    speaker = Speaker(held.playing.game, held.names) if held else Speaker(g.get("game"))
    values = dict(answer.values)
    fields: Any = None
    if isinstance(answer, Malformed):
        fields = _plain(answer.fields)
        values["fields"] = ", ".join(str(name) for name in answer.fields)
    refusal = answer.refusal if isinstance(answer, Refused) else None
    version = answer.version if isinstance(answer, Refused | Stale | Differs) else None
    body = {
        "kind": answer.kind,
        "code": answer.code,
        "message": speaker.code(answer.code, values),
        "rule": speaker.rule(refusal.rule)[0] if refusal else None,
        "section": refusal.rule if refusal else None,
        "at": list(refusal.at) if refusal else [],
        "overridable": bool(refusal and refusal.overridable),
        "fields": fields,
        "version": version,
    }
    return make_response(jsonify(error=body), answer.status)


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return str(value)


bp.register_error_handler(Answer, told)


@bp.errorhandler(DBAPIError)
def _away(error: DBAPIError) -> Response:
    current_app.logger.warning("database: %s", type(error.orig).__name__)
    return told(Busy("table.busy"))


def http_fault(error: HTTPException) -> Response:
    """Unknown addresses, wrong methods and too large bodies below /api/ get the same shape."""
    kinds = {404: "no_such_page", 405: "method", 413: "too_large", 429: "too_many"}
    if error.code == 400:
        return told(Malformed({"_request": ["Not readable."]}))
    answer = Missing(f"table.{kinds.get(error.code or 0, 'fault')}")
    answer.status = error.code or 500
    answer.kind = {404: "missing", 429: "too_many"}.get(error.code or 0, "malformed")
    response = told(answer)
    for name, value in error.get_headers():
        if name.lower() in ("allow", "retry-after"):
            response.headers[name] = value
    return response
