"""What each event would bring, before it is entered: what entering it does, seen beforehand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.engine.data import replace
from companion.engine.game import Move
from companion.games.cheops_catan.effects import apply
from companion.games.cheops_catan.moves import Build, Knight, Lay, Roll, ShowPoint
from companion.games.cheops_catan.rules import check
from companion.games.cheops_catan.state import State, laid, points, roller

EVENTS: dict[str, Move] = {
    "settlement": Build("settlement"), "site": Build("settlement", True), "city": Build("city"),
    "road": Build("road"), "ship": Build("ship"), "knight": Knight(), "card": ShowPoint(),
}  # fmt: skip
"""By their names on the page, those that may bring points."""


def outlook(state: State, seat: int) -> dict[str, Any]:
    """What each event of a seat would bring once its roll is over; an event that cannot be is left out.

    ``lays`` has a stone for each building at the site that it may be laid through.
    """
    open_turn = replace(state, turn=seat, rolled=True, network=(), houses=())
    now = [points(state, n) for n in range(state.rules.seats)]
    events = {
        name: _brings(open_turn, now, seat, move)
        for name, move in EVENTS.items()
        if _possible(open_turn, seat, move)
    }
    owners = (None, *range(state.rules.seats))
    lays = [
        {"owner": owner, **_brings(open_turn, now, seat, Lay(owner))}
        for owner in owners
        if check(open_turn, seat, Lay(owner)) is None
    ]
    return {**events, "lays": lays}


def _possible(state: State, seat: int, move: Move) -> bool:
    """Whether the event can be, if need be because the table allows it."""
    refusal = check(state, seat, move)
    return refusal is None or refusal.overridable


def _brings(state: State, now: Sequence[int], seat: int, move: Move) -> dict[str, Any]:
    """What a move changes: everybody's points, of what they have ``now``, and gold, stones, favours, and
    whether it ends the game."""
    after = apply(state, seat, move)
    seats = range(state.rules.seats)
    return {
        "points": [points(after, n) - now[n] for n in seats],
        "gold": [after.gold[n] - state.gold[n] for n in seats],
        "stones": laid(after) - laid(state),
        "blessed": after.blessed if after.blessed != state.blessed else None,
        "freed": sorted(state.cursed - after.cursed),
        "cursed": sorted(after.cursed - state.cursed),
        "ends": bool(after.closing) and not state.closing,
    }


def seven(state: State) -> int | None:
    """Which black stone the next 7 would add, if it adds one."""
    black = apply(state, roller(state), Roll(7)).black
    return black if black > state.black else None
