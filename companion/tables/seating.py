"""Take, transfer and free seats. At most one link (one phone) holds a seat."""

from collections.abc import Callable
from datetime import timedelta
from typing import Literal

from companion.tables.errors import Forbidden, NotFound
from companion.tables.links import Member, create_link, hash_secret, require_player, require_seat
from companion.tables.names import is_same_name, normalize_name
from companion.tables.state import TableState
from companion.tables.table_store import SEATED_ROLES, LinkRecord, TableRecord, utc_now
from companion.tables.tables import Tables

INVITATION_LIFETIME = timedelta(hours=24)
MAX_VIEWERS = 100
"""Limit of live watching links, since each change of the table reads all links."""
MAX_INVITATIONS = 10
"""A seat keeps this many of its newest invitations."""
SEAT_LINK_ROLES = (*SEATED_ROLES, "invite")


def seats_without_phone(table: TableState) -> list[int]:
    """Return the seats that no phone has taken."""
    return [seat for seat in range(table.seats) if seat not in table.taken]


def take_seat(
    tables: Tables, table_id: int, seat: int, name: str, device: str, shown_name: str | None = None
) -> str:
    """Take a free seat and return the secret of a new link to it. Without a host, this link is the host's.

    ``shown_name`` is the name that the page showed for the seat (empty for a free one), or None without a
    page. ``device`` is the kind of device. Raise Forbidden if the seat is taken or has another name now.
    """
    with tables.change(table_id) as table:
        if seat >= len(table.names):
            raise Forbidden("table.seats_moved")
        if seat in table.taken:
            raise Forbidden("table.seat_taken")
        free = seat in (table.vacant or ())
        if shown_name is not None and not is_same_name(shown_name, "" if free else table.names[seat]):
            raise Forbidden("table.seats_moved")
        if name.strip() or free:
            table.names[seat] = normalize_name(name, seat)
        drop_requests(table, seat)
        return create_link(table, choose_role_for_newcomer(table), seat, device)


def choose_role_for_newcomer(table: TableRecord) -> str:
    """Return the role of a new player's link: ``host`` if the table has no host, otherwise ``seat``."""
    return "seat" if table.host_link else "host"


def join_as_viewer(tables: Tables, table_id: int, device: str = "") -> str:
    """Return a new viewer link's secret for this kind of device. Raise Forbidden beyond ``MAX_VIEWERS``."""
    with tables.change(table_id) as table:
        return add_viewer(table, device)


def add_viewer(table: TableRecord, device: str, secret: str = "") -> str:
    """Add a viewer's link to a record from ``Tables.change``. Return its secret, by default a new one."""
    if sum(link.role == "viewer" for link in table.links) >= MAX_VIEWERS:
        raise Forbidden("table.viewers_full")
    return create_link(table, "viewer", None, device, secret)


def create_viewer_link(tables: Tables, member: Member) -> str:
    """Return the secret of a new viewer's link, which any player may create."""
    require_player(member)
    return join_as_viewer(tables, member.table_id)


def get_table_by_viewer_secret(tables: Tables, secret: str) -> TableRecord:
    """Return the table of a viewer's link. Raise NotFound if no such link has this secret."""
    table = tables.get_by_secret(secret)
    link = _find_link(table, hash_secret(secret))
    if link is None or link.role != "viewer":
        raise NotFound("table.no_such_link")
    return table


def create_invitation(tables: Tables, member: Member, seat: int) -> str:
    """Return the secret of a new invitation, which gives a seat to the first phone that uses it.

    The host may invite to any seat, and others only to their own. Beyond ``MAX_INVITATIONS`` for the seat,
    the oldest ones stop working.
    """
    with tables.change(member.table_id) as table:
        if member.link_id not in (link.id for link in table.links if link.seat == seat):
            require_host(table, member)
        open_links = [link for link in table.links if link.role == "invite" and link.seat == seat]
        oldest = [link.digest for link in open_links[: 1 - MAX_INVITATIONS]]
        revoke_links(table, lambda link: link.digest in oldest)
        return create_link(table, "invite", require_seat(len(table.names), seat))


def find_invitation(tables: Tables, secret: str) -> tuple[TableRecord, int]:
    """Return (table, seat) of an invitation. Raise NotFound if it was used, revoked or has expired."""
    table = tables.get_by_secret(secret)
    return table, _get_invited_seat(table, secret)


def is_invitation_open(tables: Tables, table_id: int, digest: str) -> bool:
    """Return whether the invitation whose secret has this digest can still be used."""
    table = tables.store.find_record(digest=digest)
    link = _find_link(table, digest)
    return bool(table and table.id == table_id and link and _is_unexpired(link))


def take_over_seat(
    tables: Tables, secret: str, device: str, giving_up: Member | None = None
) -> tuple[TableRecord, str]:
    """Give a seat to the phone that uses an invitation. Return (table, secret of the seat's new link).

    The seat's older links are revoked, and so is the phone's own former link, that of the member
    ``giving_up``. Raise NotFound if the invitation is not valid any more, and Forbidden if this member is
    the host. ``device`` is the kind of device, such as ``iPad``.
    """
    invited, _ = find_invitation(tables, secret)
    with tables.change(invited.id) as table:
        seat = _get_invited_seat(table, secret)
        if giving_up is not None:
            if any(link.id == giving_up.link_id and link.role == "host" for link in table.links):
                raise Forbidden("table.hosting_stays")
            revoke_links(table, lambda link: link.id == giving_up.link_id)
        return table, create_link(table, revoke_seat_links(table, seat), seat, device)


def renew_link(tables: Tables, table_id: int, link_id: int, device: str) -> str:
    """Replace a link by a new one with the same role and seat. Return the secret of the new link.

    ``device`` is the kind of device, such as ``iPad``. Raise NotFound if the old link was revoked.
    """
    with tables.change(table_id) as table:
        ended = revoke_links(table, lambda link: link.id == link_id and link.role != "invite")
        if not ended:
            raise NotFound("table.no_such_link")
        return create_link(table, ended[0].role, ended[0].seat, device)


def revoke_seat(tables: Tables, member: Member, seat: int) -> None:
    """Free a seat and revoke its links. Only the host may do this.

    In the lobby the seat also loses its name.
    """
    with tables.change(member.table_id) as table:
        if require_host(table, member).seat == seat:
            raise Forbidden("table.hosts_only")
        if table.vacant is not None and seat < len(table.names):
            table.vacant = sorted({*table.vacant, seat})
        _set_freed_seats_guided(table, {seat})
        revoke_links(table, lambda link: link.seat == seat and link.role in ("seat", "invite"))


def make_host(tables: Tables, member: Member, seat: int) -> None:
    """Make the player at a seat the host. Only the present host may do this."""
    with tables.change(member.table_id) as table:
        former, heir = require_host(table, member), table.find_link_at(seat)
        if heir is None:
            raise Forbidden("table.nobody_sits")
        move_hosting(former, heir)


def leave_table(tables: Tables, member: Member) -> None:
    """End the member's link and free its seat. If the host leaves, the lowest seat with a phone hosts."""
    with tables.change(member.table_id) as table:
        ended = revoke_links(table, lambda link: link.id == member.link_id)
        _set_freed_seats_guided(table, {link.seat for link in ended if link.seat is not None})
        seated = [link for link in table.links if link.role == "seat"]
        if any(link.role == "host" for link in ended) and seated:
            min(seated, key=lambda link: link.seat or 0).role = "host"


def set_seat_guided(tables: Tables, member: Member, seat: int, *, on: bool) -> None:
    """Switch the guide for newcomers on or off for a seat."""
    require_player(member)
    with tables.change(member.table_id) as table:
        other_seats = {*table.guided} - {require_seat(len(table.names), seat)}
        table.guided = sorted({*other_seats, seat} if on else other_seats)


def _set_freed_seats_guided(table: TableRecord, freed: set[int]) -> None:
    guided = {*table.guided}
    is_for_newcomers = any(seat >= len(table.names) for seat in guided)
    table.guided = sorted(guided | freed if is_for_newcomers else guided - freed)


def revoke_viewers(tables: Tables, member: Member) -> None:
    """Revoke every viewer's link. Only the host may do this."""
    with tables.change(member.table_id) as table:
        require_host(table, member)
        revoke_links(table, lambda link: link.role == "viewer")


def require_host(table: TableRecord, member: Member) -> LinkRecord:
    """Return the host's link if the member is the host now; otherwise raise Forbidden."""
    link = table.host_link
    if link is None or link.id != member.link_id:
        raise Forbidden("table.hosts_only")
    return link


def _get_invited_seat(table: TableRecord, secret: str) -> int:
    link = _find_link(table, hash_secret(secret))
    if link is None or link.role != "invite" or link.seat is None or not _is_unexpired(link):
        raise NotFound("table.no_such_link")
    return link.seat


def _find_link(table: TableRecord | None, digest: str) -> LinkRecord | None:
    links = table.links if table else ()
    return next((link for link in links if link.digest == digest), None)


def _is_unexpired(link: LinkRecord) -> bool:
    return link.made_at > utc_now() - INVITATION_LIFETIME


def revoke_links(table: TableRecord, which: Callable[[LinkRecord], bool]) -> list[LinkRecord]:
    """Revoke and return the links of a table for which the function ``which`` returns True."""
    ended = [link for link in table.links if which(link)]
    table.links = [link for link in table.links if not which(link)]
    return ended


def revoke_seat_links(table: TableRecord, seat: int) -> Literal["host", "seat"]:
    """Revoke a seat's links and invitations, and end its requests.

    Return the role for the seat's next link: ``host`` if one of the links had this role, else ``seat``.
    """
    ended = revoke_links(table, lambda link: link.seat == seat and link.role in SEAT_LINK_ROLES)
    drop_requests(table, seat)
    return "host" if any(link.role == "host" for link in ended) else "seat"


def move_hosting(former: LinkRecord, heir: LinkRecord) -> None:
    """Make ``heir`` the host's link. The former host keeps their seat or, without one, becomes a viewer."""
    former.role = "viewer" if former.seat is None else "seat"
    heir.role = "host"


def drop_requests(table: TableRecord, seat: int) -> None:
    """End the requests for a seat, and those made by the player at that seat."""
    table.requests = [request for request in table.requests if request.seat != seat]
