"""Replays the log and records each change of each score line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.engine.game import Game
from companion.engine.replay import Replay, states_before
from companion.tables.lru_cache import LruCache
from companion.tables.queries import sheets_as_they_stand, total
from companion.tables.state import TableState
from companion.tables.write_locks import yielding_control


@dataclass(frozen=True, slots=True)
class ScoreChange:
    """What one entry did to one number; None where the number was not known."""

    seq: int
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class ScoreHistory:
    """Every score change of every seat. Not filtered: callers hide what a viewer may not see."""

    totals: tuple[tuple[int, tuple[int | None, ...]], ...]
    """(entry, total of each seat after it)."""
    changes: dict[tuple[int, str], tuple[ScoreChange, ...]]
    """By (seat, category): the entries that moved the number."""


_histories: LruCache[tuple[int, bool], tuple[Replay, ScoreHistory]] = LruCache(64)
"""Each with its replay, by that replay's identity."""


def score_history(table: TableState, *, standing: bool = False) -> ScoreHistory:
    """Return the score history of a table at its version; with ``standing``, until the end, of the sheets
    as they stood."""
    standing = standing and table.replay.origin.standing is not None
    key = (id(table.replay), standing)
    found = _histories.get(key)
    if found is None or found[0] is not table.replay:
        found = (table.replay, _history(table.replay, standing))
        _histories.put(key, found)
    return found[1]


def _history(replay: Replay, standing: bool) -> ScoreHistory:
    setup = replay.setup
    totals: list[tuple[int, tuple[int | None, ...]]] = []
    changes: dict[tuple[int, str], list[ScoreChange]] = {}
    known: dict[tuple[int, str], int | None] = {}
    for seq, game, state in yielding_control(_states(replay)):
        sheets = sheets_as_they_stand(game, state) if standing else game.sheets(state)
        if any(sheet is None for sheet in sheets):
            continue
        lines = game.scoring.lines(setup, sheets)
        totals.append((seq, tuple(total(seat_lines) for seat_lines in lines)))
        for seat, seat_lines in enumerate(lines):
            for line in seat_lines:
                key = (seat, line.category)
                before = known.get(key, 0)
                if line.points != before:
                    changes.setdefault(key, []).append(ScoreChange(seq, before, line.points))
                known[key] = line.points
    return ScoreHistory(tuple(totals), {key: tuple(found) for key, found in changes.items()})


def _states(replay: Replay) -> Iterator[tuple[int, Game[Any], Any]]:
    """(entry, game in force, state) from the start to the present, only of what stands."""
    seq = 0
    for step, game, state in states_before(replay):
        yield seq, game, state
        seq = step.seq
    yield seq, replay.game, replay.state
