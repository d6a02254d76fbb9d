"""What the page of a count draws beside the sheets: whom it shows first, who comes next, what each has."""

from __future__ import annotations

from typing import Any

from companion.engine.log import EffectiveMove, TallyStart
from companion.engine.tally import Tally
from companion.tables.queries import total
from companion.tables.state import TableState


def counting_context(table: TableState) -> dict[str, Any]:
    """``counting``: whether the table counts by hand; ``counts_next``: by seat the next one without a
    sheet, or none when all others are in; the ``sheets`` so far, and the ``choices`` of their forms."""
    state, scoring = table.replay.state, table.replay.origin.scoring
    if not isinstance(state, Tally):
        return {"counting": False}
    missing = [seat for seat, sheet in enumerate(state.sheets) if sheet is None]
    choices = [scoring.form_choices(table.replay.setup, sheet) for sheet in state.sheets]
    return {
        "counting": True,
        "counts_next": [_after(seat, missing) for seat in range(len(state.sheets))],
        "sheet_name": scoring.sheet.__name__,
        "sheets": dict(enumerate(state.sheets)),
        "choices": choices,
    }


def sheet_to_change(table: TableState, step: EffectiveMove | TallyStart | None) -> dict[str, Any]:
    """In place of everybody's sheets the one that an entry filled in; none where it was no sheet. One that
    the rules refuse is drawn as an empty one."""
    scoring, setup = table.replay.origin.scoring, table.replay.setup
    if not isinstance(step, EffectiveMove) or not isinstance(step.move, scoring.sheet):
        return {"sheets": {}, "choices": {}}
    refusal = scoring.check(setup, step.seat, step.move)
    sheet = step.move if refusal is None or refusal.overridable else None
    return {"sheets": {step.seat: sheet}, "choices": {step.seat: scoring.form_choices(setup, sheet)}}


def _after(seat: int, missing: list[int]) -> int | None:
    """The next seat clockwise that is missing, but this one."""
    others = [other for other in missing if other != seat]
    return min(others, key=lambda other: (other < seat, other), default=None)


def so_far(table: TableState) -> list[dict[str, Any]]:
    """What the head says of each seat before all sheets are in: its ``points``, or, where others bear on
    them, what they are ``at_least``; nothing of a seat that is missing, or once the scores say it."""
    replay = table.replay
    if not isinstance(replay.state, Tally) or None not in replay.state.sheets:
        return [{}] * table.seats
    scoring = replay.origin.scoring
    alone = scoring.alone or (lambda setup, sheet: scoring.lines(setup, (sheet,))[0])
    of_seats = []
    for sheet in replay.state.sheets:
        lines = None if sheet is None else alone(replay.setup, sheet)
        points = total(lines)
        waits = lines is not None and points is None and scoring.alone is not None
        counted = sum(line.points or 0 for line in lines or ())
        secret, at_least = lines is None or waits, counted if waits else None
        of_seats.append({"points": points, "secret": secret, "at_least": at_least})
    return of_seats
