"""A table's log as one viewer may read it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.engine import possible_moves
from companion.engine.game import Description, Game, Move, Refusal
from companion.engine.json_data import to_json
from companion.engine.log import EffectiveLog, EffectiveMove, Entry, UnreadableMove
from companion.engine.replay import Replay, iterate_steps_with_states, list_valid_steps
from companion.engine.tally import Tally
from companion.games import GAMES_BY_SLUG, TALLIES_BY_SLUG
from companion.tables.concurrency import yielding_control
from companion.tables.errors import call_or_none
from companion.tables.state import TableState, entry_from_row, parse_row_data
from companion.tables.table_store import LogRow, TableStore


@dataclass(frozen=True, slots=True)
class LogLine:
    """An entry of the log, as one seat or somebody without a seat may read it."""

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
    """False for entries that were undone, removed or changed by a later entry."""
    amended: bool = False
    allowed: bool = False
    description: Description | None = None
    """The result of a move; None for entries without one."""
    unreadable: bool = False
    """The stored record is damaged, or of a kind that this release does not know."""
    about: LogLine | None = None
    """The entry that an undo took back, or that a redo put back."""
    overruled: tuple[Refusal, ...] = ()
    """The refusals that the table overruled; empty while anything is hidden from the viewer."""
    news: Description | None = None
    """The news of a move that is not undone or changed; else None."""
    table_id: int = 0


def read_log(
    store: TableStore, table: TableState, viewer: int | None, numbers: Collection[int] | None = None
) -> list[LogLine]:
    """Return the log as the seat ``viewer`` may read it (None: without a seat), oldest entry first.

    ``numbers`` has the numbers of the entries to return; None stands for all.
    """
    numbers = range(1, table.version + 1) if numbers is None else numbers
    if not numbers:
        return []
    rows = store.rows_between(table.id, min(numbers), min(max(numbers), table.version) + 1)
    selected = [row for row in rows if row.seq in numbers]
    target_seqs = {row.of for row in selected if row.kind in ("undo", "redo") and row.of}
    older = store.rows_between(table.id, min(target_seqs), max(target_seqs) + 1) if target_seqs else ()
    targets = {row.seq: row for row in older if row.seq in target_seqs}
    seqs = {seq for row in (*selected, *targets.values()) for seq in (row.of, row.seq)}
    reader = _LineReader(table, viewer, seqs)
    lines = []
    for row in yielding_control(selected):
        line = reader.read(row)
        if row.of in targets and row.kind in ("undo", "redo"):
            line = replace(line, about=reader.read(targets[row.of]))
        lines.append(line)
    return lines


class _LineReader:
    def __init__(self, table: TableState, viewer: int | None, steps: Collection[int]) -> None:
        self._table, self._viewer = table, viewer
        effective = table.replay.log.effective
        self._effective = {entry.seq for entry in effective}
        self._amended = {entry.of: entry for entry in effective if entry.kind == "amend"}
        self._before = _states_before_moves(table.replay, steps)
        self._readable = readable_moves(table, viewer, with_undone=True)
        self._all_open = not table.replay.game.hidden_seats(table.replay.state, viewer)

    def read(self, row: LogRow) -> LogLine:
        stored = parse_row_data(row)
        entry = entry_from_row(self._table.slug, row, stored)
        stored = stored or {}
        change = self._amended.get(row.seq)
        removed = change is not None and change.move is None
        in_force = row.kind in ("undo", "redo", "note") or (row.seq in self._effective and not removed)
        allowed = row.kind == "ruling" or "allowed" in stored
        unreadable = isinstance(entry.move, UnreadableMove)
        data: dict[str, Any] = stored if entry.kind in ("setting", "count") else {}
        description, overruled, news = None, tuple[Refusal, ...](), None
        if entry.move is not None and not unreadable:
            seen, table_id = self._move_as_seen(entry), self._table.id
            data = to_json(seen)
            description = call_or_none(
                table_id, row.seq, _describe_move, self._table.replay, self._before, entry, seen
            )  # fmt: skip
            if allowed and in_force and self._all_open:
                overruled = call_or_none(table_id, row.seq, self._overruled_refusals, entry) or ()
            if row.kind in ("move", "ruling") and in_force and change is None:
                news = call_or_none(table_id, row.seq, self._news, entry, seen)
        return LogLine(
            row.seq, row.kind, row.seat, row.by, row.move, data, row.of, row.device, row.at,
            str(stored.get("text", "")), in_force, change is not None, allowed, description, unreadable,
            overruled=overruled, news=news, table_id=self._table.id,
        )  # fmt: skip

    def _news(self, entry: Entry, seen: Move) -> Description | None:
        game, before = self._table.replay.game, self._before.get(_move_key(entry))
        if before is None or type(entry.move) not in game.moves:
            return None
        return game.news(before, game.apply(before, entry.seat, entry.move), entry.seat, seen)

    def _move_as_seen(self, entry: Entry) -> Move:
        step = _original_seq(entry)
        latest = self._amended.get(step)
        if step in self._readable and entry.seq == (latest.seq if latest else step):
            return entry.move
        return _redacted_move(self._table, self._viewer, entry)

    def _overruled_refusals(self, entry: Entry) -> tuple[Refusal, ...]:
        state = self._before.get(_move_key(entry))
        game = _game_with_move(self._table.replay, entry.move)
        refusal = possible_moves.check_move(game, state, entry.seat, entry.move) if state else None
        return refusal.with_besides() if refusal else ()


def undo_or_redo_target(log: EffectiveLog, entry: Entry) -> Entry | None:
    """Return the entry that ``entry``, the newest, took back or restored. None for other entries."""
    return {"undo": log.next_redo(), "redo": log.next_undo()}.get(entry.kind)


def make_newest_line(table: TableState, viewer: int | None, entry: Entry) -> LogLine:
    """Return the log line of ``entry``: the newest entry that is not undone, or the one undone last."""
    move = entry.move
    data: dict[str, Any] = {"option": entry.option} if entry.kind == "setting" else {}
    description, news = None, None
    if entry.kind == "count":
        data = {"asked": entry.asked}
    elif move is not None and not isinstance(move, UnreadableMove):
        seen = newest_move_as_seen(table, viewer, entry)
        data = to_json(seen)
        description = call_or_none(table.id, entry.seq, _describe_newest, table.replay, entry, seen)
        if entry.kind != "amend":
            news = call_or_none(table.id, entry.seq, news_of_newest, table, entry, seen)
    return LogLine(
        entry.seq, entry.kind, entry.seat, entry.seat, type(move).__name__ if move else None, data,
        entry.of, allowed=entry.allowed, description=description, news=news,
        unreadable=isinstance(move, UnreadableMove), table_id=table.id,
    )  # fmt: skip


def newest_move_as_seen(table: TableState, viewer: int | None, entry: Entry) -> Move:
    """Return the move of ``entry`` (the newest, or the one undone or redone last) as the viewer sees it."""
    seen = _redacted_move(table, viewer, entry)
    if seen != entry.move and entry.kind in ("move", "ruling"):  # reads the whole log
        is_open = entry.seq in readable_moves(table, viewer, with_undone=True)
        return entry.move if is_open else seen
    return seen


def news_of_newest(table: TableState, entry: Entry, seen: Move) -> Description | None:
    """Return the news of ``entry``, which is the newest move or the one undone last.

    None for other entries. ``seen`` is the move as the viewer may see it.
    """
    replay = table.replay
    before = _state_before(replay, entry)
    if before is None:
        return None
    after = replay.state
    if entry == replay.log.next_redo():
        after = replay.game.apply(before, entry.seat, entry.move)
    return replay.game.news(before, after, entry.seat, seen)


def news_of_entry(table: TableState, viewer: int | None, seq: int) -> tuple[int, Description] | None:
    """Return (seat, news) of entry ``seq`` as amended. None if it is no move."""
    replay = table.replay
    states = yielding_control(iterate_steps_with_states(replay))
    step, before = next((step, state) for step, _, state in states if step.seq >= seq)
    if not isinstance(step, EffectiveMove):
        return None
    seen = replay.game.redact_move(replay.state, viewer, step.seat, step.move)
    after = replay.game.apply(before, step.seat, step.move)
    return step.seat, replay.game.news(before, after, step.seat, seen)


def newest_move_and_state_before(table: TableState, viewer: int | None) -> tuple[int, Move, Any] | None:
    """Return (seat, move as the viewer sees it, state before it) if the newest entry is a move, or None."""
    entry, replay = table.newest, table.replay
    if entry is None or entry != replay.log.next_undo() or replay.is_tally or not replay.earlier_states:
        return None
    before = _state_before(replay, entry)
    return None if before is None else (entry.seat, newest_move_as_seen(table, viewer, entry), before)


def _state_before(replay: Replay, entry: Entry) -> Any:
    if entry.kind not in ("move", "ruling") or replay.invalid is not None:
        return None
    if entry == replay.log.next_redo():
        refusal = possible_moves.check_move(replay.game, replay.state, entry.seat, entry.move)
        is_valid = refusal is None or (entry.kind == "ruling" and refusal.overridable)
        return replay.state if is_valid else None
    if entry == replay.log.next_undo() and replay.earlier_states:
        return replay.earlier_states[-1]
    return _states_before_moves(replay, {entry.seq}).get(_move_key(entry))


def _describe_newest(replay: Replay, entry: Entry, seen: Move) -> Description:
    before = _state_before(replay, entry)
    if before is not None:
        return replay.game.describe(before, entry.seat, seen)
    return _describe_move(replay, _states_before_moves(replay, {_original_seq(entry)}), entry, seen)


def readable_moves(
    table: TableState, viewer: int | None, *, with_undone: bool = False
) -> dict[int, EffectiveMove]:
    """Return, by entry number, the valid moves that the seat ``viewer`` (None: no seat) may see in full.

    ``with_undone`` includes the move that was undone last.
    """
    replay = table.replay
    steps = [step for step in list_valid_steps(replay) if isinstance(step, EffectiveMove)]
    undone = replay.log.next_redo() if with_undone else None
    if undone is not None and _state_before(replay, undone) is not None:
        steps.append(EffectiveMove(undone.seq, undone.seat, undone.move))
    if isinstance(replay.state, Tally):
        return {step.seq: step for step in steps}
    moves = [(step.seat, step.move) for step in steps]
    uncovered = replay.game.public_move_indexes(replay.setup.seats, moves)
    return {
        step.seq: step
        for n, step in enumerate(steps)
        if n in uncovered
        or replay.game.redact_move(replay.state, viewer, step.seat, step.move) == step.move
    }


_MoveKey = tuple[int, int, Move]
"""(number of the entry, seat, move)."""
_StateByMove = Mapping[_MoveKey, Any]
"""The state before each move that is not undone."""


def _original_seq(entry: Entry) -> int:
    return entry.of if entry.kind == "amend" else entry.seq


def _move_key(entry: Entry) -> _MoveKey:
    return _original_seq(entry), entry.seat, entry.move


def _states_before_moves(replay: Replay, steps: Collection[int]) -> _StateByMove:
    last = max(steps, default=0)
    before: dict[_MoveKey, Any] = {}
    for step, _, state in yielding_control(iterate_steps_with_states(replay)):
        if step.seq > last:
            break
        if isinstance(step, EffectiveMove) and step.seq in steps:
            before[step.seq, step.seat, step.move] = state
    return before


def _describe_move(replay: Replay, before: _StateByMove, entry: Entry, seen: Move) -> Description:
    return _game_with_move(replay, seen).describe(before.get(_move_key(entry)), entry.seat, seen)


def _game_with_move(replay: Replay, move: Move) -> Game[Any]:
    slug = replay.origin.meta.slug
    games = (replay.origin, GAMES_BY_SLUG[slug], TALLIES_BY_SLUG[slug])
    return next(game for game in games if type(move) in game.moves)


def _redacted_move(table: TableState, viewer: int | None, entry: Entry) -> Move:
    replay = table.replay
    origin = replay.origin
    if type(entry.move) not in origin.moves or isinstance(replay.state, Tally):
        return entry.move
    return origin.redact_move(replay.state, viewer, entry.seat, entry.move)
