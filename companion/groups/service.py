"""Groups in the database: their people, tables and editions, and how to delete each of them."""

import secrets
from collections import defaultdict
from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime
from itertools import chain, count

from sqlalchemy import select, true, update

from companion.editions.service import get_edition
from companion.groups.results import load_versioned_result
from companion.limits.rate_limits import count_attempt
from companion.store.models import Group, GroupEdition, GroupTable, Person, Seat, Table, db
from companion.store.sql_store import edit_record
from companion.tables.concurrency import yielding_control
from companion.tables.errors import Malformed, NotFound
from companion.tables.links import hash_secret
from companion.tables.names import (
    FORGOTTEN_NAME,
    is_default_name,
    is_forgotten_name,
    is_persons_name,
    make_name_key,
    make_unique_name_keys,
    tidy_name,
)
from companion.tables.tables import Tables

MAX_NAME_LENGTH = 40


def create_group(name: str) -> str:
    """Create a group. Return the secret of its link."""
    clean_name = tidy_name(name, MAX_NAME_LENGTH)
    if not clean_name:
        raise Malformed({"name": ["Missing."]})
    secret = secrets.token_urlsafe(18)
    db.session.add(Group(digest=hash_secret(secret), name=clean_name))
    db.session.commit()
    return secret


def get_group(secret: str) -> Group:
    """Return the group that a secret opens. For a wrong secret, count a guess and raise NotFound."""
    group = find_group(secret)
    if group is None:
        count_attempt(secret)
        raise NotFound("table.no_such_link")
    return group


def find_group(secret: str) -> Group | None:
    """Return the group whose link has this secret, or None."""
    return db.session.scalar(select(Group).where(Group.digest == hash_secret(secret)))


def renew_link(group: Group) -> str:
    """Replace the group's link by a new one. Return the secret of the new link."""
    secret = secrets.token_urlsafe(18)
    group.digest = hash_secret(secret)
    db.session.commit()
    return secret


def add_table(group: Group, table_id: int, tables: Tables) -> None:
    """Add a table to a group, unless it is there already. If its game is over, also store the result."""
    version, result = load_versioned_result(tables, table_id) or (-1, None)
    _lock_group(group)
    if db.session.get(GroupTable, (group.id, table_id)) is None:
        db.session.add(GroupTable(group_id=group.id, table_id=table_id, version=version, result=result))
    db.session.commit()


def get_names_by_play(group: Group, *, lobbies: bool = False) -> dict[str, tuple[str, ...]]:
    """Return, by ``GroupPlay.key``, the names at the seats of each play.

    With ``lobbies``, include tables that have not started.
    """
    seats = (
        select(Seat.table_id, Seat.name)
        .join(Table, Table.id == Seat.table_id)
        .join(GroupTable, GroupTable.table_id == Seat.table_id)
        .where(GroupTable.group_id == group.id, true() if lobbies else Table.vacant.is_(None))
        .order_by(Seat.table_id, Seat.number)
    )
    names: dict[str, tuple[str, ...]] = defaultdict(tuple)
    for table_id, name in yielding_control(db.session.execute(seats)):
        names[f"t{table_id}"] += (name,)
    for play in group.manual_plays:
        names[f"m{play.id}"] = tuple(seat.name for seat in play.seats)
    return names


def identify_and_store_people(
    group: Group, names_at: dict[str, tuple[str, ...]]
) -> dict[str, tuple[Person | None, ...]]:
    """Return, by ``GroupPlay.key``, the person whom the group counts at each seat; None without a name.

    ``names_at`` has the names at the seats, by the same keys. Two seats of a play are never the same
    person. Add new persons to the group, and remove those without a seat. No other request runs meanwhile,
    because it would add the same person again.
    """
    by_key, merged = _people_by_name_key(group), find_merge_chains(group)
    people_by_play: dict[str, tuple[Person | None, ...]] = {}
    used: dict[Person, None] = {}
    for play, names in names_at.items():
        persons: list[Person | None] = []
        for key, name in zip(make_unique_name_keys(names), names, strict=True):
            if not is_default_name(name) and key not in by_key:
                by_key[key] = Person(name=name)
            persons.append(None if is_default_name(name) else by_key[key])
        counted = [merged[person][-1] if person in merged else person for person in persons]
        people_by_play[play] = tuple(
            one if counted.count(one) == 1 else person for one, person in zip(counted, persons, strict=True)
        )
        for person in filter(None, persons):
            used.update(dict.fromkeys(merged.get(person, [person])))
    if used.keys() != set(group.people):
        group.people = list(used)
        db.session.commit()
    return people_by_play


def _people_by_name_key(group: Group) -> dict[tuple[str, int], Person]:
    return dict(
        zip(make_unique_name_keys(person.name for person in group.people), group.people, strict=True)
    )


def find_merge_chains(group: Group) -> dict[Person, list[Person]]:
    """Return, for each person, a list: that person, the person into whom they were merged, and so on.

    The last person of a list is the one whom the group counts.
    """
    by_id = {person.id: person for person in group.people}
    chains = {}
    for person in group.people:
        chains[person] = [person]
        while (next_id := chains[person][-1].same_as) in by_id:
            chains[person].append(by_id[next_id])
    return chains


def merged_people_by_person(group: Group) -> dict[Person, list[Person]]:
    """Return {person that the group counts: [people merged into that person]}, without forgotten people."""
    people: dict[Person, list[Person]] = {}
    for person, (*_, counted) in find_merge_chains(group).items():
        if not is_forgotten_name(counted.name):
            people.setdefault(counted, []).extend([person] if person is not counted else [])
    return people


def get_person(group: Group, person_id: int) -> Person:
    """Return the person with this id, or the one it was merged into. Raise NotFound if there is none."""
    for person, merged in merged_people_by_person(group).items():
        if person_id in (person.id, *(one.id for one in merged)):
            return person
    raise NotFound("table.no_such_page")


def _lock_group(group: Group) -> None:
    lock = update(Group).where(Group.id == group.id).values(name=Group.name).returning(Group.id)
    if db.session.scalar(lock, execution_options={"synchronize_session": False}) is None:
        raise NotFound("table.no_such_link")
    db.session.expire_all()


def rename_person(group: Group, person_id: int, name: str) -> Person | None:
    """Rename a person in the group, but not at the tables.

    If another person of the group has the name, change nothing and return that person; otherwise return
    None.
    """
    clean_name = tidy_name(name)
    if not is_persons_name(clean_name) or not clean_name:
        raise Malformed({"name": ["Missing, or nobody's."]})
    _lock_group(group)
    person = get_person(group, person_id)
    renamed = _people_by_name_key(group).get((make_name_key(clean_name), 0))
    if renamed is None:
        renamed = Person(name=clean_name)
        group.people.append(renamed)
        db.session.flush()
    elif (other := get_person(group, renamed.id)) is not person:
        db.session.rollback()
        return other
    renamed.name, renamed.same_as = clean_name, None
    if renamed is not person:
        person.same_as = renamed.id
    db.session.commit()
    return None


def have_played_together(group: Group, one: Person, other: Person) -> bool:
    """Return whether two persons have played at the same table. Such persons cannot be merged."""
    seats_by_play = identify_and_store_people(group, get_names_by_play(group))
    return any({one, other} <= set(seats) for seats in seats_by_play.values())


def merge_people(group: Group, person_id: int, into_id: int) -> None:
    """From now on, count the plays of the person ``person_id`` for the person ``into_id``.

    The names at seats do not change. Raise Malformed if both persons have played at one table.
    """
    if have_played_together(group, get_person(group, person_id), get_person(group, into_id)):
        raise Malformed({"name": ["They sat at one table."]})
    _lock_group(group)
    person, into = get_person(group, person_id), get_person(group, into_id)
    if person is into:
        raise NotFound("table.no_such_page")
    person.same_as = into.id
    db.session.commit()


def undo_merge(group: Group, person_id: int) -> None:
    """Count the plays of the person ``person_id`` for that person again, after ``merge_people``."""
    _lock_group(group)
    person = next((one for one in group.people if one.id == person_id and one.same_as), None)
    if person is None:
        raise NotFound("table.no_such_page")
    person.same_as = None
    db.session.commit()


def played_at_and_place(groups: Iterable[Group], table_id: int) -> tuple[datetime | None, str]:
    """Return (UTC time of play or None, place or "") of a table, from the first group with either."""
    for group in groups:
        play = db.session.get(GroupTable, (group.id, table_id))
        if play is not None and (play.played_at or play.place):
            return play.played_at, play.place
    return None, ""


def add_edition(group: Group, link: str) -> None:
    """Add an edition to the group's library. ``link`` is the secret or the URL of the edition's link."""
    edition = get_edition(link.strip().rstrip("/").rsplit("/", 1)[-1])
    if all(entry.edition_id != edition.id for entry in group.editions):
        group.editions.append(GroupEdition(edition_id=edition.id))
        db.session.commit()


def forget_person(group: Group, person_id: int, tables: Tables) -> None:
    """Replace a person's names in the group and at its tables by a neutral name. The results stay."""
    identify_and_store_people(group, get_names_by_play(group))
    _lock_group(group)
    person, merged = get_person(group, person_id), find_merge_chains(group)
    names = [one.name for one in group.people]
    keys = {key for key, one in _people_by_name_key(group).items() if merged[one][-1] is person}
    candidates = chain([FORGOTTEN_NAME], (f"{FORGOTTEN_NAME} {number}" for number in count(2)))
    person.name = replacement = next(name for name in candidates if name not in names)
    group.people = [one for one in group.people if one is person or merged[one][-1] is not person]
    for play in group.manual_plays:
        for seat, key in zip(
            play.seats, make_unique_name_keys(seat.name for seat in play.seats), strict=True
        ):
            if key in keys:
                seat.name = replacement
    table_ids = sorted(
        int(play[1:])
        for play, seated in get_names_by_play(group, lobbies=True).items()
        if play.startswith("t") and keys & set(make_unique_name_keys(seated))
    )
    for table_id in table_ids:
        with suppress(NotFound), edit_record(db.session.connection(), table_id) as table:
            keys_and_names = zip(make_unique_name_keys(table.names), table.names, strict=True)
            table.names = [replacement if key in keys else name for key, name in keys_and_names]
    db.session.commit()
    for table_id in table_ids:
        tables.evict_and_notify(table_id)


def remove_table(group: Group, table_id: int) -> None:
    """Remove a table from the group's history. Raise NotFound if it is not there."""
    play = db.session.get(GroupTable, (group.id, table_id))
    if play is None:
        raise NotFound("table.no_such_table")
    db.session.delete(play)
    db.session.commit()


def delete_group(group: Group) -> None:
    """Delete a group with its people and history. The tables themselves stay."""
    db.session.delete(group)
    db.session.commit()
