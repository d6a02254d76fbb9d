"""Requests to host the table, or to get one's own seat on a new phone, which others at the table answer.

The *holder* is the phone that loses something if the request is granted: the host's phone, or the one at
the seat. While it shows the request, it decides alone. A phone that does not show it is considered lost.
Then the consent of anybody else with a seat is enough; if there is nobody else, the request is granted
after a minute. There is no timer: ``settle_request`` runs whenever the asking phone polls (decision 92).
"""

import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from companion.tables.errors import Forbidden, NotFound
from companion.tables.links import Member, hash_secret, require_player, require_seat
from companion.tables.seating import move_hosting, revoke_seat_links
from companion.tables.state import TableState
from companion.tables.table_store import SEATED_ROLES, LinkRecord, SeatRequest, TableRecord
from companion.tables.tables import Tables

REQUEST_LIFETIME_SECONDS = 5 * 60
"""Unanswered requests expire after this time."""
HOLDER_TIMEOUT_SECONDS = 10
"""The holder's phone has this long to show a request before somebody else's consent counts."""
AUTO_GRANT_SECONDS = 60
"""If nobody else sits at the table, a request is granted after this time without an answer."""
_MAX_RECENT_ENTRIES = 50
"""The app looks for an entry by the holder among this many of the newest entries."""


@dataclass(frozen=True, slots=True)
class OpenSeatRequest:
    """An open request, as one phone at the table shows it."""

    name: str
    kind: Literal["host", "seat"]
    seat: int
    part: Literal["asker", "holder", "other"]
    seen: bool
    agreed: bool
    alone: bool
    """Whether nobody else sits here who could answer."""


def unix_time() -> int:
    """Return the current time in whole seconds since 1970, the format in which seat requests are stored."""
    return int(time.time())


def find_open_seat_request(table: TableState, member: Member, now: int) -> OpenSeatRequest | None:
    """Return the oldest open request as this member's phone shows it.

    Return None if there is no request, or if the member only watches.
    """
    request = next((one for one in table.requests if _is_open(table, one, now)), None)
    if request is None or not member.may_enter:
        return None
    part: Literal["asker", "holder", "other"] = "other"
    if request.kind == "host" and member.seat == request.seat:
        part = "asker"
    elif member.role == "host" if request.kind == "host" else member.seat == request.seat:
        part = "holder"
    return OpenSeatRequest(
        request.id, request.kind, request.seat, part, request.seen, request.agreed,
        alone=has_no_other_players(table, request),
    )  # fmt: skip


def has_no_other_players(table: TableState, request: SeatRequest) -> bool:
    """Return whether nobody at the table could answer the request, except the people it concerns.

    It concerns the player at the requested seat, or the host and the player who asks to host.
    """
    involved = {request.seat} if request.kind == "seat" else {request.seat, table.host}
    host_has_no_seat = request.kind == "seat" and table.host is None
    return not host_has_no_seat and set(table.taken) <= involved


def find_request_by_secret(requests: Sequence[SeatRequest], secret: str | None) -> SeatRequest | None:
    """Return the request with this secret, or None if it has ended or no secret is given."""
    digest = hash_secret(secret or "")
    return next((request for request in requests if request.digest == digest), None)


def ask_for_seat(tables: Tables, table_id: int, seat: int, device: str, now: int) -> str:
    """Ask for a seat that a phone has taken. Return a secret that opens the seat once it is granted.

    ``device`` is the kind of the phone that asks, such as ``iPad``.
    """
    secret = secrets.token_urlsafe(24)
    request = SeatRequest("seat", seat, hash_secret(secret), device, now)
    with tables.change(table_id) as table:
        if require_seat(len(table.names), seat) not in table.taken:
            raise Forbidden("table.seats_moved")
        _add_request(table, request)
    return secret


def ask_to_host(tables: Tables, member: Member, now: int) -> None:
    """Ask to become the host. Without a host, become the host at once.

    Raise Forbidden if the member has no seat.
    """
    with tables.change(member.table_id) as table:
        asker = next((link for link in table.links if link.id == member.link_id), None)
        if asker is None or asker.seat is None or asker.role not in SEATED_ROLES:
            raise Forbidden("table.not_here")
        if asker.role == "host":
            return
        if table.host_link is None:
            asker.role = "host"
            return
        digest = hash_secret(secrets.token_urlsafe(24))
        _add_request(table, SeatRequest("host", asker.seat, digest, asker.device, now))


def _add_request(table: TableRecord, request: SeatRequest) -> None:
    """Add a request and remove expired ones. Raise Forbidden if one for the same seat or role is open."""
    table.requests = [one for one in table.requests if _is_open(table, one, request.at)]
    for other in table.requests:
        if other.kind == request.kind and (other.kind == "host" or other.seat == request.seat):
            raise Forbidden("table.asked_already")
    table.requests.append(request)


def mark_request_seen(tables: Tables, member: Member, name: str, now: int) -> None:
    """Store that a member's phone shows the request with the id ``name``, then call ``settle_request``.

    Nothing is stored unless this phone would lose the seat or the hosting.
    """
    require_player(member)
    with tables.change(member.table_id) as table:
        request = _find_request_by_id(table, name)
        if request is None:
            return
        request.seen |= _is_holder(table, request, member)
    settle_request(tables, member.table_id, request, now)


def answer_request(tables: Tables, member: Member, name: str, now: int, *, agrees: bool) -> None:
    """Agree to the request with the id ``name``, or refuse it. A refusal ends the request.

    The holder is the phone that would lose the seat or the hosting. While the holder shows the request,
    nobody else may agree. Every player may refuse; the player who asked may not agree. Raise Forbidden
    if the member may not give this answer, and NotFound if there is no such request any more.
    """
    require_player(member)
    with tables.change(member.table_id) as table:
        request = _find_request_by_id(table, name)
        if request is None:
            raise NotFound("table.no_such_request")
        if not any(link.id == member.link_id for link in table.links):
            raise Forbidden("table.not_here")
        if not agrees or not _is_open(table, request, now):
            table.requests.remove(request)
            return
        if _is_holder(table, request, member):
            _grant_request(table, request, by_holder=True)
            return
        if request.seen or (request.kind == "host" and member.seat == request.seat):
            raise Forbidden("table.holder_decides")
        request.agreed = True
    settle_request(tables, member.table_id, request, now)


def withdraw_request(tables: Tables, table_id: int, request: SeatRequest) -> None:
    """End a request. The phone that made the request calls this."""
    with tables.change(table_id) as table:
        table.requests = [one for one in table.requests if one.digest != request.digest]


def settle_request(tables: Tables, table_id: int, request: SeatRequest, now: int) -> None:
    """Grant a request that is due, or end one that has expired. Otherwise do nothing.

    A request is due if the holder's phone neither showed it in time nor made an entry since, and somebody
    else agreed or nobody else sits at the table.
    """
    if now - request.at < REQUEST_LIFETIME_SECONDS and not _may_be_due(request, now):
        return
    newest = tables.store.latest_entry(table_id)[0]
    rows = tables.store.rows_after(table_id, max(0, newest - _MAX_RECENT_ENTRIES))
    seats_with_entries = {row.by for row in rows if row.at >= request.at}
    with tables.change(table_id) as table:
        current = _find_request_by_id(table, request.id)
        if current is None:
            return
        holder = _find_holder_link(table, current)
        if holder is None or not _is_open(table, current, now):
            table.requests.remove(current)
            return
        has_entered = (-1 if holder.seat is None else holder.seat) in seats_with_entries
        is_decided = current.agreed or not _has_other_players(table, current, holder)
        if _may_be_due(current, now) and not has_entered and is_decided:
            _grant_request(table, current, by_holder=False)


def _may_be_due(request: SeatRequest, now: int) -> bool:
    """Return whether the request's timeout has passed and the holder's phone has not shown the request."""
    timeout = HOLDER_TIMEOUT_SECONDS if request.agreed else AUTO_GRANT_SECONDS
    return not request.seen and now - request.at >= timeout


def _is_open(table: TableState | TableRecord, request: SeatRequest, now: int) -> bool:
    is_already_host = request.kind == "host" and table.host == request.seat
    return (
        now - request.at < REQUEST_LIFETIME_SECONDS and request.seat in table.taken and not is_already_host
    )


def _find_holder_link(table: TableRecord, request: SeatRequest) -> LinkRecord | None:
    return table.host_link if request.kind == "host" else table.find_link_at(request.seat)


def _is_holder(table: TableRecord, request: SeatRequest, member: Member) -> bool:
    holder = _find_holder_link(table, request)
    return holder is not None and holder.id == member.link_id


def _has_other_players(table: TableRecord, request: SeatRequest, holder: LinkRecord) -> bool:
    asker = table.find_link_at(request.seat) if request.kind == "host" else None
    return any(
        link.role in SEATED_ROLES and link is not holder and link is not asker for link in table.links
    )


def _find_request_by_id(table: TableRecord, request_id: str) -> SeatRequest | None:
    return next((request for request in table.requests if request.id == request_id), None)


def _grant_request(table: TableRecord, request: SeatRequest, *, by_holder: bool) -> None:
    """Give the seat and its role to the phone that asked, or make the player who asked the host.

    Unless the holder's phone agreed (``by_holder``), nobody may delete a table whose host was replaced.
    """
    if request.kind == "seat":
        role = revoke_seat_links(table, request.seat)
        table.links.append(LinkRecord(role, request.seat, request.digest, request.device))
        takes_hosting = role == "host"
    else:
        former, heir = table.host_link, table.find_link_at(request.seat)
        if former is None or heir is None:
            return
        move_hosting(former, heir)
        table.requests.remove(request)
        takes_hosting = True
    table.hosting_taken |= takes_hosting and not by_holder
