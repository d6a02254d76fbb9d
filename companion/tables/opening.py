"""Opens and deletes tables."""

import json
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from companion.engine.game import Game, Meta, check_option
from companion.games import GAMES_BY_SLUG
from companion.language.i18n import set_language_game
from companion.tables.errors import Forbidden, Malformed, NotFound, Refused
from companion.tables.links import Member, create_link, make_join_code
from companion.tables.names import normalize_name
from companion.tables.seating import require_host
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
) -> OpenedTable:
    """Open a table whose opener is the host, at the seat ``host_seat`` (None: no seat).

    The seat ``first`` begins. With ``vacant``, the table begins in its lobby, where these seats are for
    newcomers; otherwise it starts at once. ``guided`` are the seats of people who are new to the game, and
    may include seats that are added later. ``device`` is the kind of the host's device, such as ``iPad``.

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
    return OpenedTable(tables.store.insert(table, log), table.code, secret)


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
