"""The newest entry, told to one reader in its own person: one short line, the same words everywhere."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.engine.log import Entry
from companion.engine.words import N_, Seat
from companion.language.i18n import gettext
from companion.sentences.phrases import Phrasebook, Span, spans_of
from companion.sentences.presenters import log_sentence
from companion.tables import log_lines
from companion.tables.faults import or_none
from companion.tables.log_lines import LogLine
from companion.tables.ports import TableStore
from companion.tables.state import TableState


@dataclass(frozen=True, slots=True)
class NewsLine:
    """The newest entry in words."""

    kind: str
    seat: int
    """Whose the entry is; of an undo and a redo, whose was taken back or put back."""
    spans: tuple[Span, ...]
    named: frozenset[int | None] | None = field(default=None, compare=False)
    """The seats that are told it in words of their own; None where any may be."""

    @property
    def text(self) -> str:
        """All of it in words."""
        return "".join(span.text for span in self.spans)

    @property
    def pictured(self) -> bool:
        """Whether a picture stands for some of it."""
        return any(span.thing for span in self.spans)


UNDONE = {
    "other": N_("%(who)s undid an entry"),
    "you": N_("You undid your entry"),
    "anothers": N_("%(who)s undid %(owner)s’s entry"),
    "you_anothers": N_("You undid %(owner)s’s entry"),
    "yours": N_("%(who)s undid your entry"),
}
REDONE = {
    "other": N_("%(who)s redid an entry"),
    "you": N_("You redid your entry"),
    "anothers": N_("%(who)s redid %(owner)s’s entry"),
    "you_anothers": N_("You redid %(owner)s’s entry"),
    "yours": N_("%(who)s redid your entry"),
}
"""What is said of an entry taken back or put back, by who did it, whose it was and who reads it."""
CHANGE_UNDONE = {
    "other": N_("%(who)s undid the change of entry %(n)s"),
    "you": N_("You undid the change of entry %(n)s"),
}
CHANGE_REDONE = {
    "other": N_("%(who)s redid the change of entry %(n)s"),
    "you": N_("You redid the change of entry %(n)s"),
}
"""The same of a change of an entry, by who did it and who reads it."""


def tell_newest(
    store: TableStore, table: TableState, phrases: Phrasebook, reader: int | None
) -> NewsLine | None:
    """What the newest entry came to, as the one at this seat reads it; None before the first entry, and
    where its words fail.
    """
    if table.newest is None:
        return None
    return or_none(table.id, table.version, _newest_line, store, table, phrases, reader, table.newest)


def _newest_line(
    store: TableStore, table: TableState, phrases: Phrasebook, reader: int | None, entry: Entry
) -> NewsLine:
    about = log_lines.entry_about(table.replay.log, entry) or entry
    if entry.kind in ("undo", "redo"):
        sentence = _taken_or_put_back(table, phrases, reader, about)
        return NewsLine(entry.kind, about.seat, spans_of(sentence))
    seen = log_lines.newest_seen(table, reader, entry)
    news = None if entry.kind == "amend" else log_lines.news_of(table, entry, seen)
    if news is None:
        return NewsLine(entry.kind, entry.seat, spans_of(_logged(store, table, phrases, reader, entry)))
    sentence = phrases.news(news, entry.seat, reader)
    if entry.kind == "ruling":
        sentence = gettext("Allowed: %(what)s") % {"what": sentence}
    named = frozenset((entry.seat, news.owner, *(gain.seat for gain in news.gains)))
    return NewsLine(entry.kind, entry.seat, spans_of(sentence), named if seen == entry.move else None)


def pictured(phrases: Phrasebook, line: LogLine, reader: int | None) -> NewsLine | None:
    """A line of the log as it was news, where pictures stand for some of that."""
    if line.news is None:
        return None
    sentence = or_none(line.table_id, line.seq, phrases.news, line.news, line.seat, reader)
    news = NewsLine(line.kind, line.seat, spans_of(sentence or ""))
    return news if news.pictured else None


def _taken_or_put_back(table: TableState, phrases: Phrasebook, reader: int | None, about: Entry) -> str:
    by, owner = table.newest_by, about.seat
    is_undo = table.newest is not None and table.newest.kind == "undo"
    if about.kind == "amend":
        sentences = CHANGE_UNDONE if is_undo else CHANGE_REDONE
        values = {"who": Seat(by), "n": about.of}
        return phrases.format(sentences["you" if reader is not None and reader == by else "other"], values)
    if by == owner or owner < 0:
        whose = "you" if reader == by else "other"
    elif reader in (by, owner):
        whose = "you_anothers" if reader == by else "yours"
    else:
        whose = "anothers"
    sentence = phrases.format(
        (UNDONE if is_undo else REDONE)[whose], {"who": Seat(by), "owner": Seat(owner)}
    )
    tells = reader == owner or by == owner
    news = log_lines.news_of(table, about, log_lines.newest_seen(table, reader, about)) if tells else None
    things = phrases.things(news) if news else ""
    return gettext("%(told)s: %(things)s") % {"told": sentence, "things": things} if things else sentence


def _logged(
    store: TableStore, table: TableState, phrases: Phrasebook, reader: int | None, entry: Entry
) -> str:
    if entry.kind == "note":
        return log_sentence(phrases, *log_lines.read_log(store, table, reader, {entry.seq}))
    if entry.kind == "setting":
        by_reader = table.newest_by == reader and reader is not None
        return gettext("You changed a setting") if by_reader else gettext("A setting was changed")
    if entry.kind == "amend" and entry.move is None:
        return gettext("Entry %(n)s was removed", n=entry.of)
    if entry.kind == "amend":
        return gettext("Entry %(n)s was changed", n=entry.of)
    return log_sentence(phrases, log_lines.line_of(table, reader, entry))
