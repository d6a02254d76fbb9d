"""The changing part of a table's page as an answer: whole, or what changed since what a phone shows."""

from __future__ import annotations

from flask import Response, make_response, request

from companion.tables import queries
from companion.tables.links import Member
from companion.tables.state import TableState
from companion.web.device.entering_for import entering_for
from companion.web.table.pages import page_of, page_tag, shown_page
from companion.web.table.rematch import known_rematch_code


def changes_since(shown: str, table: TableState, member: Member) -> str:
    """What turns a page that shows the drawing of this tag into one that shows the table as it is now."""
    asked = entering_for(table).as_of(table)
    if page_tag(table, member, asked) == shown:
        return ""
    before = shown_page(table, shown, member)
    return page_of(table, member, asked, before).partials(before)


def whole_response(table: TableState, member: Member) -> Response:
    """The changing part; 304 where the phone shows it already."""
    asked = entering_for(table)
    tag = page_tag(table, member, asked)
    if request.if_none_match.contains_weak(tag):
        return make_response("", 304)
    response = make_response(page_of(table, member, asked).html())
    if queries.ending(table) and table.rematch != known_rematch_code(table):
        response.headers["HX-Trigger"] = "rematch:opened"
    response.set_etag(tag)
    response.headers["Cache-Control"] = "no-store"
    return response
