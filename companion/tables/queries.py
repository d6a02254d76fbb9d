"""Read-only queries on a table: whose turn it is, legal moves, log, scores."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

from companion.engine import play, possible
from companion.engine.data import to_json
from companion.engine.game import Awaiting, Description, Ending, Move, Refusal, ScoreLine
from companion.engine.log import Agreement, EffectiveMove, Entry, UnreadableMove
from companion.engine.possible import Possibility
from companion.engine.ranking import Ranking, rank
from companion.engine.replay import (
    InvalidEntry,
    Replay,
    awaited_by,
    invalid_entries,
    states_before,
    valid_moves,
)
from companion.engine.tally import Tally, tally_game
from companion.engine.unknown import Unknown
from companion.tables.links import Member
from companion.tables.lru_cache import LruCache
from companion.tables.state import TableState, row_data, to_entry
from companion.tables.store import LogRow
from companion.tables.write_locks import yield_control, yielding_control

_views: LruCache[tuple[int, int | None], tuple[Any, dict[str, Any]]] = LruCache(64)
"""The newest views, each with its state, by that state's identity and the seat that looks."""


def viewer_of(member: Member | None) -> int | None:
    """Return the seat whose view a member gets, or None for a viewer."""
    return member.seat if member is not None else None


def awaiting(table: TableState) -> Awaiting | None:
    """Whom the table waits for; None once it is over or halted."""
    return awaited_by(table.replay)


def open_to(table: TableState) -> tuple[int, ...]:
    """The seats whose phones offer an entry now: those awaited, then those whose turn may begin."""
    awaited = awaiting(table)
    return (*awaited.seats, *awaited.early) if awaited else ()


def last_entry_time(table: TableState) -> int | None:
    """When the newest entry was made, in seconds since 1970; None before the first."""
    rows = table.store.rows_between(table.id, table.version, table.version + 1)
    return rows[0].at if rows else None


def ending(table: TableState) -> Ending | None:
    """Why the table is over, or None."""
    return table.replay.game.ending(table.replay.state)


def agreement(table: TableState) -> Agreement | None:
    """Return who agreed to the count and who has not yet, or None while no count waits."""
    found = table.replay.log.agreement()
    return found if found and found.missing else None


def legal_moves(table: TableState, seat: int | None) -> list[Move]:
    """What this seat could enter now."""
    if seat is None or table.replay.invalid is not None:
        return []
    return play.legal_moves(table.replay.game, table.replay.state, seat)


def what_can_be_done(table: TableState, seat: int) -> tuple[Possibility, ...]:
    """Every kind of move as a seat finds it now; none while an entry waits to be repaired."""
    if table.replay.invalid is not None:
        return ()
    return possible.what_can_be_done(table.replay.game, table.replay.state, seat)


def warnings(table: TableState, seat: int, move: Move) -> tuple[Refusal, ...]:
    """Return the warnings about a legal move."""
    return table.replay.game.warn(table.replay.state, seat, move)


def preview(table: TableState, seat: int, move: Move) -> tuple[Description, ...]:
    """Return what a legal move would lead to, before it is entered."""
    return table.replay.game.preview(table.replay.state, seat, move)


def view(table: TableState, viewer: int | None) -> dict[str, Any]:
    """What the viewer may see of the state: made once for all who see the same. Not to be changed."""
    game, state = table.replay.game, table.replay.state
    eyes = viewer if game.has_secrets else None
    found = _views.get((id(state), eyes))
    if found is None or found[0] is not state:
        found = (state, game.view(state, eyes))
        _views.put((id(state), eyes), found)
    return found[1]


def past_view(past: TableState, now: TableState, viewer: int | None) -> dict[str, Any]:
    """An earlier state of a table as the viewer may see it today: what was open then may be hidden now."""
    game = past.replay.game
    if game.past is None or game is not now.replay.game:
        return view(past, viewer)
    return game.past(past.replay.state, now.replay.state, viewer)


@dataclass(frozen=True)
class Scores:
    """The score sheet as one viewer may see it."""

    lines: tuple[tuple[ScoreLine, ...] | None, ...]
    """None for a seat whose score is still secret from the viewer, or not filled in."""
    totals: tuple[int | None, ...]
    final: bool
    missing: tuple[Unknown, ...] = ()
    """What somebody's score rests on and nobody has entered, hidden scores among them."""
    _rank: Callable[[], Ranking] | None = None

    @cached_property
    def ranking(self) -> Ranking | None:
        """Places and tie-breaks; None while somebody's score is hidden or missing."""
        return self._rank() if self._rank else None


def scores(table: TableState, viewer: int | None) -> Scores:
    """Lines, totals and places; hidden seats stay hidden."""
    game, setup, state = table.replay.game, table.replay.setup, table.replay.state
    sheets = game.sheets(state)
    final = game.ending(state) is not None
    if any(sheet is None for sheet in sheets):
        return Scores((None,) * setup.seats, (None,) * setup.seats, final)
    lines = game.scoring.lines(setup, sheets)
    hidden = game.secret(state, viewer)
    shown = tuple(None if i in hidden else seat_lines for i, seat_lines in enumerate(lines))
    totals = tuple(total(seat_lines) for seat_lines in shown)
    missing = tuple(
        dict.fromkeys(u for seat_lines in lines for line in seat_lines for u, _ in line.unknown)
    )
    if hidden:
        return Scores(shown, totals, final, missing)
    return Scores(
        shown, totals, final, missing,
        lambda: rank(game.scoring.criteria(setup, sheets), setup.seats),
    )  # fmt: skip


def total(lines: tuple[ScoreLine, ...] | None) -> int | None:
    """The sum of a seat's lines; None where one is hidden or unknown."""
    if lines is None or any(line.points is None for line in lines):
        return None
    return sum(line.points or 0 for line in lines)


@dataclass(frozen=True, slots=True)
class LogLine:
    """An entry as one viewer may read it."""

    seq: int
    kind: str
    seat: int
    by: int
    device: str
    at: int
    move: str | None
    data: dict[str, Any]
    of: int
    text: str
    in_force: bool
    """False for entries taken back, taken out or amended away."""
    amended: bool
    allowed: bool
    description: Description | None
    """What a move came to; None for entries without one."""
    unreadable: bool = False
    """The record is damaged, or of a kind that nobody knows any more."""


def log(
    table: TableState, viewer: int | None, among: Collection[int] | None = None
) -> list[LogLine]:
    """Return the log, newest last; values that the viewer may not see are None.

    ``among`` are the entries that are asked for; else it is all of them.
    """
    among = range(1, table.version + 1) if among is None else among
    if not among:
        return []
    rows = table.store.rows_between(table.id, min(among), min(max(among), table.version) + 1)
    log = table.replay.log
    done = {entry.seq for entry in log.effective}
    amended = {entry.of: entry for entry in log.effective if entry.kind == "amend"}
    asked = [row for row in rows if row.seq in among]
    steps = {row.of or row.seq for row in asked}
    describe, open_to = describer(table.replay, steps), readable_moves(table, viewer)
    lines = []
    for row in yielding_control(asked):
        change = amended.get(row.seq)
        removed = change is not None and change.move is None
        in_force = row.kind in ("undo", "redo", "note") or (row.seq in done and not removed)
        step = row.of if row.kind == "amend" else row.seq
        latest = amended.get(step)
        covered = step not in open_to or row.seq != (latest.seq if latest else step)
        eyes = partial(_seen, table, viewer) if covered else _whole
        lines.append(_line(table, row, eyes, in_force, change is not None, describe))
    return lines


def newest(table: TableState, viewer: int | None) -> LogLine | None:
    """Return the newest entry as the viewer may read it, without a look into the database.

    Of an undo it is told what was taken back: ``move``, ``data`` and ``description`` are of that entry.
    """
    entry = table.newest
    if entry is None:
        return None
    undone = table.replay.log.redoable()
    told = undone if entry.kind == "undo" and undone and undone.move is not None else entry
    move = told.move
    data: dict[str, Any] = {"option": entry.option} if entry.kind == "setting" else {}
    description = None
    if entry.kind == "count":
        data = {"asked": entry.asked}
    elif move is not None and not isinstance(move, UnreadableMove):
        seen = _newest_seen(table, viewer, told, entry)
        data, description = _plain(seen), _described(table.replay, told, seen)
    return LogLine(
        entry.seq, entry.kind, told.seat, told.seat, "", 0, type(move).__name__ if move else None, data,
        entry.of, "", in_force=True, amended=False, allowed=entry.allowed,
        description=description,
        unreadable=isinstance(move, UnreadableMove),
    )  # fmt: skip


def _newest_seen(table: TableState, viewer: int | None, told: Entry, entry: Entry) -> Move:
    """The move of the newest entry, or the one it took back, through the viewer's eyes."""
    seen = _seen(table, viewer, told)
    if seen != told.move and entry.kind in ("move", "ruling"):  # the whole log is gone through
        return told.move if entry.seq in readable_moves(table, viewer) else seen
    return seen


def newest_move(table: TableState, viewer: int | None) -> tuple[int, Move, Any] | None:
    """The newest entry where it is a move of the game in force: its seat, the move as the viewer may see
    it, and the state it was entered at.
    """
    entry, replay = table.newest, table.replay
    plain = (
        entry is not None and entry.kind in ("move", "ruling") and entry == replay.log.undoable()
    )
    if entry is None or not plain or replay.is_tally or replay.invalid or not replay.earlier_states:
        return None
    return entry.seat, _newest_seen(table, viewer, entry, entry), replay.earlier_states[-1]


def _described(replay: Replay, entry: Entry, seen: Move) -> Description:
    """What the newest move came to, or the one just taken back."""
    if entry.kind in ("move", "ruling") and not replay.is_tally and replay.invalid is None:
        if entry == replay.log.redoable():
            return replay.game.describe(replay.state, entry.seat, seen)
        if entry == replay.log.undoable() and replay.earlier_states:
            return replay.game.describe(replay.earlier_states[-1], entry.seat, seen)
    return describer(replay, {entry.of or entry.seq})(entry, seen)


def readable_moves(table: TableState, viewer: int | None) -> dict[int, EffectiveMove]:
    """By entry, the steps that stand whose move the viewer may read as it is: nothing in it is hidden."""
    replay = table.replay
    steps = [step for step in valid_moves(replay) if isinstance(step, EffectiveMove)]
    if isinstance(replay.state, Tally):
        return {step.seq: step for step in steps}
    made = [(step.seat, step.move) for step in steps]
    uncovered = replay.game.uncovered(replay.setup.seats, made)
    return {
        step.seq: step
        for n, step in enumerate(steps)
        if n in uncovered
        or replay.game.seen(replay.state, viewer, step.seat, step.move) == step.move
    }


def describer(
    replay: Replay, steps: Collection[int] | None = None
) -> Callable[[Entry, Move], Description]:
    """Says of an entry, and its move as somebody may see it, what it came to: the log played once, up to
    the last of the ``steps`` that will be asked for, by their entries.
    """
    last = None if steps is None else max(steps, default=0)
    before: dict[tuple[int, Move], Any] = {}
    for step, _, state in yielding_control(states_before(replay)):
        if last is not None and step.seq > last:
            break
        if isinstance(step, EffectiveMove) and (steps is None or step.seq in steps):
            before[step.seq, step.move] = state
    counting = tally_game(replay.origin)

    def describe(entry: Entry, seen: Move) -> Description:
        game = replay.origin if type(seen) in replay.origin.moves else counting
        state = before.get((entry.of or entry.seq, entry.move))
        return game.describe(None if isinstance(state, Tally) else state, entry.seat, seen)

    return describe


def _line(
    table: TableState, row: LogRow, eyes: Callable[[Entry], Move], in_force: bool, amended: bool,
    describe: Callable[[Entry, Move], Description],
) -> LogLine:  # fmt: skip
    stored, entry = row_data(row) or {}, to_entry(table.slug, row)
    data: dict[str, Any] = {}
    description = None
    unreadable = isinstance(entry.move, UnreadableMove)
    if entry.kind in ("setting", "count"):
        data = stored
    elif entry.move is not None and not unreadable:
        seen = eyes(entry)
        data, description = _plain(seen), describe(entry, seen)
    return LogLine(
        row.seq, row.kind, row.seat, row.by, row.device, row.at, row.move, data, row.of,
        str(stored.get("text", "")), in_force, amended, row.kind == "ruling" or "allowed" in stored,
        description, unreadable,
    )  # fmt: skip


def _seen(table: TableState, viewer: int | None, entry: Entry) -> Move:
    """An entry's move through the viewer's eyes: the referee hides, a sheet of the tally is open."""
    replay = table.replay
    origin = replay.origin
    if type(entry.move) not in origin.moves or isinstance(replay.state, Tally):
        return entry.move
    return origin.seen(replay.state, viewer, entry.seat, entry.move)


def _whole(entry: Entry) -> Move:
    """An entry's move as it was entered."""
    return entry.move


def _plain(move: Move) -> dict[str, Any]:
    packed = to_json(move)
    return packed if isinstance(packed, dict) else {}


def invalid_lines(table: TableState) -> tuple[InvalidEntry, ...]:
    """The entries that no longer stand, each with its reason; the first one halts the table."""
    return invalid_entries(table.replay, yield_control)
