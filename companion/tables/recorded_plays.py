"""Recorded plays: played once, looked at as often as somebody likes, gone on with otherwise in trials."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import cache, lru_cache

from companion.engine.consequences import Consequences, find_consequences
from companion.engine.game import Description, Refusal
from companion.engine.json_data import DataError
from companion.engine.log import EffectiveLog, EffectiveMove, Entry, TallyStart
from companion.engine.replay import Replay, apply_entry, get_awaiting, replay, states_before
from companion.games.plays import RecordedPlay, parse_recorded_play
from companion.games.seeds import plays
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
    """Before the first entry, after it, … after the last."""


def load_recorded_play(slug: str, name: str) -> Walkthrough:
    """A recorded play of a game on the shelf; NotFound where there is none that reads."""
    get_game(slug)  # whose sentences are those of this request
    return _walkthrough(slug, name)


@cache
def _walkthrough(slug: str, name: str) -> Walkthrough:
    record = plays(slug).get(name)
    try:
        play = parse_recorded_play(record) if record else None
    except DataError:
        play = None
    if play is None:
        raise NotFound("table.no_such_play")
    positions = [replay(play.game, play.setup)]
    for entry in play.log:
        positions.append(apply_entry(positions[-1], entry))
    return Walkthrough(play, tuple(positions))


@lru_cache(maxsize=512)
def step_consequences(slug: str, name: str, step: int) -> Consequences:
    """What the entry of this number came to; nothing before the first."""
    walked = _walkthrough(slug, name)
    if not step:
        return Consequences()
    before, after = walked.positions[step - 1 : step + 1]
    return find_consequences(before, walked.play.log[step - 1], after)


@dataclass(frozen=True, slots=True)
class PracticeComparison:
    """Where a table began, and what the recording did where somebody has just entered something."""

    name: str
    step: int
    """The recording may be watched on from here."""
    played: EffectiveMove | None = None
    """By the recording, where all before it was entered alike."""
    description: Description | None = None
    """What that came to."""
    same: bool = False
    """Whether that is what was entered."""


def open_practice_table(tables: Tables, slug: str, name: str, step: int, device: str = "") -> OpenedTable:
    """A table that begins where a recorded play stood after so many entries; its host sits where the next
    entry is awaited. Refused where nothing can be entered any more.
    """
    walked = load_recorded_play(slug, name)
    play, step = walked.play, min(step, len(walked.play.log))
    position = walked.positions[step]
    awaited = get_awaiting(position)
    if awaited is None:
        raise Refused(Refusal("table.over", "end"), step)
    names = {option.name for option in play.game.meta.options if play.mode in option.modes}
    options = {key: value for key, value in play.setup.options.items() if key in names}
    return open_table(
        tables, slug, play.mode, play.names, options, play.setup.first, device, awaited.seats[0],
        log=[_row(entry) for entry in play.log[:step]], practice_start=f"{name}/{step}",
    )  # fmt: skip


def _row(entry: Entry) -> LogRow:
    """An entry of a recorded play as a row of a table that is not opened yet."""
    move = type(entry.move).__name__ if entry.move is not None else None
    return LogRow(
        0, entry.seq, entry.kind, entry.seat, move, dump_entry_data(entry), entry.of, entry.seat, "",
        f"recorded-{entry.seq}", int(time.time()),
    )  # fmt: skip


def compare_with_recording(table: TableState) -> PracticeComparison | None:
    """Where a table began, and what the recording did there; None for a table that is no trial, and where
    that play is not kept any more.
    """
    name, _, step = table.practice_start.rpartition("/")
    try:
        walked = load_recorded_play(table.slug, name) if name else None
    except NotFound:
        return None
    return _compared(table.replay.log, walked, PracticeComparison(name, int(step))) if walked else None


def _compared(log: EffectiveLog, walked: Walkthrough, start: PracticeComparison) -> PracticeComparison:
    tried, played = _after(log, start.step), _after(walked.positions[-1].log, start.step)
    last = len(tried) - 1
    if not 0 <= last < len(played) or _made(tried[:last]) != _made(played[:last]):
        return start
    there = played[last]
    if not isinstance(there, EffectiveMove):
        return PracticeComparison(start.name, there.seq)
    reached = states_before(walked.positions[-1])
    game, state = next((game, state) for step, game, state in reached if step.seq == there.seq)
    description = game.describe(state, there.seat, there.move)
    return PracticeComparison(
        start.name, there.seq, there, description, _made(tried[last:]) == _made([there])
    )


def _after(log: EffectiveLog, step: int) -> list[EffectiveMove | TallyStart]:
    """What stands of the entries after a step."""
    return [made for made in log.effective_moves() if made.seq > step]


def _made(steps: list[EffectiveMove | TallyStart]) -> list[object]:
    """What was done, by whom, whichever entry it was."""
    return [(m.seat, m.move) if isinstance(m, EffectiveMove) else None for m in steps]
