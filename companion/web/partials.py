"""The changing part of a table's page: drawn once for all who see the same."""

from __future__ import annotations

from typing import Any

from flask import Response, current_app, g, make_response, render_template, request

from companion.tables import queries
from companion.tables.links import Member
from companion.tables.lru_cache import LruCache
from companion.tables.presenters import etag, seat_of_tag
from companion.tables.state import TableState
from companion.web.chart import lead_chart
from companion.web.entering_for import EntersFor, entering_for
from companion.web.fragments import Drawing, changed_parts, whole
from companion.web.guiding import guide_context, guided_seat
from companion.web.lobby import lobby_context
from companion.web.rematch import known_rematch_code
from companion.web.table_context import result_context, table_context

MOST = 600
"""Drawings in memory, about 15 kB each; the least used go first."""
Drawings = LruCache[tuple[str, str], Drawing]
"""By table and tag: a tag names the seat, so nobody is told what another sees."""


def page_context(table: TableState, member: Member, asked: EntersFor) -> dict[str, Any]:
    """What the table's page shows to this link, on a phone that was ``asked`` to enter for somebody."""
    tag = table_tag(table, member, asked)
    if table.vacant is not None:
        return {**lobby_context(table, member, asked), "tag": tag}
    context = table_context(table, member, asked)
    context["framed"], context["tag"] = True, tag
    seat = guided_seat(table, member, asked)
    if seat is not None:
        context["guide"] = guide_context(table, member, seat)
    if context["ended"]:
        own = None if asked.everybody else context["me"]
        context["ended"] = context["phrases"].ending(context["ending"], own)
        context["podium"] = result_context(table, context["phrases"], own)
        context["chart"] = lead_chart(table)
    return context


def table_tag(table: TableState, member: Member, asked: EntersFor) -> str:
    """What this link's page of the table depends on, as an ETag."""
    if table.vacant is None:
        guided = guided_seat(table, member, asked)
        return etag(table, member, asked, *(() if guided is None else (guided,)))
    setup = (table.replay.setup, table.ticks, member.seat in table.guided)
    gathered = (table.taken, table.vacant, table.host, *setup)
    return etag(table, member, asked, gathered)


def table_drawing(table: TableState, member: Member, asked: EntersFor, tag: str) -> Drawing:
    """The changing part as this link's phone sees it, drawn now or before."""
    drawings = _drawings()
    drawing = drawings.get((table.code, tag))
    if drawing is None:
        render_template("_table.html", **page_context(table, member, asked))
        drawing = g.pop("drawing")
        drawings.put((table.code, tag), drawing)
    return drawing


def _drawings() -> Drawings:
    drawings: Drawings = current_app.extensions.setdefault("drawings", Drawings(MOST))
    return drawings


def changes_since(shown: str, table: TableState, member: Member) -> str:
    """What turns a page that shows the drawing of this tag into one that shows the table as it is now."""
    asked = entering_for(table).as_of(table)
    tag = table_tag(table, member, asked)
    if tag == shown:
        return ""
    # Never from another seat's drawing: what differs would tell of it.
    own = seat_of_tag(shown) == seat_of_tag(tag)
    before = _drawings().get((table.code, shown)) if own else None
    return partials(before, table_drawing(table, member, asked, tag))


def whole_response(table: TableState, member: Member) -> Response:
    """The changing part; 304 where the phone shows it already."""
    asked = entering_for(table)
    tag = table_tag(table, member, asked)
    if request.if_none_match.contains_weak(tag):
        return make_response("", 304)
    response = make_response(whole(table_drawing(table, member, asked, tag), ""))
    if queries.ending(table) and table.rematch != known_rematch_code(table):
        response.headers["HX-Trigger"] = "rematch:opened"
    response.set_etag(tag)
    response.headers["Cache-Control"] = "no-store"
    return response


def partials(before: Drawing | None, after: Drawing) -> str:
    """htmx's partials that turn a page that shows one drawing (or none) into one that shows another."""
    if before is None:
        return _partial("table", whole(after, ""))
    names = changed_parts(before, after)
    return "".join(_partial(name or "table", whole(after, name)) for name in names)


def _partial(name: str, text: str) -> str:
    return f'<hx-partial hx-target="#{name}" hx-swap="outerMorph">{text}</hx-partial>'
