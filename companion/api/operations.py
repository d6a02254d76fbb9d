"""Declares API operations: each becomes a route with its schemas and its documentation.

The types that many operations share are here, too.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass, field
from functools import wraps
from typing import Annotated, Any, Literal, TypedDict, TypeVar, get_args, get_origin, get_type_hints

from flask import Blueprint, Response, abort, g, jsonify, make_response, request
from marshmallow import EXCLUDE, Schema
from marshmallow.validate import Length, Range

from companion.engine.game import MAX_SEATS, Refusal
from companion.games import GAMES_BY_SLUG
from companion.language.i18n import set_language_game
from companion.limits.rate_limits import rate_limited
from companion.sentences.phrases import Phrasebook, table_phrases
from companion.sentences.presenters import make_etag, response_data
from companion.services import tables
from companion.tables.errors import Forbidden, Malformed, Refused, TableError
from companion.tables.links import REVOKED_LINK_ERROR_CODES, Member
from companion.tables.opening import MODES
from companion.tables.schemas import parse_json, schema_of, validate_data
from companion.tables.state import TableState

bp = Blueprint("api", __name__, url_prefix="/api/v1")
F = TypeVar("F", bound=Callable[..., Any])
REQUEST_RATE = "600 per minute"
OPEN_TABLE_RATE = "60 per minute"
JOIN_RATE = "120 per minute"
Seat = Annotated[int, Range(0, MAX_SEATS - 1)]
Name = Annotated[str, Length(max=40)]
Mode = Annotated[str, {"enum": [*MODES]}]
GameOptions = Annotated[dict[str, Any], "By name; omitted ones have their defaults (GET /games/{slug})."]


class SeatLink(TypedDict):
    """The code of a table, and a secret that gives access to it. The secret is returned only once."""

    code: str
    secret: str


class DoneResponse(TypedDict):
    ended: bool


OPERATIONS: list[Operation] = []


@dataclass(slots=True)
class Operation:
    """A decorator that registers a function as an API operation, with a route, schemas and documentation.

    The function gets the values of the path, in which ``{seat:int}`` is a seat. If it has the parameters
    ``body`` or ``query``, they are read from the request and have the annotated types. If ``bearer``
    is set, it may also have the parameters ``table`` and ``member``. It returns JSON data of its return
    type, or None. Its docstring is the documentation.
    """

    method: str
    path: str
    _: KW_ONLY
    body_required: bool = True
    status: int = 200
    bearer: bool = True
    """Whether only those with a link to the table ``{code}`` may call it."""
    errors: tuple[int, ...] = ()
    """Error statuses of this operation, besides those that follow from its path, body and bearer."""
    limit: str = REQUEST_RATE
    headers: tuple[tuple[str, str], ...] = ()
    etag: bool = False
    """Whether the response has an ETag and may be 304. The function may replace ``g.etag``."""
    max_bytes: int | None = None
    name: str = field(init=False)
    doc: str = field(init=False)
    body: type[Schema] | None = field(init=False)
    query: type[Schema] | None = field(init=False)
    answer: type[Schema] = field(init=False)

    def __call__(self, function: F) -> F:
        kinds = get_type_hints(function, include_extras=True)
        self.name, self.doc = function.__name__, function.__doc__ or ""
        self.body, self.query = (
            _schema(kinds[name]) if name in kinds else None for name in ("body", "query")
        )
        self.answer = _schema(kinds["return"])
        OPERATIONS.append(self)

        @wraps(function)
        def serve(**values: Any) -> Response:
            values |= self._read_request()
            if self.bearer:
                table, member = _table_and_member(values.pop("code"))
                values |= {name: v for name, v in (("table", table), ("member", member)) if name in kinds}
                if self.etag:
                    g.etag = make_etag(table, member)
            data = function(**values)
            response = make_response(jsonify({"ended": True} if data is None else data), self.status)
            if self.etag:
                response.set_etag(g.etag)
                response.make_conditional(request)
                if response.status_code == 412:
                    abort(412)
            return response

        rule = re.sub(r"\{(\w+):int\}", rf"<int(max={MAX_SEATS - 1}):\1>", self.path)
        rule = re.sub(r"\{(\w+)\}", r"<\1>", rule)
        bp.add_url_rule(rule, self.name, rate_limited(self.limit)(serve), methods=[self.method])
        return function

    def _read_request(self) -> dict[str, Any]:
        arguments: dict[str, Any] = {}
        if self.query is not None:
            arguments["query"] = validate_data(self.query, request.args.to_dict(), unknown=EXCLUDE)
        if self.max_bytes is not None:
            request.max_content_length = self.max_bytes
        if self.body is not None:
            data = _request_json() if self.body_required or request.get_data() else {}
            arguments["body"] = validate_data(self.body, data, "_body")
        return arguments


operation = Operation
"""``Operation`` under a name in lower case, as is usual for decorators."""


def _table_and_member(code: str) -> tuple[TableState, Member]:
    scheme, _, secret = request.headers.get("Authorization", "").partition(" ")
    access = tables().get_access(code, secret.strip() if scheme.lower() == "bearer" else None)
    table = g.table = tables().load_for_access(access)
    set_language_game(table.slug)
    if access.member is None:
        raise Forbidden(REVOKED_LINK_ERROR_CODES.get(access.former_role, "table.not_here"))
    return table, access.member


def _schema(kind: Any) -> type[Schema]:
    if get_origin(kind) is Annotated:
        schema: type[Schema] = get_args(kind)[1]
        return schema
    return schema_of(DoneResponse if kind is type(None) else kind)


def _request_json() -> Any:
    if not request.is_json:
        raise Malformed({"_body": ["Not sent as application/json."]})
    return parse_json(request.get_data())


@bp.after_request
def _set_cache_headers(response: Response) -> Response:
    """Forbid caches that several clients share, as responses depend on the client and contain secrets."""
    has_etag = "ETag" in response.headers
    response.headers.setdefault("Cache-Control", "private, no-cache" if has_etag else "no-store")
    response.vary.update(("Authorization", "Accept-Language"))
    return response


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
    phrases = table_phrases(table) if table else Phrasebook(GAMES_BY_SLUG.get(g.get("language_game", "")))
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
