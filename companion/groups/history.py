"""What a group has played: results kept beside the log, and what comes of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from typing import Any

from sqlalchemy import func, select, update

from companion.exports.csv_file import Row, format_utc_offset
from companion.games import BY_SLUG
from companion.groups.manual_plays import manual_result
from companion.groups.results import compute_result
from companion.groups.service import names_at_plays, people_at_plays
from companion.language.i18n import choose_language
from companion.store.models import Entry, Group, GroupTable, Table, db
from companion.tables.names import is_forgotten_name, localize_names
from companion.tables.tables import Tables
from companion.tables.write_locks import yielding_control


@dataclass(frozen=True, slots=True)
class PlayedTable:
    """A table of a group, or a play that was entered by hand, as the group's page lists it."""

    id: int
    """Of the table, or of the manual play."""
    code: str
    """Empty for a manual play, which has no table."""
    slug: str
    played_at: datetime
    """As the group says, else when the table was opened."""
    names: tuple[str, ...]
    people: tuple[int | None, ...]
    """By seat, the number of the person in the group; None where a seat has no name."""
    result: dict[str, Any] | None
    place: str = ""

    @property
    def key(self) -> str:
        """Names the play in the group: ``t`` and the number of its table, or ``m`` and that of the manual
        play.
        """
        return f"t{self.id}" if self.code else f"m{self.id}"

    @property
    def settled(self) -> bool:
        """Whether it is over, and it is certain who won."""
        return self.result is not None and bool(self.result["settled"])

    @property
    def points(self) -> tuple[int | None, ...]:
        """By seat; None where a number is missing, empty while it runs."""
        return tuple(self.result["points"]) if self.result else ()

    @property
    def won(self) -> tuple[bool, ...]:
        """By seat, whether it won for certain."""
        if self.result is None:
            return (False,) * len(self.names)
        return tuple(won is True for won in self.result["won"])

    @property
    def winners(self) -> tuple[str, ...]:
        """The names of those who won for certain."""
        return tuple(name for name, won in zip(self.names, self.won, strict=True) if won)


@dataclass(slots=True)
class PersonalRecord:
    """How one person did at one game."""

    name: str
    plays: int = 0
    wins: int = 0
    won: list[bool] = field(default_factory=list)
    """Of each play whether it was won, the newest first."""
    points: list[int] = field(default_factory=list)
    begun: int = 0
    begun_won: int = 0
    by_category: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))

    @property
    def average(self) -> float | None:
        """Points a play, where all were known."""
        return sum(self.points) / len(self.points) if self.points else None

    @property
    def best(self) -> int | None:
        """Most points in a play."""
        return max(self.points, default=None)

    @property
    def streak(self) -> int:
        """How many of the newest plays were won one after another."""
        return next((n for n, won in enumerate(self.won) if not won), len(self.won))

    @property
    def longest_streak(self) -> int:
        """The most plays won one after another."""
        return max((len(list(run)) for won, run in groupby(self.won) if won), default=0)

    def category_average(self, category: str) -> float:
        """Points a play in one category."""
        points = self.by_category[category]
        return sum(points) / len(points) if points else 0.0


REFRESH_BATCH = 32
"""Results per transaction. A request that is aborted keeps the batches before."""


def list_plays(group: Group, tables: Tables) -> list[PlayedTable]:
    """The group's plays, the newest first, with their people and with results that fit their logs.

    Others are answered meanwhile. Writes only what has changed.
    """
    rows = _rows_of(group.id)
    refreshed = _refresh_results(group.id, rows, tables)
    names, language = names_at_plays(group), choose_language()
    people = people_at_plays(group, names)

    def seats(key: str) -> tuple[tuple[str, ...], tuple[int | None, ...]]:
        persons = people.get(key, ())
        called = [one.name if one else name for one, name in zip(persons, names.get(key, ()), strict=True)]
        return localize_names(tuple(called), language), tuple(one.id if one else None for one in persons)

    plays = [
        PlayedTable(
            row.table_id, row.code, row.slug, row.played_at or row.opened_at, *seats(f"t{row.table_id}"),
            refreshed.get(row.table_id, row.result), row.place,
        )
        for row in yielding_control(rows)
    ] + [
        PlayedTable(
            play.id, "", play.slug, play.played_at, *seats(f"m{play.id}"), manual_result(play), play.place
        )
        for play in yielding_control(group.manual_plays)
    ]  # fmt: skip
    return sorted(plays, key=lambda play: (play.played_at, play.id), reverse=True)


def _rows_of(group_id: int) -> list[Any]:
    """The group's tables with their stored results and the newest entry of each log."""
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
    """Bring the stored results of these rows up to date with the logs; the new ones by table.

    A table goes on after its end where an entry is taken back. One that cannot be read keeps the result
    it had.
    """
    stale = [
        row.table_id
        for row in rows
        if row.vacant is None
        and (
            row.version != row.newest
            or (row.result is not None and "won" not in row.result)  # an older release stored less
        )
    ]
    refreshed: dict[int, dict[str, Any] | None] = {}
    for start in range(0, len(stale), REFRESH_BATCH):
        batch = stale[start : start + REFRESH_BATCH]
        results = {table_id: compute_result(tables, table_id) for table_id in yielding_control(batch)}
        known = {table_id: result for table_id, result in results.items() if result is not None}
        for table_id, (version, result) in known.items():
            of_table = (GroupTable.group_id == group_id) & (GroupTable.table_id == table_id)
            stored = update(GroupTable).where(of_table).values(version=version, result=result)
            db.session.execute(stored, execution_options={"synchronize_session": False})
            refreshed[table_id] = result
        db.session.commit()
    return refreshed


def statistics(plays: Iterable[PlayedTable]) -> dict[str, list[PersonalRecord]]:
    """For each game, everybody's record over the plays whose winner is certain, most wins first.

    Who has no name is nobody in particular, and has no record.
    """
    by_game: dict[str, dict[int, PersonalRecord]] = defaultdict(dict)
    for play in yielding_control(plays):
        if play.result is None or not play.settled:
            continue
        for seat, (person, name) in enumerate(zip(play.people, play.names, strict=True)):
            if person is not None:
                called = name.rstrip(" 0123456789") if is_forgotten_name(name) else name
                _count(by_game[play.slug].setdefault(person, PersonalRecord(called)), play.result, seat)
    return {
        slug: sorted(records.values(), key=lambda record: (-record.wins, -record.plays, record.name))
        for slug, records in by_game.items()
    }


def _count(record: PersonalRecord, result: dict[str, Any], seat: int) -> None:
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


def first_seat_share(records: Sequence[PersonalRecord]) -> tuple[int, int]:
    """(plays won by whoever began, plays) of one game."""
    return sum(r.begun_won for r in records), sum(r.begun for r in records)


def history_rows(plays: Iterable[PlayedTable], local: Callable[[datetime], datetime]) -> Iterable[Row]:
    """A head, then every finished play and seat, by a clock; what is not certain is left empty.

    ``place`` is the rank; where it was played is the ``location``. A manual play has no ``table``.
    """
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
                format_utc_offset(played), f"{played:%H:%M}", BY_SLUG[play.slug].meta.title, play.place,
            )  # fmt: skip
