"""The board on pages that are not the table's own: before an entry, of a recording, of an example."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from companion.web.plumbing.page_fragments import Page, whole
from companion.web.table.games import game_fragments
from companion.web.table.page import macros_of, page_fragments, public_table, viewer_of


def _page_of(context: Mapping[str, Any]) -> Page:
    """The fragments of a page that is not the table's own, of its context."""
    slug, counting = context["meta"].slug, context["counting"]
    game = game_fragments(slug)
    own = context["view"] if context["me"] is not None else {}
    lights = context["can_play"] and game.USES_LEGAL_MOVES and not counting
    legal = context["legal"]() if lights else {}
    amending, was = context["amending"], context["was"]
    table, draw = public_table(context, game, None), macros_of(slug, counting=counting)
    viewer = viewer_of(
        context, None, news=table.news, legal=legal, own=own, row=None, amending=amending,
        entered=json.dumps(was, separators=(",", ":")) if was else "", end=context.get("end"),
    )  # fmt: skip
    return page_fragments(draw, game, table, viewer)


def table_html(context: Mapping[str, Any]) -> Markup:
    """The changing part of such a page."""
    return Markup(whole(_page_of(context)))


def board_html(context: Mapping[str, Any]) -> Markup:
    """What is on the board of such a page."""
    return _on_the_board(_page_of(context))


def board_seats_and_result(context: Mapping[str, Any]) -> dict[str, Markup]:
    """The same, the seats of the page's head, and how the game came out, where it is over."""
    page = _page_of(context)
    result = whole(page, "result") if "result" in page else ""
    return {
        "board": _on_the_board(page),
        "seats_in_head": Markup(whole(page, "seats")),
        "result": Markup(result),
    }


def _on_the_board(page: Page) -> Markup:
    board = whole(page, "board")
    return Markup(board[board.index(">") + 1 : board.rindex("</")])
