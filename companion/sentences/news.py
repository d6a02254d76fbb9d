"""Sentences about one entry: its news for one reader, who is addressed as "you", and its consequences."""

from collections.abc import Iterable
from itertools import groupby
from typing import Any, NamedTuple

from companion.engine.consequences import Consequences
from companion.engine.game import Description
from companion.engine.log import Entry
from companion.engine.words import N_, Seat
from companion.language.i18n import format_number, gettext
from companion.sentences.phrases import Phrasebook, Span, parse_spans
from companion.sentences.presenters import UNDO_AND_REDO_SENTENCES, log_sentence
from companion.tables import log_lines
from companion.tables.errors import call_or_none
from companion.tables.log_lines import LogLine
from companion.tables.state import TableState
from companion.tables.table_store import TableStore

LETTERS_PER_PICTURE = 3
"""The number of letters that take as much room as a picture."""


class NewsLine(NamedTuple):
    """An entry in words for one reader, split into spans of text and pictures."""

    kind: str
    seat: int
    """The seat of the entry; for undo and redo, of the entry that was undone or redone."""
    spans: tuple[Span, ...]

    @property
    def text(self) -> str:
        """The whole line as text."""
        return "".join(span.text for span in self.spans)

    @property
    def length_in_letters(self) -> int:
        """The length of the line in letters. Each picture counts as ``LETTERS_PER_PICTURE``."""
        return sum(LETTERS_PER_PICTURE if span.thing else len(span.text) for span in self.spans)

    @property
    def has_pictures(self) -> bool:
        """Whether the line contains pictures."""
        return any(span.thing for span in self.spans)

    def concerns(self, reader: int, item: Description | None) -> bool:
        """Return whether the entry concerns the seat ``reader``, whose line may then contain "you"."""
        return item is None or reader in (self.seat, item.owner, *[effect.seat for effect in item.effects])


def make_newest_news(
    store: TableStore, table: TableState, phrases: Phrasebook, reader: int | None,
    item: Description | None = None,
) -> tuple[NewsLine | None, Description | None]:  # fmt: skip
    """Return the news of the newest entry in words, and as an item that is the same for everybody.

    The words are for the seat ``reader``, or for viewers if that is None. They are None before the first
    entry, and if the sentence cannot be formed. If ``item`` is given (from a call for another reader), it
    is not computed again.
    """
    if table.newest is None:
        return None, None
    arguments = (store, table, phrases, reader, table.newest, item)
    return call_or_none(table.id, table.version, _make_news_line, *arguments) or (None, None)


def _make_news_line(
    store: TableStore, table: TableState, phrases: Phrasebook, reader: int | None, entry: Entry,
    item: Description | None,
) -> tuple[NewsLine, Description | None]:  # fmt: skip
    if entry.kind in ("undo", "redo"):
        target = log_lines.undo_or_redo_target(table.replay.log, entry) or entry
        sentence = _undo_or_redo_sentence(table, phrases, reader, entry.kind, target)
        return NewsLine(entry.kind, target.seat, parse_spans(sentence)), None
    news = item
    if news is None:
        seen = log_lines.newest_move_as_seen(table, reader, entry)
        news = None if entry.kind == "amend" else log_lines.news_of_newest(table, entry, seen)
        item = news if seen == entry.move else None
    if news is None:
        sentence = _sentence_without_news(store, table, phrases, reader, entry)
        return NewsLine(entry.kind, entry.seat, parse_spans(sentence)), None
    sentence = phrases.news(news, entry.seat, reader)
    if entry.kind == "ruling":
        sentence = gettext("%(what)s (allowed by the table)") % {"what": sentence}
    return NewsLine(entry.kind, entry.seat, parse_spans(sentence)), item


def make_pictured_news(phrases: Phrasebook, line: LogLine) -> NewsLine | None:
    """Return the news of a move in the log, worded for viewers. None if its sentence has no pictures."""
    if line.news is None or line.kind != "move":
        return None
    sentence = call_or_none(line.table_id, line.seq, phrases.news, line.news, line.seat, None)
    news = NewsLine(line.kind, line.seat, parse_spans(sentence or ""))
    return news if news.has_pictures else None


def _undo_or_redo_sentence(
    table: TableState, phrases: Phrasebook, reader: int | None, kind: str, target: Entry
) -> str:
    by, concerns = table.newest_by, ""
    values: dict[str, object] = {"who": Seat(by), "n": target.of}
    news = log_lines.news_of_newest(table, target, log_lines.newest_move_as_seen(table, reader, target))
    if target.kind == "amend":
        concerns = "amend"
    elif news is not None:
        concerns, values["move"] = "move", phrases.news_without_effects(news, target.seat, reader)
    sentences = UNDO_AND_REDO_SENTENCES[kind, concerns]
    return phrases.format(sentences.you if reader is not None and reader == by else sentences.other, values)


def _sentence_without_news(
    store: TableStore, table: TableState, phrases: Phrasebook, reader: int | None, entry: Entry
) -> str:
    if entry.kind == "note":
        return log_sentence(phrases, *log_lines.read_log(store, table, reader, {entry.seq}))
    if entry.kind == "setting":
        what = phrases.option(entry.option)[0]
        if table.newest_by == reader and reader is not None:
            return gettext("You filled in “%(what)s”", what=what)
        return gettext("%(who)s filled in “%(what)s”", who=phrases.player_name(table.newest_by), what=what)
    if entry.kind == "amend" and entry.move is not None:
        return gettext("Entry %(n)s was changed", n=entry.of)
    return log_sentence(phrases, log_lines.make_newest_line(table, reader, entry))


def describe_consequences(phrases: Phrasebook, consequences: Consequences) -> dict[str, Any]:
    """Return the consequences of an entry in words, in a dict with the lists gains, reasons and turn.

    ``gains`` contains (seat, [(score category, signed points)]). ``reasons`` contains sentences about what
    the entry changes, and ``turn`` sentences about whose turn ends or continues.
    """
    by_seat = groupby(consequences.gains, lambda gain: gain.seat)
    choices = (
        (N_("Possible now: %(what)s."), consequences.new_choices),
        (N_("No longer possible: %(what)s."), consequences.lost_choices),
    )
    leaders = ((N_("If this were the end, %(who)s would win."), consequences.new_leader),)
    turns = (
        (N_("%(who)s is done."), consequences.turn_ended),
        (N_("%(who)s goes on."), consequences.turn_continues),
    )

    def format_for_seats(sentences: Iterable[tuple[str, int | None]]) -> list[str]:
        return [phrases.format(text, {"who": Seat(seat)}) for text, seat in sentences if seat is not None]

    return {
        "gains": [
            (seat, [(phrases.category_label(gain.category), format_signed(gain.points)) for gain in gains])
            for seat, gains in by_seat
        ],
        "reasons": [
            *map(phrases.preview, consequences.previews),
            *(phrases.message(refusal.code, refusal.values) for refusal in consequences.warnings),
            *(phrases.format(sentence, {"what": what}) for sentence, what in choices if what),
            *format_for_seats(leaders),
        ],
        "turn": format_for_seats(turns),
    }


def format_signed(points: int) -> str:
    """Return a number of points with its sign.

    >>> format_signed(3), format_signed(-2)
    ('+3', '−2')
    """
    return f"+{points}" if points >= 0 else format_number(points)
