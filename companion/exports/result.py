"""A table's result as one viewer may see it. All exports use it."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import pairwise

from companion.engine.game import Meta
from companion.engine.tally import Tally
from companion.language.i18n import gettext, isolate, join_with_commas, to_local_time
from companion.sentences.lead_summary import summarize_lead
from companion.sentences.outcome import Outcome, describe_outcome
from companion.sentences.phrases import localized_names, table_phrases
from companion.sentences.presenters import SeatScore, score_data
from companion.tables.errors import NotFound
from companion.tables.names import make_unique_name_keys
from companion.tables.queries import Scores, ending, scores
from companion.tables.state import TableState
from companion.tables.table_store import TableRecord, TableStore

PLAY_ENTRY_KINDS = ("move", "ruling", "count")
"""The kinds of entries that belong to the play. Other kinds, such as notes, may be added days later."""
MAX_BREAK_SECONDS = 6 * 3600
"""The longest time between two entries of one evening."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a table, finished or so far, without what is hidden from the viewer."""

    id: str
    """Stable id of the play: equal for every viewer and language."""
    meta: Meta
    code: str
    names: tuple[str, ...]
    first: int
    began: datetime
    """UTC time of the first entry of the evening with most entries, or of the opening."""
    minutes: int | None
    """Minutes from the first to the last entry. None if the points were only counted, or after a break."""
    final: bool
    ending: str
    scores: Scores
    seats: list[SeatScore]
    """Lines and totals with their labels. A hidden seat has no lines."""
    outcome: Outcome | None
    """The ranking in sentences; None while somebody's score is hidden or missing."""
    location: str = ""
    """The place of the play, if a group of the viewer has stored it."""

    def has_won(self, seat: int) -> bool | None:
        """Return whether a seat has won: False while the game runs, None if the winner is not certain."""
        ranking = self.scores.ranking
        return ranking.won(seat) if self.final and ranking else False

    def place(self, seat: int) -> int | None:
        """Return the final place of a seat (1 is first), or None while the place is not certain."""
        ranking = self.scores.ranking
        return ranking.place(seat) if self.final and ranking else None


def make_result(store: TableStore, table: TableState, viewer: int | None) -> Result:
    """Return the result of a table as the seat ``viewer`` may see it (None: without a seat)."""
    record = require_record(store, table)
    began, minutes = _find_start_and_minutes(store, table, record.opened_at.replace(tzinfo=UTC))
    sheet, game_ending = scores(table, viewer), ending(table)
    phrases = table_phrases(table)
    return Result(
        _stable_hash("play", f"{record.id} {record.code} {record.opened_at.isoformat()}"),
        table.replay.origin.meta, table.code, localized_names(table), table.replay.setup.first, began,
        minutes,
        sheet.final, phrases.ending(game_ending) if game_ending else "", sheet,
        score_data(phrases, sheet.lines),
        describe_outcome(phrases, sheet.ranking) if sheet.ranking else None,
    )  # fmt: skip


def _find_start_and_minutes(
    store: TableStore, table: TableState, opened: datetime
) -> tuple[datetime, int | None]:
    rows = store.rows_after(table.id, 0)
    last = max((place for place, row in enumerate(rows, 1) if row.kind in PLAY_ENTRY_KINDS), default=0)
    times = [row.at for row in rows[:last]]
    if not times:
        return opened, None
    evenings = [[times[0]]]
    for before, time in pairwise(times):
        if 0 <= time - before <= MAX_BREAK_SECONDS:
            evenings[-1].append(time)
        else:
            evenings.append([time])
    began = datetime.fromtimestamp(max(evenings, key=len)[0], UTC)
    if len(evenings) > 1 or isinstance(table.replay.state, Tally):
        return began, None
    return began, (times[-1] - times[0]) // 60 or None


def require_record(store: TableStore, table: TableState) -> TableRecord:
    """Return the stored record of a table. Raise NotFound if the table was deleted meanwhile."""
    record = store.find_record(table_id=table.id)
    if record is None:
        raise NotFound("table.no_such_table")
    return record


def make_person_ids(names: Sequence[str]) -> list[str]:
    """Return an id for the person at each seat. Names that differ only in case or spaces have one id."""
    return [
        _stable_hash("person", f"{key} {count + 1}" if count else key)
        for key, count in make_unique_name_keys(names)
    ]


def _stable_hash(kind: str, text: str) -> str:
    return hashlib.sha256(f"{kind} {text}".encode()).hexdigest()[:24]


def format_summary(table: TableState, result: Result) -> str:
    """Return the result as text: winner, who led during the game, places, points and tie-breaks."""
    lines = [f"{result.meta.title} · {to_local_time(result.began):%Y-%m-%d}"]
    outcome = result.outcome
    if outcome and result.final:
        lines += [f"{outcome.headline}.", *([outcome.note] if outcome.note else [])]
    if result.ending:
        lines.append(result.ending)
    if result.final and (lead_text := summarize_lead(table, table_phrases(table))):
        lines.append(lead_text)
    for seat in outcome.order if outcome else range(len(result.names)):
        score = result.seats[seat]
        place = f"{outcome.places[seat]} " if outcome else ""
        lines.append(f"{place}{isolate(score['name'])}: {_format_points(score['total'])}")
        scored_lines = [line for line in score["lines"] or () if line["points"] != 0]
        parts = [f"{line['label']} {isolate(_format_points(line['points']))}" for line in scored_lines]
        if parts:
            lines.append("   " + join_with_commas(parts))
    if outcome and outcome.reasons:
        lines.append(" ".join(outcome.reasons))
    if outcome and outcome.ties:
        lines.append(gettext("How the tie was broken"))
        lines += [f"   {tie}" for tie in outcome.ties]
    return "\n".join(lines) + "\n"


def _format_points(points: int | None) -> str:
    return "?" if points is None else str(points).replace("-", "−")
