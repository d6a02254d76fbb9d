"""A table's log as one viewer may read it: what was entered, by whom, and what it came to."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.engine import possible_moves
from companion.engine.game import Description, Game, Move, NewsItem, Refusal
from companion.engine.json_data import to_json
from companion.engine.log import EffectiveLog, EffectiveMove, Entry, UnreadableMove
from companion.engine.replay import Replay, states_before, valid_moves
from companion.engine.tally import Tally
from companion.games import BY_SLUG, TALLIES
from companion.tables.safe_call import call_or_none
from companion.tables.state import TableState, make_entry, parse_row_data
from companion.tables.table_store import LogRow, TableStore
from companion.tables.write_locks import yielding_control


@dataclass(frozen=True, slots=True)
class LogLine:
    """An entry as one viewer may read it."""

    seq: int
    kind: str
    seat: int
    by: int
    move: str | None
    data: dict[str, Any]
    of: int
    device: str = ""
    at: int = 0
    text: str = ""
    in_force: bool = True
    """False for entries taken back, taken out or amended away."""
    amended: bool = False
    allowed: bool = False
    description: Description | None = None
    """What a move came to; None for entries without one."""
    unreadable: bool = False
    """The record is damaged, or of a kind that nobody knows any more."""
    about: LogLine | None = None
    """The entry that an undo took back, or a redo put back."""
    overruled: tuple[Refusal, ...] = ()
    """What stood against a move that the table allowed; empty while anything is hidden."""
    news: NewsItem | None = None
    """What everybody was told of a move that stands as it was entered."""
    table_id: int = 0


def read_log(
    store: TableStore,
    table: TableState,
    viewer: int | None,
    among: Collection[int] | None = None,
) -> list[LogLine]:
    """Return the log, newest last; values that the viewer may not see are None.

    ``among`` are the entries that are asked for; else it is all of them.
    """
    among = range(1, table.version + 1) if among is None else among
    if not among:
        return []
    rows = store.rows_between(table.id, min(among), min(max(among), table.version) + 1)
    asked = [row for row in rows if row.seq in among]
    about = _taken_or_put_back(store, table, asked)
    named = {seq for row in (*asked, *about.values()) for seq in (row.of, row.seq)}
    reader = _Reader(table, viewer, named)
    lines = []
    for row in yielding_control(asked):
        line = reader.read(row)
        if row.of in about and row.kind in ("undo", "redo"):
            line = replace(line, about=reader.read(about[row.of]))
        lines.append(line)
    return lines


class _Reader:
    """Reads rows of a table's log, which are of these ``steps``, with the eyes of one viewer."""

    def __init__(self, table: TableState, viewer: int | None, steps: Collection[int]) -> None:
        self._table, self._viewer = table, viewer
        effective = table.replay.log.effective
        self._effective = {entry.seq for entry in effective}
        self._amended = {entry.of: entry for entry in effective if entry.kind == "amend"}
        self._before = _states_at(table.replay, steps)
        self._readable = readable_moves(table, viewer, with_undone=True)
        self._all_open = not table.replay.game.hidden_seats(table.replay.state, viewer)

    def read(self, row: LogRow) -> LogLine:
        stored = parse_row_data(row)
        entry = make_entry(self._table.slug, row, stored)
        stored = stored or {}
        change = self._amended.get(row.seq)
        removed = change is not None and change.move is None
        in_force = row.kind in ("undo", "redo", "note") or (row.seq in self._effective and not removed)
        allowed = row.kind == "ruling" or "allowed" in stored
        unreadable = isinstance(entry.move, UnreadableMove)
        data: dict[str, Any] = stored if entry.kind in ("setting", "count") else {}
        description, overruled, news = None, tuple[Refusal, ...](), None
        if entry.move is not None and not unreadable:
            seen, table_id = self._seen(entry), self._table.id
            data = to_json(seen)
            description = call_or_none(
                table_id, row.seq, _describe, self._table.replay, self._before, entry, seen
            )  # fmt: skip
            if allowed and in_force and self._all_open:
                overruled = call_or_none(table_id, row.seq, self._overruled, entry) or ()
            if row.kind in ("move", "ruling") and in_force and change is None:
                news = call_or_none(table_id, row.seq, self._news, entry, seen)
        return LogLine(
            row.seq, row.kind, row.seat, row.by, row.move, data, row.of, row.device, row.at,
            str(stored.get("text", "")), in_force, change is not None, allowed, description, unreadable,
            overruled=overruled, news=news, table_id=self._table.id,
        )  # fmt: skip

    def _news(self, entry: Entry, seen: Move) -> NewsItem | None:
        game, before = self._table.replay.game, self._before.get(_made_by(entry))
        if game.news is None or before is None or type(entry.move) not in game.moves:
            return None
        return game.news(before, game.apply(before, entry.seat, entry.move), entry.seat, seen)

    def _seen(self, entry: Entry) -> Move:
        """The move as it was entered, where the viewer may read it and it is the newest of its step."""
        step = _step_of(entry)
        latest = self._amended.get(step)
        if step in self._readable and entry.seq == (latest.seq if latest else step):
            return entry.move
        return _seen(self._table, self._viewer, entry)

    def _overruled(self, entry: Entry) -> tuple[Refusal, ...]:
        """All that stood against a move that the table allowed, where it is still in force as entered."""
        state = self._before.get(_made_by(entry))
        game = _game_of(self._table.replay, entry.move)
        refusal = possible_moves.check_move(game, state, entry.seat, entry.move) if state else None
        return refusal.all() if refusal else ()


def _taken_or_put_back(store: TableStore, table: TableState, rows: Collection[LogRow]) -> dict[int, LogRow]:
    """By their numbers, the entries that the undos and redos among these rows name."""
    named = {row.of for row in rows if row.kind in ("undo", "redo") and row.of}
    if not named:
        return {}
    rows_named = store.rows_between(table.id, min(named), max(named) + 1)
    return {row.seq: row for row in rows_named if row.seq in named}


def undo_or_redo_target(log: EffectiveLog, entry: Entry) -> Entry | None:
    """What the newest entry took back or put back, where it is an undo or redo."""
    return {"undo": log.next_redo(), "redo": log.next_undo()}.get(entry.kind)


def make_newest_line(table: TableState, viewer: int | None, entry: Entry) -> LogLine:
    """The line of the newest entry in force, or of the one taken back last, as it lies or lay."""
    move = entry.move
    data: dict[str, Any] = {"option": entry.option} if entry.kind == "setting" else {}
    description, news = None, None
    if entry.kind == "count":
        data = {"asked": entry.asked}
    elif move is not None and not isinstance(move, UnreadableMove):
        seen = newest_move_as_seen(table, viewer, entry)
        data = to_json(seen)
        description = call_or_none(table.id, entry.seq, _described, table.replay, entry, seen)
        if entry.kind != "amend":
            news = call_or_none(table.id, entry.seq, news_of_newest, table, entry, seen)
    return LogLine(
        entry.seq, entry.kind, entry.seat, entry.seat, type(move).__name__ if move else None, data,
        entry.of, allowed=entry.allowed, description=description, news=news,
        unreadable=isinstance(move, UnreadableMove), table_id=table.id,
    )  # fmt: skip


def newest_move_as_seen(table: TableState, viewer: int | None, entry: Entry) -> Move:
    """The move of the newest entry, or of the one it took back or put back, through the viewer's eyes."""
    seen = _seen(table, viewer, entry)
    if seen != entry.move and entry.kind in ("move", "ruling"):  # the whole log is gone through
        is_open = entry.seq in readable_moves(table, viewer, with_undone=True)
        return entry.move if is_open else seen
    return seen


def news_of_newest(table: TableState, entry: Entry, seen: Move) -> NewsItem | None:
    """The news of the newest move in force, or of the one taken back last, as ``seen`` by a viewer.

    None where the log has its own words for it.
    """
    replay = table.replay
    before = _state_before(replay, entry)
    if replay.game.news is None or before is None:
        return None
    after = replay.state
    if entry == replay.log.next_redo():
        after = replay.game.apply(before, entry.seat, entry.move)
    return replay.game.news(before, after, entry.seat, seen)


def news_of_entry(table: TableState, viewer: int | None, seq: int) -> tuple[int, NewsItem] | None:
    """Of a move that stands, by its entry: whose it is, and what everybody was told of it; None where the
    log says it in its own way.
    """
    replay = table.replay
    states = yielding_control(states_before(replay))
    step, before = next((step, state) for step, _, state in states if step.seq >= seq)
    if replay.game.news is None or not isinstance(step, EffectiveMove):
        return None
    seen = replay.game.redact_move(replay.state, viewer, step.seat, step.move)
    after = replay.game.apply(before, step.seat, step.move)
    return step.seat, replay.game.news(before, after, step.seat, seen)


def newest_move(table: TableState, viewer: int | None) -> tuple[int, Move, Any] | None:
    """The newest entry where it is a move of the game in force: its seat, the move as the viewer may see
    it, and the state it was entered at.
    """
    entry, replay = table.newest, table.replay
    if entry is None or entry != replay.log.next_undo() or replay.is_tally or not replay.earlier_states:
        return None
    before = _state_before(replay, entry)
    return None if before is None else (entry.seat, newest_move_as_seen(table, viewer, entry), before)


def _state_before(replay: Replay, entry: Entry) -> Any:
    """The state before the newest move in force, or before the one taken back last.

    None for any other entry, and for a move that the rules refuse in that state. A change of an entry has
    no such state: its move belongs to the state before the entry it changes.
    """
    if entry.kind not in ("move", "ruling") or replay.invalid is not None:
        return None
    if entry == replay.log.next_redo():
        refusal = possible_moves.check_move(replay.game, replay.state, entry.seat, entry.move)
        stands = refusal is None or (entry.kind == "ruling" and refusal.overridable)
        return replay.state if stands else None
    if entry == replay.log.next_undo() and replay.earlier_states:
        return replay.earlier_states[-1]
    return _states_at(replay, {entry.seq}).get(_made_by(entry))


def _described(replay: Replay, entry: Entry, seen: Move) -> Description:
    """What the newest entry came to, or the one just taken back."""
    before = _state_before(replay, entry)
    if before is not None:
        return replay.game.describe(before, entry.seat, seen)
    return _describe(replay, _states_at(replay, {_step_of(entry)}), entry, seen)


def readable_moves(
    table: TableState, viewer: int | None, *, with_undone: bool = False
) -> dict[int, EffectiveMove]:
    """By entry, the steps that stand whose move the viewer may read as it is: nothing in it is hidden.

    ``with_undone``: and the one that was taken back last, as it lay then.
    """
    replay = table.replay
    steps = [step for step in valid_moves(replay) if isinstance(step, EffectiveMove)]
    undone = replay.log.next_redo() if with_undone else None
    if undone is not None and _state_before(replay, undone) is not None:
        steps.append(EffectiveMove(undone.seq, undone.seat, undone.move))
    if isinstance(replay.state, Tally):
        return {step.seq: step for step in steps}
    made = [(step.seat, step.move) for step in steps]
    uncovered = replay.game.public_move_indexes(replay.setup.seats, made)
    return {
        step.seq: step
        for n, step in enumerate(steps)
        if n in uncovered
        or replay.game.redact_move(replay.state, viewer, step.seat, step.move) == step.move
    }


_Made = tuple[int, int, Move]
"""A move as it was made: the number of its entry, its seat, the move."""
_StatesAt = Mapping[_Made, Any]
"""The states before moves that are in force."""


def _step_of(entry: Entry) -> int:
    """The number of the entry whose move this entry enters or changes."""
    return entry.of if entry.kind == "amend" else entry.seq


def _made_by(entry: Entry) -> _Made:
    return _step_of(entry), entry.seat, entry.move


def _states_at(replay: Replay, steps: Collection[int]) -> _StatesAt:
    last = max(steps, default=0)
    before: dict[_Made, Any] = {}
    for step, _, state in yielding_control(states_before(replay)):
        if step.seq > last:
            break
        if isinstance(step, EffectiveMove) and step.seq in steps:
            before[step.seq, step.seat, step.move] = state
    return before


def _describe(replay: Replay, before: _StatesAt, entry: Entry, seen: Move) -> Description:
    return _game_of(replay, seen).describe(before.get(_made_by(entry)), entry.seat, seen)


def _game_of(replay: Replay, move: Move) -> Game[Any]:
    """The game that a move is of: the referee or its count, whichever the table was opened with."""
    slug = replay.origin.meta.slug
    games = (replay.origin, BY_SLUG[slug], TALLIES[slug])
    return next(game for game in games if type(move) in game.moves)


def _seen(table: TableState, viewer: int | None, entry: Entry) -> Move:
    """An entry's move through the viewer's eyes: the referee hides, a sheet of the tally is open."""
    replay = table.replay
    origin = replay.origin
    if type(entry.move) not in origin.moves or isinstance(replay.state, Tally):
        return entry.move
    return origin.redact_move(replay.state, viewer, entry.seat, entry.move)
