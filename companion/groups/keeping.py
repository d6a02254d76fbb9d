"""Groups in the database: their people, their tables, their editions, and how each is forgotten."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from sqlalchemy import select

from companion.editions.keeping import edition_of
from companion.store import Group, GroupEdition, GroupTable, Person, Seat, db
from companion.tables.answers import Malformed, Missing
from companion.tables.closing import erase
from companion.tables.desk import Desk
from companion.tables.links import digest

MOST_NAME = 40
SOMEBODY = "Somebody"
"""What a forgotten person's seats are called."""


def new_group(name: str) -> str:
    """A new group; its secret."""
    clean = _clean(name)
    if not clean:
        raise Malformed({"name": ["Missing."]})
    secret = secrets.token_urlsafe(18)
    db.session.add(Group(digest=digest(secret), name=clean))
    db.session.commit()
    return secret


def group_of(secret: str) -> Group:
    """The group behind a link; Missing where there is none."""
    found = db.session.scalar(select(Group).where(Group.digest == digest(secret)))
    if found is None:
        raise Missing("table.no_such_link")
    return found


def renew(group: Group) -> str:
    """A new secret; the old link stops working."""
    secret = secrets.token_urlsafe(18)
    group.digest = digest(secret)
    db.session.commit()
    return secret


def join_table(group: Group, table_id: int, names: Sequence[str]) -> None:
    """Let a table belong to a group; each seat is the person of that name, new ones are added."""
    people = [_person(group, name) for name in names]
    db.session.flush()
    group.plays.append(
        GroupTable(table_id=table_id, people=[person.id for person in people], version=-1)
    )
    db.session.commit()


def _person(group: Group, name: str) -> Person:
    clean = _clean(name)
    for person in group.people:
        if person.name and person.name.casefold() == clean.casefold():
            return person
    person = Person(name=clean)
    group.people.append(person)
    return person


def add_edition(group: Group, link: str) -> None:
    """Put an edition into the group's library, by its secret or its whole address."""
    edition = edition_of(link.strip().rstrip("/").rsplit("/", 1)[-1])
    if all(kept.edition_id != edition.id for kept in group.editions):
        group.editions.append(GroupEdition(edition_id=edition.id))
        db.session.commit()


def forget_person(group: Group, person_id: int, desk: Desk) -> None:
    """Take a person's name out of the group and off the seats of its tables; results stay, nameless."""
    person = next((one for one in group.people if one.id == person_id), None)
    if person is None:
        raise Missing("table.no_such_page")
    person.name = ""
    for play in group.plays:
        for number, other in enumerate(play.people):
            if other == person_id:
                _rename(play.table_id, number)
                desk.forget(play.table_id)
    db.session.commit()


def _rename(table_id: int, number: int) -> None:
    seat = db.session.get(Seat, (table_id, number))
    if seat is not None:
        seat.name = f"{SOMEBODY} {number + 1}"


def delete_table(group: Group, table_id: int, desk: Desk) -> None:
    """Delete a table of the group for good: log, seats, links, result."""
    if all(play.table_id != table_id for play in group.plays):
        raise Missing("table.no_such_table")
    erase(table_id)
    db.session.commit()
    desk.forget(table_id)


def delete_group(group: Group, desk: Desk, with_tables: bool) -> None:
    """Delete a group with its people and history; its tables too if asked, else they go on alone."""
    tables = [play.table_id for play in group.plays] if with_tables else []
    for table_id in tables:
        erase(table_id)
    db.session.delete(group)
    db.session.commit()
    for table_id in tables:
        desk.forget(table_id)


def _clean(text: str) -> str:
    return " ".join("".join(c for c in text if c.isprintable()).split())[:MOST_NAME]
