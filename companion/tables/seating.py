"""Takes, transfers and frees seats. A seat has at most one holder."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Literal

from companion.tables.errors import Forbidden, NotFound
from companion.tables.links import Member, create_link, hash_secret, require_player, require_seat
from companion.tables.names import normalize_name
from companion.tables.state import TableState
from companion.tables.table_store import LinkRecord, TableRecord, utc_now
from companion.tables.tables import Tables

INVITATION_LIFETIME = timedelta(hours=24)
MAX_VIEWERS = 100
"""Live links to watch a table: each change of the table reads all of them."""
SEATED_ROLES = ("host", "seat")
SEAT_LINK_ROLES = ("host", "seat", "invite")


def free_seats(table: TableState) -> list[int]:
    """Return the seats that no device has taken yet."""
    return [seat for seat in range(table.seats) if seat not in table.taken]


def take_seat(
    tables: Tables, table_id: int, seat: int, name: str, device: str, shown: str | None = None
) -> str:
    """Take a free seat by the table's code and return its secret. Forbidden where it is taken.

    Whoever sits down at a table without a host is its host. With the name that was ``shown`` at the seat
    when it was chosen (empty where it was free), it is Forbidden where another stands there now: the
    table may have been started since, its seats have closed up, or somebody have been named.
    """
    with tables.change(table_id) as table:
        if seat >= len(table.names):
            raise Forbidden("table.seats_moved")
        if seat in table.taken:
            raise Forbidden("table.seat_taken")
        free = seat in (table.vacant or ())
        if shown is not None and shown != ("" if free else table.names[seat]):
            raise Forbidden("table.seats_moved")
        if name.strip() or free:
            table.names[seat] = normalize_name(name, seat)
        drop_requests(table, seat)
        return create_link(table, role_for_newcomer(table), seat, device)


def role_for_newcomer(table: TableRecord) -> str:
    """As what somebody comes who plays: at a table without a host, as its host."""
    return "seat" if any(link.role == "host" for link in table.links) else "host"


def join_as_viewer(tables: Tables, table_id: int, device: str = "") -> str:
    """Return a viewer's secret. Forbidden where as many watch as a table bears."""
    with tables.change(table_id) as table:
        return add_viewer(table, device)


def add_viewer(table: TableRecord, device: str) -> str:
    """Add a viewer's link to a table that is being changed and return its secret."""
    if sum(link.role == "viewer" for link in table.links) >= MAX_VIEWERS:
        raise Forbidden("table.viewers_full")
    return create_link(table, "viewer", None, device)


def create_viewer_link(tables: Tables, member: Member) -> str:
    """Return the secret of a new watching screen; anybody who plays may make one."""
    require_player(member)
    return join_as_viewer(tables, member.table_id)


def get_table_of_viewer(tables: Tables, secret: str) -> TableRecord:
    """Return the table that a viewer's secret belongs to; NotFound where it was revoked."""
    table = tables.get_by_secret(secret)
    link = _link(table, hash_secret(secret))
    if link is None or link.role != "viewer":
        raise NotFound("table.no_such_link")
    return table


def create_invitation(tables: Tables, member: Member, seat: int) -> str:
    """Return a one-time invitation to take over a seat: the host's for any, a seat's for its own."""
    with tables.change(member.table_id) as table:
        if member.link_id not in (link.id for link in table.links if link.seat == seat):
            require_host(table, member)
        return create_link(table, "invite", require_seat(len(table.names), seat))


def find_invitation(tables: Tables, secret: str) -> tuple[TableRecord, int]:
    """Return the table and seat an invitation is for; NotFound where it was used, ended or is too old."""
    table = tables.get_by_secret(secret)
    return table, _invited_to(table, secret)


def is_invitation_open(tables: Tables, table_id: int, mark: str) -> bool:
    """Whether the invitation with this mark (the hash of its secret) can still be used."""
    table = tables.store.find_record(digest=mark)
    link = _link(table, mark)
    return bool(table and table.id == table_id and link and _fresh(link))


def take_over_seat(
    tables: Tables, secret: str, device: str, giving_up: Member | None = None
) -> tuple[TableRecord, str]:
    """Use an invitation and return the table and the seat's new secret.

    Every older link and invitation of the seat ends, the host's too: hosting goes with the seat. So does
    the seat that the device gives up for it. NotFound where the invitation was used meanwhile.
    """
    invited, _ = find_invitation(tables, secret)
    with tables.change(invited.id) as table:
        seat = _invited_to(table, secret)
        if giving_up is not None:
            if any(link.id == giving_up.link_id and link.role == "host" for link in table.links):
                raise Forbidden("table.hosting_stays")
            end_links(table, lambda link: link.id == giving_up.link_id)
        return table, create_link(table, end_seat(table, seat), seat, device)


def renew_link(tables: Tables, table_id: int, link_id: int, device: str) -> str:
    """End a link and return the secret of another with its role and seat; NotFound where it has ended."""
    with tables.change(table_id) as table:
        ended = end_links(table, lambda link: link.id == link_id and link.role != "invite")
        if not ended:
            raise NotFound("table.no_such_link")
        return create_link(table, ended[0].role, ended[0].seat, device)


def revoke_seat(tables: Tables, member: Member, seat: int) -> None:
    """Free a seat, as the host may: its links stop working and anybody with the code may sit down.

    In the lobby nobody is known for it any more.
    """
    with tables.change(member.table_id) as table:
        if require_host(table, member).seat == seat:
            raise Forbidden("table.hosts_only")
        if table.vacant is not None and seat < len(table.names):
            table.vacant = sorted({*table.vacant, seat})
        _guide_whoever_comes(table, {seat})
        end_links(table, lambda link: link.seat == seat and link.role in ("seat", "invite"))


def make_host(tables: Tables, member: Member, seat: int) -> None:
    """Hand hosting on to the phone at a seat, as the host may."""
    with tables.change(member.table_id) as table:
        former = require_host(table, member)
        at_seat = (link for link in table.links if link.seat == seat and link.role in SEATED_ROLES)
        heir = next(at_seat, None)
        if heir is None:
            raise Forbidden("table.nobody_sits")
        move_hosting(former, heir)


def leave_table(tables: Tables, member: Member) -> None:
    """Give the link up; the seat is free for another phone. A host's place goes to the next who sits."""
    with tables.change(member.table_id) as table:
        left = end_links(table, lambda link: link.id == member.link_id)
        _guide_whoever_comes(table, {link.seat for link in left if link.seat is not None})
        sitting = [link for link in table.links if link.role == "seat"]
        if any(link.role == "host" for link in left) and sitting:
            min(sitting, key=lambda link: link.seat or 0).role = "host"


def set_seat_guided(tables: Tables, member: Member, seat: int, *, on: bool) -> None:
    """Take the guide up for a seat, or leave it; progress is read off the log, so nothing is lost."""
    require_player(member)
    with tables.change(member.table_id) as table:
        others = {*table.guided} - {require_seat(len(table.names), seat)}
        table.guided = sorted({*others, seat} if on else others)


def _guide_whoever_comes(table: TableRecord, freed: set[int]) -> None:
    """Guide the freed seats at a table of newcomers, where seats that are not there yet are guided too."""
    guided = {*table.guided}
    is_for_newcomers = any(seat >= len(table.names) for seat in guided)
    table.guided = sorted(guided | freed if is_for_newcomers else guided - freed)


def revoke_viewers(tables: Tables, member: Member) -> None:
    """End every viewer's link, as the host may."""
    with tables.change(member.table_id) as table:
        require_host(table, member)
        end_links(table, lambda link: link.role == "viewer")


def require_host(table: TableRecord, member: Member) -> LinkRecord:
    """The host's link, as long as it is this member's: hosting may have been handed on since they asked.

    Forbidden for everybody else.
    """
    for link in table.links:
        if link.id == member.link_id and link.role == "host":
            return link
    raise Forbidden("table.hosts_only")


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
    return link.made_at > utc_now() - INVITATION_LIFETIME


def end_links(table: TableRecord, which: Callable[[LinkRecord], bool]) -> list[LinkRecord]:
    """End the links of which something is true; they are returned."""
    ended = [link for link in table.links if which(link)]
    table.links = [link for link in table.links if not which(link)]
    return ended


def end_seat(table: TableRecord, seat: int) -> Literal["host", "seat"]:
    """End a seat's links, invitations and requests, and return the role of whoever comes in its place."""
    ended = end_links(table, lambda link: link.seat == seat and link.role in SEAT_LINK_ROLES)
    drop_requests(table, seat)
    return "host" if any(link.role == "host" for link in ended) else "seat"


def move_hosting(former: LinkRecord, heir: LinkRecord) -> None:
    """Make one link the host's in place of another."""
    former.role = "viewer" if former.seat is None else "seat"
    heir.role = "host"


def drop_requests(table: TableRecord, seat: int) -> None:
    """End the requests for a seat and of whoever sits there: somebody else sits down."""
    table.requests = [request for request in table.requests if request.seat != seat]
