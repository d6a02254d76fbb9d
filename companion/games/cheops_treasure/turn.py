"""What an entry does to the table. ``check`` was asked before; nothing is judged here."""

from __future__ import annotations

from dataclasses import replace

from companion.engine.game import Move
from companion.games.cheops_treasure import laws, moves
from companion.games.cheops_treasure import state as states
from companion.games.cheops_treasure.parts import (
    COLOURS,
    FAMILIES,
    NEIGHBOUR,
    NEIGHBOUR_PRICE,
)
from companion.games.cheops_treasure.pyramid import bit_of
from companion.games.cheops_treasure.state import State


def apply(state: State, seat: int, move: Move) -> State:
    """The table after the move."""
    if isinstance(move, moves.Place):
        return _place(state, seat, move)
    if isinstance(move, moves.Take):
        return _settled(_take(state, seat, move))
    if isinstance(move, moves.Reveal):
        return _reveal(state, move)
    if isinstance(move, moves.Draw):
        return _drawn(state, seat, move)
    if isinstance(move, moves.Pass):
        return _settled(replace(state, placed=True))
    if isinstance(move, moves.Hire):
        return replace(_hire(state, seat), saved=laws.plus(state.saved, seat, 1))
    if isinstance(move, moves.Choose):
        return replace(state, wild=COLOURS.index(move.colour))
    return _settled(laws.carried_out(state, seat, move))


def _place(state: State, seat: int, move: moves.Place) -> State:
    bit = bit_of(move.row, move.column)
    family = NEIGHBOUR if move.pawn == "neighbour" else FAMILIES.index(move.pawn)
    by: states.By = "normal"
    if move.pawn == "neighbour":
        by = "neighbour"
        saved = state.saved[seat] > 0
        state = replace(state, saved=laws.plus(state.saved, seat, -1)) if saved else _hire(state, seat)
        state = replace(state, hired=True)
    else:
        hand = laws.plus(state.hands[seat], family, -1 if state.hands[seat][family] else 0)
        state = replace(state, hands=(*state.hands[:seat], hand, *state.hands[seat + 1 :]))
        if state.phase == "law" or move.law == 11:
            by = "law_11"
            state = state if state.pending else laws.without(state, 11)
        else:
            state = replace(state, placed=True)
    pawns = laws.plus(state.pawns, family, bit)
    return replace(state, pawns=pawns, at=bit, by=by, phase="take", pending=0)


def _hire(state: State, seat: int) -> State:
    money = laws.plus(state.money, seat, -NEIGHBOUR_PRICE)
    return replace(state, money=money, neighbours=state.neighbours - 1)


def _take(state: State, seat: int, move: moves.Take) -> State:
    colour = COLOURS.index(move.colour)
    known = {bit: c for bit, c in state.known.items() if bit != state.at}
    state = replace(state, gone=laws.plus(state.gone, colour, 1), known=known, eyes=state.eyes & ~state.at)
    if move.deal == "sell":
        return laws.sold(state, seat, colour)
    return laws.kept_one(state, seat, colour) if move.deal == "keep" else state


def _reveal(state: State, move: moves.Reveal) -> State:
    law = move.law
    state = replace(state, laws=state.laws | {law}, eyes=state.eyes | state.at, pending=law)
    if law in (1, 2):
        return _settled(replace(state, market=(*state.market, law)))
    if law == 3:
        return _settled(replace(state, law_3=True))
    if _idle(state, law):
        return _settled(state)
    return replace(state, phase="law")


def _idle(state: State, law: int) -> bool:
    """A law with nowhere to go is back in the box at once."""
    if law in (4, 5, 6):
        return all(state.under)
    if law == 7:
        return all(states.covers(state, colour) is None for colour in range(len(COLOURS)))
    return law == 8 and not laws.in_play(state)


def _settled(state: State) -> State:
    """After a treasure, a law or a pass: the end if it has come, else on with the turn."""
    state = replace(state, pending=0)
    if states.full_tablets(state) >= states.full_needed(state):
        return replace(state, over="cheops_treasure.tablets_full")
    if not states.untaken(state):
        return replace(state, over="cheops_treasure.pyramid_empty")
    if not state.placed:
        return replace(state, phase="turn")
    state = replace(state, phase="draw")
    idle = not states.may_draw(state, state.turn) and not states.usable(state, state.turn)
    return _next(state) if idle else state


def _drawn(state: State, seat: int, move: moves.Draw) -> State:
    hand, out = state.hands[seat], state.drawn
    for pawn in move.pawns:
        family = FAMILIES.index(pawn)
        hand, out = laws.plus(hand, family, 1), laws.plus(out, family, 1)
    hands = (*state.hands[:seat], hand, *state.hands[seat + 1 :])
    return _next(replace(state, hands=hands, drawn=out))


def _next(state: State) -> State:
    """The next seat; the end where nobody can place (tested after the turn's draw, ruling C17)."""
    seats = state.rules.seats
    state = replace(
        state, turn=(state.turn + 1) % seats, phase="turn", placed=False, hired=False, fresh=(),
        by="normal",
    )  # fmt: skip
    if any(states.can_place(state, seat) for seat in range(seats)):
        return state
    return replace(state, over="cheops_treasure.nobody_can")
