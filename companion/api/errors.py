"""Renders every error in the JSON format of ``ErrorResponse``."""

from typing import Annotated, Any, Literal, TypedDict

from flask import Response, g, jsonify, make_response

from companion.api.operations import bp
from companion.engine.game import Refusal
from companion.sentences.phrases import Phrasebook, table_phrases
from companion.sentences.presenters import response_data
from companion.tables.errors import Malformed, Refused, TableError

_BESIDES_DESCRIPTION = "Further refusals; a ruling overrules all of them."


class RuleAgainst(TypedDict):
    code: str
    message: str
    rule: str | None
    section: str
    at: list[str]
    overridable: bool


class RefusalResponse(RuleAgainst):
    besides: Annotated[list[RuleAgainst], _BESIDES_DESCRIPTION]


class ErrorDetail(TypedDict):
    kind: Literal[
        "malformed", "not_yours", "missing", "stale", "differs", "refused", "too_many", "busy", "fault"
    ]
    code: Annotated[str, "Stable: ``<slug>.<reason>``, or ``table.<reason>``."]
    message: Annotated[str, "A sentence in the caller's language."]
    rule: Annotated[str | None, "The section's title."]
    section: Annotated[str | None, "The section of the rules."]
    at: Annotated[list[str], "The places on the board that it is about."]
    overridable: Annotated[bool, "Whether a ruling may overrule it."]
    besides: Annotated[list[RuleAgainst], _BESIDES_DESCRIPTION]
    version: int | None
    fields: Annotated[dict[str, Any] | None, "What is wrong in which field."]


class ErrorResponse(TypedDict):
    error: ErrorDetail


def error_response(error: TableError) -> Response:
    """Return an error as an HTTP response with JSON, in the language that the client accepts."""
    g.answer = error
    table = g.get("table")
    phrases = table_phrases(table) if table else Phrasebook(g.get("game"))
    body: dict[str, Any] = {
        "kind": error.kind,
        "code": error.code,
        "message": phrases.message(error.code, error.values),
        "rule": None, "section": None, "at": [], "overridable": False, "besides": [],
        "fields": error.fields if isinstance(error, Malformed) else None,
        "version": error.version,
    }  # fmt: skip
    if isinstance(error, Refused):
        body |= refusal_data(phrases, error.refusal)
    return make_response(jsonify(error=body), error.status)


def refusal_data(phrases: Phrasebook, refusal: Refusal) -> RefusalResponse:
    """Return the refusal of a move as JSON data, with all further refusals of the same move."""
    besides = [single_refusal_data(phrases, other) for other in refusal.besides]
    return {**single_refusal_data(phrases, refusal), "besides": besides}


def single_refusal_data(phrases: Phrasebook, refusal: Refusal) -> RuleAgainst:
    """Return one refusal as JSON data: its sentence, the section of the rules, the places on the board."""
    has_section = phrases.game is not None and refusal.rule in phrases.game.words.rule_sections()
    return response_data(
        RuleAgainst, refusal,
        message=phrases.message(refusal.code, refusal.values),
        rule=phrases.rule(refusal.rule)[0] if has_section else None,
        section=refusal.rule,
    )  # fmt: skip


bp.register_error_handler(TableError, error_response)
