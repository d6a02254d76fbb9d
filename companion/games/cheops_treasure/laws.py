"""The twelve laws: when each law may be carried out, and what it does."""

from itertools import chain

from companion.engine.game import Move, Refusal, RefusalKind
from companion.engine.json_data import replace
from companion.engine.tuples import add_to_item, replace_item
from companion.engine.words import Seat, Term
from companion.games.cheops_treasure import moves
from companion.games.cheops_treasure.parts import (
    COLOURS,
    LAW_9_PRICE,
    TREASURES_PER_COLOUR,
    Colour,
    get_space_bit,
)
from companion.games.cheops_treasure.state import (
    State,
    count_coverable_numbers,
    find_untaken_mask,
    get_market_price,
    is_market_price_assumed,
    is_tablet_full,
    list_playable_laws,
)

KEEPABLE_LAWS = (10, 11, 12)
"""The laws that a seat may keep for a later turn."""
PROMPT_AND_MOVES_BY_LAW: dict[int, tuple[str, tuple[type, ...]]] = {
    4: ("cheops_treasure.do_law_4", (moves.PutUnder,)),
    5: ("cheops_treasure.do_law_5", (moves.PutUnder,)),
    6: ("cheops_treasure.do_law_6", (moves.PutUnder,)),
    7: ("cheops_treasure.do_law_7", (moves.PutOn,)),
    8: ("cheops_treasure.do_law_8", (moves.Remove,)),
    9: ("cheops_treasure.do_law_9", (moves.Pay,)),
    10: ("cheops_treasure.do_law_10", (moves.SellKept, moves.KeepLaw)),
    11: ("cheops_treasure.do_law_11", (moves.Place, moves.KeepLaw)),
    12: ("cheops_treasure.do_law_12", (moves.Swap, moves.Exchange, moves.KeepLaw)),
}
"""The prompt and the possible moves for each law after which the finder must make a move."""
LAW_BY_MOVE: dict[type, int] = {moves.SellKept: 10, moves.Swap: 12, moves.Exchange: 12}
"""The number of the law that each of these moves carries out."""


def list_laws_in_play(state: State) -> tuple[int, ...]:
    """Return the laws that law 8 can remove: those on the market, on the board, at tablets and with
    seats."""
    laws = {*state.market, *state.under, *chain(*state.held)} - {0}
    laws_in_own_fields = {3: state.law_3, 7: state.law_7 is not None, 9: state.law_9 >= 0}
    return tuple(sorted(laws | {law for law, is_in_play in laws_in_own_fields.items() if is_in_play}))


def check_law_move(state: State, seat: int, move: Move) -> Refusal | None:
    """Return the refusal of a move that carries out a law, or None if the move is legal."""
    if isinstance(move, moves.PutUnder):
        return _check_put_under(state, move)
    if isinstance(move, moves.PutOn):
        return _check_put_on(state, move)
    if isinstance(move, moves.Remove):
        if move.law in list_laws_in_play(state):
            return None
        return Refusal("cheops_treasure.law_not_in_play", "laws", {"law": move.law})
    if isinstance(move, moves.Pay):
        if not move.paid or state.money[seat] >= LAW_9_PRICE:
            return None
        return Refusal("cheops_treasure.too_poor", "laws", {"seat": Seat(seat), "price": LAW_9_PRICE})
    if isinstance(move, moves.KeepLaw):
        return None
    law = LAW_BY_MOVE[type(move)]
    if state.phase != "law" and law not in list_playable_laws(state, seat):
        return make_unplayable_law_refusal(state, seat, law)
    if isinstance(move, moves.SellKept):
        return _check_kept(state, seat, move.colour) or check_sale(state, COLOURS.index(move.colour))
    return _check_swap(state, seat, move)


LAW_JUST_FOUND_REFUSAL = RefusalKind("cheops_treasure.law_fresh", "laws")
LAW_NOT_HELD_REFUSAL = RefusalKind("cheops_treasure.law_not_held", "laws")


def make_unplayable_law_refusal(state: State, seat: int, law: int) -> Refusal:
    """Return the refusal of playing a law that the seat does not hold, or has found in this turn."""
    reason = LAW_JUST_FOUND_REFUSAL if law in state.held[seat] else LAW_NOT_HELD_REFUSAL
    return reason({"seat": Seat(seat), "law": law})


def _check_put_under(state: State, move: moves.PutUnder) -> Refusal | None:
    law = state.under[COLOURS.index(move.colour)]
    values = {"colour": Term(move.colour), "law": law}
    return Refusal("cheops_treasure.law_there", "laws", values, (f"tablet-{move.colour}",)) if law else None


def _check_put_on(state: State, move: moves.PutOn) -> Refusal | None:
    colour = COLOURS.index(move.colour)
    most, at = count_coverable_numbers(state, colour), (f"tablet-{move.colour}",)
    if most is None:
        return Refusal("cheops_treasure.tablet_unknown", "tablets", {"colour": Term(move.colour)}, at)
    if not state.sold[colour] < move.slot <= most + 1:
        values = {"colour": Term(move.colour), "slot": move.slot}
        return Refusal("cheops_treasure.slot_not_free", "laws", values, at)
    return None


def check_sale(state: State, colour: int) -> Refusal | None:
    """Return why nobody can sell a treasure of this colour now, or None (rulebook, selling; law 5)."""
    name, at = Term(COLOURS[colour]), (f"tablet-{COLOURS[colour]}",)
    if state.under[colour] == 5:
        return Refusal("cheops_treasure.law_5", "laws", {"colour": name}, at)
    if state.rules.tablets[colour] is None:
        return Refusal("cheops_treasure.tablet_unknown", "tablets", {"colour": name}, at)
    if is_tablet_full(state, colour):
        return Refusal("cheops_treasure.tablet_full", "tablets", {"colour": name}, at)
    return None


def _check_kept(state: State, seat: int, colour: Colour) -> Refusal | None:
    if state.kept[seat][COLOURS.index(colour)]:
        return None
    return Refusal("cheops_treasure.none_kept", "laws", {"seat": Seat(seat), "colour": Term(colour)})


def _check_swap(state: State, seat: int, move: moves.Swap | moves.Exchange) -> Refusal | None:
    spaces = [(move.row, move.column)]
    if isinstance(move, moves.Swap):
        spaces.append((move.other_row, move.other_column))
    for row, column in spaces:
        bit, at = get_space_bit(row, column), (f"space-{row}-{column}",)
        if not bit:
            return Refusal("cheops_treasure.no_space", "pyramid", {"row": row, "column": column})
        if not bit & find_untaken_mask(state):
            return Refusal("cheops_treasure.space_empty", "laws", {"row": row, "column": column}, at)
        if bit & state.eyes:
            return Refusal("cheops_treasure.space_is_law", "laws", {"row": row, "column": column}, at)
    if len(set(spaces)) < len(spaces):
        return Refusal("cheops_treasure.same_space", "laws", {}, (f"space-{move.row}-{move.column}",))
    if isinstance(move, moves.Swap):
        return None
    return _check_kept(state, seat, move.kept) or check_treasure_location(
        state, get_space_bit(move.row, move.column), COLOURS.index(move.got)
    )


def check_treasure_location(state: State, bit: int, colour: int) -> Refusal | None:
    """Return why a treasure on the space with this bit cannot have this colour, or None if it can."""
    lying_known = sum(c == colour for b, c in state.known.items() if b != bit)
    if state.gone[colour] + lying_known >= TREASURES_PER_COLOUR:
        count = {"colour": Term(COLOURS[colour]), "count": TREASURES_PER_COLOUR}
        return Refusal("cheops_treasure.colour_gone", "take", count)
    known = state.known.get(bit)
    if known is not None and known != colour:
        values = {"colour": Term(COLOURS[colour]), "known": Term(COLOURS[known])}
        return Refusal("cheops_treasure.known_treasure", "take", values, overridable=True)
    return None


def sell_treasure(state: State, seat: int, colour: int) -> State:
    """Return the state after a sale. The bank pays the market price, and one more number of the colour's
    tablet is covered."""
    assumed = state.assumed | {seat} if is_market_price_assumed(state) else state.assumed
    money = add_to_item(state.money, seat, get_market_price(state))
    return replace(state, money=money, sold=add_to_item(state.sold, colour), assumed=assumed)


def apply_law_move(state: State, seat: int, move: Move) -> State:
    """Return the state after a move that carries out a law. A law that the seat held is put back into the
    box."""
    if isinstance(move, moves.PutUnder):
        colour = COLOURS.index(move.colour)
        return replace(state, under=replace_item(state.under, colour, state.pending))
    if isinstance(move, moves.PutOn):
        return replace(state, law_7=(COLOURS.index(move.colour), move.slot - 1))
    if isinstance(move, moves.Remove):
        return remove_law(state, move.law)
    if isinstance(move, moves.Pay):
        if not move.paid:
            return state
        return replace(state, money=add_to_item(state.money, seat, -LAW_9_PRICE), law_9=seat)
    if isinstance(move, moves.KeepLaw):
        held = replace_item(state.held, seat, (*state.held[seat], state.pending))
        return replace(state, held=held, fresh=(*state.fresh, state.pending))
    if not state.pending:
        state = remove_law(state, LAW_BY_MOVE[type(move)])
    if isinstance(move, moves.SellKept):
        colour = COLOURS.index(move.colour)
        return sell_treasure(change_kept_treasures(state, seat, colour, -1), seat, colour)
    return _apply_law_12(state, seat, move)


def _apply_law_12(state: State, seat: int, move: moves.Swap | moves.Exchange) -> State:
    bit, known = get_space_bit(move.row, move.column), dict(state.known)
    colour_here = known.pop(bit, None)
    if isinstance(move, moves.Swap):
        other = get_space_bit(move.other_row, move.other_column)
        colour_there = known.pop(other, None)
        known |= {b: c for b, c in ((other, colour_here), (bit, colour_there)) if c is not None}
        return replace(state, known=known)
    kept, got = COLOURS.index(move.kept), COLOURS.index(move.got)
    known[bit] = kept
    state = change_kept_treasures(change_kept_treasures(state, seat, kept, -1), seat, got, 1)
    return replace(state, known=known, gone=add_to_item(add_to_item(state.gone, got, 1), kept, -1))


def change_kept_treasures(state: State, seat: int, colour: int, more: int) -> State:
    """Return the state with ``more`` added to the number of treasures of this colour that a seat keeps."""
    counts = add_to_item(state.kept[seat], colour, more)
    return replace(state, kept=replace_item(state.kept, seat, counts))


def remove_law(state: State, law: int) -> State:
    """Return the state after a law has been taken out of play."""
    if law in state.market:
        return replace(state, market=tuple(n for n in state.market if n != law))
    if law == 3:
        return replace(state, law_3=False)
    if law == 7:
        return replace(state, law_7=None)
    if law == 9:
        return replace(state, law_9=-1)
    if law in KEEPABLE_LAWS:
        return replace(state, held=tuple(tuple(n for n in laws if n != law) for laws in state.held))
    return replace(state, under=tuple(0 if n == law else n for n in state.under))
