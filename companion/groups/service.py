"""Groups in the database: their people, their tables, their editions, and how each is forgotten."""

from __future__ import annotations

import secrets
from collections import defaultdict
from contextlib import suppress
from itertools import chain, count

from sqlalchemy import select

from companion.editions.service import get_edition
from companion.limits.rate_limits import count_attempt
from companion.store.models import Group, GroupEdition, GroupTable, Person, Seat, Table, db
from companion.tables.errors import Malformed, NotFound
from companion.tables.links import hash_secret
from companion.tables.names import SOMEBODY, is_forgotten, is_nameless, number_alike, tidy_name
from companion.tables.tables import Tables

MOST_NAME = 40


def create_group(name: str) -> str:
    """A new group; its secret."""
    clean = tidy_name(name, MOST_NAME)
    if not clean:
        raise Malformed({"name": ["Missing."]})
    secret = secrets.token_urlsafe(18)
    db.session.add(Group(digest=hash_secret(secret), name=clean))
    db.session.commit()
    return secret


def get_group(secret: str) -> Group:
    """The group behind a link. Raises NotFound, which is counted as an attempt at its secret."""
    group = find_group(secret)
    if group is None:
        count_attempt(secret)
        raise NotFound("table.no_such_link")
    return group


def find_group(secret: str) -> Group | None:
    """The group behind a link that a device has kept; None where there is none any more."""
    return db.session.scalar(select(Group).where(Group.digest == hash_secret(secret)))


def renew_link(group: Group) -> str:
    """A new secret; the old link stops working."""
    secret = secrets.token_urlsafe(18)
    group.digest = hash_secret(secret)
    db.session.commit()
    return secret


def add_table(group: Group, table_id: int) -> None:
    """Let a table belong to a group, once."""
    if any(play.table_id == table_id for play in group.plays):
        return
    group.plays.append(GroupTable(table_id=table_id, version=-1))
    db.session.commit()


def add_rematch(table_id: int, rematch_id: int) -> None:
    """Let a rematch belong to the groups of the table before it."""
    for play in db.session.scalars(select(GroupTable).where(GroupTable.table_id == table_id)):
        db.session.add(GroupTable(group_id=play.group_id, table_id=rematch_id, version=-1))
    db.session.commit()


def names_at_tables(group: Group) -> dict[int, tuple[str, ...]]:
    """By seat, the names at each of the group's tables that was started."""
    started = Table.id.in_([play.table_id for play in group.plays]) & Table.vacant.is_(None)
    seats = select(Seat).join(Table).where(started).order_by(Seat.table_id, Seat.number)
    names: dict[int, tuple[str, ...]] = defaultdict(tuple)
    for seat in db.session.scalars(seats):
        names[seat.table_id] += (seat.name,)
    return names


def people_at_tables(group: Group) -> dict[int, tuple[Person | None, ...]]:
    """By seat, the persons at each of these tables; None on a seat without a name.

    Who sits at a table is read off its seats: persons that are new there are added to the group, and
    those who sit nowhere any more leave it. The caller commits.
    """
    by_key = dict(zip(number_alike(person.name for person in group.people), group.people, strict=True))
    found: dict[int, tuple[Person | None, ...]] = {}
    for table_id, names in names_at_tables(group).items():
        seats = zip(number_alike(names), names, strict=True)
        found[table_id] = tuple(
            None if is_nameless(name) else by_key.setdefault(key, Person(name=name)) for key, name in seats
        )
    group.people = list(dict.fromkeys(person for seated in found.values() for person in seated if person))
    db.session.flush()
    return found


def add_edition(group: Group, link: str) -> None:
    """Put an edition into the group's library, by its secret or its whole address."""
    edition = get_edition(link.strip().rstrip("/").rsplit("/", 1)[-1])
    if all(held.edition_id != edition.id for held in group.editions):
        group.editions.append(GroupEdition(edition_id=edition.id))
        db.session.commit()


def forget_person(group: Group, person_id: int, tables: Tables) -> None:
    """Take a person's name out of the group and off the seats of its tables; results stay, nameless."""
    seated = people_at_tables(group)
    person = next((one for one in group.people if one.id == person_id), None)
    if person is None or is_forgotten(person.name):
        raise NotFound("table.no_such_page")
    names = [one.name for one in group.people]
    key = number_alike(names)[group.people.index(person)]
    nameless = chain([SOMEBODY], (f"{SOMEBODY} {number}" for number in count(2)))
    person.name = somebody = next(name for name in nameless if name not in names)
    played = [table_id for table_id, people in seated.items() if person in people]
    db.session.commit()
    for table_id in played:
        with suppress(NotFound), tables.change(table_id) as table:
            keys = zip(number_alike(table.names), table.names, strict=True)
            table.names = [somebody if seat_key == key else name for seat_key, name in keys]


def remove_table(group: Group, table_id: int) -> None:
    """Take a table out of the group's history. The table itself stays. NotFound where it is not in it."""
    play = next((play for play in group.plays if play.table_id == table_id), None)
    if play is None:
        raise NotFound("table.no_such_table")
    group.plays.remove(play)
    db.session.commit()


def delete_group(group: Group) -> None:
    """Delete a group with its people and history. Its tables stay."""
    db.session.delete(group)
    db.session.commit()
