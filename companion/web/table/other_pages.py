"""The board on pages that are not the table's own: before an entry, of a recording, of an example."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from flask import render_template
from markupsafe import Markup

from companion.web.plumbing.page_fragments import Page, whole
from companion.web.table.games import game_fragments
from companion.web.table.page import fragments_of_page, page_fragments, public_table, viewer_of


def _page_of(context: Mapping[str, Any]) -> Page | None:
    """The fragments of a page that is not the table's own, of its context; None where no list draws it."""
    game = game_fragments(context["meta"].slug)
    if game is None or context["counting"]:
        return None
    own = context["view"] if context["me"] is not None else {}
    legal = context["legal"].by_name() if context["can_play"] and game.USES_LEGAL_MOVES else {}
    amending, was = context["amending"], context["was"]
    table, draw = public_table(context, game, None), fragments_of_page(context["meta"].slug)
    viewer = viewer_of(
        context, None, news=table.news, legal=legal, own=own, row=None, amending=amending,
        entered=json.dumps(was, separators=(",", ":")) if was else "",
    )  # fmt: skip
    fragments = page_fragments(draw, game, table, viewer)
    if context["ended"]:
        fragments["end"] = render_template("_ended.html", **context)
    return fragments


def table_html(context: Mapping[str, Any]) -> Markup:
    """The changing part of such a page."""
    page = _page_of(context)
    return Markup(render_template("_table.html", **context) if page is None else whole(page))


def board_html(context: Mapping[str, Any]) -> Markup:
    """What is on the board of such a page."""
    page = _page_of(context)
    if page is None:
        return Markup(render_template(f"games/{context['meta'].slug}/board.html", **context))
    board = whole(page, "board")
    return Markup(board[board.index(">") + 1 : board.rindex("</")])
