"""What every export says of a table, gathered once, through the eyes of the link that asks."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import takewhile
from typing import Any

from companion.engine.game import Meta
from companion.engine.log import EffectiveMove
from companion.engine.replay import valid_moves
from companion.tables.errors import NotFound
from companion.tables.names import number_alike
from companion.tables.outcome import Outcome, describe_outcome, ranking_data
from companion.tables.phrases import Phrasebook
from companion.tables.presenters import score_data
from companion.tables.queries import Scores, ending, scores
from companion.tables.state import TableState
from companion.tables.store import LogRow, TableRecord

_EVENING = 6 * 60
"""Minutes; no game of the shelf takes so long at one sitting."""


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
    """UTC: the first entry, else the opening."""
    minutes: int | None
    """From the first move in force to the last, the breaks of an evening among them.

    None where nobody timed it: a mere count, what took no minute, and what took longer than an evening
    (put away and gone on with, or the machine's clock was put right meanwhile).
    """
    final: bool
    ending: str
    scores: Scores
    seats: list[dict[str, Any]]
    """Lines and totals in words (``told.score_data``); a hidden seat has none."""
    ranking: dict[str, Any] | None
    outcome: Outcome | None
    """The ranking in words; None while somebody's score is hidden or missing."""

    def winner(self, seat: int) -> bool | None:
        """Whether a seat won; None where that is not certain, False while the game runs."""
        ranking = self.scores.ranking
        return ranking.won(seat) if self.final and ranking else False

    def place(self, seat: int) -> int | None:
        """A seat's final place; None while it has none for certain."""
        ranking = self.scores.ranking
        return ranking.place(seat) if self.final and ranking else None


def result_for_viewer(table: TableState, viewer: int | None) -> Result:
    """The result of a table as of its version."""
    stored, rows = require_record(table), table.store.rows_after(table.id, 0)
    began = datetime.fromtimestamp(rows[0].at, UTC) if rows else stored.opened_at.replace(tzinfo=UTC)
    found, over = scores(table, viewer), ending(table)
    phrases = Phrasebook(table.replay.game, table.names)
    return Result(
        _stable("play", f"{stored.id} {stored.code} {stored.opened_at.isoformat()}"),
        table.replay.origin.meta, table.code, table.names, table.replay.setup.first, began,
        _minutes(table, rows), found.final, phrases.ending(over) if over else "", found,
        score_data(phrases, found.lines), ranking_data(phrases, found.ranking),
        describe_outcome(phrases, found.ranking) if found.ranking else None,
    )  # fmt: skip


def _minutes(table: TableState, rows: Sequence[LogRow]) -> int | None:
    if table.mode == "tally":
        return None
    moves = takewhile(lambda step: isinstance(step, EffectiveMove), valid_moves(table.replay))
    played = {move.seq for move in moves}
    times = [row.at for row in rows if row.seq in played]
    minutes = (times[-1] - times[0]) // 60 if times else 0
    return minutes if 0 < minutes <= _EVENING else None


def require_record(table: TableState) -> TableRecord:
    """What is kept of a table besides its log; NotFound where it was deleted meanwhile."""
    record = table.store.find_record(table_id=table.id)
    if record is None:
        raise NotFound("table.no_such_table")
    return record


def people_hashes(names: Sequence[str]) -> list[str]:
    """By seat, the same for the same person, however the name is written."""
    return [_stable("person", f"{key} {nth + 1}" if nth else key) for key, nth in number_alike(names)]


def _stable(kind: str, text: str) -> str:
    return hashlib.sha256(f"{kind} {text}".encode()).hexdigest()[:24]
