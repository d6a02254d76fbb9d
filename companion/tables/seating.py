"""Takes, transfers and frees seats. A seat has at most one holder."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import timedelta

from companion.tables.errors import Forbidden, NotFound
from companion.tables.links import Member, create_link, hash_secret, normalize_name
from companion.tables.store import LinkRecord, TableRecord, TableStore, now

INVITATION_LASTS = timedelta(hours=24)
HOLDERS = ("host", "seat")
OF_A_SEAT = ("host", "seat", "invite")


def free_seats(table: TableRecord) -> list[int]:
    """Return the seats that no device has taken yet."""
    taken = taken_seats(table)
    return [seat for seat in range(len(table.names)) if seat not in taken]


def taken_seats(table: TableRecord) -> frozenset[int]:
    """Return the seats at which a device sits."""
    held = (link.seat for link in table.links if link.role in HOLDERS)
    return frozenset(seat for seat in held if seat is not None)


def take_seat(
    store: TableStore, table_id: int, seat: int, name: str, device: str, *, lobby: bool = False
) -> str:
    """Take a free seat by the table's code and return its secret. Forbidden where it is taken.

    Whoever sits down at a table without a host is its host. Who saw the ``lobby`` chose a seat that may
    have another number once it was left.
    """
    with store.change(table_id) as table:
        if seat >= len(table.names):
            raise Forbidden("table.seats_moved")
        if seat in taken_seats(table):
            raise Forbidden("table.seat_taken")
        if lobby and table.vacant is None:
            raise Forbidden("table.seats_moved")
        if name.strip() or seat in (table.vacant or ()):
            table.names[seat] = normalize_name(name, seat)
        has_host = any(link.role == "host" for link in table.links)
        return create_link(table, "seat" if has_host else "host", seat, device)


def join_as_viewer(store: TableStore, table_id: int, device: str = "") -> str:
    """Return a viewer's secret."""
    with store.change(table_id) as table:
        return create_link(table, "viewer", None, device)


def create_viewer_link(store: TableStore, member: Member) -> str:
    """Return the secret of a new watching screen; anybody who plays may make one."""
    if not member.may_enter:
        raise Forbidden("table.viewers_watch")
    return join_as_viewer(store, member.table_id)


def table_of_viewer(store: TableStore, secret: str) -> TableRecord:
    """Return the table that a viewer's secret belongs to; NotFound where it was revoked."""
    digest = hash_secret(secret)
    table = store.find_record(digest=digest)
    link = _link(table, digest)
    if table is None or link is None or link.role != "viewer":
        raise NotFound("table.no_such_link")
    return table


def create_invitation(store: TableStore, member: Member, seat: int) -> str:
    """Return a one-time invitation to take over a seat: the host's for any, a seat's for its own."""
    if member.role != "host" and member.seat != seat:
        raise Forbidden("table.hosts_only")
    with store.change(member.table_id) as table:
        if not 0 <= seat < len(table.names):
            raise NotFound("table.no_such_seat")
        return create_link(table, "invite", seat)


def find_invitation(store: TableStore, secret: str) -> tuple[TableRecord, int]:
    """Return the table and seat an invitation is for; NotFound where it was used, ended or is too old."""
    table = store.find_record(digest=hash_secret(secret))
    if table is None:
        raise NotFound("table.no_such_link")
    return table, _invited_to(table, secret)


def invitation_is_open(store: TableStore, table_id: int, mark: str) -> bool:
    """Whether the invitation with this mark (the hash of its secret) can still be used."""
    table = store.find_record(digest=mark)
    link = _link(table, mark)
    return bool(table and table.id == table_id and link and _fresh(link))


def take_over_seat(
    store: TableStore, secret: str, device: str, giving_up: Member | None = None
) -> tuple[TableRecord, str]:
    """Use an invitation and return the table and the seat's new secret.

    Every older link and invitation of the seat ends, the host's too: hosting goes with the seat. So does
    the seat that the device gives up for it. NotFound where the invitation was used meanwhile.
    """
    found, _ = find_invitation(store, secret)
    with store.change(found.id) as table:
        seat = _invited_to(table, secret)
        if giving_up is not None:
            _end(table, lambda link: link.id == giving_up.link_id)
        ended = _end(table, lambda link: link.seat == seat and link.role in OF_A_SEAT)
        hosts = any(link.role == "host" for link in ended)
        return table, create_link(table, "host" if hosts else "seat", seat, device)


def revoke_seat(store: TableStore, member: Member, seat: int) -> None:
    """Free a seat, as the host may: its links stop working and anybody with the code may sit down.

    In the lobby nobody is known for it any more.
    """
    if member.role != "host" or seat == member.seat:
        raise Forbidden("table.hosts_only")
    with store.change(member.table_id) as table:
        if table.vacant is not None and seat < len(table.names):
            table.vacant = sorted({*table.vacant, seat})
        _end(table, lambda link: link.seat == seat and link.role in ("seat", "invite"))


def make_host(store: TableStore, member: Member, seat: int) -> None:
    """Hand hosting on to the phone at a seat, as the host may."""
    if member.role != "host":
        raise Forbidden("table.hosts_only")
    with store.change(member.table_id) as table:
        at_seat = (link for link in table.links if link.seat == seat and link.role in HOLDERS)
        heir = next(at_seat, None)
        if heir is None:
            raise Forbidden("table.nobody_sits")
        former = next((link for link in table.links if link.id == member.link_id), None)
        if former is not None and former is not heir:
            former.role, heir.role = "viewer" if former.seat is None else "seat", "host"


def leave_table(store: TableStore, member: Member) -> None:
    """Give the link up; the seat is free for another phone. A host's place goes to the next who sits."""
    with store.change(member.table_id) as table:
        _end(table, lambda link: link.id == member.link_id)
        table.guided = [seat for seat in table.guided if seat != member.seat]
        sitting = [link for link in table.links if link.role == "seat"]
        if member.role == "host" and sitting:
            min(sitting, key=lambda link: link.seat or 0).role = "host"


def end_links(table: TableRecord, seats: Collection[int]) -> None:
    """End everything that leads to these seats."""
    _end(table, lambda link: link.seat in seats and link.role in OF_A_SEAT)


def revoke_viewers(store: TableStore, member: Member) -> None:
    """End every viewer's link, as the host may."""
    if member.role != "host":
        raise Forbidden("table.hosts_only")
    with store.change(member.table_id) as table:
        _end(table, lambda link: link.role == "viewer")


def _invited_to(table: TableRecord, secret: str) -> int:
    """The seat to which a secret of the table invites; NotFound where it does not, or not any more."""
    link = _link(table, hash_secret(secret))
    if link is None or link.role != "invite" or link.seat is None or not _fresh(link):
        raise NotFound("table.no_such_link")
    return link.seat


def _link(table: TableRecord | None, digest: str) -> LinkRecord | None:
    links = table.links if table else ()
    return next((link for link in links if link.digest == digest), None)


def _fresh(link: LinkRecord) -> bool:
    return link.made_at > now() - INVITATION_LASTS


def _end(table: TableRecord, which: Callable[[LinkRecord], bool]) -> list[LinkRecord]:
    """End the links of which something is true; they are returned."""
    ended = [link for link in table.links if which(link)]
    table.links = [link for link in table.links if not which(link)]
    return ended
