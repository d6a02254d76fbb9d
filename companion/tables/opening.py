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
from companion.games.plays import Play, play_from
from companion.games.seeds import plays
from companion.store import Seat, Table, db
from companion.store.log import Row, fields_of
from companion.store.models import new_birth, now
from companion.tables.answers import Malformed, Missing, Refused
from companion.tables.closing import erase
from companion.tables.held import Held
from companion.tables.links import clean_name, make_link, new_code
from companion.tables.reading import Scores, scores
from companion.words import speak_of

MODES = ("referee", "tally")
MOST_OPTIONS = 64 * 1024
"""Bytes of options a table may be opened with."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A new table and the secret of the one who opened it."""

    table_id: int
    code: str
    secret: str


def game_on_shelf(slug: str) -> Game[Any]:
    """The game of that name; Missing where the shelf has none."""
    if slug not in BY_SLUG:
        raise Missing("table.no_such_game")
    speak_of(slug)
    return BY_SLUG[slug]


def recorded_play(slug: str, name: str) -> Play:
    """A recorded play of a game on the shelf; Missing where there is none that reads."""
    game_on_shelf(slug)
    record = plays(slug).get(name)
    try:
        if record is not None:
            return play_from(record)
    except DataError:
        pass
    raise Missing("table.no_such_play")


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
    log: Sequence[Row] = (),
) -> Opened:
    """Open a table; the opener is its host and sits on seat 0 unless ``host_sits`` is false.

    A table that is brought in from elsewhere keeps its version of the ``rules``, its moment, its
    ``birth`` and its ``log``: all of it is kept, or nothing.
    """
    game = game_on_shelf(slug)
    if mode not in MODES:
        raise Malformed({"mode": ["Unknown mode."]})
    low, high = game.meta.seats
    if not low <= len(names) <= high:
        raise Malformed({"seats": [f"{low} to {high} seats."]})
    if not 0 <= first < len(names):
        raise Malformed({"first": ["No such seat."]})
    chosen = chosen_options(game.meta, mode, options, len(names))
    table = Table(
        code=new_code(), slug=slug, mode=mode, rules=rules or game.meta.version, first=first,
        options=chosen, opened_at=opened_at or now(),
        birth=birth or new_birth(), brought_in=birth is not None,
        seats=[Seat(number=i, name=clean_name(name, i)) for i, name in enumerate(names)],
    )  # fmt: skip
    db.session.add(table)
    db.session.flush()
    secret = make_link(table.id, "host", 0 if host_sits else None, device)
    if log:
        rows = [{**fields_of(row), "table_id": table.id} for row in log]
        db.session.execute(insert(db.metadata.tables["entry"]), rows)
    db.session.commit()
    return Opened(table.id, table.code, secret)


def chosen_options(meta: Meta, mode: str, options: Mapping[str, Any], seats: int) -> dict[str, Any]:
    """The options as the table keeps them: known, checked, defaults filled in."""
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


def open_rematch(held: Held, device: str = "", first: int | None = None) -> Opened | None:
    """The same people, game and switches once more; ``first`` begins, else whom the game's rule names.

    Where the rule leaves more than one and nobody is named, the seats keep their order. The old table
    remembers the new one, so that everybody who asks is led to the same: None where somebody else was
    first to ask.
    """
    beginners = may_begin(held.playing.origin.meta, scores(held, None))
    was_first = held.playing.setup.first
    if first is None:
        first = was_first if was_first in beginners else beginners[0]
    known = {option.name: option for option in held.playing.origin.meta.options}
    options = {name: known[name].again(value) for name, value in held.options.items()}
    opened = open_table(held.slug, held.mode, held.names, options, first, device)
    claim = update(Table).where(Table.id == held.id, Table.next_code.is_(None))
    first_to_ask = db.session.scalars(claim.values(next_code=opened.code).returning(Table.id)).all()
    if not first_to_ask:
        erase(opened.table_id)
    db.session.commit()
    return opened if first_to_ask else None


def may_begin(meta: Meta, found: Scores) -> tuple[int, ...]:
    """Whom the game's rule lets begin the next play; more than one where the table has to say who."""
    everybody = tuple(range(len(found.totals)))
    if found.ranking is None or meta.begins == "youngest":
        return everybody
    if meta.begins == "winner":
        return found.ranking.winners or everybody
    totals = tuple(total_of(lines or ()) for lines in found.lines)
    fewest = rank([Criterion("points", "setup", totals, most_wins=False)], len(totals))
    return tuple(seat for seat in everybody if fewest.possible[seat][0] == 1)
