"""Computes the part of a table that everybody may see, and the part that one viewer sees besides."""

from collections import defaultdict
from dataclasses import dataclass

from companion.engine.game import Awaiting, Description, Move
from companion.engine.guide import get_lessons
from companion.engine.log import Entry
from companion.engine.replay import InvalidEntry
from companion.engine.tally import Tally
from companion.engine.unknowns import Unknown
from companion.language.i18n import join_with_commas
from companion.sentences.news import NewsLine, make_newest_news
from companion.sentences.phrases import Phrasebook, localized_names, table_phrases
from companion.sentences.presenters import log_sentence
from companion.services import tables
from companion.tables import log_lines, queries
from companion.tables.errors import call_or_none
from companion.tables.links import Member
from companion.tables.recorded_plays import compare_with_recording
from companion.tables.seat_requests import OpenSeatRequest
from companion.tables.state import TableState
from companion.web.device.acting_for import ActingFor
from companion.web.table.end_fragments import describe_end, missing_value_urls
from companion.web.table.games import get_game_fragments
from companion.web.table.play_fragments import make_count_sheets, points_so_far
from companion.web.table.viewer import (
    CountAgreement,
    GuideStrip,
    InvalidLine,
    PublicTable,
    RecordingComparison,
    SeatRow,
    UndoableEntry,
    Viewer,
)


@dataclass(frozen=True)
class SharedPage:
    """The data that the pages of all phones share, for one version of a table in one language."""

    tag: str | None
    """None if this is not the table's own page."""
    state: TableState
    phrases: Phrasebook
    awaited: Awaiting | None
    redoable: Entry | None
    news_item: Description | None
    """The news of the newest entry, if everybody sees the same."""
    table: PublicTable
    nobody: Viewer
    """A viewer without a seat."""


def make_shared_page(table: TableState, tag: str | None) -> SharedPage:
    """Return the data that the pages of all phones at a table share.

    ``tag`` is a hash of what everybody sees on the page ``/t/<code>``; None on all other pages.
    """
    replay, phrases, game = table.replay, table_phrases(table), get_game_fragments(table.slug)
    awaited, ending = queries.awaiting(table), queries.ending(table)
    news, news_item = make_newest_news(tables().store, table, phrases, None)
    redoable = replay.log.next_redo()
    counting, view = isinstance(replay.state, Tally), queries.visible_state(table, None)
    scores, waits_for = queries.scores(table, None, provisional=True), awaited.seats if awaited else ()
    options = replay.setup.options
    public = PublicTable(
        table.code, table.slug, table.version, table.entry_hash, len(table.taken), table.host,
        phrases.names, _seat_rows(table, waits_for, scores, view.get("at_least"), news), waits_for,
        ending is not None, counting, bool(table.rematch_code), _undoable_entry(table, phrases, news, tag),
        redoable.seq if redoable else None,
        tuple([_make_invalid_line(phrases, invalid) for invalid in queries.list_invalid_entries(table)]),
        call_or_none(table.id, table.version, _make_recording_comparison, table, phrases)
        if table.practice_start else None,
        news,
        () if ending else missing_value_urls(table, phrases, _missing_on_sheets(table, scores)),
        bool(get_lessons(replay)) and ending is None, options,
        tuple([(name, value) for name, value in options.items() if isinstance(value, str)]), view,
        make_count_sheets(table) if counting else game.make_board_data(view), tag,
    )  # fmt: skip
    nobody = Viewer(
        seat=None, acting=None, own_seats=(), turn="over" if ending else "others", can_play=False,
        may_enter=True, for_everybody=False, for_others=False, for_one=False, row=None, own={}, legal={},
        news=public.news, prompt=phrases.prompt(awaited) if awaited else "", redo="",
        agreement=_count_agreement_in_words(table, phrases, None), is_table_page=tag is not None,
        tag=None if tag is None else "", end=describe_end(table, phrases, None),
    )  # fmt: skip
    return SharedPage(tag, table, phrases, awaited, redoable, news_item, public, nobody)


def make_viewer(
    shared: SharedPage, table: TableState, member: Member | None, acting_for: ActingFor,
    tag: str | None = None, guide: GuideStrip | None = None, question: OpenSeatRequest | None = None,
) -> Viewer:  # fmt: skip
    """Return what ``member`` sees and may enter on a page with the data ``shared``.

    ``tag`` is a hash of what only this member sees on the page ``/t/<code>``; None on all other pages.
    ``question`` is an open request for a seat or to host, which the member's phone shows.
    """
    public, phrases, nobody = shared.table, shared.phrases, shared.nobody
    me, awaited, news, end = member.seat if member else None, shared.awaited, public.news, nobody.end
    acting = acting_for.acting_seat(member, awaited)
    turn = whose_turn(me, acting, public.waits_for, is_over=public.ended)
    can_play = acting is not None and not public.ended and not public.invalid_entries
    is_awaited, may_enter = turn not in ("others", "over"), member is not None and member.may_enter
    uses_legal_moves = can_play and get_game_fragments(table.slug).USES_LEGAL_MOVES and not public.counting
    if end is not None and me is not None and not acting_for.everybody:
        end = describe_end(table, phrases, me)
    return Viewer(
        seat=me, acting=acting, own_seats=acting_for.seats(member, len(public.names)), turn=turn,
        can_play=can_play, may_enter=may_enter, for_everybody=acting_for.everybody,
        for_others=bool(acting_for.everybody or acting_for.absent or acting_for.seat is not None),
        for_one=acting is not None and acting_for.seat == acting, row=_own_row(public, table, me),
        own=queries.private_view(table, me),
        legal=legal_moves_by_class_name(table, acting) if uses_legal_moves else {},
        news=make_newest_news(tables().store, table, phrases, me, shared.news_item)[0]
        if me is not None and news is not None and news.concerns(me, shared.news_item) else news,
        prompt=phrases.prompt(awaited, acting, own=turn == "mine") if awaited and acting is not None
        else nobody.prompt,
        redo=_sentence_of(table, phrases, me if is_awaited else None, shared.redoable)
        if shared.redoable and may_enter else "",
        agreement=_count_agreement_in_words(table, phrases, me) if nobody.agreement else None,
        is_table_page=tag is not None, tag=tag, together=table.intro_page if may_enter else "",
        question=question if may_enter else None, guide=guide, end=end,
    )  # fmt: skip


def whose_turn(me: int | None, acting: int | None, awaited: tuple[int, ...], *, is_over: bool) -> str:
    """Return whose turn it is on the phone of ``me``: ``over``, ``others``, ``mine`` or ``for-<seat>``.

    ``acting`` is the seat for which the phone enters a move, ``awaited`` are the seats whose turn it is.
    """
    if is_over:
        return "over"
    if acting is None or acting not in awaited:
        return "others"
    return "mine" if acting == me else f"for-{acting}"


def legal_moves_by_class_name(table: TableState, seat: int | None) -> dict[str, list[Move]]:
    """Return the legal moves of a seat by their class name; empty if ``seat`` is None."""
    moves = defaultdict[str, list[Move]](list)
    for move in queries.legal_moves(table, seat):
        moves[type(move).__name__].append(move)
    return moves


def _seat_rows(
    table: TableState, waits_for: tuple[int, ...], scores: queries.Scores,
    at_least: list[int | None] | None, news: NewsLine | None,
) -> tuple[SeatRow, ...]:  # fmt: skip
    last_seat, sheet_points = None if news is None else news.seat, points_so_far(table)
    rows = [
        SeatRow(
            n, name, n in waits_for, n == last_seat, scores.totals[n], scores.lines[n] is None,
            at_least[n] if at_least else None, n in scores.provisional_seats,
        )
        for n, name in enumerate(localized_names(table))
    ]  # fmt: skip
    return tuple([row._replace(**sheet_points[row.number]) if sheet_points else row for row in rows])


def _own_row(public: PublicTable, table: TableState, me: int | None) -> SeatRow | None:
    if me is None or not table.replay.game.has_secrets:
        return None
    scores, row = queries.scores(table, me, provisional=True), public.seats[me]
    secret = scores.lines[me] is None
    at_least = queries.visible_state(table, me).get("at_least") if secret else None
    return row._replace(
        points=scores.totals[me], secret=secret, at_least=at_least[me] if at_least else None,
        as_it_stands=me in scores.provisional_seats,
    )  # fmt: skip


def _undoable_entry(
    table: TableState, phrases: Phrasebook, news: NewsLine | None, tag: str | None
) -> UndoableEntry | None:
    last = table.replay.next_undo()
    if last is None:
        return None
    if tag is None:
        return UndoableEntry(last.seq, last.seat, "")
    is_news = news is not None and last.seq == table.version
    sentence = news.text if news and is_news else _sentence_of(table, phrases, None, last)
    return UndoableEntry(last.seq, last.seat, sentence)


def _sentence_of(table: TableState, phrases: Phrasebook, viewer: int | None, entry: Entry) -> str:
    return log_sentence(phrases, log_lines.make_newest_line(table, viewer, entry))


def _make_invalid_line(phrases: Phrasebook, invalid: InvalidEntry) -> InvalidLine:
    refusal, is_move = invalid.refusal, getattr(invalid.step, "move", None) is not None
    why, title = phrases.message(refusal.code, refusal.values), phrases.rule(refusal.rule)[0]
    return InvalidLine(invalid.step.seq, why, refusal.rule, title, refusal.code, is_move)


def _count_agreement_in_words(
    table: TableState, phrases: Phrasebook, viewer: int | None
) -> CountAgreement | None:
    agreement = queries.pending_count_agreement(table)
    if agreement is None:
        return None
    agreed_names = join_with_commas(map(phrases.player_name, sorted(agreement.agreed)))
    missing_names = join_with_commas(map(phrases.player_name, agreement.missing))
    return CountAgreement(agreed_names, missing_names, viewer in agreement.missing)


def _make_recording_comparison(table: TableState, phrases: Phrasebook) -> RecordingComparison | None:
    comparison = compare_with_recording(table)
    if comparison is None:
        return None
    sentence = phrases.log_line(*comparison.recorded) if comparison.recorded else ""
    url = f"/watch/{table.slug}/{comparison.name}?step={comparison.step}"
    return RecordingComparison(url, sentence, comparison.is_same_move)


def _missing_on_sheets(table: TableState, scores: queries.Scores) -> list[Unknown]:
    if not isinstance(table.replay.state, Tally) or not scores.ranking:
        return []
    return [unknown for unknown in scores.ranking.missing if not unknown.option]
