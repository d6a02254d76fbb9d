"""Statistics over all plays of a group: evenings, wins, and the best and the closest play of each game."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Any

from sqlalchemy import update

from companion.groups.history import GroupPlay
from companion.groups.results import MAX_PLACE_LENGTH, require_past_day, to_stored_time
from companion.language.i18n import to_local_time
from companion.store.models import Group, GroupTable, ManualPlay, db
from companion.tables.concurrency import yielding_control
from companion.tables.names import is_default_name, is_forgotten_name, tidy_name

MAX_EVENING_GAP = timedelta(hours=6)
"""A play that began within this time after the play before belongs to the same evening."""

EVENINGS_PER_PAGE = 20
PLAYS_PER_PAGE = 40
"""A table takes about 1.2 kB of HTML, so a page stays below 100 kB."""


@dataclass(frozen=True, slots=True)
class Evening:
    """The plays of one evening, each of which began at most ``MAX_EVENING_GAP`` after the one before."""

    began: datetime
    plays: tuple[GroupPlay, ...]
    """Newest first."""
    wins: tuple[tuple[str, int], ...]
    """(name, number of wins), most wins first. A shared win counts for each winner."""
    place: str = ""


@dataclass(frozen=True, slots=True)
class BestPlay:
    """The highest score in a game, with the name of the player and the play."""

    name: str
    points: int
    play: GroupPlay


@dataclass(frozen=True, slots=True)
class ClosestPlay:
    """The play of a game in which the margin between the winner and the next player was the smallest."""

    margin: int
    """Points between the winner and the next; 0 if a tie-break decided."""
    play: GroupPlay


def count_wins(plays: Sequence[GroupPlay]) -> list[tuple[str, int]]:
    """Return (name, number of certain wins) for everybody, over all games, most wins first."""
    names: dict[int, str] = {}
    wins = Counter[int]()
    for play in yielding_control(plays):
        if not play.is_decided:
            continue
        for person, name, won in zip(play.people, play.names, play.won_by_seat, strict=True):
            if person is not None and not is_forgotten_name(name):
                names.setdefault(person, name)
                wins[person] += won
    return [(names[person], won) for person, won in wins.most_common()]


def group_by_evening(plays: Sequence[GroupPlay]) -> list[Evening]:
    """Return the evenings of these plays. Both plays and evenings are sorted, the newest first."""
    nights: list[list[GroupPlay]] = []
    for play in yielding_control(reversed(plays)):
        if nights and play.played_at - nights[-1][-1].played_at <= MAX_EVENING_GAP:
            nights[-1].append(play)
        else:
            nights.append([play])
    result = []
    for night in reversed(nights):
        wins = Counter(name for play in night for name in play.winners if not is_default_name(name))
        place = ", ".join(dict.fromkeys(play.place for play in night if play.place))
        plays_of_night = tuple(reversed(night))
        result.append(Evening(night[0].played_at, plays_of_night, tuple(wins.most_common()), place))
    return result


def set_evening_day_and_place(
    group: Group, evening: Evening, day: date, place: str, shown_day: str = ""
) -> None:
    """Move all plays of an evening to this day and place. The plays keep their times of day.

    ``shown_day`` is the day in the form, which is that of a later play if the page leaves out the first.
    """
    days = [to_local_time(play.played_at).date() for play in reversed(evening.plays)]
    difference = require_past_day(day) - next((d for d in days if d.isoformat() == shown_day), days[0])
    clean_place = tidy_name(place, MAX_PLACE_LENGTH)
    for play in evening.plays:
        changed: dict[str, Any] = {"place": clean_place}
        if difference:
            changed["played_at"] = to_stored_time(to_local_time(play.played_at) + difference)
        kind, play_id = (GroupTable, GroupTable.table_id) if play.code else (ManualPlay, ManualPlay.id)
        statement = update(kind).where(kind.group_id == group.id, play_id == play.id).values(changed)
        db.session.execute(statement, execution_options={"synchronize_session": False})
    db.session.commit()


def paginate_evenings(evenings: Sequence[Evening]) -> list[list[Evening]]:
    """Return pages of evenings, up to ``PLAYS_PER_PAGE`` plays each. A longer evening is split."""
    pages: list[list[Evening]] = [[]]
    remaining = PLAYS_PER_PAGE
    for evening in evenings:
        for start in range(0, len(evening.plays), PLAYS_PER_PAGE):
            plays = evening.plays[start : start + PLAYS_PER_PAGE]
            if len(plays) > remaining or len(pages[-1]) == EVENINGS_PER_PAGE:
                pages.append([])
                remaining = PLAYS_PER_PAGE
            pages[-1].append(replace(evening, plays=plays))
            remaining -= len(plays)
    return pages


def find_newest_decided_plays(plays: Sequence[GroupPlay]) -> list[GroupPlay]:
    """Return, for each game, its newest play that has a certain winner. The newest play comes first."""
    newest: dict[str, GroupPlay] = {}
    for play in plays:
        if play.is_decided and play.winners:
            newest.setdefault(play.slug, play)
    return list(newest.values())


def find_best_play(plays: Sequence[GroupPlay]) -> BestPlay | None:
    """Return the highest score in plays of one game, the oldest of equal ones; None without points."""
    scores = [
        BestPlay(name, points, play)
        for play in reversed(plays)
        if play.result is not None
        for name, points in zip(play.names, play.points_by_seat, strict=True)
        if points is not None and not is_default_name(name)
    ]
    return max(scores, key=lambda best: best.points, default=None)


def find_closest_play(plays: Sequence[GroupPlay]) -> ClosestPlay | None:
    """Return the play with the smallest margin, the newest of equal ones; None without points.

    Plays in which a loser has more points than the winner are ignored.
    """
    decided = [play for play in plays if play.is_decided and play.winners]
    margins = [ClosestPlay(_points_margin(p), p) for p in decided if None not in p.points_by_seat]
    return min((m for m in margins if m.margin >= 0), key=lambda closest: closest.margin, default=None)


def _points_margin(play: GroupPlay) -> int:
    seats = list(zip(play.points_by_seat, play.won_by_seat, strict=True))
    lost = [points or 0 for points, won in seats if not won]
    return max(points or 0 for points, won in seats if won) - max(lost) if lost else 0
