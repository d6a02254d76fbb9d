"""Opens tables and their rematches (the same people, game and options), and deletes tables."""

import json
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from companion.engine.game import Criterion, Game, Meta, check_option, sum_score_lines
from companion.engine.ranking import rank_seats
from companion.games import GAMES_BY_SLUG
from companion.language.i18n import set_language_game
from companion.tables.errors import Forbidden, Malformed, NotFound, Refused
from companion.tables.links import Member, create_link, derive_secret, hash_secret, make_join_code
from companion.tables.names import normalize_name
from companion.tables.queries import Scores, ending, scores
from companion.tables.seating import choose_role_for_newcomer, require_host
from companion.tables.state import TableState
from companion.tables.table_store import LogRow, TableRecord, utc_now
from companion.tables.tables import Tables

MODES = ("referee", "tally")
MAX_OPTIONS_BYTES = 64 * 1024
"""Bytes of JSON that the options of a new table may have."""


@dataclass(frozen=True, slots=True)
class OpenedTable:
    """A table, and the secret of a link to it for the device that opened or imported it."""

    table_id: int
    code: str
    secret: str


def get_game(slug: str) -> Game[Any]:
    """Return a game, and use its translations in this request. Raise NotFound if the slug is unknown."""
    if slug not in GAMES_BY_SLUG:
        raise NotFound("table.no_such_game")
    set_language_game(slug)
    return GAMES_BY_SLUG[slug]


def open_table(
    tables: Tables,
    slug: str,
    mode: str,
    names: Sequence[str],
    options: Mapping[str, Any],
    first: int = 0,
    device: str = "",
    host_seat: int | None = 0,
    rules: int | None = None,
    opened_at: datetime | None = None,
    table_uid: str | None = None,
    log: Sequence[LogRow] = (),
    make_secret: Callable[[str], str] | None = None,
    vacant: Sequence[int] | None = None,
    practice_start: str = "",
    guided: Sequence[int] = (),
    group_id: int | None = None,
    previous_id: int | None = None,
) -> OpenedTable:
    """Open a table whose opener is the host, at the seat ``host_seat`` (None: no seat).

    The seat ``first`` begins. With ``vacant``, the table begins in its lobby, where these seats are for
    newcomers; otherwise it starts at once. ``guided`` are the seats of people who are new to the game, and
    may include seats that are added later. ``device`` is the kind of the host's device, such as ``iPad``.
    The table is added to the group ``group_id``, and to the groups of the table ``previous_id``.

    An imported table keeps its ``rules`` version, opening time, ``table_uid`` and ``log``. ``make_secret``
    makes the host's secret from the table's code. ``practice_start`` names the recorded play and the step
    at which a practice table begins.
    """
    game = get_game(slug)
    if mode not in MODES:
        raise Malformed({"mode": ["Unknown mode."]})
    low, high = game.meta.seats
    if not low <= len(names) <= high:
        raise Malformed({"seats": [f"{low} to {high} seats."]})
    if not 0 <= first < len(names):
        raise Malformed({"first": ["No such seat."]})
    chosen = validate_options(game.meta, mode, options, len(names))
    table = TableRecord(
        code=make_join_code(tables.store), slug=slug, mode=mode,
        rules=rules or game.meta.version, first=first, options=chosen, opened_at=opened_at or utc_now(),
        birth=table_uid or secrets.token_urlsafe(16), brought_in=table_uid is not None,
        names=[normalize_name(name, seat) for seat, name in enumerate(names)],
        vacant=None if vacant is None else list(vacant), trial=practice_start, guided=list(guided),
    )  # fmt: skip
    secret = make_secret(table.code) if make_secret else ""
    secret = create_link(table, "host", host_seat, device, secret)
    table_id = tables.store.insert(table, log, group_id=group_id, previous_id=previous_id)
    return OpenedTable(table_id, table.code, secret)


def delete_table(tables: Tables, member: Member) -> None:
    """Delete a table for good. Only the host may, and nobody once a host was replaced without agreeing."""
    with tables.change(member.table_id) as table:
        require_host(table, member)
        if table.hosting_taken:
            raise Forbidden("table.hosting_taken")
    tables.delete(member.table_id)


def validate_options(meta: Meta, mode: str, options: Mapping[str, Any], seats: int) -> dict[str, Any]:
    """Return the value of every option in this mode: one of ``options``, or else the default.

    Raise Malformed for an unknown option or too much data, and Refused for a value that is not allowed.
    """
    by_name = {option.name: option for option in meta.options if mode in option.modes}
    for name in options:
        if name not in by_name:
            raise Malformed({name: ["Unknown option."]})
    if len(json.dumps(dict(options))) > MAX_OPTIONS_BYTES:
        raise Malformed({"options": ["Too large."]})
    chosen = {}
    for name, option in by_name.items():
        value = options.get(name, option.default)
        if value is not option.default:
            refusal = check_option(option, value, seats)
            if refusal is not None:
                raise Refused(refusal, 0)
        chosen[name] = value
    return chosen


def open_rematch(
    tables: Tables,
    table: TableState,
    seat: int | None,
    device: str = "",
    first: int | None = None,
    secret: str = "",
    *,
    lobby: bool = False,
) -> OpenedTable | None:
    """Open the rematch of a finished table, hosted by the player at ``seat`` (None: without a seat).

    Return None if somebody else has already opened it. The seat ``first`` begins, or else one that the
    game's rule allows. ``secret`` is the opener's secret at the old table, from which the new secret is
    derived. With ``lobby``, people first gather in the lobby. ``device`` is the opener's kind of device.
    """
    if ending(table) is None:
        raise Forbidden("table.not_over")
    beginners = find_possible_starters(table.replay.origin.meta, scores(table, None))
    former_first = table.replay.setup.first
    if first is None:
        first = former_first if former_first in beginners else beginners[0]
    by_name = {option.name: option for option in table.replay.origin.meta.options}
    options = {name: by_name[name].rematch_value(value) for name, value in table.options.items()}
    with tables.change(table.id) as before:
        if before.next_code:
            return None
        opened = open_table(
            tables, table.slug, table.mode, table.stored_names, options, first, device, seat,
            make_secret=(lambda code: derive_secret(secret, code)) if secret else None,
            vacant=() if lobby else None, previous_id=table.id,
        )  # fmt: skip
        before.next_code = opened.code
    return opened


def take_seat_at_rematch(
    tables: Tables, table: TableState, member: Member, secret: str, rematch: TableRecord, device: str = ""
) -> str | None:
    """Give a member of the old table a link to the rematch, with the same seat (or none for a viewer).

    Return the link's secret, made from ``secret``, the one at the old table. None if the seat is taken, or
    if the link existed and was revoked. ``device`` is the kind of device.
    """
    new_secret = derive_secret(secret, rematch.code)
    digest = hash_secret(new_secret)
    access = tables.store.find_access(rematch.code, digest)
    if access is not None and access.link is not None:
        return None if access.revoked else new_secret
    with tables.change(rematch.id) as record:
        if any(link.digest == digest for link in record.links):
            return new_secret  # the phone sent two requests at once
        seat = None
        if member.seat is not None:
            name = table.stored_names[member.seat]
            seats = [number for number, other in enumerate(record.names) if other == name]
            seat = member.seat if member.seat in seats else next(iter(seats), None)
            if seat is None or seat in record.taken:
                return None
        role = member.role if member.role == "viewer" else choose_role_for_newcomer(record)
        create_link(record, role, seat, device, new_secret)
    tables.notifier.notify_change(table.id)  # phones at the old table show who has joined
    return new_secret


def find_possible_starters(meta: Meta, last_scores: Scores) -> tuple[int, ...]:
    """Return the seats that may begin the rematch by the rules, given the scores of the finished play.

    If there are several seats, the players choose one.
    """
    everybody = tuple(range(len(last_scores.totals)))
    if last_scores.ranking is None or meta.next_starter == "youngest":
        return everybody
    if meta.next_starter == "winner":
        return last_scores.ranking.winners or everybody
    totals = tuple(sum_score_lines(lines or ()) for lines in last_scores.lines)
    fewest = rank_seats([Criterion("points", "setup", totals, most_wins=False)], len(totals))
    return tuple(seat for seat in everybody if fewest.possible[seat][0] == 1)
