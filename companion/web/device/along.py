"""What a phone asks for that takes a table along, to go on with it while it has no line."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from flask import Blueprint, Response, jsonify, render_template, request

from companion.exports.along import dump_copy
from companion.exports.table_file import STILL_SECRET
from companion.services import tables
from companion.tables.errors import Forbidden
from companion.web.device.entering_for import entering_for
from companion.web.plumbing.request import parse_int, require_member

bp = Blueprint("along", __name__)


@bp.get("/t/<code>/along.json")
def table_copy(code: str) -> dict[str, Any] | Response:
    """The table and its log, or with ``after`` and its ``mark`` what follows that entry, and for whom this
    phone enters; 403 for whom something in it is hidden, with what the phone says once it has no line."""
    table, member = require_member(code)
    after = parse_int(request.args.get("after"), 0)
    try:
        copy = dump_copy(tables().store, table, member, after, request.args.get("mark", ""))
    except Forbidden as refused:
        if refused.code != STILL_SECRET:
            raise
        answer = jsonify(withheld=render_template("withheld.html"))
        answer.status_code = refused.status
        answer.headers["X-Answer"] = refused.kind
        return answer
    return {**copy, "entering_for": asdict(entering_for(table))}
