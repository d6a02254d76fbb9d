"""Who may do what at a table: capability links, kept as hashes, revocable."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import select

from companion.engine.words import N_
from companion.store import Link, Seat, Table, db
from companion.store.log import Call, call
from companion.store.models import now
from companion.tables.answers import Missing, NotYours
from companion.words import translate

Role = Literal["host", "seat", "viewer"]

_ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
_CODE_LENGTH = 5


@dataclass(frozen=True, slots=True)
class Who:
    """The holder of a link at one table."""

    table_id: int
    role: Role
    seat: int | None
    link_id: int
    device: str = ""

    @property
    def plays(self) -> bool:
        """Whether this link may enter things."""
        return self.role != "viewer"


def digest(secret: str) -> str:
    """What is kept of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def new_code() -> str:
    """A join code that is easy to read aloud and not in use."""
    while True:
        code = "".join(secrets.choice(_ALPHABET) for _ in range(_CODE_LENGTH))
        if db.session.scalar(select(Table.id).where(Table.code == code)) is None:
            return code


def table_by_code(code: str) -> Table:
    """The table with this code, however it is written; Missing where there is none."""
    table = db.session.scalar(select(Table).where(Table.code == plain_code(code)))
    if table is None:
        raise Missing("table.no_such_table")
    return table


@dataclass(frozen=True, slots=True)
class Visit:
    """Somebody at a table's door: which table, its newest entry, and who they are to it."""

    table_id: int
    code: str
    version: int
    who: Who | None


def visit(code: str, secret: str | None) -> Visit:
    """Who comes to the table with this code, however it is written; Missing where there is none."""
    code = plain_code(code)
    found = call(code, digest(secret) if secret else "")
    if found is None:
        raise Missing("table.no_such_table")
    return Visit(found.table_id, code, found.version, _who(found))


def _who(found: Call) -> Who | None:
    if found.link is None or found.link[1] not in ("host", "seat", "viewer"):
        return None
    link_id, role, seat, device = found.link
    return Who(found.table_id, role, seat, link_id, device)  # type: ignore[arg-type]


def plain_code(code: str) -> str:
    """A code as it is kept, however it is written; empty where it cannot be one."""
    code = code.strip().upper()[:8]
    return code if code.isalnum() else ""


def make_link(table_id: int, role: str, seat: int | None, device: str = "") -> str:
    """A new secret with a role at a table; the caller commits."""
    secret = secrets.token_urlsafe(24)
    db.session.add(
        Link(table_id=table_id, role=role, seat=seat, digest=digest(secret), device=device)
    )
    return secret


def free_seats(table: Table) -> list[int]:
    """Seats that no device has taken yet."""
    taken = taken_seats(table.id)
    return [seat.number for seat in table.seats if seat.number not in taken]


def taken_seats(table_id: int) -> frozenset[int]:
    """Seats at which a device sits."""
    found = db.session.scalars(
        select(Link.seat).where(
            Link.table_id == table_id,
            Link.role.in_(("host", "seat")),
            Link.revoked_at.is_(None),
            Link.seat.is_not(None),
        )
    )
    return frozenset(seat for seat in found if seat is not None)


def sit(table: Table, seat: int, name: str, device: str) -> str:
    """Take a free seat by the table's code; its secret. NotYours where it is taken."""
    if seat not in free_seats(table):
        raise NotYours("table.seat_taken")
    if name.strip():
        table.seats[seat].name = clean_name(name, seat)
    secret = make_link(table.id, "seat", seat, device)
    db.session.commit()
    return secret


def watch(table: Table, device: str) -> str:
    """A viewer's secret."""
    secret = make_link(table.id, "viewer", None, device)
    db.session.commit()
    return secret


def make_viewer_link(who: Who) -> str:
    """The secret of a new watching screen; anybody who plays may make one."""
    if not who.plays:
        raise NotYours("table.viewers_watch")
    secret = make_link(who.table_id, "viewer", None)
    db.session.commit()
    return secret


def watched_by(secret: str) -> Table:
    """The table that a viewer's secret belongs to; Missing where it was revoked."""
    link = db.session.scalar(
        select(Link).where(
            Link.digest == digest(secret), Link.role == "viewer", Link.revoked_at.is_(None)
        )
    )
    table = db.session.get(Table, link.table_id) if link else None
    if table is None:
        raise Missing("table.no_such_link")
    return table


def invite(who: Who, seat: int) -> str:
    """A one-time invitation to take over a seat; the host's for any, a seat's for its own."""
    if who.role != "host" and who.seat != seat:
        raise NotYours("table.hosts_only")
    if db.session.get(Seat, (who.table_id, seat)) is None:
        raise Missing("table.no_such_seat")
    secret = make_link(who.table_id, "invite", seat)
    db.session.commit()
    return secret


def invited(secret: str) -> tuple[Table, int]:
    """The table and seat an invitation is for; Missing where it was used or revoked."""
    link = _invitation(secret)
    table = db.session.get(Table, link.table_id)
    if table is None or link.seat is None:
        raise Missing("table.no_such_link")
    return table, link.seat


def take_over(secret: str, device: str) -> tuple[Table, str]:
    """Use an invitation: the seat's older links stop working, the new one is returned."""
    link = _invitation(secret)
    table, seat = invited(secret)
    link.revoked_at = now()
    role = "seat"
    for old in _live_links(table.id, seat):
        old.revoked_at = now()
        if old.role == "host":
            role = "host"
    made = make_link(table.id, role, seat, device)
    db.session.commit()
    return table, made


def revoke_seat(who: Who, seat: int) -> None:
    """The host frees a seat: its links stop working and anybody with the code may sit down."""
    if who.role != "host" or seat == who.seat:
        raise NotYours("table.hosts_only")
    for link in _live_links(who.table_id, seat, ("seat", "invite")):
        link.revoked_at = now()
    db.session.commit()


def revoke_viewers(who: Who) -> None:
    """The host ends every viewer's link."""
    if who.role != "host":
        raise NotYours("table.hosts_only")
    for link in _live_links(who.table_id, None, ("viewer",)):
        link.revoked_at = now()
    db.session.commit()


def clean_name(name: str, seat: int) -> str:
    """A name as it is kept: one line, at most 24 characters; none given: in the language of the asker."""
    kept = " ".join("".join(c for c in name if c.isprintable()).split())[:24]
    return kept or translate(N_("Player %(n)s")) % {"n": seat + 1}


def _invitation(secret: str) -> Link:
    link = db.session.scalar(
        select(Link).where(
            Link.digest == digest(secret), Link.role == "invite", Link.revoked_at.is_(None)
        )
    )
    if link is None:
        raise Missing("table.no_such_link")
    return link


def _live_links(
    table_id: int, seat: int | None, roles: tuple[str, ...] = ("host", "seat")
) -> list[Link]:
    return list(
        db.session.scalars(
            select(Link).where(
                Link.table_id == table_id,
                Link.seat == seat,
                Link.role.in_(roles),
                Link.revoked_at.is_(None),
            )
        )
    )
