"""The lobby: a table before its start. Its people come, are named, and say how they play."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.engine.game import Meta, Option
from companion.games import BY_SLUG
from companion.tables.errors import Forbidden, Malformed
from companion.tables.links import Member, require_seat
from companion.tables.names import normalize_name
from companion.tables.opening import validate_options
from companion.tables.seating import SEAT_LINK_ROLES, end_links, require_host
from companion.tables.state import TableState
from companion.tables.table_store import INTRO_PAGES, TableRecord
from companion.tables.tables import Tables


def remaining_seats(seats: int, free: Collection[int], fewest: int) -> list[int]:
    """The seats that play: free ones fall away, the last first, as long as enough remain."""
    spare = max(0, min(len(free), seats - fewest))
    fallen = sorted(free)[len(free) - spare :]
    return [seat for seat in range(seats) if seat not in fallen]


def seats_at_start(table: TableState) -> list[int]:
    """The seats that would play if the table were started now; all of one that was started."""
    if table.vacant is None:
        return list(range(table.seats))
    fewest = table.replay.origin.meta.seats[0]
    return remaining_seats(table.seats, table.free, fewest)


def rename_seat(tables: Tables, member: Member, number: int, name: str) -> None:
    """Call who sits there otherwise: the host anybody, all others themselves.

    Whom the host names at a free seat of the lobby plays without a phone, unless one comes.
    """
    with tables.change(member.table_id) as table:
        own = any(link.id == member.link_id and link.seat == number for link in table.links)
        if not own:
            require_host(table, member)
        require_seat(len(table.names), number)
        if not own and table.vacant is not None:
            table.vacant = [seat for seat in table.vacant if seat != number]
        table.names[number] = normalize_name(name, number)


def fill_free_seats(tables: Tables, member: Member) -> None:
    """Nobody else is waited for: every free seat is somebody without a phone."""
    with tables.change(member.table_id) as table:
        require_host(table, member)
        for number in set(_vacant(table)) - table.taken:
            table.names[number] = normalize_name("", number)
        table.vacant = []


def add_seat(tables: Tables, table_id: int, member: Member | None = None) -> None:
    """One seat more: as the host wishes, or for whoever comes and finds all others taken.

    Where two come at once there is one.
    """
    with tables.change(table_id) as table:
        if member is not None:
            require_host(table, member)
        vacant, number = _vacant(table), len(table.names)
        if member is None and len(table.taken) < number:
            return
        meta = BY_SLUG[table.slug].meta
        if number >= meta.seats[1]:
            raise Malformed({"seats": ["Full."]}, "table.full")
        table.options = _for_seats(meta, table.options, [*range(number), number])
        table.vacant = [*vacant, number]
        table.names.append(normalize_name("", number))


def change_settings(
    tables: Tables, member: Member, options: Mapping[str, Any], first: int | None = None
) -> None:
    """Play by these options, and let this seat begin."""
    with tables.change(member.table_id) as table:
        require_host(table, member)
        _vacant(table)
        meta, chosen = BY_SLUG[table.slug].meta, {**table.options, **options}
        table.options = validate_options(meta, table.mode, chosen, len(table.names))
        if first is not None:
            require_seat(len(table.names), first)
            table.first = first


def start_table(tables: Tables, member: Member, to: str = "") -> None:
    """Everybody is there: the seats left free fall away, as long as enough remain.

    With newcomers all phones are led ``to`` a page of ``INTRO_PAGES`` first. Where it was started already,
    or by somebody else at once, nothing happens.
    """
    with tables.change(member.table_id) as table:
        require_host(table, member)
        if table.vacant is None:
            return
        free = set(table.vacant) - table.taken
        meta = BY_SLUG[table.slug].meta
        playing = remaining_seats(len(table.names), free, meta.seats[0])
        table.vacant = None
        _lead(table, to)
        table.options = _for_seats(meta, table.options, playing)
        table.first = _moved_up(table.first, playing)
        _move_up(table, playing)


def send_to_intro_page(tables: Tables, member: Member, to: str) -> None:
    """The host leads all phones on to a page of ``INTRO_PAGES``."""
    with tables.change(member.table_id) as table:
        require_host(table, member)
        _lead(table, to)


def _lead(table: TableRecord, to: str) -> None:
    marks = [mark for mark in table.ticks if mark not in INTRO_PAGES]
    table.ticks = [to, *marks] if to in INTRO_PAGES else marks


def _move_up(table: TableRecord, playing: Sequence[int]) -> None:
    """The seats that remain close up: who sat on the n-th of them sits on seat n."""
    fallen = [seat for seat in range(len(table.names)) if seat not in playing]
    end_links(table, lambda link: link.seat in fallen and link.role in SEAT_LINK_ROLES)
    table.names = [table.names[seat] for seat in playing]
    table.guided = [playing.index(seat) for seat in table.guided if seat in playing]
    table.requests = [
        replace(request, seat=playing.index(request.seat))
        for request in table.requests
        if request.seat in playing
    ]
    for link in table.links:
        link.seat = playing.index(link.seat) if link.seat in playing else None


def _moved_up(seat: int, playing: Sequence[int]) -> int:
    """Who begins, once the seats have closed up; the first where that seat has fallen away."""
    return playing.index(seat) if seat in playing else 0


def _for_seats(meta: Meta, options: Mapping[str, Any], seats: Sequence[int]) -> dict[str, Any]:
    """The options when these seats play: each keeps its sheet of a pad, a new one takes the next."""
    return {
        option.name: _sheets(option, options[option.name], seats)
        for option in meta.options
        if option.name in options
    }


def _sheets(option: Option, value: Any, seats: Sequence[int]) -> Any:
    if not (option.pad and isinstance(value, list) and value):
        return value
    return [value[seat % len(value)] for seat in seats]


def _vacant(table: TableRecord) -> list[int]:
    """The seats for whoever comes; Forbidden where the table was started."""
    if table.vacant is None:
        raise Forbidden("table.started")
    return table.vacant
