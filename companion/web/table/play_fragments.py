"""List the fragments of a table's page during a game, with their arguments."""

from typing import NamedTuple

from companion.web.common.page_fragments import HtmlByName, Macros, load_macros
from companion.web.table.count import count_fragments
from companion.web.table.end_fragments import TEMPLATE as END_TEMPLATE
from companion.web.table.end_fragments import end_fragments
from companion.web.table.games import GameFragments
from companion.web.table.viewer import PublicTable, Viewer

TEMPLATE = "fragments/table.html"


class TableMacros(NamedTuple):
    """The macros that draw a table's page, from three templates."""

    page: Macros
    end: Macros
    game: Macros
    """The macros of the game's page, or of its score sheets in a count."""


def load_table_macros(slug: str, *, counting: bool = False) -> TableMacros:
    """Return the macros for a table of this game. If ``counting``, they draw a count by hand."""
    names = (TEMPLATE, END_TEMPLATE, f"games/{slug}/{'count' if counting else 'fragments'}.html")
    return TableMacros(*[load_macros(name, slug) for name in names])


def page_fragments(
    macros: TableMacros, game: GameFragments, table: PublicTable, viewer: Viewer
) -> dict[str, str]:
    """Return the fragments of a table's page for one viewer, during a game or a count by hand."""
    draw, draw_game, guide = macros.page, macros.game, viewer.guide
    draw_end = game.end_fragments if viewer.end and viewer.may_enter else None
    page = {
        **_head_fragments(draw, table, viewer),
        "play": draw.play_layout(guide is not None, table.counting, viewer.amending is not None),
        **end_fragments(macros.end, table, viewer, draw_end(table, viewer) if draw_end else {}),
    }
    if guide is not None:
        page["guide"] = draw.guide(table.code, guide, table.choices)
    if table.counting:
        return {**page, **count_fragments(draw, draw_game, table, viewer)}
    return {
        **page,
        "entry": draw.entry(viewer.entered),
        "prompt": _prompt_fragment(draw, table, viewer),
        "below": draw.below(viewer.is_table_page),
        **game.fragments(draw_game, table, viewer),
    }


def _head_fragments(draw: Macros, table: PublicTable, viewer: Viewer) -> HtmlByName:
    code, last, is_over, may_enter = table.code, table.last, viewer.turn == "over", viewer.may_enter
    news = None if viewer.news and table.ended and viewer.news.kind == "move" else viewer.news
    is_asked_for = bool(table.invalid_entries or table.asks or viewer.agreement)
    page = {
        "table": draw.table(code, viewer.is_table_page),
        "now": draw.version_data(
            table.version, table.entry_hash, table.phones, table.tag,
            None if table.tag is None else last.seq if last else 0,
        ),
        "turn": draw.turn_data(viewer.tag, viewer.turn, viewer.seat in table.waits_for),
        "seats": draw.seats(len(table.seats)),
        "news": draw.news(
            code, may_enter and is_asked_for, table.ended, news, table.choices, table.invalid_entries,
            table.practice_table, table.asks, viewer.agreement, last if viewer.agreement else None,
        ),
    }  # fmt: skip
    for row in viewer.visible_rows(table):
        n = row.number
        page[f"seat-of-{n}"] = draw.seat_of(n, row.name, row.turn, row.last)
        page[f"points-of-{n}"] = draw.points_of(
            n, n == viewer.seat, row.points, row.secret, row.at_least, row.as_it_stands
        )
    if not viewer.is_table_page:
        return page
    is_own_last = last is not None and last.seat in viewer.own_seats
    is_asked = may_enter and last is not None and not (is_own_last and viewer.is_awaited)
    just_entered = last is not None and is_own_last and last.seq == table.version
    shows_just_entered = just_entered and viewer.turn == "others"
    redo_seq = table.redo_seq if may_enter else None
    enters_for = viewer.seat if viewer.acting is None else viewer.acting
    guided_for = enters_for if may_enter and table.has_guide and not viewer.guide else None
    page |= {
        "head": draw.head(False),
        "question": draw.question(
            viewer.question, *((table.names, table.host) if viewer.question else ((), None)), code
        ),
        "undo": draw.undo_button(code, may_enter, is_asked, last is not None),
        "just-entered": draw.just_entered(last.seq if last and shows_just_entered else None),
        "menu": draw.menu(code, may_enter, is_over, last is None),
        "guide-me": draw.guide_me(code, guided_for),
        "redo": draw.redo_button(code, redo_seq, viewer.redo if may_enter else "", viewer.is_awaited),
        "own-seat-only": draw.own_seat_only(code, viewer.for_others),
        "together": draw.intro_page_link(code, viewer.together),
    }
    if is_asked and last:
        page["said-last"] = draw.last_sentence(last.sentence)
    return page


def _prompt_fragment(draw: Macros, table: PublicTable, viewer: Viewer) -> str:
    acting, waits_for = viewer.acting, table.waits_for
    is_past = viewer.is_table_page and viewer.turn == "others"
    last_turn = table.names[waits_for[0]] if is_past and len(waits_for) == 1 else None
    for_another = viewer.is_table_page and acting is not None and acting != viewer.seat
    shows_name = for_another and (viewer.for_one or not viewer.for_everybody)
    return draw.prompt(
        table.code, viewer.is_table_page, viewer.prompt, viewer.turn, table.version if is_past else None,
        last_turn, viewer.can_play, acting,
        table.names[acting] if shows_name and acting is not None else None, viewer.for_one,
    )  # fmt: skip
