"""The newest entry, told to one reader in its own person: one short line, the same words everywhere."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.engine.game import NewsItem
from companion.engine.log import Entry
from companion.engine.words import N_, Seat
from companion.language.i18n import gettext
from companion.sentences.phrases import Phrasebook, Span, parse_spans
from companion.sentences.presenters import MOVE_REDONE, MOVE_UNDONE, REDONE, UNDONE, log_sentence
from companion.tables import log_lines
from companion.tables.log_lines import LogLine
from companion.tables.safe_call import call_or_none
from companion.tables.state import TableState
from companion.tables.table_store import TableStore

PICTURE_LENGTH = 3
"""A picture takes no more room than so many letters."""


@dataclass(frozen=True, slots=True)
class NewsLine:
    """The newest entry in words."""

    kind: str
    seat: int
    """Whose the entry is; of an undo and a redo, whose was taken back or put back."""
    spans: tuple[Span, ...]
    item: NewsItem | None = field(default=None, compare=False)
    """What it came to, where everybody sees the same of it."""

    @property
    def text(self) -> str:
        """All of it in words."""
        return "".join(span.text for span in self.spans)

    @property
    def letters(self) -> int:
        """How many it takes, a picture counted as some."""
        return sum(PICTURE_LENGTH if span.thing else len(span.text) for span in self.spans)

    @property
    def pictured(self) -> bool:
        """Whether a picture stands for some of it."""
        return any(span.thing for span in self.spans)

    def concerns(self, reader: int) -> bool:
        """Whether the one at this seat may be told it in words of their own."""
        item = self.item
        return item is None or reader in (self.seat, item.owner, *[effect.seat for effect in item.effects])


CHANGE_UNDONE = {
    "other": N_("%(who)s took back the change to entry %(n)s"),
    "you": N_("You took back the change to entry %(n)s"),
}
CHANGE_REDONE = {
    "other": N_("%(who)s redid the change to entry %(n)s"),
    "you": N_("You redid the change to entry %(n)s"),
}
"""What is said of a change of an entry taken back or put back, by who did it and who reads it."""


def make_newest_news(
    store: TableStore, table: TableState, phrases: Phrasebook, reader: int | None,
    item: NewsItem | None = None,
) -> NewsLine | None:  # fmt: skip
    """What the newest entry came to, as the one at this seat reads it; None before the first entry, and
    where its words fail. ``item`` is that of another reader's line.
    """
    if table.newest is None:
        return None
    return call_or_none(
        table.id, table.version, _newest_line, store, table, phrases, reader, table.newest, item
    )


def _newest_line(
    store: TableStore, table: TableState, phrases: Phrasebook, reader: int | None, entry: Entry,
    item: NewsItem | None,
) -> NewsLine:  # fmt: skip
    if entry.kind in ("undo", "redo"):
        about = log_lines.undo_or_redo_target(table.replay.log, entry) or entry
        sentence = _taken_or_put_back(table, phrases, reader, about)
        return NewsLine(entry.kind, about.seat, parse_spans(sentence))
    news = item
    if news is None:
        seen = log_lines.newest_move_as_seen(table, reader, entry)
        news = None if entry.kind == "amend" else log_lines.news_of_newest(table, entry, seen)
        item = news if seen == entry.move else None
    if news is None:
        return NewsLine(entry.kind, entry.seat, parse_spans(_logged(store, table, phrases, reader, entry)))
    sentence = phrases.news(news, entry.seat, reader)
    if entry.kind == "ruling":
        sentence = gettext("%(what)s (allowed by the table)") % {"what": sentence}
    return NewsLine(entry.kind, entry.seat, parse_spans(sentence), item)


def make_pictured_news(phrases: Phrasebook, line: LogLine) -> NewsLine | None:
    """A line of the log where pictures stand for some of it."""
    if line.news is None or line.kind != "move":
        return None
    sentence = call_or_none(line.table_id, line.seq, phrases.news, line.news, line.seat, None)
    news = NewsLine(line.kind, line.seat, parse_spans(sentence or ""))
    return news if news.pictured else None


def _taken_or_put_back(table: TableState, phrases: Phrasebook, reader: int | None, about: Entry) -> str:
    by = table.newest_by
    is_undo = table.newest is not None and table.newest.kind == "undo"
    values: dict[str, object] = {"who": Seat(by)}
    news = log_lines.news_of_newest(table, about, log_lines.newest_move_as_seen(table, reader, about))
    sentences = UNDONE if is_undo else REDONE
    if about.kind == "amend":
        sentences = CHANGE_UNDONE if is_undo else CHANGE_REDONE
        values["n"] = about.of
    elif news is not None:
        sentences = MOVE_UNDONE if is_undo else MOVE_REDONE
        values["move"] = phrases.action(news, about.seat, reader)
    return phrases.format(sentences["you" if reader is not None and reader == by else "other"], values)


def _logged(
    store: TableStore, table: TableState, phrases: Phrasebook, reader: int | None, entry: Entry
) -> str:
    if entry.kind == "note":
        return log_sentence(phrases, *log_lines.read_log(store, table, reader, {entry.seq}))
    if entry.kind == "setting":
        what = phrases.option(entry.option)[0]
        if table.newest_by == reader and reader is not None:
            return gettext("You filled in “%(what)s”", what=what)
        return gettext("%(who)s filled in “%(what)s”", who=phrases.name(table.newest_by), what=what)
    if entry.kind == "amend" and entry.move is None:
        return gettext("Entry %(n)s was removed", n=entry.of)
    if entry.kind == "amend":
        return gettext("Entry %(n)s was changed", n=entry.of)
    return log_sentence(phrases, log_lines.make_newest_line(table, reader, entry))
