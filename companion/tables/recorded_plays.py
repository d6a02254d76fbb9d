"""Recorded plays to watch, and practice tables that begin in the middle of one."""

import time
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

from companion.engine.consequences import Consequences, find_consequences
from companion.engine.game import Description, Refusal
from companion.engine.log import EffectiveLog, EffectiveMove, Entry, TallyStart
from companion.engine.replay import Replay, apply_entry, get_awaiting, iterate_steps_with_states, replay_log
from companion.games.plays import RecordedPlay, parse_recorded_play
from companion.games.seeds import load_plays
from companion.tables.errors import NotFound, Refused
from companion.tables.opening import OpenedTable, get_game, open_table
from companion.tables.state import TableState, dump_entry_data
from companion.tables.table_store import LogRow
from companion.tables.tables import Tables


@dataclass(frozen=True, slots=True)
class Walkthrough:
    """A recorded play and the table after each of its entries."""

    play: RecordedPlay
    positions: tuple[Replay, ...]
    """The position before the first entry, then the one after each entry."""


def load_recorded_play(slug: str, name: str) -> Walkthrough:
    """Return the recorded play ``name`` of a game. Raise NotFound if there is none."""
    get_game(slug)  # selects the translations of this request
    return _load_walkthrough(slug, name)


@cache
def _load_walkthrough(slug: str, name: str) -> Walkthrough:
    record = load_plays(slug).get(name)
    if record is None:
        raise NotFound("table.no_such_play")
    play = parse_recorded_play(record)
    positions = [replay_log(play.game, play.setup)]
    for entry in play.log:
        positions.append(apply_entry(positions[-1], entry))
    return Walkthrough(play, tuple(positions))


@lru_cache(maxsize=512)
def find_step_consequences(slug: str, name: str, step: int) -> Consequences:
    """Return what the entry number ``step`` of a recorded play changed. Step 0 is the start: no changes."""
    walkthrough = _load_walkthrough(slug, name)
    if not step:
        return Consequences()
    before, after = walkthrough.positions[step - 1 : step + 1]
    return find_consequences(before, walkthrough.play.log[step - 1], after)


def open_practice_table(tables: Tables, slug: str, name: str, step: int, device: str = "") -> OpenedTable:
    """Open a table that begins after the first ``step`` entries of a recorded play.

    The host, with this kind of device, gets an awaited seat. Raise Refused if the game is over then.
    """
    walkthrough = load_recorded_play(slug, name)
    play, step = walkthrough.play, min(step, len(walkthrough.play.log))
    position = walkthrough.positions[step]
    awaited = get_awaiting(position)
    if awaited is None:
        raise Refused(Refusal("table.over", "end"), step)
    names = {option.name for option in play.game.meta.options if play.mode in option.modes}
    options = {key: value for key, value in play.setup.options.items() if key in names}
    return open_table(
        tables, slug, play.mode, play.names, options, play.setup.first, device, awaited.seats[0],
        log=[_make_row(entry) for entry in play.log[:step]], practice_start=f"{name}/{step}",
    )  # fmt: skip


def _make_row(entry: Entry) -> LogRow:
    move = type(entry.move).__name__ if entry.move is not None else None
    return LogRow(
        0, entry.seq, entry.kind, entry.seat, move, dump_entry_data(entry), entry.of, entry.seat, "",
        f"recorded-{entry.seq}", int(time.time()),
    )  # fmt: skip


class PracticeComparison(NamedTuple):
    """The newest entry of a practice table, compared with the same step of the recorded play."""

    name: str
    step: int
    """The step from which the recording can be watched on."""
    recorded: tuple[Description, int] | None = None
    """The result and the seat of the recorded move, if the table had the same moves before; else None."""
    is_same_move: bool = False
    """Whether the newest entry of this table is the recorded move."""


def compare_with_recording(table: TableState) -> PracticeComparison | None:
    """Return how the newest entry compares with the recorded play of a practice table. None without one."""
    name, _, start = table.practice_start.rpartition("/")
    try:
        walkthrough = load_recorded_play(table.slug, name)
    except NotFound:
        return None
    entered = _moves_after(table.replay.log, int(start))
    recorded = _moves_after(walkthrough.positions[-1].log, int(start))
    last = len(entered) - 1
    before, recorded_before = _seats_and_moves(entered[:last]), _seats_and_moves(recorded[:last])
    if not 0 <= last < len(recorded) or before != recorded_before:
        return PracticeComparison(name, int(start))
    recorded_move = recorded[last]
    if not isinstance(recorded_move, EffectiveMove):
        return PracticeComparison(name, recorded_move.seq)
    states = iterate_steps_with_states(walkthrough.positions[-1])
    game, state = next((game, state) for step, game, state in states if step.seq == recorded_move.seq)
    description = game.describe(state, recorded_move.seat, recorded_move.move)
    same = _seats_and_moves(entered[last:]) == _seats_and_moves([recorded_move])
    return PracticeComparison(name, recorded_move.seq, (description, recorded_move.seat), same)


def _moves_after(log: EffectiveLog, step: int) -> list[EffectiveMove | TallyStart]:
    return [step_made for step_made in log.effective_moves() if step_made.seq > step]


def _seats_and_moves(steps: list[EffectiveMove | TallyStart]) -> list[object]:
    return [(m.seat, m.move) if isinstance(m, EffectiveMove) else None for m in steps]
