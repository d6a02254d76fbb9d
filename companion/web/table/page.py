"""The list of fragments of a table's page: which ones a phone has, and what each is told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from companion.sentences.news import NewsLine
from companion.web.plumbing.page_fragments import Fragments, Page, fragments_of
from companion.web.table.count_page import count_fragments, prepare_count
from companion.web.table.end_page import TEMPLATE as END_TEMPLATE
from companion.web.table.end_page import end_fragments
from companion.web.table.games import GameFragments
from companion.web.table.viewer import LastEntry, News, PublicTable, SeatRow, Viewer

TEMPLATE = "fragments/table.html"


class Macros(NamedTuple):
    """The macros of a table's page."""

    page: Fragments
    end: Fragments
    game: Fragments
    """Of the game, or of the game's sheets in a count."""


def macros_of(slug: str, *, counting: bool = False) -> Macros:
    """The macros of the page of a table at which this game is played or counted."""
    name = "count" if counting else "fragments"
    return Macros(*[fragments_of(t, slug) for t in (TEMPLATE, END_TEMPLATE, f"games/{slug}/{name}.html")])


def page_fragments(
    macros: Macros, game: GameFragments, table: PublicTable, viewer: Viewer
) -> dict[str, str]:
    """The fragments of a page on which a game is played or counted."""
    draw, draw_game, guide = macros.page, macros.game, viewer.guide
    of_game = game.end_fragments(table, viewer) if viewer.end and viewer.may_enter else {}
    page = {
        **_head(draw, table, viewer),
        "play": draw.play(guide is not None, table.counting, viewer.amending is not None),
        **end_fragments(macros.end, table, viewer, of_game),
    }
    if guide is not None:
        page["guide"] = draw.guide(table.code, guide, table.choices)
    if table.counting:
        return {**page, **count_fragments(draw, draw_game, table, viewer)}
    return {
        **page,
        "entry": draw.entry(viewer.entered),
        "prompt": _prompt(draw, table, viewer),
        "below": draw.below(viewer.framed),
        **game.fragments(draw_game, table, viewer),
    }


def _head(draw: Fragments, table: PublicTable, viewer: Viewer) -> Page:
    code, last, over, enters = table.code, table.last, viewer.turn == "over", viewer.may_enter
    news = None if viewer.news and table.ended and viewer.news.kind == "move" else viewer.news
    is_asked_for = bool(table.invalid_entries or table.asks or viewer.agreement)
    page = {
        "table": draw.table(code, viewer.framed),
        "now": draw.now(
            table.version, table.entry_hash, table.phones, table.tag,
            None if table.tag is None else last.seq if last else 0,
        ),
        "turn": draw.turn(viewer.tag, viewer.turn, viewer.seat in table.waits_for),
        "seats": draw.seats(len(table.seats)),
        "news": draw.news(
            code, enters and is_asked_for, table.ended, news, table.choices, table.invalid_entries,
            table.trial, table.asks, viewer.agreement, last if viewer.agreement else None,
        ),
    }  # fmt: skip
    for seat in table.seats:
        n, own = seat.number, seat.number == viewer.seat
        row = viewer.row if own and viewer.row else seat
        page[f"seat-of-{n}"] = draw.seat_of(n, seat.name, seat.turn, seat.last)
        page[f"points-of-{n}"] = draw.points_of(
            n, own, row.points, row.secret, row.at_least, row.as_it_stands
        )
    if not viewer.framed:
        return page
    is_own_last = last is not None and last.seat in viewer.own_seats
    is_asked = enters and last is not None and not (is_own_last and viewer.acts)
    just_entered = last is not None and is_own_last and last.seq == table.version
    shows_just_entered = just_entered and viewer.turn == "others"
    redo_seq = table.redo_seq if enters else None
    enters_for = viewer.seat if viewer.acting is None else viewer.acting
    guided_for = enters_for if enters and table.guides_here and not viewer.guide else None
    page |= {
        "head": draw.head(False),
        "question": draw.question(
            viewer.question, *((table.names, table.host) if viewer.question else ((), None)), code
        ),
        "undo": draw.undo(code, enters, is_asked, last is not None),
        "just-entered": draw.just_entered(last.seq if last and shows_just_entered else None),
        "menu": draw.menu(code, enters, over, last is None),
        "guide-me": draw.guide_me(code, guided_for),
        "redo": draw.redo(code, redo_seq, viewer.redo if enters else "", viewer.acts),
        "own-seat-only": draw.own_seat_only(code, viewer.for_others),
        "together": draw.together(code, viewer.together),
    }
    if is_asked and last:
        page["said-last"] = draw.said_last(last.sentence)
    return page


def _prompt(draw: Fragments, table: PublicTable, viewer: Viewer) -> str:
    acting, waits_for = viewer.acting, table.waits_for
    is_past = viewer.framed and viewer.turn == "others"
    last_turn = table.names[waits_for[0]] if is_past and len(waits_for) == 1 else None
    for_another = viewer.framed and acting is not None and acting != viewer.seat
    names_it = for_another and (viewer.for_one or not viewer.for_everybody)
    return draw.prompt(
        table.code, viewer.framed, viewer.prompt, viewer.turn, table.version if is_past else None,
        last_turn, viewer.can_play, acting,
        table.names[acting] if names_it and acting is not None else None, viewer.for_one,
    )  # fmt: skip


def public_table(context: Mapping[str, Any], game: GameFragments, tag: str | None) -> PublicTable:
    """What everybody may know of a table, of the context of its pages."""
    table, last, news = context["table"], context["last"], context["news"]
    is_news = last is not None and news is not None and last.seq == table.version
    sentence = "" if last is None or tag is None else news.text if is_news else context["said_of"](last)
    last_entry = LastEntry(last.seq, last.seat, sentence) if last else None
    redoable, options, view = context["redoable"], context["options"], context["view"]
    board = prepare_count(context, game) if context["counting"] else game.prepare(view)
    return PublicTable(
        table.code, table.version, table.mark, len(table.taken), table.host, context["names"],
        tuple([seat_row(seat) for seat in context["seats"]]), context["waits_for"], bool(context["ended"]),
        context["counting"], bool(table.rematch), last_entry, redoable.seq if redoable else None,
        tuple(context["invalid_entries"]), context["trial"], news_in_words(news),
        tuple(context["asks"]), context["guides_here"], options,
        tuple([(name, value) for name, value in options.items() if isinstance(value, str)]),
        view, board, tag,
    )  # fmt: skip


def seat_row(seat: Mapping[str, Any]) -> SeatRow:
    """A seat of the context, for the head of the page."""
    return SeatRow(*[seat[name] for name in SeatRow._fields])


def news_in_words(news: NewsLine | None) -> News | None:
    """The newest entry, for the page."""
    if news is None:
        return None
    return News(news.kind, news.seat, news.text, news.letters, news.pictured, news.spans)


def viewer_of(context: Mapping[str, Any], tag: str | None, **more: Any) -> Viewer:
    """Who looks at a table, of the context of its pages; its own page has a ``tag``."""
    member, acting_for, acting = context["member"], context["asked"], context["acting"]
    return Viewer(
        seat=context["me"], acting=acting, own_seats=context["own_seats"], turn=context["turn"],
        can_play=context["can_play"], may_enter=member is not None and member.may_enter,
        for_everybody=acting_for.everybody,
        for_others=bool(acting_for.everybody or acting_for.absent or acting_for.seat is not None),
        for_one=acting is not None and acting_for.seat == acting,
        prompt=context["prompt"], redo=context.get("redo", ""), agreement=context["agreement"],
        framed=tag is not None, tag=tag, **more,
    )  # fmt: skip
