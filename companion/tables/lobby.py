"""The lobby: a table before its start, while people join, choose the settings and set up the game."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Any

from companion.engine.game import Meta
from companion.engine.setup_steps import SetupStep
from companion.games import GAMES_BY_SLUG
from companion.tables.errors import Forbidden, Malformed
from companion.tables.links import Member, require_player, require_seat
from companion.tables.names import is_same_name, normalize_name
from companion.tables.opening import validate_options
from companion.tables.seating import SEAT_LINK_ROLES, require_host, revoke_links
from companion.tables.state import TableState
from companion.tables.table_store import INTRO_PAGES, TableRecord
from companion.tables.tables import Tables


def remaining_seats(seats: int, free: Collection[int], fewest: int) -> list[int]:
    """Return the seats that remain when a table with this many seats starts.

    Free seats are dropped, the last one first, while more than ``fewest`` seats remain.

    >>> remaining_seats(4, free=[1, 3], fewest=3)
    [0, 1, 2]
    """
    droppable = max(0, min(len(free), seats - fewest))
    dropped = sorted(free)[len(free) - droppable :]
    return [seat for seat in range(seats) if seat not in dropped]


def rename_seat(
    tables: Tables, member: Member, number: int, name: str, shown_name: str | None = None
) -> None:
    """Change the name of a seat. The host may rename every seat, others only their own.

    ``shown_name`` is the name that the page showed for the seat (empty for a free one), or None without a
    page. Raise Forbidden if another player's seat has another name now.
    """
    with tables.change(member.table_id) as table:
        own = any(link.id == member.link_id and link.seat == number for link in table.links)
        if not own:
            require_host(table, member)
        require_seat(len(table.names), number)
        name_now = "" if number in set(table.vacant or ()) - table.taken else table.names[number]
        if not own and shown_name is not None and not is_same_name(shown_name, name_now):
            raise Forbidden("table.seats_moved")
        if not own and table.vacant is not None:
            table.vacant = [seat for seat in table.vacant if seat != number]
        table.names[number] = normalize_name(name, number)


def fill_free_seats(tables: Tables, member: Member) -> None:
    """Give every free seat of the lobby to a player without a phone. Only the host may do this."""
    with tables.change(member.table_id) as table:
        require_host(table, member)
        for number in set(_get_vacant_seats_in_lobby(table)) - table.taken:
            table.names[number] = normalize_name("", number)
        table.vacant = []


def add_seat(tables: Tables, table_id: int, member: Member | None = None) -> None:
    """Add a free seat to the lobby. Raise Malformed if the game allows no more seats.

    If ``member`` is given, it must be the host. Otherwise the seat is for a newcomer, and is added only if
    every other seat is taken.
    """
    with tables.change(table_id) as table:
        if member is not None:
            require_host(table, member)
        vacant, number = _get_vacant_seats_in_lobby(table), len(table.names)
        if member is None and len(table.taken) < number:
            return
        meta = GAMES_BY_SLUG[table.slug].meta
        if number >= meta.seats[1]:
            raise Malformed({"seats": ["Full."]}, "table.full")
        table.options = _reassign_pad_pages(meta, table.options, [*range(number), number])
        table.vacant = [*vacant, number]
        table.names.append(normalize_name("", number))


def change_lobby_settings(
    tables: Tables, member: Member, options: Mapping[str, Any], first: int | None = None
) -> None:
    """Change options in the lobby and, if ``first`` is given, the seat that begins. Only for the host."""
    with tables.change(member.table_id) as table:
        require_host(table, member)
        _get_vacant_seats_in_lobby(table)
        meta, chosen = GAMES_BY_SLUG[table.slug].meta, {**table.options, **options}
        table.options = validate_options(meta, table.mode, chosen, len(table.names))
        if first is not None:
            require_seat(len(table.names), first)
            table.first = first


def start_table(tables: Tables, member: Member, page: str = "") -> None:
    """Start the game without the free seats, for the host. Phones first show a page of ``INTRO_PAGES``."""
    with tables.change(member.table_id) as table:
        require_host(table, member)
        if table.vacant is None:
            return
        free = set(table.vacant) - table.taken
        meta = GAMES_BY_SLUG[table.slug].meta
        playing = remaining_seats(len(table.names), free, meta.seats[0])
        table.vacant = None
        _set_intro_page(table, page)
        table.options = _reassign_pad_pages(meta, table.options, playing)
        table.first = playing.index(table.first) if table.first in playing else 0
        _renumber_seats(table, playing)


def send_to_intro_page(tables: Tables, member: Member, page: str) -> None:
    """Let all phones show ``page``, one of ``INTRO_PAGES``. Only the host may do this.

    If ``page`` is any other text, such as "", the phones show the table again.
    """
    with tables.change(member.table_id) as table:
        require_host(table, member)
        _set_intro_page(table, page)


def get_set_up_steps(table: TableState) -> dict[str, SetupStep]:
    """Return the steps of setting up the game, by id. A step whose content changes gets a new id."""
    game, setup = GAMES_BY_SLUG[table.slug], table.replay.setup
    unused = {option.name for option in game.meta.options if option.kind == "record"} - set(table.options)
    options = {name: value for name, value in setup.options.items() if name not in unused}
    steps = game.setup_steps(replace(setup, options=options))
    return {sha256(repr(step).encode()).hexdigest()[:12]: step for step in steps}


def set_step_done(tables: Tables, table: TableState, member: Member, step_id: str, *, done: bool) -> None:
    """Store whether the set-up step with this id is done. Nothing happens if there is no such step."""
    require_player(member)
    steps = get_set_up_steps(table)
    if step_id not in steps:
        return
    with tables.change(table.id) as record:
        done_steps = {*record.ticks, step_id} if done else {*record.ticks} - {step_id}
        record.ticks = [step for step in (*INTRO_PAGES, *steps) if step in done_steps]


def _set_intro_page(table: TableRecord, page: str) -> None:
    steps = [step for step in table.ticks if step not in INTRO_PAGES]
    table.ticks = [page, *steps] if page in INTRO_PAGES else steps


def _renumber_seats(table: TableRecord, playing: Sequence[int]) -> None:
    """Renumber the seats ``playing``: the n-th of them becomes seat n. End the links of all other seats."""
    dropped = [seat for seat in range(len(table.names)) if seat not in playing]
    revoke_links(table, lambda link: link.seat in dropped and link.role in SEAT_LINK_ROLES)
    table.names = [table.names[seat] for seat in playing]
    table.guided = [playing.index(seat) for seat in table.guided if seat in playing]
    table.requests = [request for request in table.requests if request.seat in playing]
    for request in table.requests:
        request.seat = playing.index(request.seat)
    for link in table.links:
        link.seat = playing.index(link.seat) if link.seat in playing else None


def _reassign_pad_pages(meta: Meta, options: Mapping[str, Any], seats: Sequence[int]) -> dict[str, Any]:
    """Return the options of a table whose seats change. Each seat keeps its page of a printed pad.

    ``seats`` has the former number of each seat. Seats beyond the last page use the first pages again.
    """
    chosen = {}
    for option in meta.options:
        if option.name in options:
            value = options[option.name]
            has_pages = option.pad and isinstance(value, list) and value
            chosen[option.name] = [value[seat % len(value)] for seat in seats] if has_pages else value
    return chosen


def _get_vacant_seats_in_lobby(table: TableRecord) -> list[int]:
    if table.vacant is None:
        raise Forbidden("table.started")
    return table.vacant
