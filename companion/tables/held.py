"""A table as of one version, and how a process comes to hold it: by its snapshot or its whole log."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any

from companion.engine.chain import Chain
from companion.engine.data import DataError, unpack
from companion.engine.game import Game, Move, Setup, move_named
from companion.engine.log import Entry, Folded, fold
from companion.engine.replay import Playing, add, begin, replay
from companion.engine.snapshot import packed, unpacked
from companion.games import BY_SLUG, TALLIES, game_of
from companion.store.log import Row, after, keep_snapshot, opened_as, snapshot_of
from companion.tables.answers import Missing


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
    setup = _setup(slug, len(found.names), found.first, found.options)
    playing = begin(game_of(slug, mode), setup)
    empty = Held(table_id, found.code, slug, mode, found.names, 0, playing)
    return resumed(empty) or _replayed(empty)


def _replayed(empty: Held) -> Held:
    rows = after(empty.id, 0)
    log = [entry_of(empty.slug, row) for row in rows]
    playing = replay(empty.playing.origin, empty.playing.opened, log)
    version = rows[-1].seq if rows else 0
    return leaner(replace(empty, version=version, playing=playing), AT_HAND)


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
    """Keep a snapshot of a table, unless something in it is halted, taken back or counted by hand."""
    playing = held.playing
    last = playing.folded.last()
    if (
        playing.fallen
        or playing.folded.undone
        or last is None
        or playing.game is not BY_SLUG[held.slug]
    ):
        return
    settings = {k: v for k, v in playing.setup.options.items() if v != playing.opened.options[k]}
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
    held = replace(empty, version=version, playing=playing)
    return brought_up(held, [row for row in rows if row.seq > version])


def brought_up(held: Held, rows: Iterable[Row]) -> Held | None:
    """The table after more rows of its log, which were judged when they came in.

    None where one does not read here: a process of another release has written it, and the whole
    log must be judged anew.
    """
    playing, version = held.playing, held.version
    for row in rows:
        entry = entry_of(held.slug, row)
        if entry.move is None and row.move is not None:
            return None
        playing, version = add(playing, entry), row.seq
    return leaner(replace(held, version=version, playing=playing))


def entry_of(slug: str, row: Row) -> Entry:
    """A stored row as the kernel's entry; a move that no longer reads becomes None and will fall."""
    data = json.loads(row.data)
    if row.kind == "setting":
        return Entry(row.seq, "setting", row.seat, option=data["option"], value=data["value"])
    if row.kind == "count":
        return Entry(row.seq, "count", row.seat, asked=tuple(data.get("asked", ())))
    move = _move(slug, row.move, data.get("move", {}))
    return Entry(row.seq, row.kind, row.seat, move, row.of, bool(data.get("allowed")))  # type: ignore[arg-type]


def _move(slug: str, name: str | None, data: Any) -> Move | None:
    if name is None:
        return None
    games: tuple[Game[Any], ...] = (BY_SLUG[slug], TALLIES[slug])
    for game in games:
        kind = move_named(game, name)
        if kind is not None:
            try:
                return unpack(kind, data)
            except DataError:
                return None
    return None
