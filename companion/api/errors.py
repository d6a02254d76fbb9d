"""Renders every error as the one JSON shape of ``ErrorResponse``."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypedDict

from flask import Response, g, jsonify, make_response

from companion.api.operations import bp
from companion.engine.game import Refusal
from companion.sentences.phrases import Phrasebook, table_phrases
from companion.tables.errors import Malformed, Refused, TableError

_ALLOWED_WITH_IT = "What else stands against it: a ruling allows all of it."


class RuleAgainst(TypedDict):
    code: str
    message: str
    rule: str | None
    section: str
    at: list[str]
    overridable: bool


class RefusalResponse(RuleAgainst):
    besides: Annotated[list[RuleAgainst], _ALLOWED_WITH_IT]


class ErrorDetail(TypedDict):
    kind: Literal[
        "malformed", "not_yours", "missing", "stale", "differs", "refused", "too_many", "busy", "fault"
    ]
    code: Annotated[str, "Stable: ``<slug>.<reason>``, or ``table.<reason>``."]
    message: Annotated[str, "A sentence in the caller's language."]
    rule: Annotated[str | None, "The section's title."]
    section: Annotated[str | None, "Of the rules at hand."]
    at: Annotated[list[str], "The parts of the board it points at."]
    overridable: Annotated[bool, "Whether the table may rule otherwise."]
    besides: Annotated[list[RuleAgainst], _ALLOWED_WITH_IT]
    version: int | None
    fields: Annotated[dict[str, Any] | None, "What is wrong in which field."]


class ErrorResponse(TypedDict):
    error: ErrorDetail


def error_response(answer: TableError) -> Response:
    """Return a table error as JSON, in the language that the caller accepts."""
    g.answer = answer
    table = g.get("table")
    phrases = table_phrases(table) if table else Phrasebook(g.get("game"))
    body: dict[str, Any] = {
        "kind": answer.kind,
        "code": answer.code,
        "message": phrases.message(answer.code, answer.values),
        "rule": None, "section": None, "at": [], "overridable": False, "besides": [],
        "fields": answer.fields if isinstance(answer, Malformed) else None,
        "version": answer.version,
    }  # fmt: skip
    if isinstance(answer, Refused):
        body |= refusal_data(phrases, answer.refusal)
    return make_response(jsonify(error=body), answer.status)


def refusal_data(phrases: Phrasebook, refusal: Refusal) -> RefusalResponse:
    """Return a refusal as data, with what else the table would overrule with it."""
    besides = [rule_data(phrases, other) for other in refusal.besides]
    return {**rule_data(phrases, refusal), "besides": besides}


def rule_data(phrases: Phrasebook, refusal: Refusal) -> RuleAgainst:
    """Return a refusal alone as data: its sentence, rules section with title, and places on the board."""
    has_section = phrases.game is not None and refusal.rule in phrases.game.words.sections()
    return {
        "code": refusal.code,
        "message": phrases.message(refusal.code, refusal.values),
        "rule": phrases.rule(refusal.rule)[0] if has_section else None,
        "section": refusal.rule,
        "at": list(refusal.at),
        "overridable": refusal.overridable,
    }


bp.register_error_handler(TableError, error_response)
