"""What a group's tables tell together: evenings, and the best and the closest play of each game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Any

from sqlalchemy import update

from companion.groups.history import PlayedTable
from companion.groups.manual_plays import MAX_PLACE, require_past_day, to_stored_time
from companion.language.i18n import to_local_time
from companion.store.models import Group, GroupTable, ManualPlay, db
from companion.tables.names import is_default_name, is_forgotten_name, tidy_name
from companion.tables.write_locks import yielding_control

MAX_EVENING_GAP = timedelta(hours=6)
"""A table played so soon after the one before belongs to the same evening, midnight or not."""

EVENINGS_PER_PAGE = 20
TABLES_PER_PAGE = 40
"""A table takes about 1.2 kB of HTML, so a page stays below 100 kB."""


@dataclass(frozen=True, slots=True)
class Evening:
    """The tables of one night."""

    began: datetime
    plays: tuple[PlayedTable, ...]
    """The newest first."""
    wins: tuple[tuple[str, int], ...]
    """Who won how many of them, most first; a shared win counts for each."""
    place: str = ""


@dataclass(frozen=True, slots=True)
class BestPlay:
    """The most points that anybody had in a play of a game."""

    name: str
    points: int
    play: PlayedTable


@dataclass(frozen=True, slots=True)
class ClosestPlay:
    """The play of a game in which the winner was least ahead."""

    margin: int
    """Points between the winner and the next; 0 where points alone did not part them."""
    play: PlayedTable


def count_wins(plays: Sequence[PlayedTable]) -> list[tuple[str, int]]:
    """Everybody who played and how often they won for certain, over all games, most wins first."""
    names: dict[int, str] = {}
    wins = Counter[int]()
    for play in yielding_control(plays):
        if not play.settled:
            continue
        for person, name, won in zip(play.people, play.names, play.won, strict=True):
            if person is not None and not is_forgotten_name(name):
                names.setdefault(person, name)
                wins[person] += won
    return [(names[person], won) for person, won in wins.most_common()]


def group_by_evening(plays: Sequence[PlayedTable]) -> list[Evening]:
    """Tables, the newest first, by evening, the newest first."""
    nights: list[list[PlayedTable]] = []
    for play in yielding_control(reversed(plays)):
        if nights and play.played_at - nights[-1][-1].played_at <= MAX_EVENING_GAP:
            nights[-1].append(play)
        else:
            nights.append([play])
    evenings = []
    for night in reversed(nights):
        wins = Counter(name for play in night for name in play.winners if not is_default_name(name))
        places = dict.fromkeys(play.place for play in night if play.place)
        evenings.append(
            Evening(
                night[0].played_at, tuple(reversed(night)), tuple(wins.most_common()), ", ".join(places)
            )
        )
    return evenings


def set_evening_day_and_place(group: Group, evening: Evening, day: date, place: str) -> None:
    """Say when and where an evening was. Its plays keep their hours; the tables stay as they are."""
    later = timedelta(days=(require_past_day(day) - to_local_time(evening.began).date()).days)
    tidy = tidy_name(place, MAX_PLACE)
    for play in evening.plays:
        changed: dict[str, Any] = {"place": tidy}
        if later:
            changed["played_at"] = to_stored_time(to_local_time(play.played_at) + later)
        which = (
            update(GroupTable).where(GroupTable.group_id == group.id, GroupTable.table_id == play.id)
            if play.code
            else update(ManualPlay).where(ManualPlay.group_id == group.id, ManualPlay.id == play.id)
        )
        db.session.execute(which.values(changed), execution_options={"synchronize_session": False})
    db.session.commit()


def paginate_evenings(evenings: Sequence[Evening]) -> list[list[Evening]]:
    """Evenings by page, the newest first. One with many tables goes on over several pages."""
    pages: list[list[Evening]] = [[]]
    room = TABLES_PER_PAGE
    for evening in evenings:
        for start in range(0, len(evening.plays), TABLES_PER_PAGE):
            plays = evening.plays[start : start + TABLES_PER_PAGE]
            if len(plays) > room or len(pages[-1]) == EVENINGS_PER_PAGE:
                pages.append([])
                room = TABLES_PER_PAGE
            pages[-1].append(replace(evening, plays=plays))
            room -= len(plays)
    return pages


def latest_wins(plays: Sequence[PlayedTable]) -> list[PlayedTable]:
    """The newest play of each game whose winner is certain, the newest first."""
    newest: dict[str, PlayedTable] = {}
    for play in plays:
        if play.settled and play.winners:
            newest.setdefault(play.slug, play)
    return list(newest.values())


def best_play(plays: Sequence[PlayedTable]) -> BestPlay | None:
    """The highest score among these plays of a game, the older one of two; None without a known score."""
    scores = [
        BestPlay(name, points, play)
        for play in reversed(plays)
        if play.result is not None
        for name, points in zip(play.names, play.points, strict=True)
        if points is not None and not is_default_name(name)
    ]
    return max(scores, key=lambda best: best.points, default=None)


def closest_play(plays: Sequence[PlayedTable]) -> ClosestPlay | None:
    """The narrowest win among these plays of a game whose points are all known, the newer one of two."""
    known = [play for play in plays if play.settled and play.winners and None not in play.points]
    margins = [ClosestPlay(_margin(play), play) for play in known]
    return min(margins, key=lambda closest: closest.margin, default=None)


def _margin(play: PlayedTable) -> int:
    seats = list(zip(play.points, play.won, strict=True))
    lost = [points or 0 for points, won in seats if not won]
    return max(0, max(points or 0 for points, won in seats if won) - max(lost)) if lost else 0
