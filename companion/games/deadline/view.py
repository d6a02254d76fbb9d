"""What everybody sees: this game has no secrets."""

from __future__ import annotations

from typing import Any

from companion.games.deadline.drawing import drawing, fitting
from companion.games.deadline.parts import SHAPES, dice, supply
from companion.games.deadline.state import State, over, served


def public(state: State) -> dict[str, Any]:
    """Plain data: dice, supply, every tomb, and what fits for the seat that picks."""
    rules = state.rules
    return {
        "geometry": rules.preset,
        "strict": rules.strict,
        "dice": list(state.dice),
        "dice_count": dice(rules.seats),
        "supplier": state.supplier,
        "picker": state.picker if state.dice else None,
        "builder": state.builder if state.builder >= 0 else None,
        "last": state.last if state.last >= 0 else None,
        "life": state.supply[0],
        "lives": supply(rules.seats)[0],
        "supply": dict(zip(SHAPES, state.supply, strict=True)),
        "gives": {die: served(state, die) for die in sorted(set(state.dice))},
        "seats": [_seat(state, seat) for seat in range(rules.seats)],
        "fits": {} if over(state) or not state.dice else _fits(state),
        "killer": state.killer if state.killer >= 0 else None,
    }


def _seat(state: State, seat: int) -> dict[str, Any]:
    return {
        **drawing(state.tombs[seat], state.rules.preset, state.aside[seat]),
        "reserve": state.reserves[seat],
        "aside": state.aside[seat],
        "declared": state.declared.index(seat) + 1 if seat in state.declared else 0,
    }


def _fits(state: State) -> dict[str, Any]:
    """For the seat that picks: each stone in reach, where it fits, what it would make."""
    tomb, rules = state.tombs[state.picker], state.rules
    shapes = {served(state, die) for die in state.dice} | {state.reserves[state.picker]}
    return {
        shape: fitting(tomb, rules.preset, shape, strict=rules.strict)
        for shape in SHAPES
        if shape in shapes
    }
