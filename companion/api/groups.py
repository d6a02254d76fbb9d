"""Groups: people who play together; the secret in the address is the capability."""

from __future__ import annotations

from typing import Any

from flask import current_app

from companion.api.group_responses import GroupLink, GroupTold
from companion.api.operations import operation
from companion.api.requests import EditionLink, NewGroup
from companion.api.responses import Ended
from companion.groups.history import plays_of, refresh, statistics
from companion.groups.keeping import (
    add_edition,
    delete_group,
    delete_table,
    forget_person,
    group_of,
    new_group,
    renew,
)
from companion.tables.answers import Missing
from companion.tables.desk import Desk


def _desk() -> Desk:
    desk: Desk = current_app.extensions["desk"]
    return desk


def _number(text: str) -> int:
    if not text.isdecimal() or len(text) > 9:
        raise Missing("table.no_such_page")
    return int(text)


@operation(
    "POST", "/groups", GroupLink, body=NewGroup, status=201, bearer=False, limit="20 per minute"
)
def found_a_group(body: dict[str, Any]) -> dict[str, Any]:
    """Found a group; whoever has its link belongs to it."""
    return {"group": new_group(body["name"])}


@operation("GET", "/groups/{group}", GroupTold, bearer=False)
def read_group(group: str) -> dict[str, Any]:
    """People, tables with results, statistics by game and person, and the library."""
    kept = group_of(group)
    refresh(kept, _desk())
    return {
        "name": kept.name,
        "people": [{"person": p.id, "name": p.name} for p in kept.people if p.name],
        "tables": [
            {"table": p.table_id, "code": p.code, "game": p.slug, "opened": p.opened,
             "names": list(p.names), "result": p.result}
            for p in plays_of(kept)
        ],
        "statistics": [
            {"game": slug, "name": r.name, "plays": r.plays, "wins": r.wins, "average": r.average,
             "best": r.best, "begun": r.begun, "begun_won": r.begun_won}
            for slug, records in statistics(kept).items()
            for r in records
        ],
        "editions": [
            {"edition": f"{group}~{e.edition_id}", "game": e.edition.slug, "name": e.edition.name}
            for e in kept.editions
        ],
    }  # fmt: skip


@operation("POST", "/groups/{group}/renew", GroupLink, bearer=False)
def renew_a_group(group: str) -> dict[str, Any]:
    """A new link; the old one stops working."""
    return {"group": renew(group_of(group))}


@operation("POST", "/groups/{group}/editions", Ended, body=EditionLink, bearer=False)
def add_to_the_library(group: str, body: dict[str, Any]) -> dict[str, Any]:
    """Put an edition into the group's library by its link."""
    add_edition(group_of(group), body["link"])
    return {"ended": True}


@operation("DELETE", "/groups/{group}/people/{person}", Ended, bearer=False)
def forget_a_person(group: str, person: str) -> dict[str, Any]:
    """Take a person's name out of the group and off the seats of its tables."""
    forget_person(group_of(group), _number(person), _desk())
    return {"ended": True}


@operation("DELETE", "/groups/{group}/tables/{table}", Ended, bearer=False)
def delete_a_table(group: str, table: str) -> dict[str, Any]:
    """Delete a table of the group for good."""
    delete_table(group_of(group), _number(table), _desk())
    return {"ended": True}


@operation("DELETE", "/groups/{group}", Ended, bearer=False)
def delete_a_group(group: str) -> dict[str, Any]:
    """Delete the group with its history; its tables go on alone."""
    delete_group(group_of(group), _desk(), with_tables=False)
    return {"ended": True}
