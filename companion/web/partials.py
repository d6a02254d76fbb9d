"""The changing part of a table's page: drawn once for all who see the same."""

from __future__ import annotations

from typing import Any

from flask import Response, current_app, g, make_response, render_template, request

from companion.tables.links import Member
from companion.tables.lru_cache import LruCache
from companion.tables.presenters import etag
from companion.tables.score_history import score_history
from companion.tables.state import TableState
from companion.web.fragments import Drawing, changed_parts, whole
from companion.web.request import parse_seat
from companion.web.table_context import result_context, table_context

MOST = 600
"""Drawings in memory, about 15 kB each; the least used go first."""
Drawings = LruCache[tuple[str, str], Drawing]
"""By table and tag: a tag names the seat, so nobody is told what another sees."""


def page_context(table: TableState, member: Member) -> dict[str, Any]:
    """What the table's page shows to this link, for the seat that is asked for."""
    asked = _asked(table)
    context = table_context(table, member, asked)
    context["asked"] = "" if asked is None else f"?for={asked}"
    context["tag"] = table_tag(table, member)
    if context["ended"]:
        context["podium"] = result_context(table, context["phrases"])
        context["chart"] = _chart(table)
    return context


def table_tag(table: TableState, member: Member) -> str:
    """What this request's page of the table depends on, as an ETag."""
    return etag(table, member, _asked(table))


def _asked(table: TableState) -> int | None:
    return parse_seat(request.args.get("for"), len(table.names))


def table_drawing(table: TableState, member: Member) -> Drawing:
    """The changing part as this request's phone sees it, drawn now or before."""
    drawings: Drawings = current_app.extensions.setdefault("drawings", Drawings(MOST))
    key = (table.code, table_tag(table, member))
    drawing = drawings.get(key)
    if drawing is None:
        render_template("_table.html", **page_context(table, member))
        drawing = g.pop("drawing")
        drawings.put(key, drawing)
    return drawing


def whole_response(table: TableState, member: Member) -> Response:
    """The changing part; 304 where the phone shows it already."""
    tag = table_tag(table, member)
    if request.if_none_match.contains_weak(tag):
        return make_response("", 304)
    response = make_response(whole(table_drawing(table, member), ""))
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


def _chart(table: TableState) -> dict[str, Any] | None:
    """How the lead changed, as polylines of a 300 × 120 drawing."""
    points = [(seq, totals) for seq, totals in score_history(table).totals if None not in totals]
    if len(points) < 2:
        return None
    values = [value or 0 for _, totals in points for value in totals]
    low, high = min(values), max(values)
    span = max(high - low, 1)
    width = 300 / (len(points) - 1)
    lines = [
        " ".join(
            f"{i * width:.1f},{120 - ((totals[seat] or 0) - low) * 120 / span:.1f}"
            for i, (_, totals) in enumerate(points)
        )
        for seat in range(len(table.names))
    ]
    return {"lines": lines, "low": low, "high": high}
