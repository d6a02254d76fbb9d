"""The effects of moves on the state. Nothing is checked here, because ``rules.check`` or a ruling has
allowed the move."""

from companion.engine.game import Move
from companion.engine.json_data import replace
from companion.games.cheops_treasure.laws import (
    add_to_count,
    apply_law,
    change_kept,
    list_laws_in_play,
    remove_law,
    sell_treasure,
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
    get_space_bit,
)
from companion.games.cheops_treasure.state import (
    PlacementKind,
    State,
    can_place,
    count_coverable_numbers,
    count_drawable_pawns,
    count_full_tablets,
    find_untaken_mask,
    get_full_tablets_to_end,
    list_playable_laws,
)


def apply(state: State, seat: int, move: Move) -> State:
    """Return the state after a move."""
    if isinstance(move, Place):
        return _place_pawn(state, seat, move)
    if isinstance(move, Take):
        return _continue_turn(_take_treasure(state, seat, move))
    if isinstance(move, Reveal):
        return _reveal_law(state, move)
    if isinstance(move, Draw):
        return _draw_pawns(state, seat, move)
    if isinstance(move, Pass):
        return _continue_turn(replace(state, placed=True))
    if isinstance(move, Hire):
        return replace(_hire_neighbour(state, seat), saved=add_to_count(state.saved, seat, 1))
    if isinstance(move, Choose):
        return replace(state, wild=COLOURS.index(move.colour))
    return _continue_turn(apply_law(state, seat, move))


def _place_pawn(state: State, seat: int, move: Place) -> State:
    bit = get_space_bit(move.row, move.column)
    family = NEIGHBOUR if move.pawn == "neighbour" else FAMILIES.index(move.pawn)
    by: PlacementKind = "normal"
    if move.pawn == "neighbour":
        by = "neighbour"
        saved = state.saved[seat] > 0
        state = (
            replace(state, saved=add_to_count(state.saved, seat, -1))
            if saved
            else _hire_neighbour(state, seat)
        )
        state = replace(state, hired=True)
    else:
        hand = add_to_count(state.hands[seat], family, -1 if state.hands[seat][family] else 0)
        state = replace(state, hands=(*state.hands[:seat], hand, *state.hands[seat + 1 :]))
        if state.phase == "law" or move.law == 11:
            by = "law_11"
            state = state if state.pending else remove_law(state, 11)
        else:
            state = replace(state, placed=True)
    pawns = add_to_count(state.pawns, family, bit)
    return replace(state, pawns=pawns, at=bit, by=by, phase="take", pending=0)


def _hire_neighbour(state: State, seat: int) -> State:
    money = add_to_count(state.money, seat, -NEIGHBOUR_PRICE)
    return replace(state, money=money, neighbours=state.neighbours - 1)


def _take_treasure(state: State, seat: int, move: Take) -> State:
    colour = COLOURS.index(move.colour)
    known = {bit: c for bit, c in state.known.items() if bit != state.at}
    state = replace(
        state, gone=add_to_count(state.gone, colour, 1), known=known, eyes=state.eyes & ~state.at
    )
    if move.deal == "sell":
        return sell_treasure(state, seat, colour)
    return change_kept(state, seat, colour, 1) if move.deal == "keep" else state


def _reveal_law(state: State, move: Reveal) -> State:
    law = move.law
    finders = add_to_count(state.finders, law - 1, state.turn + 1)
    eyes = state.eyes | state.at
    state = replace(state, laws=state.laws | {law}, finders=finders, eyes=eyes, pending=law)
    if law in (1, 2):
        return _continue_turn(replace(state, market=(*state.market, law)))
    if law == 3:
        return _continue_turn(replace(state, law_3=True))
    if _has_no_effect(state, law):
        return _continue_turn(state)
    return replace(state, phase="law")


def _has_no_effect(state: State, law: int) -> bool:
    """Return whether a law can have no effect now. Such a law is put back into the box."""
    if law in (4, 5, 6):
        return all(state.under)
    if law == 7:
        return all(count_coverable_numbers(state, colour) is None for colour in range(len(COLOURS)))
    return law == 8 and not list_laws_in_play(state)


def _continue_turn(state: State) -> State:
    """Return the state after a part of a turn. Either the game ends, or the turn goes on, or the next turn
    starts."""
    state = replace(state, pending=0)
    if count_full_tablets(state) >= get_full_tablets_to_end(state):
        return replace(state, over="cheops_treasure.tablets_full")
    if not find_untaken_mask(state):
        return replace(state, over="cheops_treasure.pyramid_empty")
    if not state.placed:
        return replace(state, phase="turn")
    state = replace(state, phase="draw")
    idle = not count_drawable_pawns(state, state.turn) and not list_playable_laws(state, state.turn)
    return _start_next_turn(state) if idle else state


def _draw_pawns(state: State, seat: int, move: Draw) -> State:
    hand, drawn = state.hands[seat], state.drawn
    for pawn in move.pawns:
        family = FAMILIES.index(pawn)
        hand, drawn = add_to_count(hand, family, 1), add_to_count(drawn, family, 1)
    hands = (*state.hands[:seat], hand, *state.hands[seat + 1 :])
    return _start_next_turn(replace(state, hands=hands, drawn=drawn))


def _start_next_turn(state: State) -> State:
    """Return the state in the turn of the next seat. If no seat can place a pawn, the game has ended."""
    seats = state.rules.seats
    state = replace(
        state, turn=(state.turn + 1) % seats, phase="turn", placed=False, hired=False, fresh=(),
        by="normal",
    )  # fmt: skip
    if any(can_place(state, seat) for seat in range(seats)):
        return state
    return replace(state, over="cheops_treasure.nobody_can")
