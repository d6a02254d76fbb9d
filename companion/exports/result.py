"""What every export says of a table, gathered once, through the eyes of the link that asks."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from companion.engine.game import Meta
from companion.store import Table, db
from companion.store.log import after
from companion.tables.held import Held
from companion.tables.outcome import Outcome, outcome, ranking_data
from companion.tables.reading import Scores, ending, scores
from companion.tables.speech import Speaker
from companion.tables.told import score_data


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
    """From the first entry to the last; None for fewer than two."""
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


def result_of(held: Held, viewer: int | None) -> Result:
    """The result of a table as of its version."""
    table = db.session.get_one(Table, held.id)
    rows = after(held.id, 0)
    stamps = [row.at for row in rows]
    began = (
        datetime.fromtimestamp(stamps[0], UTC) if stamps else table.opened_at.replace(tzinfo=UTC)
    )
    found, over = scores(held, viewer), ending(held)
    speaker = Speaker(held.playing.game, held.names)
    return Result(
        _stable("play", f"{table.id} {table.code} {table.opened_at.isoformat()}"),
        held.playing.origin.meta, held.code, held.names, held.playing.setup.first, began,
        max(1, (stamps[-1] - stamps[0]) // 60) if len(stamps) > 1 else None,
        found.final, speaker.ending(over) if over else "", found,
        score_data(speaker, found.lines), ranking_data(speaker, found.ranking),
        outcome(speaker, found.ranking) if found.ranking else None,
    )  # fmt: skip


def person_id(name: str) -> str:
    """The same for the same name, however it is capitalised."""
    return _stable("person", " ".join(name.casefold().split()))


def _stable(kind: str, text: str) -> str:
    return hashlib.sha256(f"{kind} {text}".encode()).hexdigest()[:24]
