"""For whom a phone enters besides its own seat: for one other until that turn ends, or for everybody."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from flask import Response, request

from companion.tables.links import Member
from companion.tables.state import TableState
from companion.web.request import forget_kept_cookie, parse_seat, set_kept_cookie


@dataclass(frozen=True, slots=True)
class EntersFor:
    """What somebody told a phone; it enters for its own seat in any case."""

    seat: int | None = None
    """Another one, until that turn ends."""
    everybody: bool = False
    """It is the table's only phone."""

    def as_of(self, awaited: Sequence[int]) -> EntersFor:
        """What remains of it now that the table waits for these seats."""
        return self if self.seat is None or self.seat in awaited else replace(self, seat=None)

    def seats(self, member: Member | None, seats: int) -> tuple[int, ...]:
        """Every seat that the phone enters for."""
        if member is None or not member.may_enter:
            return ()
        return tuple(n for n in range(seats) if self.everybody or n in (member.seat, self.seat))

    def acting(
        self, member: Member | None, awaited: Sequence[int], open_to: Sequence[int]
    ) -> int | None:
        """The seat it enters for now: of those awaited, else its own if that may enter something."""
        if member is None or not member.may_enter:
            return None
        if self.seat is not None and self.seat in open_to:
            return self.seat
        if self.everybody and awaited and member.seat not in awaited:
            return awaited[0]
        return member.seat if member.seat in open_to else None


ITS_OWN = EntersFor()
_EVERYBODY = "all"


def entering_for(table: TableState) -> EntersFor:
    """For whom the phone of this request enters."""
    told = request.cookies.get(_cookie_name(table.code), "").split()
    everybody = _EVERYBODY in told
    return EntersFor(parse_seat("".join(told[everybody:]), len(table.names)), everybody)


def keep_entering_for(response: Response, code: str, asked: EntersFor) -> Response:
    """Have the phone remember for whom it enters at a table."""
    if asked == ITS_OWN:
        return forget_kept_cookie(response, _cookie_name(code))
    words = [_EVERYBODY] * asked.everybody + [str(asked.seat)] * (asked.seat is not None)
    return set_kept_cookie(response, _cookie_name(code), " ".join(words))


def _cookie_name(code: str) -> str:
    return f"for-{code}"
