"""Groups: people who play together; the secret in the address is the capability."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.api.group_responses import GroupLink, GroupResponse
from companion.api.operations import JOIN_LIMIT, operation
from companion.api.requests import EditionLink, NewGroup, PlayedTableLink
from companion.api.responses import DoneResponse
from companion.groups import service
from companion.groups.evenings import best_play, closest_play, evenings
from companion.groups.history import PlayedTable, plays_of, refresh_results, statistics
from companion.services import table_cache, table_store
from companion.tables.errors import Forbidden, NotFound
from companion.tables.links import resolve_link
from companion.tables.names import is_forgotten


def _number(text: str) -> int:
    if not text.isdecimal() or len(text) > 9:
        raise NotFound("table.no_such_page")
    return int(text)


@operation("POST", "/groups", GroupLink, body=NewGroup, status=201, bearer=False, limit="20 per minute")
def create_group(body: dict[str, Any]) -> dict[str, Any]:
    """Found a group; whoever has its link belongs to it."""
    return {"group": service.create_group(body["name"])}


@operation("GET", "/groups/{group}", GroupResponse, bearer=False)
def read_group(group: str) -> dict[str, Any]:
    """People, tables with results, evenings, statistics and records by game, and the library."""
    kept = service.get_group(group)
    refresh_results(kept, table_cache())
    plays = plays_of(kept)
    records = statistics(plays)
    return {
        "name": kept.name,
        "people": [{"person": p.id, "name": p.name} for p in kept.people if not is_forgotten(p.name)],
        "tables": [
            {"table": p.table_id, "code": p.code, "game": p.slug, "opened": p.opened_at.date().isoformat(),
             "names": list(p.names), "result": p.result}
            for p in plays
        ],
        "evenings": [
            {"day": evening.began.date().isoformat(), "tables": [p.code for p in evening.plays],
             "wins": [{"name": name, "wins": wins} for name, wins in evening.wins]}
            for evening in evenings(plays)
        ],
        "records": [_records(slug, [p for p in plays if p.slug == slug]) for slug in records],
        "statistics": [
            {"game": slug, "name": r.name, "plays": r.plays, "wins": r.wins, "average": r.average,
             "best": r.best, "begun": r.begun, "begun_won": r.begun_won, "streak": r.streak,
             "longest_streak": r.longest_streak}
            for slug, found in records.items()
            for r in found
        ],
        "editions": [
            {"edition": f"{group}~{e.edition_id}", "game": e.edition.slug, "name": e.edition.name}
            for e in kept.editions
        ],
    }  # fmt: skip


def _records(slug: str, plays: Sequence[PlayedTable]) -> dict[str, Any]:
    best, closest = best_play(plays), closest_play(plays)
    return {
        "game": slug,
        "best": best and {"name": best.name, "points": best.points, "table": best.play.code},
        "closest": closest and {"margin": closest.margin, "table": closest.play.code},
    }


@operation("POST", "/groups/{group}/renew", GroupLink, bearer=False)
def renew_group_link(group: str) -> dict[str, Any]:
    """A new link; the old one stops working."""
    return {"group": service.renew_link(service.get_group(group))}


@operation("POST", "/groups/{group}/editions", DoneResponse, body=EditionLink, bearer=False)
def add_edition_to_group(group: str, body: dict[str, Any]) -> dict[str, Any]:
    """Put an edition into the group's library by its link."""
    service.add_edition(service.get_group(group), body["link"])
    return {"ended": True}


@operation(
    "POST", "/groups/{group}/tables", DoneResponse, body=PlayedTableLink, bearer=False, faults=(403,),
    limit=JOIN_LIMIT,
)  # fmt: skip
def add_table_to_group(group: str, body: dict[str, Any]) -> dict[str, Any]:
    """Let a table that one has played at belong to the group as well."""
    kept = service.get_group(group)
    member = resolve_link(table_store(), body["code"], body["secret"]).member
    if member is None:
        raise Forbidden("table.not_here")
    if not member.may_enter:
        raise Forbidden("table.viewers_watch")
    service.add_table(kept, member.table_id)
    return {"ended": True}


@operation("DELETE", "/groups/{group}/people/{person}", DoneResponse, bearer=False)
def forget_person(group: str, person: str) -> dict[str, Any]:
    """Take a person's name out of the group and off the seats of its tables."""
    service.forget_person(service.get_group(group), _number(person), table_cache())
    return {"ended": True}


@operation("DELETE", "/groups/{group}/tables/{table}", DoneResponse, bearer=False)
def delete_group_table(group: str, table: str) -> dict[str, Any]:
    """Delete a table of the group for good."""
    service.delete_group_table(service.get_group(group), _number(table), table_cache())
    return {"ended": True}


@operation("DELETE", "/groups/{group}", DoneResponse, bearer=False)
def delete_group(group: str) -> dict[str, Any]:
    """Delete the group with its history; its tables go on alone."""
    service.delete_group(service.get_group(group), table_cache(), with_tables=False)
    return {"ended": True}
