"""Groups in the database: their people, their tables, their editions, and how each is forgotten."""

from __future__ import annotations

import secrets
from collections import defaultdict
from contextlib import suppress
from itertools import chain, count

from sqlalchemy import select

from companion.editions.service import get_edition
from companion.groups.results import read_result
from companion.limits.rate_limits import count_attempt
from companion.store.models import Group, GroupEdition, GroupTable, Person, Seat, Table, db
from companion.tables.errors import Malformed, NotFound
from companion.tables.links import hash_secret
from companion.tables.names import SOMEBODY, is_forgotten, is_nameless, number_alike, tidy_name
from companion.tables.tables import Tables
from companion.tables.write_locks import yielding_control

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


def add_table(group: Group, table_id: int, tables: Tables) -> None:
    """Let a table belong to a group, once, and store its result, so that no page has to replay it."""
    if db.session.get(GroupTable, (group.id, table_id)) is not None:
        return
    version, result = read_result(tables, table_id) or (-1, None)
    db.session.add(GroupTable(group_id=group.id, table_id=table_id, version=version, result=result))
    db.session.commit()


def add_rematch(table_id: int, rematch_id: int) -> None:
    """Let a rematch belong to the groups of the table before it."""
    for play in db.session.scalars(select(GroupTable).where(GroupTable.table_id == table_id)):
        db.session.add(GroupTable(group_id=play.group_id, table_id=rematch_id, version=-1))
    db.session.commit()


def names_at_tables(group_id: int) -> dict[int, tuple[str, ...]]:
    """By seat, the names at each of the group's tables that was started."""
    seats = (
        select(Seat.table_id, Seat.name)
        .join(Table, Table.id == Seat.table_id)
        .join(GroupTable, GroupTable.table_id == Seat.table_id)
        .where(GroupTable.group_id == group_id, Table.vacant.is_(None))
        .order_by(Seat.table_id, Seat.number)
    )
    names: dict[int, tuple[str, ...]] = defaultdict(tuple)
    for table_id, name in yielding_control(db.session.execute(seats)):
        names[table_id] += (name,)
    return names


def people_at_tables(
    group: Group, names_at: dict[int, tuple[str, ...]]
) -> dict[int, tuple[Person | None, ...]]:
    """By seat, the persons of these names at each table; None on a seat without a name.

    Persons who are new are added to the group, and those who sit nowhere any more leave it; that alone
    is committed. It does not yield: two readers at once would both add the same person.
    """
    by_key = dict(zip(number_alike(person.name for person in group.people), group.people, strict=True))
    seated: dict[int, tuple[Person | None, ...]] = {}
    for table_id, names in names_at.items():
        persons: list[Person | None] = []
        for key, name in zip(number_alike(names), names, strict=True):
            if not is_nameless(name) and key not in by_key:
                by_key[key] = Person(name=name)
            persons.append(None if is_nameless(name) else by_key[key])
        seated[table_id] = tuple(persons)
    present = dict.fromkeys(person for persons in seated.values() for person in persons if person)
    if present.keys() != set(group.people):
        group.people = list(present)
        db.session.commit()
    return seated


def add_edition(group: Group, link: str) -> None:
    """Put an edition into the group's library, by its secret or its whole address."""
    edition = get_edition(link.strip().rstrip("/").rsplit("/", 1)[-1])
    if all(held.edition_id != edition.id for held in group.editions):
        group.editions.append(GroupEdition(edition_id=edition.id))
        db.session.commit()


def forget_person(group: Group, person_id: int, tables: Tables) -> None:
    """Take a person's name out of the group and off the seats of its tables; results stay, nameless."""
    seated = people_at_tables(group, names_at_tables(group.id))
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
    play = db.session.get(GroupTable, (group.id, table_id))
    if play is None:
        raise NotFound("table.no_such_table")
    db.session.delete(play)
    db.session.commit()


def delete_group(group: Group) -> None:
    """Delete a group with its people and history. Its tables stay."""
    db.session.delete(group)
    db.session.commit()
