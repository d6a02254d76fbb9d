"""Renders every error as one HTML partial, alone for htmx or within a page."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from flask import Blueprint, Response, g, make_response, render_template, request

from companion.engine.game import Refusal
from companion.games import BY_SLUG
from companion.sentences.phrases import Phrasebook, table_phrases
from companion.sentences.presenters import log_sentence
from companion.services import tables
from companion.tables.errors import Conflict, Contested, NeedsConfirmation, Refused, TableError, Unavailable
from companion.tables.links import ENDED_LINK_CODES
from companion.tables.log_lines import read_log
from companion.tables.queries import ending, viewing_seat
from companion.tables.state import TableState
from companion.tables.table_store import StoreError
from companion.web.common.request import is_htmx

bp = Blueprint("errors", __name__)
_SEAT_LOST_CODES = {*ENDED_LINK_CODES.values(), "table.not_here", "table.no_such_table"}
"""Nothing that a phone keeps for the table can be sent after one of these."""


@bp.app_errorhandler(TableError)
def render_error(answer: TableError) -> Response:
    """Renders every error as one HTML partial, alone for htmx or within a page."""
    if answer.code == "table.busy" and not request.path.endswith("/enter"):
        answer = Unavailable("table.busy_here")  # only entries are kept and sent again
    g.answer = answer
    table: TableState | None = g.get("table")
    phrases = table_phrases(table) if table else Phrasebook(BY_SLUG.get(g.get("language_game", "")))
    context = error_template_context(answer, phrases)
    template = "error.html" if is_htmx() else "error_page.html"
    door = bool(context["gone"] and table and ending(table) is None)
    page = render_template(template, table=table, door=door, **context)
    response = make_response(page, answer.status)
    is_unsaved = isinstance(answer, StoreError) and answer.is_permanent
    response.headers["X-Answer"] = "unsaved" if is_unsaved else answer.kind
    if answer.code in _SEAT_LOST_CODES:
        response.headers["X-Gone"] = "1"
    return response


def error_template_context(answer: TableError, phrases: Phrasebook) -> dict[str, Any]:
    """What the partial needs: the sentence, the section, the place, whether it can be allowed."""
    refusal = answer.refusal if isinstance(answer, Refused) else None
    sentence = phrases.message(answer.code, answer.values)
    return {
        "kind": answer.kind,
        "sentence": sentence,
        "refusal": refusal,
        "phrases": phrases,
        "differs": answer.seq if isinstance(answer, Conflict) else 0,
        "anew": isinstance(answer, Conflict) and answer.seat in g.enters_for,
        "meanwhile": _log_sentences(answer.seqs, phrases) if isinstance(answer, Contested) else [],
        "posted": _submitted_fields() if isinstance(answer, Refused | NeedsConfirmation) else [],
        "doubtful": isinstance(answer, NeedsConfirmation),
        "instead": _form_for_awaited_seat(refusal, phrases.names),
        "gone": answer.code in ENDED_LINK_CODES.values(),
    }


def _log_sentences(seqs: Collection[int], phrases: Phrasebook) -> list[str]:
    """What other phones entered, in the words of the log, as this phone may read it."""
    table = tables().get_cached(g.table.id)
    lines = read_log(tables().store, table, viewing_seat(g.member), seqs)
    return [log_sentence(phrases, line) for line in lines]


def _form_for_awaited_seat(
    refusal: Refusal | None, names: Sequence[str]
) -> tuple[str, list[tuple[str, str]]] | None:
    """Whose turn it is, where another's was meant, and the form that enters it for that seat."""
    waited = refusal.values["seats"] if refusal and refusal.code == "table.not_your_turn" else ()
    if not isinstance(waited, tuple) or len(waited) != 1:
        return None
    (seat,) = waited
    return names[seat], [(name, _replace_seat(name, value, seat)) for name, value in _submitted_fields()]


def _replace_seat(name: str, value: str, seat: int) -> str:
    """A button may have said the seat together with others: ``name`` then names them all."""
    names, values = name.split(" "), value.split(" ")
    if "seat" not in names or len(names) != len(values):
        return value
    values[names.index("seat")] = str(seat)
    return " ".join(values)


def _submitted_fields() -> list[tuple[str, str]]:
    """The form that was judged, to be sent again; any other may be too large, or not all there."""
    fields = request.form.items(multi=True)
    return [(name, value) for name, value in fields if name not in ("key", "seen", "uncontested")]
