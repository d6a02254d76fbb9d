"""What a seat may see: everything but the others' money, until the end."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from companion.engine.data import to_json
from companion.games.cheops_treasure.laws import in_play
from companion.games.cheops_treasure.outcomes import bring, outcomes
from companion.games.cheops_treasure.parts import COLOURS, FAMILIES
from companion.games.cheops_treasure.pyramid import BITS, ROWS, bit_of, open_spaces, spaces_in
from companion.games.cheops_treasure.rules import ending
from companion.games.cheops_treasure.state import (
    State,
    family_name,
    filled,
    full,
    full_needed,
    full_tablets,
    left_in_stacks,
    market_price,
    may_draw,
    price,
    price_is_assumed,
    swappable,
    usable,
)
from companion.games.cheops_treasure.tablets import Price


def secret(state: State, viewer: int | None) -> frozenset[int]:
    """The others' scores, for their money is hidden until the end."""
    if state.rules.open_money or ending(state) is not None:
        return frozenset()
    return frozenset(seat for seat in range(state.rules.seats) if seat != viewer)


def own(state: State, seat: int) -> dict[str, Any]:
    """The seat's own money, while the others may not know it."""
    return {"seats": {seat: {"money": state.money[seat]}}} if secret(state, None) else {}


def public(state: State) -> dict[str, Any]:
    """The pyramid, the live market, the laws, and every seat."""
    hidden = secret(state, None)
    colours: dict[str, Any] = {name: _colour(state, colour) for colour, name in enumerate(COLOURS)}
    seats = [_seat(state, seat, seat in hidden, colours) for seat in range(state.rules.seats)]
    return {
        "turn": state.turn,
        "phase": state.phase,
        "pending": state.pending,
        "rows": _rows(state),
        "at": list(BITS[state.at]) if state.at and state.phase == "take" else None,
        "last": list(BITS[state.at]) if state.at else None,
        "outcomes": {button: to_json(outcome) for button, outcome in outcomes(state).items()},
        "by": state.by,
        "market": {
            "price": market_price(state), "assumed": price_is_assumed(state), "laws": list(state.market),
        },
        "law_3": state.law_3,
        "full": full_tablets(state),
        "full_needed": full_needed(state),
        "colours": colours,
        "in_play": list(in_play(state)),
        "laws_seen": sorted(state.laws),
        "laws_seen_by": [state.finders[law - 1] for law in sorted(state.laws)],
        "neighbours": state.neighbours,
        "stacks": dict(zip(FAMILIES, left_in_stacks(state), strict=True)),
        "may_draw": may_draw(state, state.turn),
        "swappable": [f"{row}-{column}" for row, column in spaces_in(swappable(state))],
        "usable": list(usable(state, state.turn)),
        "law_7": None if state.rules.law_7 is None else state.rules.law_7.for_the_most,
        "saving": state.rules.save_neighbour,
        "seats": seats,
        "at_least": [seat["worth"] for seat in seats],
    }  # fmt: skip


def _rows(state: State) -> list[list[dict[str, Any]]]:
    """The spaces from the top down."""
    open_ = open_spaces(filled(state))
    return [
        [_space(state, row, column, open_) for column in range(1, ROWS + 2 - row)]
        for row in range(ROWS, 0, -1)
    ]


def _space(state: State, row: int, column: int, open_: int) -> dict[str, Any]:
    bit = bit_of(row, column)
    lying = [family for family, bits in enumerate(state.pawns) if bits & bit]
    known = state.known.get(bit)
    return {
        "row": row,
        "column": column,
        "pawn": family_name(lying[0]) if lying else None,
        "eye": bool(bit & state.eyes),
        "known": None if known is None else COLOURS[known],
        "open": bool(bit & open_),
    }


def _colour(state: State, colour: int) -> dict[str, Any]:
    tablet, sold = state.rules.tablets[colour], state.sold[colour]
    holdings = tuple(kept[colour] for kept in state.kept)
    now = price(state, colour)
    return {
        "slots": None if tablet is None else [_price(slot) for slot in tablet],
        "law_7_on": state.law_7[1] if state.law_7 and state.law_7[0] == colour else None,
        "sold": sold,
        "full": full(state, colour),
        "law": state.under[colour],
        "now": _price(now),
        "next": None if tablet is None or full(state, colour) else _price(price(state, colour, sold + 1)),
        "kept": list(holdings),
        "worth": [bring(now, holdings, seat) for seat in range(state.rules.seats)],
        "gone": state.gone[colour],
    }


@lru_cache(maxsize=1024)
def _price(at: Price | None) -> dict[str, Any] | None:
    return None if at is None else to_json(at)


def _seat(state: State, seat: int, hidden: bool, colours: dict[str, Any]) -> dict[str, Any]:
    worths = [colour["worth"][seat] for colour in colours.values()]
    return {
        "hand": dict(zip(FAMILIES, state.hands[seat], strict=True)),
        "saved": state.saved[seat],
        "money": None if hidden else state.money[seat],
        "kept": {name: n for name, n in zip(COLOURS, state.kept[seat], strict=True) if n},
        "worth": None if None in worths else sum(worths),
        "laws": list(state.held[seat]) + ([9] if state.law_9 == seat else []),
    }
