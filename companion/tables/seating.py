"""Takes, transfers and frees seats. A database constraint allows one live holder per seat."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any, Literal

from sqlalchemy import ColumnElement, Select, select, update
from sqlalchemy.exc import IntegrityError

from companion.store import Link, Seat, Table, db
from companion.store.models import now
from companion.tables.errors import Forbidden, NotFound
from companion.tables.links import Member, create_link, hash_secret, normalize_name

INVITATION_LASTS = timedelta(hours=24)
HOLDERS = ("host", "seat")
OF_A_SEAT = ("host", "seat", "invite")


def free_seats(table: Table) -> list[int]:
    """Return the seats that no device has taken yet."""
    taken = taken_seats(table.id)
    return [seat.number for seat in table.seats if seat.number not in taken]


def taken_seats(table_id: int) -> frozenset[int]:
    """Return the seats at which a device sits."""
    holders = _live(Link.table_id == table_id, Link.role.in_(HOLDERS), Link.seat.is_not(None))
    return frozenset(link.seat for link in db.session.scalars(holders))


def take_seat(table: Table, seat: int, name: str, device: str) -> str:
    """Take a free seat by the table's code and return its secret. Forbidden where it is taken.

    Whoever sits down at a table without a host is its host.
    """
    lobby = table.vacant is not None
    if seat >= len(table.seats):
        raise Forbidden("table.seats_moved")
    if name.strip() or seat in (table.vacant or ()):
        table.seats[seat].name = normalize_name(name, seat)
    secret = create_link(table.id, "seat" if _has_host(table.id) else "host", seat, device)
    try:
        db.session.flush()
        if lobby and _started(table.id):
            raise Forbidden("table.seats_moved")
        db.session.commit()
    except IntegrityError as error:
        db.session.rollback()
        raise Forbidden("table.seat_taken") from error
    except Forbidden:
        db.session.rollback()
        raise
    return secret


def _has_host(table_id: int) -> bool:
    return db.session.scalar(_live(Link.table_id == table_id, Link.role == "host")) is not None


def _started(table_id: int) -> bool:
    """Whether the lobby was left meanwhile; a start that is under way is waited for."""
    vacant = select(Table.vacant).where(Table.id == table_id).with_for_update()
    return db.session.scalar(vacant) is None


def join_as_viewer(table: Table, device: str) -> str:
    """Return a viewer's secret."""
    secret = create_link(table.id, "viewer", None, device)
    db.session.commit()
    return secret


def create_viewer_link(member: Member) -> str:
    """Return the secret of a new watching screen; anybody who plays may make one."""
    if not member.may_enter:
        raise Forbidden("table.viewers_watch")
    secret = create_link(member.table_id, "viewer", None)
    db.session.commit()
    return secret


def table_of_viewer(secret: str) -> Table:
    """Return the table that a viewer's secret belongs to; NotFound where it was revoked."""
    link = db.session.scalar(_live(Link.digest == hash_secret(secret), Link.role == "viewer"))
    table = db.session.get(Table, link.table_id) if link else None
    if table is None:
        raise NotFound("table.no_such_link")
    return table


def create_invitation(member: Member, seat: int) -> str:
    """Return a one-time invitation to take over a seat: the host's for any, a seat's for its own."""
    if member.role != "host" and member.seat != seat:
        raise Forbidden("table.hosts_only")
    if db.session.get(Seat, (member.table_id, seat)) is None:
        raise NotFound("table.no_such_seat")
    secret = create_link(member.table_id, "invite", seat)
    db.session.commit()
    return secret


def find_invitation(secret: str) -> tuple[Table, int]:
    """Return the table and seat an invitation is for; NotFound where it was used, ended or is too old."""
    link = _invitation(secret)
    table = db.session.get(Table, link.table_id)
    if table is None or link.seat is None:
        raise NotFound("table.no_such_link")
    return table, link.seat


def invitation_is_open(table_id: int, mark: str) -> bool:
    """Whether the invitation with this mark (the hash of its secret) can still be used."""
    link = db.session.scalar(_live(Link.digest == mark, Link.table_id == table_id))
    return link is not None and _fresh(link)


def take_over_seat(secret: str, device: str, giving_up: Member | None = None) -> tuple[Table, str]:
    """Use an invitation and return the table and the seat's new secret.

    Every older link and invitation of the seat ends, the host's too: hosting goes with the seat. So does
    the seat that the device gives up for it. NotFound where the invitation was used meanwhile.
    """
    link = _invitation(secret)
    table, seat = find_invitation(secret)
    if giving_up is not None:
        _end(Link.id == giving_up.link_id)
    if not _end(Link.id == link.id):
        raise NotFound("table.no_such_link")
    ended = _end(Link.table_id == table.id, Link.seat == seat, Link.role.in_(OF_A_SEAT))
    role: Literal["host", "seat"] = "host" if "host" in ended else "seat"
    made = create_link(table.id, role, seat, device)
    try:
        db.session.commit()
    except IntegrityError as error:
        db.session.rollback()
        raise NotFound("table.no_such_link") from error
    return table, made


def revoke_seat(member: Member, seat: int) -> None:
    """Free a seat, as the host may: its links stop working and anybody with the code may sit down.

    In the lobby nobody is known for it any more.
    """
    if member.role != "host" or seat == member.seat:
        raise Forbidden("table.hosts_only")
    table = db.session.get(Table, member.table_id)
    if table is not None and table.vacant is not None and seat < len(table.seats):
        table.vacant = sorted({*table.vacant, seat})
    _end(Link.table_id == member.table_id, Link.seat == seat, Link.role.in_(("seat", "invite")))
    db.session.commit()


def make_host(member: Member, seat: int) -> None:
    """Hand hosting on to the phone at a seat, as the host may."""
    if member.role != "host":
        raise Forbidden("table.hosts_only")
    heir = db.session.scalar(_live(*_at(member.table_id, seat)))
    if heir is None:
        raise Forbidden("table.nobody_sits")
    former = db.session.get(Link, member.link_id)
    if former is not None and former is not heir:
        former.role, heir.role = "viewer" if former.seat is None else "seat", "host"
    db.session.commit()


def leave_table(member: Member) -> None:
    """Give the link up; the seat is free for another phone. A host's place goes to the next who sits."""
    _end(Link.id == member.link_id)
    if member.role == "host":
        others = _live(Link.table_id == member.table_id, Link.role == "seat")
        heir = db.session.scalar(others.order_by(Link.seat).limit(1))
        if heir is not None:
            heir.role = "host"
    db.session.commit()


def end_links(table_id: int, seats: Sequence[int]) -> None:
    """End everything that leads to these seats. The caller commits."""
    _end(Link.table_id == table_id, Link.seat.in_(seats), Link.role.in_(OF_A_SEAT))


def revoke_viewers(member: Member) -> None:
    """End every viewer's link, as the host may."""
    if member.role != "host":
        raise Forbidden("table.hosts_only")
    _end(Link.table_id == member.table_id, Link.role == "viewer")
    db.session.commit()


def _invitation(secret: str) -> Link:
    link: Link | None = db.session.scalar(
        _live(Link.digest == hash_secret(secret), Link.role == "invite")
    )
    if link is None or not _fresh(link):
        raise NotFound("table.no_such_link")
    return link


def _fresh(link: Link) -> bool:
    return link.made_at > now() - INVITATION_LASTS


def _at(table_id: int, seat: int) -> tuple[ColumnElement[bool], ...]:
    """Who sits there."""
    return Link.table_id == table_id, Link.seat == seat, Link.role.in_(HOLDERS)


def _live(*which: ColumnElement[bool]) -> Select[Any]:
    return select(Link).where(*which, Link.revoked_at.is_(None))


def _end(*which: ColumnElement[bool]) -> list[str]:
    """End the live links among these; their roles. The caller commits."""
    ending = update(Link).where(*which, Link.revoked_at.is_(None)).values(revoked_at=now())
    return list(db.session.scalars(ending.returning(Link.role)))
