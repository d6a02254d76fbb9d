"""The lobby: a table before its start. Its people come, are named, and say how they play."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sqlalchemy import delete, null, update
from sqlalchemy.exc import IntegrityError

from companion.engine.game import Option
from companion.games import BY_SLUG
from companion.store import Link, Seat, Table, db
from companion.tables.errors import Forbidden, Malformed, NotFound
from companion.tables.links import Member, normalize_name
from companion.tables.opening import validated_options
from companion.tables.seating import end_links, taken_seats
from companion.tables.state import TableState


def remaining_seats(seats: int, free: Collection[int], fewest: int) -> list[int]:
    """The seats that play: free ones fall away, the last first, as long as enough remain."""
    spare = max(0, min(len(free), seats - fewest))
    fallen = sorted(free)[len(free) - spare :]
    return [seat for seat in range(seats) if seat not in fallen]


def seats_at_start(table: TableState) -> list[int]:
    """The seats that would play if the table were started now."""
    fewest = table.replay.origin.meta.seats[0]
    return remaining_seats(len(table.names), table.free, fewest)


def rename_seat(member: Member, number: int, name: str) -> None:
    """Call who sits there otherwise: the host anybody, all others themselves.

    Whom the host names at a free seat of the lobby plays without a phone, unless one comes.
    """
    table = _table(member.table_id)
    if number != member.seat or member.role == "viewer":
        _hosts_only(member)
        if table.vacant is not None:
            table.vacant = [seat for seat in table.vacant if seat != number]
    _seat(table, number).name = normalize_name(name, number)
    db.session.commit()


def name_everybody(member: Member) -> None:
    """Nobody else is waited for: every free seat is somebody without a phone."""
    _hosts_only(member)
    table = _in_lobby(member.table_id)
    for number in set(table.vacant or ()) - taken_seats(table.id):
        table.seats[number].name = normalize_name("", number)
    table.vacant = []
    db.session.commit()


def add_seat(table_id: int, member: Member | None = None) -> None:
    """One seat more: as the host wishes, or for whoever comes and finds all others taken.

    Where two add it at once there is one.
    """
    table = _in_lobby(table_id)
    if member is not None:
        _hosts_only(member)
    elif len(taken_seats(table_id)) < len(table.seats):
        return
    number = len(table.seats)
    if number >= BY_SLUG[table.slug].meta.seats[1]:
        raise Malformed({"seats": ["Full."]}, "table.full")
    table.options = _for_seats(table, [*range(number), number])
    table.vacant = [*(table.vacant or ()), number]
    table.seats.append(Seat(number=number, name=normalize_name("", number)))
    try:
        db.session.commit()
    except IntegrityError:
        db.session.rollback()


def change_settings(member: Member, options: Mapping[str, Any], first: int | None = None) -> None:
    """Play by these options, and let this seat begin."""
    _hosts_only(member)
    table = _in_lobby(member.table_id)
    chosen = {**table.options, **options}
    meta = BY_SLUG[table.slug].meta
    table.options = validated_options(meta, table.mode, chosen, len(table.seats))
    table.first = table.first if first is None else _seat(table, first).number
    db.session.commit()


def start_table(member: Member) -> None:
    """Everybody is there: the seats left free fall away, as long as enough remain.

    Where it was started already, or by somebody else at once, nothing happens.
    """
    _hosts_only(member)
    table = _table(member.table_id)
    if not begin_play(table.id):
        return
    free = set(table.vacant or ()) - taken_seats(table.id)
    kept = remaining_seats(len(table.seats), free, BY_SLUG[table.slug].meta.seats[0])
    table.options = _for_seats(table, kept)
    table.first = kept.index(table.first) if table.first in kept else 0
    _move_up(table, kept)
    db.session.commit()


def begin_play(table_id: int) -> bool:
    """Leave the lobby, with the seats as they are. False where it was left already. The caller commits."""
    claim = update(Table).where(Table.id == table_id, Table.vacant.is_not(null()))
    closing = claim.values(vacant=null()).execution_options(synchronize_session=False)
    return bool(db.session.scalars(closing.returning(Table.id)).all())


def _move_up(table: Table, kept: Sequence[int]) -> None:
    """The seats that remain close up: who sat on the n-th of them sits on seat n."""
    fallen = [seat.number for seat in table.seats if seat.number not in kept]
    end_links(table.id, fallen)
    for number, seat in enumerate(kept):
        table.seats[number].name = table.seats[seat].name
        moved = update(Link).where(Link.table_id == table.id, Link.seat == seat)
        if number != seat:
            db.session.execute(moved.values(seat=number))
    gone = delete(Seat).where(Seat.table_id == table.id, Seat.number >= len(kept))
    db.session.flush()
    db.session.execute(gone)


def _for_seats(table: Table, seats: Sequence[int]) -> dict[str, Any]:
    """The options when these seats play: each keeps its sheet of a pad, a new one takes the next."""
    return {
        option.name: _sheets(option, table.options[option.name], seats)
        for option in BY_SLUG[table.slug].meta.options
        if option.name in table.options
    }


def _sheets(option: Option, value: Any, seats: Sequence[int]) -> Any:
    if not (option.pad and option.pad.one_per_seat and isinstance(value, list) and value):
        return value
    return [value[seat % len(value)] for seat in seats]


def _in_lobby(table_id: int) -> Table:
    """The table; Forbidden where it was started."""
    table = _table(table_id)
    if table.vacant is None:
        raise Forbidden("table.started")
    return table


def _table(table_id: int) -> Table:
    table = db.session.get(Table, table_id, populate_existing=True)
    if table is None:
        raise NotFound("table.no_such_table")
    return table


def _seat(table: Table, number: int) -> Seat:
    if not 0 <= number < len(table.seats):
        raise NotFound("table.no_such_seat")
    return table.seats[number]


def _hosts_only(member: Member) -> None:
    if member.role != "host":
        raise Forbidden("table.hosts_only")
