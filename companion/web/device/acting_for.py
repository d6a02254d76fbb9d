"""For whom a phone enters besides its own seat: for one other until that turn ends, for those without a
phone, or for everybody.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from flask import Response, request

from companion.tables import queries
from companion.tables.links import Member
from companion.tables.seating import free_seats
from companion.tables.state import TableState
from companion.web.common.request import delete_device_cookie, set_device_cookie


@dataclass(frozen=True, slots=True)
class ActingFor:
    """What somebody told a phone; it enters for its own seat in any case."""

    seat: int | None = None
    """Another one, until that turn ends."""
    everybody: bool = False
    """It is the table's only phone."""
    absent: tuple[int, ...] | None = None
    """The seats without a phone, if it enters for those."""

    def current(self, table: TableState) -> ActingFor:
        """What remains of it now: another's turn may have ended, a phone have come or gone."""
        if self.seat is None and self.absent is None:
            return self
        seat = self.seat if self.seat in queries.seats_that_can_enter(table) else None
        return replace(self, seat=seat, absent=None if self.absent is None else tuple(free_seats(table)))

    def seats(self, member: Member | None, seats: int) -> tuple[int, ...]:
        """Every seat that the phone enters for."""
        if member is None or not member.may_enter:
            return ()
        named = (member.seat, self.seat, *(self.absent or ()))
        return tuple(n for n in range(seats) if self.everybody or n in named)

    def acting_seat(
        self, member: Member | None, awaited: Sequence[int], open_to: Sequence[int]
    ) -> int | None:
        """The seat it enters for now: of those awaited, else its own if that may enter something."""
        if member is None or not member.may_enter:
            return None
        if self.seat is not None and self.seat in open_to:
            return self.seat
        others = [n for n in awaited if self.everybody or n in (self.absent or ())]
        if others and member.seat not in awaited:
            return others[0]
        return member.seat if member.seat in open_to else None


OWN_SEAT_ONLY = ActingFor()
_EVERYBODY, _ABSENT = "all", "rest"


def load_acting_for(table: TableState) -> ActingFor:
    """For whom the phone of this request enters."""
    words = request.cookies.get(_cookie_name(table.code), "").split()
    seat = next((seat for seat in range(table.seats) if str(seat) in words), None)
    return ActingFor(seat, _EVERYBODY in words, tuple(free_seats(table)) if _ABSENT in words else None)


def save_acting_for(response: Response, code: str, asked: ActingFor) -> Response:
    """Have the phone remember for whom it enters at a table."""
    if asked == OWN_SEAT_ONLY:
        return delete_device_cookie(response, _cookie_name(code))
    words = [_EVERYBODY] * asked.everybody + [_ABSENT] * (asked.absent is not None)
    words += [str(asked.seat)] * (asked.seat is not None)
    return set_device_cookie(response, _cookie_name(code), " ".join(words))


def _cookie_name(code: str) -> str:
    return f"for-{code}"
