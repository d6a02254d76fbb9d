"""The seats for which a phone enters moves: its own, one other, those without a phone, or all."""

from __future__ import annotations

from dataclasses import dataclass, replace

from flask import Response, request

from companion.engine.game import Awaiting
from companion.tables import queries
from companion.tables.links import Member
from companion.tables.seating import seats_without_phone
from companion.tables.state import TableState
from companion.web.common.http import delete_device_cookie, set_device_cookie


@dataclass(frozen=True, slots=True)
class ActingFor:
    """A person's choice of the seats for which a phone enters moves, besides its own seat."""

    seat: int | None = None
    """Another seat, until its turn ends."""
    everybody: bool = False
    """Whether this is the table's only phone."""
    absent: tuple[int, ...] | None = None
    """The seats without a phone, or None if the phone does not enter moves for them."""

    def current(self, table: TableState) -> ActingFor:
        """Return this choice without a seat whose turn has ended, with the seats now without a phone."""
        if self.seat is None and self.absent is None:
            return self
        seat = self.seat if self.seat in queries.seats_that_can_enter(table) else None
        absent = None if self.absent is None else tuple(seats_without_phone(table))
        return replace(self, seat=seat, absent=absent)

    def seats(self, member: Member | None, seat_count: int) -> tuple[int, ...]:
        """Return those of the ``seat_count`` seats, also the own one, for which a phone may enter moves."""
        if member is None or not member.may_enter:
            return ()
        chosen_seats = (member.seat, self.seat, *(self.absent or ()))
        return tuple(n for n in range(seat_count) if self.everybody or n in chosen_seats)

    def acting_seat(self, member: Member | None, awaiting: Awaiting | None) -> int | None:
        """Return the seat for which the phone of ``member`` enters a move now; None if no move is possible.

        In this order: the chosen seat, the member's own awaited seat, another awaited seat, the own seat if
        it may begin early.
        """
        if member is None or not member.may_enter or awaiting is None:
            return None
        open_to = (*awaiting.seats, *awaiting.early_seats)
        if self.seat in open_to:
            return self.seat
        other_seats = [n for n in awaiting.seats if self.everybody or n in (self.absent or ())]
        if other_seats and member.seat not in awaiting.seats:
            return other_seats[0]
        return member.seat if member.seat in open_to else None


OWN_SEAT_ONLY = ActingFor()
_EVERYBODY, _ABSENT = "all", "rest"


def load_acting_for(table: TableState) -> ActingFor:
    """Return the choice that this phone has stored for a table in a cookie."""
    words = request.cookies.get(_cookie_name(table.code), "").split()
    seat = next((seat for seat in range(table.seats) if str(seat) in words), None)
    absent = tuple(seats_without_phone(table)) if _ABSENT in words else None
    return ActingFor(seat, _EVERYBODY in words, absent)


def save_acting_for(response: Response, code: str, choice: ActingFor) -> Response:
    """Store a phone's choice for the table with this code in a cookie. Return the response."""
    if choice == OWN_SEAT_ONLY:
        return delete_device_cookie(response, _cookie_name(code))
    words = [_EVERYBODY] * choice.everybody + [_ABSENT] * (choice.absent is not None)
    words += [str(choice.seat)] * (choice.seat is not None)
    return set_device_cookie(response, _cookie_name(code), " ".join(words))


def _cookie_name(code: str) -> str:
    return f"for-{code}"
