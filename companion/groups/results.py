"""Results of plays: computed from tables, or entered by hand for a play without a table."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import Any

from companion.games import GAMES_BY_SLUG
from companion.language.i18n import to_local_time
from companion.store.models import Group, ManualPlay, ManualSeat, db
from companion.tables.errors import Malformed, NotFound
from companion.tables.names import normalize_name, tidy_name
from companion.tables.queries import ending, scores
from companion.tables.state import TableState
from companion.tables.table_store import utc_now
from companion.tables.tables import Tables


def load_versioned_result(tables: Tables, table_id: int) -> tuple[int, dict[str, Any] | None] | None:
    """Return (version, result) of a table. The result is None while the game runs.

    Instead of the pair, return None if the table is in its lobby or was deleted.
    """
    try:
        table = tables.load(table_id)
    except NotFound:
        return None
    return None if table.vacant is not None else (table.version, compute_final_result(table))


def compute_final_result(table: TableState) -> dict[str, Any] | None:
    """Return the result of a finished table as a dict, or None while the game runs.

    ``settled`` tells whether it is certain who won, ``first`` is the seat that began, and ``winners`` are
    seats. The other values are lists by seat. ``places`` are final where ``certain`` is True, else the best
    possible.
    """
    if ending(table) is None:
        return None
    sheet = scores(table, None)
    ranking = sheet.ranking
    if ranking is None:
        return None
    return {
        "points": list(sheet.totals),
        "places": list(ranking.places),
        "winners": list(ranking.winners),
        "certain": [ranking.place(seat) is not None for seat in range(table.seats)],
        "settled": ranking.winners_are_certain,
        "won": [ranking.won(seat) for seat in range(table.seats)],
        "first": table.replay.setup.first,
        "lines": [
            {line.category: line.points for line in seat or () if line.points is not None}
            for seat in sheet.lines
        ],
    }


MAX_PLACE_LENGTH = 40
MAX_POINTS = 9999
EARLIEST_DAY = date(1998, 1, 1)
"""The oldest of the games was published in this year."""
MANUAL_PLAY_TIME = time(20)
"""The time of day of a manual play, which then belongs to the same evening as the day's tables."""


@dataclass(frozen=True, slots=True)
class ManualScore:
    """One person's result in a manual play, as it was entered."""

    name: str
    points: int | None
    won: bool
    """Whether the person was ticked as a winner."""


def save_manual_play(
    group: Group, play_id: int, slug: str, day: date, place: str, scores: Sequence[ManualScore]
) -> ManualPlay:
    """Add a manual play to a group, or change the one with this id (0: a new one).

    The winners are the ticked persons, or else those with the most points. Without a tick, the winner is
    unknown while points are missing. Raise NotFound if the group has no such play, Malformed for invalid
    values.
    """
    if slug not in GAMES_BY_SLUG:
        raise Malformed({"game": ["Unknown."]})
    low, high = GAMES_BY_SLUG[slug].meta.seats
    if not low <= len(scores) <= high:
        raise Malformed({"seats": ["Too many or few."]}, limits={"seats": (low, high)})
    if any(abs(score.points or 0) > MAX_POINTS for score in scores):
        raise Malformed({"points": ["Out of range."]}, limits={"points": (-MAX_POINTS, MAX_POINTS)})
    highest = _highest_score([score.points for score in scores])
    ticked = any(score.won for score in scores)
    play = get_manual_play(group, play_id) if play_id else ManualPlay()
    time_zone = to_local_time(utc_now()).tzinfo
    played_at = datetime.combine(require_past_day(day), MANUAL_PLAY_TIME, time_zone)
    play.slug, play.place = slug, tidy_name(place, MAX_PLACE_LENGTH)
    play.played_at = to_stored_time(played_at)
    with db.session.no_autoflush:
        play.seats[len(scores) :] = []
        for number, score in enumerate(scores):
            if number == len(play.seats):
                play.seats.append(ManualSeat(number=number))
            seat = play.seats[number]
            seat.name, seat.points = normalize_name(score.name, number), score.points
            seat.won = score.won if ticked else None if highest is None else score.points == highest
    if not play_id:
        group.manual_plays.append(play)
    db.session.commit()
    return play


def _highest_score(points: Sequence[int | None]) -> int | None:
    known_points = [number for number in points if number is not None]
    return max(known_points) if len(known_points) == len(points) else None


def get_ticked_winners(play: ManualPlay) -> set[int]:
    """Return the seats that were ticked as winners; empty if the winners follow from the points."""
    highest = _highest_score([seat.points for seat in play.seats])
    winners = {seat.number for seat in play.seats if seat.won}
    if highest is None:
        return winners
    return set() if winners == {seat.number for seat in play.seats if seat.points == highest} else winners


def get_manual_play(group: Group, play_id: int) -> ManualPlay:
    """Return a manual play of the group. Raise NotFound if there is none with this id."""
    play = next((manual_play for manual_play in group.manual_plays if manual_play.id == play_id), None)
    if play is None:
        raise NotFound("table.no_such_page")
    return play


def make_manual_result(play: ManualPlay) -> dict[str, Any]:
    """Return a manual play's result in the format of ``compute_final_result``, with ``first`` as None."""
    won = [seat.won for seat in play.seats]
    points = [seat.points for seat in play.seats]
    order = [(bool(seat.won), seat.points or 0) for seat in play.seats]
    settled = None not in won
    return {
        "points": points,
        "places": [1 + sum(other > own for other in order) for own in order],
        "winners": [seat for seat, has_won in enumerate(won) if has_won],
        "certain": [settled and (bool(has_won) or None not in points) for has_won in won],
        "settled": settled,
        "won": won,
        "first": None,
        "lines": [{} for _ in won],
    }


def remove_manual_play(group: Group, play_id: int) -> None:
    """Delete a manual play for good. Raise NotFound if the group has none with this id."""
    group.manual_plays.remove(get_manual_play(group, play_id))
    db.session.commit()


def require_past_day(day: date) -> date:
    """Return ``day``. Raise Malformed if it is in the future, or before the oldest game was published."""
    if not EARLIEST_DAY <= day <= to_local_time(utc_now()).date():
        raise Malformed({"day": ["Out of range."]})
    return day


def to_stored_time(moment: datetime) -> datetime:
    """Return a time with a time zone as the database stores it: as a naive datetime in UTC."""
    return moment.astimezone(UTC).replace(tzinfo=None)
