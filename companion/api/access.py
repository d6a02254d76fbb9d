"""The table and member of a request, and types that many operations share."""

from typing import Annotated, Any, TypedDict

from flask import g, request
from marshmallow.validate import Length, Range

from companion.engine.game import MAX_SEATS
from companion.language.i18n import set_language_game
from companion.services import tables
from companion.tables.errors import Forbidden
from companion.tables.links import ENDED_LINK_CODES, Member
from companion.tables.opening import MODES
from companion.tables.state import TableState

Seat = Annotated[int, Range(0, MAX_SEATS - 1)]
Name = Annotated[str, Length(max=40)]
Mode = Annotated[str, {"enum": [*MODES]}]
GameOptions = Annotated[dict[str, Any], "By name; omitted ones have their defaults (GET /games/{slug})."]


class SeatLink(TypedDict):
    """A link to a table; ``secret`` is the bearer token and is shown once."""

    code: str
    secret: str


def current_table(code: str) -> tuple[TableState, Member]:
    """Return the table, and the member whose secret the Authorization header carries.

    Raise NotFound if there is no such table, Forbidden if the caller has no link to it.
    """
    scheme, _, secret = request.headers.get("Authorization", "").partition(" ")
    access = tables().access(code, secret.strip() if scheme.lower() == "bearer" else None)
    table = g.table = tables().load_for(access)
    set_language_game(table.slug)
    if access.member is None:
        raise Forbidden(ENDED_LINK_CODES.get(access.former_role, "table.not_here"))
    return table, access.member
