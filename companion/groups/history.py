"""The plays of a group: their stored results, and statistics."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from typing import Any

from sqlalchemy import func, select, update

from companion.exports.result import Row, format_utc_offset
from companion.games import GAMES_BY_SLUG
from companion.groups.results import load_versioned_result, make_manual_result
from companion.groups.service import get_names_by_play, identify_and_store_people
from companion.language.i18n import choose_language
from companion.store.models import Entry, Group, GroupTable, Table, db
from companion.tables.concurrency import yielding_control
from companion.tables.names import is_forgotten_name, localize_names
from companion.tables.tables import Tables


@dataclass(frozen=True, slots=True)
class GroupPlay:
    """A play in a group's history: a table, or a manual play (a result entered without a table)."""

    id: int
    """The id of the table or of the manual play."""
    code: str
    """Empty for a manual play, which has no table."""
    slug: str
    played_at: datetime
    """The time that the group has set, or else when the table was opened."""
    names: tuple[str, ...]
    people: tuple[int | None, ...]
    """By seat, the id of the person in the group; None for a seat without a name."""
    result: dict[str, Any] | None
    place: str = ""

    @property
    def key(self) -> str:
        """The play's key in its group: ``t`` and the table's id, or ``m`` and the manual play's id."""
        return f"t{self.id}" if self.code else f"m{self.id}"

    @property
    def is_decided(self) -> bool:
        """Whether the play is over and it is certain who won."""
        return self.result is not None and bool(self.result["settled"])

    @property
    def points_by_seat(self) -> tuple[int | None, ...]:
        """The points of each seat, None where they are unknown; () while the game runs."""
        return tuple(self.result["points"]) if self.result else ()

    @property
    def won_by_seat(self) -> tuple[bool, ...]:
        """Whether each seat has certainly won. All False while the game runs."""
        if self.result is None:
            return (False,) * len(self.names)
        return tuple(won is True for won in self.result["won"])

    @property
    def winners(self) -> tuple[str, ...]:
        """The names of the players who have certainly won."""
        return tuple(name for name, won in zip(self.names, self.won_by_seat, strict=True) if won)


@dataclass(slots=True)
class PersonalRecord:
    """The results of one person in all plays of one game."""

    name: str
    plays: int = 0
    wins: int = 0
    won: list[bool] = field(default_factory=list)
    """For each play, newest first, whether the person won."""
    points: list[int] = field(default_factory=list)
    """The points of each play in which they are known."""
    begun: int = 0
    """The number of plays in which the person was the first player."""
    begun_won: int = 0
    by_category: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))

    @property
    def average(self) -> float | None:
        """The person's average points, over the plays in which they are known; None without any."""
        return sum(self.points) / len(self.points) if self.points else None

    @property
    def best(self) -> int | None:
        """The most points that the person has scored in one play; None if no points are known."""
        return max(self.points, default=None)

    @property
    def streak(self) -> int:
        """How many of the newest plays the person has won in a row; 0 if the newest was lost."""
        return next((n for n, won in enumerate(self.won) if not won), len(self.won))

    @property
    def longest_streak(self) -> int:
        """The person's largest number of wins in a row, at any time."""
        return max((len(list(run)) for won, run in groupby(self.won) if won), default=0)

    def category_average(self, category: str) -> float:
        """Return the person's average points in the score sheet's category of this name; 0 if unknown."""
        points = self.by_category[category]
        return sum(points) / len(points) if points else 0.0


REFRESH_BATCH_SIZE = 32
"""Results per transaction. If a request is aborted, the batches before are already stored."""


def list_plays(group: Group, tables: Tables) -> list[GroupPlay]:
    """Return the group's plays, newest first. Outdated results are computed again."""
    rows = _query_tables(group.id)
    refreshed = _refresh_results(group.id, rows, tables)
    names, language = get_names_by_play(group), choose_language()
    people = identify_and_store_people(group, names)

    def get_names_and_people(key: str) -> tuple[tuple[str, ...], tuple[int | None, ...]]:
        persons = people.get(key, ())
        seats = zip(persons, names.get(key, ()), strict=True)
        person_names = tuple(person.name if person else name for person, name in seats)
        ids = tuple(person.id if person else None for person in persons)
        return localize_names(person_names, language), ids

    plays = [
        GroupPlay(
            row.table_id, row.code, row.slug, row.played_at or row.opened_at,
            *get_names_and_people(f"t{row.table_id}"),
            refreshed.get(row.table_id, row.result), row.place,
        )
        for row in yielding_control(rows)
    ] + [
        GroupPlay(
            play.id, "", play.slug, play.played_at, *get_names_and_people(f"m{play.id}"),
            make_manual_result(play), play.place,
        )
        for play in yielding_control(group.manual_plays)
    ]  # fmt: skip
    return sorted(plays, key=lambda play: (play.played_at, play.id), reverse=True)


def _query_tables(group_id: int) -> list[Any]:
    newest = select(func.max(Entry.seq)).where(Entry.table_id == Table.id).scalar_subquery()
    columns = (
        GroupTable.table_id, GroupTable.version, GroupTable.result, GroupTable.played_at, GroupTable.place,
        func.coalesce(newest, 0).label("newest"),
        Table.code, Table.slug, Table.opened_at, Table.vacant,
    )  # fmt: skip
    of_group = select(*columns).join(Table, Table.id == GroupTable.table_id)
    return list(yielding_control(db.session.execute(of_group.where(GroupTable.group_id == group_id))))


def _refresh_results(
    group_id: int, rows: Sequence[Any], tables: Tables
) -> dict[int, dict[str, Any] | None]:
    outdated = [
        row.table_id
        for row in rows
        if row.vacant is None
        and (
            row.version != row.newest
            or (row.result is not None and "won" not in row.result)  # stored by an older release
        )
    ]
    refreshed: dict[int, dict[str, Any] | None] = {}
    for start in range(0, len(outdated), REFRESH_BATCH_SIZE):
        batch = outdated[start : start + REFRESH_BATCH_SIZE]
        results = {id_: load_versioned_result(tables, id_) for id_ in yielding_control(batch)}
        readable = {table_id: result for table_id, result in results.items() if result is not None}
        for table_id, (version, result) in readable.items():
            of_table = (GroupTable.group_id == group_id) & (GroupTable.table_id == table_id)
            statement = update(GroupTable).where(of_table).values(version=version, result=result)
            db.session.execute(statement, execution_options={"synchronize_session": False})
            refreshed[table_id] = result
        db.session.commit()
    return refreshed


def compute_personal_records(plays: Iterable[GroupPlay]) -> dict[str, list[PersonalRecord]]:
    """Return, by game slug, each person's record in plays with a certain winner, most wins first."""
    by_game: dict[str, dict[int, PersonalRecord]] = defaultdict(dict)
    for play in yielding_control(plays):
        if play.result is None or not play.is_decided:
            continue
        for seat, (person, name) in enumerate(zip(play.people, play.names, strict=True)):
            if person is not None:
                record_name = name.rstrip(" 0123456789") if is_forgotten_name(name) else name
                record = by_game[play.slug].setdefault(person, PersonalRecord(record_name))
                _add_play_to_record(record, play.result, seat)
    return {
        slug: sorted(records.values(), key=lambda record: (-record.wins, -record.plays, record.name))
        for slug, records in by_game.items()
    }


def _add_play_to_record(record: PersonalRecord, result: dict[str, Any], seat: int) -> None:
    won = seat in result["winners"]
    record.plays += 1
    record.wins += won
    record.won.append(won)
    if result["points"][seat] is not None:
        record.points.append(result["points"][seat])
    if seat == result["first"]:
        record.begun += 1
        record.begun_won += won
    for category, points in result["lines"][seat].items():
        record.by_category[category].append(points)


def count_starter_wins(records: Sequence[PersonalRecord]) -> tuple[int, int]:
    """Return (number of plays that the first player won, number of plays with a known first player)."""
    return sum(r.begun_won for r in records), sum(r.begun for r in records)


def iterate_history_rows(
    plays: Iterable[GroupPlay], local: Callable[[datetime], datetime]
) -> Iterable[Row]:
    """Yield a header, then a row for each seat of each finished play. ``local`` converts to local time."""
    yield (
        "date", "game", "table", "seat", "name", "points", "place", "winner", "starter", "zone", "time",
        "title", "location",
    )  # fmt: skip
    for play in plays:
        if play.result is None:
            continue
        result, played = play.result, local(play.played_at)
        for seat, name in enumerate(play.names):
            yield (
                played.date().isoformat(), play.slug, play.code, seat + 1, name,
                result["points"][seat],
                result["places"][seat] if result["certain"][seat] else None,
                None if (won := result["won"][seat]) is None else int(won),
                None if result["first"] is None else int(seat == result["first"]),
                format_utc_offset(played), f"{played:%H:%M}", GAMES_BY_SLUG[play.slug].meta.title,
                play.place,
            )  # fmt: skip
