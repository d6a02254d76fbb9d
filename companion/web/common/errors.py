"""Render errors as HTML: a partial for htmx, or a whole page."""

from collections.abc import Sequence
from typing import Any

from flask import Blueprint, Response, g, make_response, render_template, request

from companion.engine.game import Refusal
from companion.games import GAMES_BY_SLUG
from companion.sentences.phrases import Phrasebook, table_phrases
from companion.sentences.presenters import log_sentence
from companion.services import tables
from companion.tables.errors import Conflict, Contested, NeedsConfirmation, Refused, TableError, Unavailable
from companion.tables.links import REVOKED_LINK_ERROR_CODES
from companion.tables.log_lines import LogLine, read_log
from companion.tables.queries import ending
from companion.tables.state import TableState
from companion.tables.table_store import StoreError
from companion.web.common.http import is_htmx

bp = Blueprint("errors", __name__)
_SEAT_LOST_CODES = {*REVOKED_LINK_ERROR_CODES.values(), "table.not_here", "table.no_such_table"}
"""Error codes after which the phone can never send its queued entries for the table."""


@bp.app_errorhandler(TableError)
def render_error(answer: TableError) -> Response:
    """Return the response to a request with this error: a partial for htmx, else a whole page."""
    if answer.code == "table.busy" and not request.path.endswith("/enter"):
        answer = Unavailable("table.busy_here")  # only entries are queued and sent again
    g.answer = answer
    table: TableState | None = g.get("table")
    phrases = table_phrases(table) if table else Phrasebook(GAMES_BY_SLUG.get(g.get("language_game", "")))
    context = error_template_context(answer, phrases)
    template = "error.html" if is_htmx() else "error_page.html"
    can_join = bool(context["link_ended"] and table and ending(table) is None)
    page = render_template(template, table=table, can_join=can_join, **context)
    response = make_response(page, answer.status)
    is_unsaved = isinstance(answer, StoreError) and answer.is_permanent
    response.headers["X-Answer"] = "unsaved" if is_unsaved else answer.kind
    if answer.code in _SEAT_LOST_CODES:
        response.headers["X-Gone"] = "1"
    return response


def error_template_context(answer: TableError, phrases: Phrasebook) -> dict[str, Any]:
    """Return the variables of the template ``error.html``, with sentences from ``phrases``."""
    refusal = answer.refusal if isinstance(answer, Refused) else None
    lines: Sequence[LogLine] = ()
    if isinstance(answer, Contested):
        table = tables().get_cached_or_load(g.table.id)
        lines = read_log(tables().store, table, g.member.seat, answer.seqs)
    return {
        "kind": answer.kind,
        "sentence": phrases.message(answer.code, answer.values),
        "refusal": refusal,
        "phrases": phrases,
        "conflicting_seq": answer.seq if isinstance(answer, Conflict) else 0,
        "can_enter_again": isinstance(answer, Conflict) and answer.seat in g.acting_seats,
        "other_entries": [log_sentence(phrases, line) for line in lines],
        "submitted": _submitted_fields() if isinstance(answer, Refused | NeedsConfirmation) else [],
        "needs_confirmation": isinstance(answer, NeedsConfirmation),
        "for_awaited_seat": _form_for_awaited_seat(refusal, phrases.names),
        "link_ended": answer.code in REVOKED_LINK_ERROR_CODES.values(),
    }


def _form_for_awaited_seat(
    refusal: Refusal | None, names: Sequence[str]
) -> tuple[str, list[tuple[str, str]]] | None:
    """Return the name of the player whose turn it is, and form fields that enter the move for this player.

    Return None if the move was refused for another reason, or if it is the turn of several players.
    """
    awaited = refusal.values["seats"] if refusal and refusal.code == "table.not_your_turn" else ()
    if not isinstance(awaited, tuple) or len(awaited) != 1:
        return None
    (seat,) = awaited
    return names[seat], [(name, _replace_seat(name, value, seat)) for name, value in _submitted_fields()]


def _replace_seat(name: str, value: str, seat: int) -> str:
    """Return a field's value with another seat. The name ``tile seat`` means two values in one field.

    >>> _replace_seat("tile seat", "7 0", 2)
    '7 2'
    """
    names, values = name.split(" "), value.split(" ")
    if "seat" not in names or len(names) != len(values):
        return value
    values[names.index("seat")] = str(seat)
    return " ".join(values)


def _submitted_fields() -> list[tuple[str, str]]:
    fields = request.form.items(multi=True)
    return [(name, value) for name, value in fields if name not in ("key", "seen", "uncontested")]
