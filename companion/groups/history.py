"""What a group has played: results kept beside the log, and what comes of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from typing import Any

from sqlalchemy import func, select

from companion.exports.csv_file import Row, zone_of
from companion.groups.service import people_at_tables
from companion.language.i18n import choose_language
from companion.store.models import Entry, Group, Table, db
from companion.tables.errors import NotFound
from companion.tables.names import SOMEBODY, is_forgotten, names_in_words
from companion.tables.queries import ending, scores
from companion.tables.state import TableState
from companion.tables.tables import Tables


@dataclass(frozen=True, slots=True)
class PlayedTable:
    """A table of a group as its page lists it."""

    table_id: int
    code: str
    slug: str
    opened_at: datetime
    names: tuple[str, ...]
    people: tuple[int | None, ...]
    """By seat, the number of the person in the group; None where a seat has no name."""
    result: dict[str, Any] | None

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
        return tuple(_won(self.result, seat) is True for seat in range(len(self.names)))

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


def refresh_results(group: Group, tables: Tables) -> None:
    """Bring the kept results up to date with the logs: finished, taken back, or finished otherwise."""
    ids = [play.table_id for play in group.plays]
    newest = dict(
        db.session.execute(
            select(Entry.table_id, func.max(Entry.seq))
            .where(Entry.table_id.in_(ids))
            .group_by(Entry.table_id)
        ).all()
    )
    stale = [
        play
        for play in group.plays
        if play.version != newest.get(play.table_id, 0)
        or (play.result is not None and "won" not in play.result)  # an older release told it less exactly
    ]
    for play in stale:
        with suppress(NotFound):  # a table that cannot be read keeps the result it had
            table = tables.load(play.table_id)
            if table.vacant is not None:
                continue
            play.version, play.result = table.version, final_results(table)
    if stale:
        db.session.commit()


def _won(result: dict[str, Any], seat: int) -> bool | None:
    """Whether a seat won; None where that is not certain, or where an older release left it open."""
    if "won" in result:
        won: bool | None = result["won"][seat]
        return won
    return seat in result["winners"] if result.get("settled") else None


def final_results(table: TableState) -> dict[str, Any] | None:
    """A finished table's result by seat; None while it runs.

    Where a number is missing, ``places`` are the best still possible and nobody has won (``settled``) yet.
    """
    sheet = scores(table, None)
    ranking = sheet.ranking
    if ending(table) is None or ranking is None:
        return None
    return {
        "points": list(sheet.totals),
        "places": list(ranking.places),
        "winners": list(ranking.winners),
        "certain": [ranking.place(seat) is not None for seat in range(table.seats)],
        "settled": ranking.settled,
        "won": [ranking.won(seat) for seat in range(table.seats)],
        "first": table.replay.setup.first,
        "lines": [
            {line.category: line.points for line in seat or () if line.points is not None}
            for seat in sheet.lines
        ],
    }


def plays_of(group: Group) -> list[PlayedTable]:
    """The group's tables with whoever sits there, the newest first."""
    people = people_at_tables(group)
    db.session.commit()
    ids = [play.table_id for play in group.plays]
    tables = {table.id: table for table in db.session.scalars(select(Table).where(Table.id.in_(ids)))}
    return [
        PlayedTable(
            table.id, table.code, table.slug, table.opened_at,
            () if table.vacant is not None
            else names_in_words(tuple(seat.name for seat in table.seats), choose_language()),
            tuple(person.id if person else None for person in people.get(table.id, ())), play.result,
        )
        for play in group.plays
        if (table := tables.get(play.table_id))
    ]  # fmt: skip


def statistics(plays: Iterable[PlayedTable]) -> dict[str, list[PersonalRecord]]:
    """For each game, everybody's record over the plays whose winner is certain, most wins first.

    Who has no name is nobody in particular, and has no record.
    """
    by_game: dict[str, dict[int, PersonalRecord]] = defaultdict(dict)
    for play in plays:
        if play.result is None or not play.settled:
            continue
        for seat, (person, name) in enumerate(zip(play.people, play.names, strict=True)):
            if person is not None:
                called = SOMEBODY if is_forgotten(name) else name
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
    """A head, then every finished play and seat, the day by a clock; what is not certain is left empty."""
    yield "date", "game", "table", "seat", "name", "points", "place", "winner", "starter", "zone"
    for play in plays:
        if play.result is None:
            continue
        result, opened = play.result, local(play.opened_at)
        for seat, name in enumerate(play.names):
            yield (
                opened.date().isoformat(), play.slug, play.code, seat + 1, name,
                result["points"][seat],
                result["places"][seat] if result["certain"][seat] else None,
                None if (won := _won(result, seat)) is None else int(won),
                int(seat == result["first"]), zone_of(opened),
            )  # fmt: skip
