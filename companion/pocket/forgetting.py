"""What a phone forgets with a table: its log, and all that was left on the phone because of it."""

from __future__ import annotations

from flask import Blueprint, Response, request

from companion.pocket.bridge import PREFIX
from companion.services import tables
from companion.tables.links import normalize_code
from companion.web.plumbing.request import forget_table_cookies

bp = Blueprint("forgetting", __name__)


def forget_table(response: Response, code: str) -> Response:
    """Drop a table, and the cookies that are named after it."""
    record = tables().store.find_record(code=code)
    if record is not None:
        tables().delete(record.id)
    return forget_table_cookies(response, code)


@bp.after_app_request
def _forget_what_is_left(response: Response) -> Response:
    """Nobody else sits at a table of this phone's own."""
    if request.endpoint == "table.leave" and response.status_code < 400:
        code = (request.view_args or {})["code"]
        forget_table(response, normalize_code(code))
        response.headers["Location"] = f"{PREFIX}/"
    return response
