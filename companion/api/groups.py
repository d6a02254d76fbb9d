"""Operations for groups of people who play together. The secret in the URL gives access."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, TypedDict

from marshmallow.validate import Length

from companion.api.operations import Name, operation
from companion.groups import service
from companion.groups.evenings import find_best_play, find_closest_play, group_by_evening
from companion.groups.history import GroupPlay, compute_personal_records, list_plays
from companion.language.i18n import to_local_time
from companion.sentences.presenters import response_data
from companion.services import tables
from companion.tables.errors import Forbidden, NotFound
from companion.tables.links import require_host_role

Secret = Annotated[str, Length(max=200)]


def _parse_id(text: str) -> int:
    if not text.isdecimal() or len(text) > 9:
        raise NotFound("table.no_such_page")
    return int(text)


@dataclass(frozen=True, slots=True)
class NewGroup:
    name: Annotated[str, Length(min=1, max=40)]


class GroupLink(TypedDict):
    """The secret of a group, which is a part of its URLs."""

    group: str


@operation("POST", "/groups", status=201, bearer=False, limit="20 per minute")
def create_group(body: NewGroup) -> GroupLink:
    """Create a group; whoever has its link belongs to it."""
    return {"group": service.create_group(body.name)}


class PersonResponse(TypedDict):
    person: int
    name: str


class PlayedTableResponse(TypedDict):
    """A table in a group's history. ``result`` is null until the game is over."""

    table: int
    code: str
    game: str
    opened: Annotated[str, "The day that the group has set, or else when it was opened."]
    names: list[str]
    result: dict[str, Any] | None
    place: Annotated[str, "Where it was played, if the group has set it; else empty."]


class ManualPlayResponse(TypedDict):
    """A game that was played without the app, and entered by hand."""

    game: str
    played: str
    place: str
    names: list[str]
    result: dict[str, Any] | None


class PersonalRecordResponse(TypedDict):
    game: str
    name: str
    plays: int
    wins: int
    average: float | None
    best: int | None
    begun: Annotated[int, "Plays begun by this person."]
    begun_won: int
    streak: Annotated[int, "The newest plays won one after another."]
    longest_streak: int


class WinsResponse(TypedDict):
    """The number of games that one person won on an evening. A shared win counts for each winner."""

    name: str
    wins: int


class EveningResponse(TypedDict):
    """The plays of one evening: the codes of its tables, the newest first, and how often each person won.

    Plays that were entered by hand have no code. Only ``wins`` counts them.
    """

    day: str
    place: str
    tables: list[str]
    wins: list[WinsResponse]


class BestPlayResponse(TypedDict):
    name: str
    points: int
    table: Annotated[str, "Its code; empty for a manual play."]


class ClosestPlayResponse(TypedDict):
    margin: Annotated[int, "Points between the winner and the next; 0 if they were level."]
    table: Annotated[str, "Its code; empty for a manual play."]


class GameRecordsResponse(TypedDict):
    """The highest score in a game, and the play with the smallest margin. Each is null if there is none."""

    game: str
    best: BestPlayResponse | None
    closest: ClosestPlayResponse | None


class LibraryEntry(TypedDict):
    """An edition in a group's library. ``edition`` is its secret, which contains that of the group."""

    edition: str
    game: str
    name: str


class GroupResponse(TypedDict):
    name: str
    people: list[PersonResponse]
    tables: list[PlayedTableResponse]
    manual_plays: list[ManualPlayResponse]
    evenings: Annotated[list[EveningResponse], "The newest first."]
    statistics: list[PersonalRecordResponse]
    records: list[GameRecordsResponse]
    editions: list[LibraryEntry]


@operation("GET", "/groups/{group}", bearer=False)
def read_group(group: str) -> GroupResponse:
    """Read the people, tables with results, evenings, statistics, records and library of a group."""
    group_row = service.get_group(group)
    plays = list_plays(group_row, tables())
    records = compute_personal_records(plays)
    return {
        "name": group_row.name,
        "people": [{"person": p.id, "name": p.name} for p in service.merged_people_by_person(group_row)],
        "tables": [
            response_data(
                PlayedTableResponse, p, table=p.id, game=p.slug, opened=_local_day(p.played_at)
            )
            for p in plays
            if p.code
        ],
        "manual_plays": [
            response_data(ManualPlayResponse, p, game=p.slug, played=_local_day(p.played_at))
            for p in plays
            if not p.code
        ],
        "evenings": [
            {"day": _local_day(evening.began), "place": evening.place,
             "tables": [p.code for p in evening.plays if p.code],
             "wins": [{"name": name, "wins": wins} for name, wins in evening.wins]}
            for evening in group_by_evening(plays)
        ],
        "records": [_game_records(slug, [p for p in plays if p.slug == slug]) for slug in records],
        "statistics": [
            response_data(PersonalRecordResponse, record, game=slug)
            for slug, of_game in records.items()
            for record in of_game
        ],
        "editions": [
            {"edition": f"{group}~{e.edition_id}", "game": e.edition.slug, "name": e.edition.name}
            for e in group_row.editions
        ],
    }  # fmt: skip


def _local_day(moment: datetime) -> str:
    return to_local_time(moment).date().isoformat()


def _game_records(slug: str, plays: Sequence[GroupPlay]) -> GameRecordsResponse:
    best, closest = find_best_play(plays), find_closest_play(plays)
    return {
        "game": slug,
        "best": {"name": best.name, "points": best.points, "table": best.play.code} if best else None,
        "closest": {"margin": closest.margin, "table": closest.play.code} if closest else None,
    }


@operation("POST", "/groups/{group}/renew", bearer=False)
def renew_group_link(group: str) -> GroupLink:
    """Replace the group's link. The old link stops working."""
    return {"group": service.renew_link(service.get_group(group))}


@dataclass(frozen=True, slots=True)
class EditionLink:
    link: Secret


@operation("POST", "/groups/{group}/editions", bearer=False)
def add_edition_to_group(group: str, body: EditionLink) -> None:
    """Add an edition to the group's library. ``link`` is the link or the secret of the edition."""
    service.add_edition(service.get_group(group), body.link)


@dataclass(frozen=True, slots=True)
class PlayedTableLink:
    code: Name
    secret: Secret


@operation("POST", "/groups/{group}/tables", bearer=False, errors=(403,))
def add_table_to_group(group: str, body: PlayedTableLink) -> None:
    """Add a table to the group's history. ``secret`` is that of the table's host."""
    group_row = service.get_group(group)
    member = tables().get_access(body.code, body.secret).member
    if member is None:
        raise Forbidden("table.not_here")
    require_host_role(member)
    service.add_table(group_row, member.table_id, tables())


@operation("DELETE", "/groups/{group}/people/{person}", bearer=False)
def forget_person(group: str, person: str) -> None:
    """Remove a person's name from the group and from the seats of its tables."""
    service.forget_person(service.get_group(group), _parse_id(person), tables())


@operation("DELETE", "/groups/{group}/tables/{table}", bearer=False)
def delete_group_table(group: str, table: str) -> None:
    """Remove a table from the group's history. The table itself stays: its host may delete it."""
    service.remove_table(service.get_group(group), _parse_id(table))


@operation("DELETE", "/groups/{group}", bearer=False)
def delete_group(group: str) -> None:
    """Delete the group with its people and history. Its tables stay."""
    service.delete_group(service.get_group(group))
