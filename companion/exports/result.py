"""What every export says of a table, gathered once, through the eyes of the link that asks."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import pairwise

from companion.engine.game import Meta
from companion.engine.tally import Tally
from companion.sentences.outcome import Outcome, describe_outcome
from companion.sentences.phrases import localized_names, table_phrases
from companion.sentences.presenters import SeatScore, score_data
from companion.tables.errors import NotFound
from companion.tables.names import unique_name_keys
from companion.tables.queries import Scores, ending, scores
from companion.tables.state import TableState
from companion.tables.table_store import TableRecord, TableStore

PLAY_KINDS = ("move", "ruling", "count")
"""The kinds of entries that go on with the play; notes, undone and changed entries may come days later."""
MAX_BREAK_SECONDS = 6 * 3600
"""Seconds between two entries of one evening."""


@dataclass(frozen=True, slots=True)
class Result:
    """A table's result as a link may see it."""

    id: str
    """The same for the same table, whoever asks and in which language."""
    meta: Meta
    code: str
    names: tuple[str, ...]
    first: int
    began: datetime
    """UTC: the first entry of the evening with most of the play, else the opening."""
    minutes: int | None
    """From the first entry to the last one of play; None for what was counted at the end, or took more than
    one evening by a clock that may have been put right meanwhile."""
    final: bool
    ending: str
    scores: Scores
    seats: list[SeatScore]
    """Lines and totals in words; a hidden seat has none."""
    outcome: Outcome | None
    """The ranking in words; None while somebody's score is hidden or missing."""
    location: str = ""
    """Where it was played, as a group of the asker says."""

    def winner(self, seat: int) -> bool | None:
        """Whether a seat won; None where that is not certain, False while the game runs."""
        ranking = self.scores.ranking
        return ranking.won(seat) if self.final and ranking else False

    def place(self, seat: int) -> int | None:
        """A seat's final place; None while it has none for certain."""
        ranking = self.scores.ranking
        return ranking.place(seat) if self.final and ranking else None


def make_result(store: TableStore, table: TableState, viewer: int | None) -> Result:
    """The result of a table as of its version."""
    stored = require_record(store, table)
    began, minutes = _played(store, table, stored.opened_at.replace(tzinfo=UTC))
    sheet, over = scores(table, viewer), ending(table)
    phrases = table_phrases(table)
    return Result(
        _stable("play", f"{stored.id} {stored.code} {stored.opened_at.isoformat()}"),
        table.replay.origin.meta, table.code, localized_names(table), table.replay.setup.first, began,
        minutes,
        sheet.final, phrases.ending(over) if over else "", sheet,
        score_data(phrases, sheet.lines),
        describe_outcome(phrases, sheet.ranking) if sheet.ranking else None,
    )  # fmt: skip


def _played(store: TableStore, table: TableState, opened: datetime) -> tuple[datetime, int | None]:
    """When it began, and minutes until its last entry of play."""
    rows = store.rows_after(table.id, 0)
    last = max((place for place, row in enumerate(rows, 1) if row.kind in PLAY_KINDS), default=0)
    stamps = [row.at for row in rows[:last]]
    if not stamps:
        return opened, None
    evenings = [[stamps[0]]]
    for before, at in pairwise(stamps):
        if 0 <= at - before <= MAX_BREAK_SECONDS:
            evenings[-1].append(at)
        else:
            evenings.append([at])
    began = datetime.fromtimestamp(max(evenings, key=len)[0], UTC)
    if len(evenings) > 1 or isinstance(table.replay.state, Tally):
        return began, None
    return began, (stamps[-1] - stamps[0]) // 60 or None


def require_record(store: TableStore, table: TableState) -> TableRecord:
    """What is kept of a table besides its log; NotFound where it was deleted meanwhile."""
    record = store.find_record(table_id=table.id)
    if record is None:
        raise NotFound("table.no_such_table")
    return record


def people_hashes(names: Sequence[str]) -> list[str]:
    """By seat, the same for the same person, however the name is written."""
    return [_stable("person", f"{key} {nth + 1}" if nth else key) for key, nth in unique_name_keys(names)]


def _stable(kind: str, text: str) -> str:
    return hashlib.sha256(f"{kind} {text}".encode()).hexdigest()[:24]
