"""What an entry does to the table. ``check`` was asked before; nothing is judged here."""

from __future__ import annotations

from companion.engine.data import replace
from companion.engine.game import Move
from companion.games.cheops_treasure.laws import (
    carried_out,
    in_play,
    kept_one,
    plus,
    sold,
    without,
)
from companion.games.cheops_treasure.moves import (
    Choose,
    Draw,
    Hire,
    Pass,
    Place,
    Reveal,
    Take,
)
from companion.games.cheops_treasure.parts import (
    COLOURS,
    FAMILIES,
    NEIGHBOUR,
    NEIGHBOUR_PRICE,
    bit_of,
)
from companion.games.cheops_treasure.state import (
    By,
    State,
    can_place,
    covers,
    full_needed,
    full_tablets,
    may_draw,
    untaken,
    usable,
)


def apply(state: State, seat: int, move: Move) -> State:
    """The table after the move."""
    if isinstance(move, Place):
        return _place(state, seat, move)
    if isinstance(move, Take):
        return _settled(_take(state, seat, move))
    if isinstance(move, Reveal):
        return _reveal(state, move)
    if isinstance(move, Draw):
        return _drawn(state, seat, move)
    if isinstance(move, Pass):
        return _settled(replace(state, placed=True))
    if isinstance(move, Hire):
        return replace(_hire(state, seat), saved=plus(state.saved, seat, 1))
    if isinstance(move, Choose):
        return replace(state, wild=COLOURS.index(move.colour))
    return _settled(carried_out(state, seat, move))


def _place(state: State, seat: int, move: Place) -> State:
    bit = bit_of(move.row, move.column)
    family = NEIGHBOUR if move.pawn == "neighbour" else FAMILIES.index(move.pawn)
    by: By = "normal"
    if move.pawn == "neighbour":
        by = "neighbour"
        saved = state.saved[seat] > 0
        state = replace(state, saved=plus(state.saved, seat, -1)) if saved else _hire(state, seat)
        state = replace(state, hired=True)
    else:
        hand = plus(state.hands[seat], family, -1 if state.hands[seat][family] else 0)
        state = replace(state, hands=(*state.hands[:seat], hand, *state.hands[seat + 1 :]))
        if state.phase == "law" or move.law == 11:
            by = "law_11"
            state = state if state.pending else without(state, 11)
        else:
            state = replace(state, placed=True)
    pawns = plus(state.pawns, family, bit)
    return replace(state, pawns=pawns, at=bit, by=by, phase="take", pending=0)


def _hire(state: State, seat: int) -> State:
    money = plus(state.money, seat, -NEIGHBOUR_PRICE)
    return replace(state, money=money, neighbours=state.neighbours - 1)


def _take(state: State, seat: int, move: Take) -> State:
    colour = COLOURS.index(move.colour)
    known = {bit: c for bit, c in state.known.items() if bit != state.at}
    state = replace(state, gone=plus(state.gone, colour, 1), known=known, eyes=state.eyes & ~state.at)
    if move.deal == "sell":
        return sold(state, seat, colour)
    return kept_one(state, seat, colour) if move.deal == "keep" else state


def _reveal(state: State, move: Reveal) -> State:
    law = move.law
    finders = plus(state.finders, law - 1, state.turn + 1)
    eyes = state.eyes | state.at
    state = replace(state, laws=state.laws | {law}, finders=finders, eyes=eyes, pending=law)
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
        return all(covers(state, colour) is None for colour in range(len(COLOURS)))
    return law == 8 and not in_play(state)


def _settled(state: State) -> State:
    """After a treasure, a law or a pass: the end if it has come, else on with the turn."""
    state = replace(state, pending=0)
    if full_tablets(state) >= full_needed(state):
        return replace(state, over="cheops_treasure.tablets_full")
    if not untaken(state):
        return replace(state, over="cheops_treasure.pyramid_empty")
    if not state.placed:
        return replace(state, phase="turn")
    state = replace(state, phase="draw")
    idle = not may_draw(state, state.turn) and not usable(state, state.turn)
    return _next(state) if idle else state


def _drawn(state: State, seat: int, move: Draw) -> State:
    hand, out = state.hands[seat], state.drawn
    for pawn in move.pawns:
        family = FAMILIES.index(pawn)
        hand, out = plus(hand, family, 1), plus(out, family, 1)
    hands = (*state.hands[:seat], hand, *state.hands[seat + 1 :])
    return _next(replace(state, hands=hands, drawn=out))


def _next(state: State) -> State:
    """The next seat; the end where nobody can place (tested after the turn's draw, ruling C17)."""
    seats = state.rules.seats
    state = replace(
        state, turn=(state.turn + 1) % seats, phase="turn", placed=False, hired=False, fresh=(),
        by="normal",
    )  # fmt: skip
    if any(can_place(state, seat) for seat in range(seats)):
        return state
    return replace(state, over="cheops_treasure.nobody_can")
