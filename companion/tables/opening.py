"""Opening a table: the game, how it is used, who sits there, the switches."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import insert, update

from companion.engine.data import DataError
from companion.engine.game import Criterion, Game, Meta, check_option, total_of
from companion.engine.ranking import rank
from companion.games import BY_SLUG
from companion.games.plays import RecordedPlay, parse_recorded_play
from companion.games.seeds import plays
from companion.i18n import set_language_game
from companion.store import Seat, Table, db
from companion.store.log import LogRow, row_fields
from companion.store.models import new_birth_id, now
from companion.tables.deletion import delete_table
from companion.tables.errors import Malformed, NotFound, Refused
from companion.tables.links import create_link, new_code, normalize_name
from companion.tables.queries import Scores, scores
from companion.tables.state import TableState

MODES = ("referee", "tally")
MOST_OPTIONS = 64 * 1024
"""Bytes of options a table may be opened with."""


@dataclass(frozen=True, slots=True)
class OpenedTable:
    """A new table and the secret of the one who opened it."""

    table_id: int
    code: str
    secret: str


def get_game(slug: str) -> Game[Any]:
    """Return the game with this slug; raises NotFound."""
    if slug not in BY_SLUG:
        raise NotFound("table.no_such_game")
    set_language_game(slug)
    return BY_SLUG[slug]


def get_recorded_play(slug: str, name: str) -> RecordedPlay:
    """A recorded play of a game on the shelf; NotFound where there is none that reads."""
    get_game(slug)
    record = plays(slug).get(name)
    try:
        if record is not None:
            return parse_recorded_play(record)
    except DataError:
        pass
    raise NotFound("table.no_such_play")


def open_table(
    slug: str,
    mode: str,
    names: Sequence[str],
    options: Mapping[str, Any],
    first: int = 0,
    device: str = "",
    host_sits: bool = True,
    rules: int | None = None,
    opened_at: datetime | None = None,
    birth: str | None = None,
    log: Sequence[LogRow] = (),
) -> OpenedTable:
    """Open a table; the opener is its host and sits on seat 0 unless ``host_sits`` is false.

    A table that is brought in from elsewhere keeps its version of the ``rules``, its moment, its
    ``birth`` and its ``log``: all of it is kept, or nothing.
    """
    game = get_game(slug)
    if mode not in MODES:
        raise Malformed({"mode": ["Unknown mode."]})
    low, high = game.meta.seats
    if not low <= len(names) <= high:
        raise Malformed({"seats": [f"{low} to {high} seats."]})
    if not 0 <= first < len(names):
        raise Malformed({"first": ["No such seat."]})
    chosen = validated_options(game.meta, mode, options, len(names))
    table = Table(
        code=new_code(), slug=slug, mode=mode, rules=rules or game.meta.version, first=first,
        options=chosen, opened_at=opened_at or now(),
        birth=birth or new_birth_id(), brought_in=birth is not None,
        seats=[Seat(number=i, name=normalize_name(name, i)) for i, name in enumerate(names)],
    )  # fmt: skip
    db.session.add(table)
    db.session.flush()
    secret = create_link(table.id, "host", 0 if host_sits else None, device)
    if log:
        rows = [{**row_fields(row), "table_id": table.id} for row in log]
        db.session.execute(insert(db.metadata.tables["entry"]), rows)
    db.session.commit()
    return OpenedTable(table.id, table.code, secret)


def validated_options(
    meta: Meta, mode: str, options: Mapping[str, Any], seats: int
) -> dict[str, Any]:
    """Return the options completed with defaults; raises Malformed or Refused for others."""
    known = {option.name: option for option in meta.options if mode in option.modes}
    for name in options:
        if name not in known:
            raise Malformed({name: ["Unknown option."]})
    if len(json.dumps(dict(options))) > MOST_OPTIONS:
        raise Malformed({"options": ["Too large."]})
    chosen = {}
    for name, option in known.items():
        value = options.get(name, option.default)
        if value is not option.default:
            refusal = check_option(option, value, seats)
            if refusal is not None:
                raise Refused(refusal, 0)
        chosen[name] = value
    return chosen


def open_rematch(
    table: TableState, device: str = "", first: int | None = None
) -> OpenedTable | None:
    """The same people, game and switches once more; ``first`` begins, else whom the game's rule names.

    Where the rule leaves more than one and nobody is named, the seats keep their order. The old table
    remembers the new one, so that everybody who asks is led to the same: None where somebody else was
    first to ask.
    """
    beginners = possible_first_seats(table.replay.origin.meta, scores(table, None))
    was_first = table.replay.setup.first
    if first is None:
        first = was_first if was_first in beginners else beginners[0]
    known = {option.name: option for option in table.replay.origin.meta.options}
    options = {name: known[name].for_rematch(value) for name, value in table.options.items()}
    opened = open_table(table.slug, table.mode, table.names, options, first, device)
    claim = update(Table).where(Table.id == table.id, Table.next_code.is_(None))
    first_to_ask = db.session.scalars(claim.values(next_code=opened.code).returning(Table.id)).all()
    if not first_to_ask:
        delete_table(opened.table_id)
    db.session.commit()
    return opened if first_to_ask else None


def possible_first_seats(meta: Meta, found: Scores) -> tuple[int, ...]:
    """Whom the game's rule lets begin the next play; more than one where the table has to say who."""
    everybody = tuple(range(len(found.totals)))
    if found.ranking is None or meta.begins == "youngest":
        return everybody
    if meta.begins == "winner":
        return found.ranking.winners or everybody
    totals = tuple(total_of(lines or ()) for lines in found.lines)
    fewest = rank([Criterion("points", "setup", totals, most_wins=False)], len(totals))
    return tuple(seat for seat in everybody if fewest.possible[seat][0] == 1)
