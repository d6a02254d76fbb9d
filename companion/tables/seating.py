"""Takes, transfers and frees seats. A database constraint allows one live holder per seat."""

from __future__ import annotations

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
    """Take a free seat by the table's code and return its secret. Forbidden where it is taken."""
    if name.strip():
        table.seats[seat].name = normalize_name(name, seat)
    secret = create_link(table.id, "seat", seat, device)
    try:
        db.session.commit()
    except IntegrityError as error:
        db.session.rollback()
        raise Forbidden("table.seat_taken") from error
    return secret


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
    """Free a seat, as the host may: its links stop working and anybody with the code may sit down."""
    if member.role != "host" or seat == member.seat:
        raise Forbidden("table.hosts_only")
    _end(Link.table_id == member.table_id, Link.seat == seat, Link.role.in_(("seat", "invite")))
    db.session.commit()


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


def _live(*which: ColumnElement[bool]) -> Select[Any]:
    return select(Link).where(*which, Link.revoked_at.is_(None))


def _end(*which: ColumnElement[bool]) -> list[str]:
    """End the live links among these; their roles. The caller commits."""
    ending = update(Link).where(*which, Link.revoked_at.is_(None)).values(revoked_at=now())
    return list(db.session.scalars(ending.returning(Link.role)))
