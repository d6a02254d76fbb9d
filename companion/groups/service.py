"""Groups in the database: their people, their tables, their editions, and how each is forgotten."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from sqlalchemy import select

from companion.editions.service import get_edition
from companion.store import Group, GroupEdition, GroupTable, Person, Seat, db
from companion.store.deletion import delete_table
from companion.tables.cache import TableCache
from companion.tables.errors import Malformed, NotFound
from companion.tables.links import hash_secret
from companion.tables.names import is_nameless

MOST_NAME = 40
SOMEBODY = "Somebody"
"""What a forgotten person's seats are called."""
NOBODY = 0
"""Stands in the place of a person where a seat was never named."""


def create_group(name: str) -> str:
    """A new group; its secret."""
    clean = _clean(name)
    if not clean:
        raise Malformed({"name": ["Missing."]})
    secret = secrets.token_urlsafe(18)
    db.session.add(Group(digest=hash_secret(secret), name=clean))
    db.session.commit()
    return secret


def get_group(secret: str) -> Group:
    """The group behind a link; NotFound where there is none."""
    found = db.session.scalar(select(Group).where(Group.digest == hash_secret(secret)))
    if found is None:
        raise NotFound("table.no_such_link")
    return found


def renew_link(group: Group) -> str:
    """A new secret; the old link stops working."""
    secret = secrets.token_urlsafe(18)
    group.digest = hash_secret(secret)
    db.session.commit()
    return secret


def add_table(group: Group, table_id: int, names: Sequence[str]) -> None:
    """Let a table belong to a group, once; without names while it is not known who will play."""
    if any(play.table_id == table_id for play in group.plays):
        return
    group.plays.append(GroupTable(table_id=table_id, people=get_or_create_people(group, names), version=-1))
    db.session.commit()


def get_or_create_people(group: Group, names: Sequence[str]) -> list[int]:
    """The persons of these names, in their order; new ones are added. The caller commits."""
    people = [None if is_nameless(name) else _person(group, name) for name in names]
    db.session.flush()
    return [NOBODY if person is None else person.id for person in people]


def add_rematch(table_id: int, rematch_id: int) -> None:
    """Let a rematch belong to the groups of the table before it, with the same people on its seats."""
    for play in db.session.scalars(select(GroupTable).where(GroupTable.table_id == table_id)):
        db.session.add(
            GroupTable(group_id=play.group_id, table_id=rematch_id, people=play.people, version=-1)
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
    edition = get_edition(link.strip().rstrip("/").rsplit("/", 1)[-1])
    if all(kept.edition_id != edition.id for kept in group.editions):
        group.editions.append(GroupEdition(edition_id=edition.id))
        db.session.commit()


def forget_person(group: Group, person_id: int, cache: TableCache) -> None:
    """Take a person's name out of the group and off the seats of its tables; results stay, nameless."""
    person = next((one for one in group.people if one.id == person_id), None)
    if person is None:
        raise NotFound("table.no_such_page")
    person.name = ""
    for play in group.plays:
        for number, other in enumerate(play.people):
            if other == person_id:
                _rename(play.table_id, number)
                cache.evict(play.table_id)
    db.session.commit()


def _rename(table_id: int, number: int) -> None:
    seat = db.session.get(Seat, (table_id, number))
    if seat is not None:
        seat.name = f"{SOMEBODY} {number + 1}"


def delete_group_table(group: Group, table_id: int, cache: TableCache) -> None:
    """Delete a table of the group for good: log, seats, links, result."""
    if all(play.table_id != table_id for play in group.plays):
        raise NotFound("table.no_such_table")
    delete_table(table_id)
    db.session.commit()
    cache.evict(table_id)


def delete_group(group: Group, cache: TableCache, with_tables: bool) -> None:
    """Delete a group with its people and history; its tables too if asked, else they go on alone."""
    tables = [play.table_id for play in group.plays] if with_tables else []
    for table_id in tables:
        delete_table(table_id)
    db.session.delete(group)
    db.session.commit()
    for table_id in tables:
        cache.evict(table_id)


def _clean(text: str) -> str:
    return " ".join("".join(c for c in text if c.isprintable()).split())[:MOST_NAME]
