"""The only place where a log grows."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy.exc import OperationalError

from companion.engine.data import pack
from companion.engine.game import Game, Move, Refusal, move_named
from companion.engine.log import Entry, EntryKind
from companion.engine.play import ask
from companion.engine.replay import Playing, add, ask_playing
from companion.games import BY_SLUG, TALLIES
from companion.store import db
from companion.store.log import Row, append, by_key
from companion.store.log import after as rows_after
from companion.tables.answers import Answer, Busy, Differs, Malformed, NotYours, Refused, Stale
from companion.tables.desk import Desk
from companion.tables.held import EVERY, Held, leaner, remember
from companion.tables.links import Who
from companion.tables.reading import readable, viewer_of
from companion.tables.schemas import move_from
from companion.tables.seating import taken_seats

_faults = logging.getLogger(__name__)
MOST_ENTRIES = 50_000
MOST_NOTE = 500
MOST_ATTEMPTS = 100
"""Times that another process may be faster before the phone is asked to come again."""
KINDS: tuple[EntryKind, ...] = (
    "move", "ruling", "undo", "redo", "amend", "setting", "note", "count",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Draft:
    """What a phone asks to have entered."""

    kind: EntryKind
    key: str
    """Made by the phone for each tap; a retry carries the same."""
    seat: int = -1
    move: str | None = None
    data: Any = None
    of: int = 0
    allowed: bool = False
    option: str = ""
    value: Any = None
    text: str = ""
    only_at: int | None = None
    """Judge against this version only: anything newer is Stale."""
    seen: int | None = None
    """The version the phone showed, to recognise two phones entering one fact."""
    mark: str = ""
    """The mark of that version's entry as the phone knows it, if it told."""


@dataclass(frozen=True, slots=True)
class Entered:
    """The answer to a draft: the entry it became and the table after it."""

    seq: int
    held: Held
    repeated: bool = False
    """The key was known: nothing was written, this is the earlier answer."""
    confirmed: bool = False
    """Another phone had entered the same fact: nothing was written."""

    @property
    def new(self) -> bool:
        """Whether something was written."""
        return not (self.repeated or self.confirmed)


Announce = Callable[[Held, Held], None]
"""Told (before, after) as soon as an entry is safe, before the answer goes out."""


def enter(desk: Desk, who: Who, draft: Draft, announce: Announce) -> Entered:
    """Judge a draft by its content against the table as it stands, and write it once.

    Raises NotYours, Malformed, Stale, Differs, Refused, or Busy while the database is away.
    """
    if not who.plays:
        raise NotYours("table.viewers_watch")
    if not 8 <= len(draft.key) <= 64 or not draft.key.isprintable():
        raise Malformed({"key": ["8 to 64 characters."]})
    if db.session.registry.has():
        db.session.rollback()  # nobody waits for the writer with a connection in hand
    try:
        with desk.turns.at(who.table_id):
            held = desk.at_hand(who.table_id)
            for _ in range(MOST_ATTEMPTS):
                entered = _try(desk, held, who, draft)
                if entered is not None:
                    break
                held = desk.table(who.table_id)
            else:
                raise Busy("table.busy")
    except OperationalError as error:
        raise Busy("table.busy") from error
    if entered.new:
        announce(held, entered.held)
        if entered.seq % EVERY == 0:
            remember(entered.held)
    return entered


def _try(desk: Desk, held: Held, who: Who, draft: Draft) -> Entered | None:
    """One attempt; None where another process wrote first and the draft must be judged again."""
    try:
        entry = _judged(desk, held, who, draft)
        playing = held.playing if isinstance(entry, int) else _applied(held, entry)
    except Answer as answer:
        return _repeated(desk, held, draft, answer)
    if isinstance(entry, int):
        return _repeated(desk, held, draft, None) or Entered(entry, held, confirmed=True)
    move = draft.move if entry.move is not None else None
    row = Row(
        held.id, entry.seq, entry.kind, entry.seat, move, _stored(draft, entry), entry.of,
        -1 if who.seat is None else who.seat, who.device, draft.key, int(time.time()),
    )  # fmt: skip
    if not append(row):
        return _repeated(desk, held, draft, None)
    after = leaner(replace(held, version=entry.seq, playing=playing, mark=row.mark))
    desk.hold(after)
    return Entered(entry.seq, after)


def _applied(held: Held, entry: Entry) -> Playing:
    """The table with the entry; Refused where a game stumbles over it, so that it is never written."""
    try:
        playing = add(held.playing, entry)
    except Exception as fault:
        raise Refused(_stumbled(held, fault), held.version) from fault
    known, fallen = held.playing.fallen, playing.fallen
    if fallen and fallen.fault and not (known and known.fault):
        raise Refused(_stumbled(held, fallen.fault), held.version)
    return playing


def _stumbled(held: Held, fault: Exception) -> Refusal:
    """A fault of a game: told to the player as a refusal, and to whoever runs the app in its log."""
    _faults.error("table %s, after entry %s", held.id, held.version, exc_info=fault)
    return Refusal("table.cannot_be_shown", "log")


def _repeated(desk: Desk, held: Held, draft: Draft, answer: Answer | None) -> Entered | None:
    """The earlier answer to a key that led to an entry; else ``answer`` is raised, if there is one.

    Asked only when a draft cannot be written: a key that is known is in the way of its own retry.
    """
    known = by_key(held.id, draft.key)
    if known is None and answer is not None:
        raise answer
    return Entered(known.seq, desk.table(held.id), repeated=True) if known else None


def _judged(desk: Desk, held: Held, who: Who, draft: Draft) -> Entry | int:
    """The entry that a draft becomes, or the number of the one that said the same; else an Answer."""
    if draft.only_at is not None and draft.only_at != held.version:
        raise Stale(draft.only_at, held.version)
    if held.version >= MOST_ENTRIES:
        raise Malformed({"log": ["Full."]}, "table.log_full")
    entry = _entry(held, who, draft)
    try:
        refusal = ask_playing(held.playing, entry)
    except Exception as fault:
        refusal = _stumbled(held, fault)
    if refusal is None:
        return entry
    same = _same_fact(desk, held, who, draft, entry)
    if same is None:
        raise Refused(refusal, held.version)
    return same


def _entry(held: Held, who: Who, draft: Draft) -> Entry:
    seq = held.version + 1
    if draft.kind not in KINDS:
        raise Malformed({"kind": ["Unknown kind of entry."]})
    if draft.kind in ("move", "ruling", "amend") and not -1 <= draft.seat < len(held.names):
        raise Refused(Refusal("table.no_such_seat", "turn"), held.version)
    if draft.kind == "note" and not 0 < len(draft.text.strip()) <= MOST_NOTE:
        raise Malformed({"text": [f"1 to {MOST_NOTE} characters."]})
    if draft.kind == "count" and held.playing.game.secret(held.playing.state, None):
        seat = -1 if who.seat is None else who.seat
        return Entry(seq, "count", seat, asked=tuple(sorted(taken_seats(held.id))))
    move = None
    if draft.kind in ("move", "ruling") or (draft.kind == "amend" and draft.move):
        move = read_move(held, draft.move, draft.data)
    return Entry(
        seq, draft.kind, draft.seat, move, draft.of, draft.allowed, draft.option, draft.value
    )


def read_move(held: Held, name: str | None, data: Any) -> Move:
    """A stranger's move of the game in force, or of the table's other mode for an old entry."""
    return move_from(game_for(held, name), name, data if isinstance(data, dict) else {})


def game_for(held: Held, name: str | None) -> Game[Any]:
    """The game that knows a move of this name: the one in force before the table's others."""
    games: tuple[Game[Any], ...] = (held.playing.game, BY_SLUG[held.slug], TALLIES[held.slug])
    return next((g for g in games if name and move_named(g, name)), held.playing.game)


def _stored(draft: Draft, entry: Entry) -> str:
    data: dict[str, Any] = {}
    if entry.move is not None:
        data["move"] = pack(entry.move)
    if entry.kind == "setting":
        data = {"option": entry.option, "value": entry.value}
    if entry.kind == "note":
        data["text"] = " ".join(draft.text.split())
    if entry.allowed:
        data["allowed"] = True
    if entry.asked:
        data["asked"] = list(entry.asked)
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)


def _same_fact(desk: Desk, held: Held, who: Who, draft: Draft, entry: Entry) -> int | None:
    """The entry by which another phone was faster with the same fact; Differs where none was alike.

    Only an entry can be meant that the sender's screen did not show yet, that the sender may read now
    (else the answer would tell a secret), and that is not the same of an earlier tap.
    """
    if draft.kind != "move" or draft.seen is None or draft.seen >= held.version:
        return None
    rows = rows_after(held.id, draft.seen - 1)
    if draft.mark and not any(row.seq == draft.seen and row.mark == draft.mark for row in rows):
        return None  # the phone showed a log that is gone: it cannot be said what is new to it
    newer = [row for row in rows if row.seq > draft.seen and row.move == draft.move]
    by = (-1 if who.seat is None else who.seat, who.device)
    own = {row.seq for row in newer if (row.by, row.device) == by}
    steps = readable(held, viewer_of(who)) if newer else {}
    differs = 0
    for row in newer:
        step = steps.get(row.seq)
        if step is None or step.seat != entry.seat:
            continue
        matched = desk.matched.find((who.link_id, held.id, row.seq)) or draft.key
        if matched != draft.key:
            continue
        if step.move == entry.move:
            desk.matched.keep((who.link_id, held.id, row.seq), draft.key)
            return row.seq
        if row.seq not in own:
            differs = differs or row.seq
    if differs:
        raise Differs(differs, held.version)
    return None


def why_not(held: Held, seat: int, move: Move) -> Refusal | None:
    """Ask without entering: the reason a move would be refused now, or None."""
    try:
        return ask(held.playing.game, held.playing.state, seat, move)
    except Exception as fault:
        return _stumbled(held, fault)
