"""A table as of one version, and how a process comes to hold it: by its snapshot or its whole log."""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any

from companion.engine.chain import Chain
from companion.engine.data import DataError, unpack
from companion.engine.game import Game, Move, Setup, move_named
from companion.engine.log import Entry, EntryKind, Folded, Unreadable, fold
from companion.engine.replay import Playing, add, begin, look_at, replay
from companion.engine.snapshot import packed, unpacked
from companion.games import BY_SLUG, TALLIES, game_of
from companion.store.log import Row, after, keep_snapshot, opened_as, snapshot_of
from companion.tables.answers import Missing
from companion.tables.turns import give_way, giving_way

_faults = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Held:
    """A table as of one version."""

    id: int
    code: str
    slug: str
    mode: str
    names: tuple[str, ...]
    version: int
    playing: Playing
    mark: str = ""
    """Of the newest entry."""

    @property
    def options(self) -> dict[str, Any]:
        """The switches in force, of those that a table of this mode has."""
        known, setup = self.playing.origin.meta.options, self.playing.setup
        return {o.name: setup.options[o.name] for o in known if self.mode in o.modes}


MOST_AT_HAND, AT_HAND = 64, 1
"""Entries a held table has in memory before its log is left in the database, and how many then stay."""


def laid(table_id: int) -> Held:
    """A table that nobody here holds: from its snapshot, else judged anew from its first entry."""
    found = opened_as(table_id)
    if found is None or found.slug not in BY_SLUG:
        raise Missing("table.no_such_table")
    slug, mode = sys.intern(found.slug), sys.intern(found.mode)
    try:
        setup = _setup(slug, len(found.names), found.first, found.options)
        empty = Held(
            table_id, found.code, slug, mode, found.names, 0, begin(game_of(slug, mode), setup)
        )
        look_at(empty.playing.game, setup, empty.playing.state)
    except Exception as fault:  # of what the table was opened with: nothing of it can be shown
        _faults.error("table %s cannot be opened", table_id, exc_info=fault)
        raise Missing("table.unreadable") from fault
    return _from_snapshot(empty) or _replayed(empty)


def _from_snapshot(empty: Held) -> Held | None:
    """A snapshot is a convenience: whatever is wrong with it, the log is played instead."""
    try:
        held = resumed(empty)
        if held is not None:
            look_at(held.playing.game, held.playing.setup, held.playing.state)
        return held
    except Exception as fault:
        _faults.warning("table %s: its snapshot is left aside", empty.id, exc_info=fault)
        return None


def _replayed(empty: Held) -> Held:
    rows = after(empty.id, 0)
    log = [entry_of(empty.slug, row) for row in giving_way(rows)]
    playing = replay(empty.playing.origin, empty.playing.opened, log, give_way)
    if playing.fallen is not None and playing.fallen.fault is not None:
        seq, fault = playing.fallen.step.seq, playing.fallen.fault
        _faults.error("table %s, entry %s cannot be shown", empty.id, seq, exc_info=fault)
    held = replace(empty, playing=playing)
    if rows:
        held = replace(held, version=rows[-1].seq, mark=rows[-1].mark)
    return leaner(held, AT_HAND)


@lru_cache(maxsize=512)
def _setup(slug: str, seats: int, first: int, options: str) -> Setup:
    """One value for all tables that were opened alike."""
    return Setup.of(BY_SLUG[slug].meta, seats, json.loads(options), first)


def leaner(held: Held, most: int = MOST_AT_HAND) -> Held:
    """The same table; where more than so many entries are in memory, its log stays in the database."""
    folded = held.playing.folded
    done = folded.done.lean(most, AT_HAND, partial(_first, held.id, held.slug, held.version))
    if done is folded.done:
        return held
    return replace(held, playing=replace(held.playing, folded=replace(folded, done=done)))


def _first(table_id: int, slug: str, version: int, count: int) -> list[Entry]:
    """The first entries in force as of a version, from the log."""
    rows = (row for row in after(table_id, 0) if row.seq <= version)
    return list(fold(entry_of(slug, row) for row in rows).done)[:count]


EVERY = 16
"""Entries between two snapshots: so many at most are played when a table is taken up again."""


def remember(held: Held) -> None:
    """Keep a snapshot of a table, where that is of use and can be done."""
    try:
        _keep(held)
    except Exception as fault:  # the entry before it is safe, and is what matters
        _faults.warning("table %s: no snapshot is kept", held.id, exc_info=fault)


def _keep(held: Held) -> None:
    """Unless something in the table is halted, taken back or counted by hand."""
    playing = held.playing
    last = playing.folded.last()
    if (
        playing.fallen
        or playing.folded.undone
        or last is None
        or playing.game is not BY_SLUG[held.slug]
    ):
        return
    settings = {
        k: v for k, v in playing.setup.options.items() if v != playing.opened.options.get(k)
    }
    count = len(playing.folded.done)
    told = {"state": packed(playing.state), "settings": settings, "last": last.seq, "count": count}
    data = json.dumps(told, separators=(",", ":"), ensure_ascii=False)
    keep_snapshot(held.id, held.version, playing.origin.meta.version, data)


def resumed(empty: Held) -> Held | None:
    """The table from its snapshot and what came after; None where there is none that fits these rules."""
    found, game = snapshot_of(empty.id), empty.playing.game
    if found is None or game is not BY_SLUG[empty.slug] or found[1] != game.meta.version:
        return None
    version, told = found[0], json.loads(found[2])
    opened = empty.playing.opened
    setup = (
        replace(opened, options={**opened.options, **told["settings"]})
        if told["settings"]
        else opened
    )
    try:
        state = unpacked(game.setup(setup), told["state"])
    except DataError:
        return None
    rows = after(empty.id, min(told["last"], version + 1) - 1)
    at_hand = [entry_of(empty.slug, row) for row in rows if row.seq == told["last"]]
    if not at_hand:
        return None
    absent = partial(_first, empty.id, empty.slug, version)
    done = Chain(at_hand, told["count"], told["count"] - 1, absent)
    playing = Playing(game, opened, game, setup, Folded(done), state)
    mark = next((row.mark for row in rows if row.seq == version), "")
    held = replace(empty, version=version, playing=playing, mark=mark)
    return brought_up(held, [row for row in rows if row.seq > version])


def brought_up(held: Held, rows: Iterable[Row]) -> Held | None:
    """The table after more rows of its log, which were judged when they came in.

    None where one does not read here: a process of another release has written it, and the whole
    log must be judged anew.
    """
    playing, version, mark = held.playing, held.version, held.mark
    for row in rows:
        entry = entry_of(held.slug, row)
        if isinstance(entry.move, Unreadable):
            return None
        playing, version, mark = add(playing, entry), row.seq, row.mark
    return leaner(replace(held, version=version, playing=playing, mark=mark))


def entry_of(slug: str, row: Row) -> Entry:
    """A stored row as the kernel's entry.

    Where the row is damaged, or is of a kind or a move that is not known here, the entry stands in its
    place as ``Unreadable``, and falls.
    """
    told = told_by(row)
    if row.kind == "setting" and told is not None and isinstance(told.get("option"), str):
        return Entry(row.seq, "setting", row.seat, option=told["option"], value=told.get("value"))
    if row.kind == "count" and told is not None and _seats(told.get("asked", [])):
        return Entry(row.seq, "count", row.seat, asked=tuple(told.get("asked", ())))
    if row.kind in ("undo", "redo", "note"):
        return Entry(row.seq, row.kind, row.seat, of=row.of)  # type: ignore[arg-type]
    kind: EntryKind = row.kind if row.kind in ("ruling", "amend") else "move"  # type: ignore[assignment]
    if told is None or row.kind not in ("move", "ruling", "amend"):
        return Entry(row.seq, kind, row.seat, Unreadable(), row.of)
    move = None if kind == "amend" and row.move is None else _move(slug, row.move, told)
    return Entry(row.seq, kind, row.seat, move, row.of, bool(told.get("allowed")))


def _seats(asked: Any) -> bool:
    return isinstance(asked, list) and all(type(seat) is int for seat in asked)


def told_by(row: Row) -> dict[str, Any] | None:
    """What a row holds beside its columns; None where it is damaged."""
    try:
        told = json.loads(row.data)
    except (ValueError, RecursionError):
        return None
    return told if isinstance(told, dict) else None


def _move(slug: str, name: str | None, told: dict[str, Any]) -> Move:
    games: tuple[Game[Any], ...] = (BY_SLUG[slug], TALLIES[slug])
    kind = next((found for game in games if (found := move_named(game, name or ""))), None)
    try:
        return Unreadable() if kind is None else unpack(kind, told.get("move", {}))
    except (DataError, RecursionError):
        return Unreadable()
