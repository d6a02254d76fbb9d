"""A table's result as one viewer may see it: as text, as CSV, and for the app BG Stats."""

import csv
import hashlib
import io
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone
from itertools import pairwise
from typing import Any
from urllib.parse import quote

from companion.engine.game import Meta
from companion.engine.tally import Tally
from companion.language.i18n import (
    format_number,
    gettext,
    has_decimal_comma,
    isolate,
    join_with_commas,
    to_local_time,
)
from companion.sentences.outcome import Outcome, describe_outcome, summarize_lead
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
        lines.append(f"{place}{isolate(score['name'])}: {format_number(score['total'])}")
        scored_lines = [line for line in score["lines"] or () if line["points"] != 0]
        parts = [f"{line['label']} {isolate(format_number(line['points']))}" for line in scored_lines]
        if parts:
            lines.append("   " + join_with_commas(parts))
    if outcome and outcome.reasons:
        lines.append(" ".join(outcome.reasons))
    if outcome and outcome.ties:
        lines.append(gettext("How the tie was broken"))
        lines += [f"   {tie}" for tie in outcome.ties]
    return "\n".join(lines) + "\n"


CREATE_PLAY_URL = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE_NAME = "Pharaoh table companion"
"""Identifies this app in BG Stats. Never changed and never translated."""
MAX_LINK_LENGTH = 2000
"""The number of characters that every phone and QR reader accepts."""


def make_play_fields(result: Result) -> dict[str, Any]:
    """Return a table's result as the JSON object that BG Stats' page ``createPlay`` expects.

    The apps that read this are strict. On Android a player without both booleans crashes the app, a quoted
    ``bggId`` crashes others, and ``sourceName`` and ``sourcePlayId`` identify plays already imported.
    """
    play: dict[str, Any] = {
        "sourceName": SOURCE_NAME,
        "sourcePlayId": result.id,
        "playDate": result.began.strftime("%Y-%m-%d %H:%M:%S"),
        "game": {
            "name": result.meta.title, "sourceGameId": result.meta.slug, "highestWins": True,
            "noPoints": False,
        },
        "players": [_make_player_fields(result, seat) for seat in range(len(result.names))],
    }  # fmt: skip
    if result.minutes is not None:
        play["durationMin"] = result.minutes
    if result.location:
        play["location"] = result.location
    return play


def _make_player_fields(result: Result, seat: int) -> dict[str, Any]:
    outcome = {
        "winner": result.has_won(seat), "score": result.scores.totals[seat], "rank": result.place(seat)
    }  # fmt: skip
    return {
        "name": result.names[seat],
        "sourcePlayerId": make_person_ids(result.names)[seat],
        "startPlayer": seat == result.first,
        **{name: value for name, value in outcome.items() if value is not None},
    }


def create_play_link(result: Result) -> str | None:
    """Return the link that opens BG Stats with the result. None while it is not certain who has won."""
    play = make_play_fields(result)
    if not all("winner" in player for player in play["players"]):
        return None
    for length in (40, 24, 12, 6):
        for player in play["players"]:
            player["name"] = player["name"][:length]
        if result.location:
            play["location"] = result.location[:length]
        link = CREATE_PLAY_URL + quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")), safe="")
        if len(link) < MAX_LINK_LENGTH:
            break
    return link


def make_play_file(result: Result) -> bytes:
    """Return a ``.bgsplay`` file with the result and its score sheet. BG Stats does not document it."""
    play = make_play_fields(result)
    for player, seat in zip(play["players"], result.seats, strict=True):
        lines = seat["lines"] or []
        player["scoreSheet"] = [
            {"category": line["category"], "label": line["label"], "points": line["points"]}
            for line in lines
            if line["points"] is not None
        ]
    return (json.dumps(play, ensure_ascii=False, indent=1) + "\n").encode()


Row = tuple[object, ...]


def iterate_result_rows(result: Result, began: datetime) -> Iterable[Row]:
    """Yield a header row, then a row for each score line and each total. ``began`` is in local time."""
    yield (
        "play", "game", "date", "seat", "name", "category", "points", "place", "winner", "starter", "zone",
        "title", "location",
    )  # fmt: skip
    date = f"{began:%Y-%m-%d %H:%M}"
    end = format_utc_offset(began), result.meta.title, result.location
    for seat, score in enumerate(result.seats):
        start = (result.id, result.meta.slug, date, seat + 1, score["name"])
        for line in score["lines"] or ():
            yield (*start, line["category"], line["points"], "", "", "", *end)
        won = result.has_won(seat)
        yield (
            *start, "total", score["total"], result.place(seat), None if won is None else int(won),
            int(seat == result.first), *end,
        )  # fmt: skip


def format_utc_offset(moment: datetime) -> str:
    """Return the UTC offset of a time, such as ``UTC+01:00``."""
    return str(timezone(moment.utcoffset() or timedelta()))


def format_csv(lines: Iterable[Row], delimiter: str = ",") -> str:
    """Return rows as CSV text. Cells that a spreadsheet would read as a formula are escaped."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, delimiter=delimiter, lineterminator="\r\n")
    for row in lines:
        writer.writerow([escape_formula(cell) for cell in row])
    return buffer.getvalue()


def format_csv_for_spreadsheet(lines: Iterable[Row]) -> str:
    """Return rows as CSV text that a spreadsheet in the reader's language opens correctly."""
    return "\N{BYTE ORDER MARK}" + format_csv(lines, ";" if has_decimal_comma() else ",")


def escape_formula(cell: object) -> object:
    """Return a cell so that no spreadsheet reads it as a formula. None becomes an empty string.

    >>> escape_formula("=1+1")
    "'=1+1"
    """
    if isinstance(cell, str) and cell[:1] in ("=", "+", "-", "@", "\t"):
        return "'" + cell
    return "" if cell is None else cell
